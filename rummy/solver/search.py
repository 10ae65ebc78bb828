"""The exact search: which melds a multiset of cards is worth most in.

Sets draw on several suits, runs on one. So the search chooses sets rank by rank, and what is left of each suit is
answered from memory: ``Runs.lane`` says how much runs can make of a suit with 0, 1, 2 .. jokers. A bound on what the
ranks still open can add cuts the rest.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from typing import Final, NamedTuple

from rummy.cards import SET_JOKER
from rummy.melds import Meld
from rummy.solver.lanes import FIRST, KEPT_MELDS, SECOND, Goal, Lanes, Runs, holds, ranks_of, run_of
from rummy.solver.tables import SPREAD, SetPlan, Tables

NOTHING: Final = (0, 0, 0, 0)


class OutOfStepsError(Exception):
    """The search took more steps than it was given, and found nothing."""


class Choice(NamedTuple):
    """The best found: its value, the sets chosen, what is left for runs, and whether it is proven to be the best."""

    value: int
    sets: tuple[tuple[int, SetPlan], ...]
    lanes: Lanes
    jokers: int
    exact: bool = True


class RankPlans(NamedTuple):
    """The sets of a rank that some cards can make: most that its naturals can add, and the plans, dearest first."""

    rank: int
    most: int
    plans: list[tuple[int, SetPlan]]


class Candidate(NamedTuple):
    """One meld that could be made, with its value and what it uses up."""

    value: int
    meld: Meld
    lanes: Lanes
    jokers: int


class Search(Runs):
    """The search for one goal under one set of rules."""

    limited = False
    """Whether it may give up."""
    musts = False
    """Whether some cards have to be melded: then what runs make of more cards is no less only by ``bounds``."""

    def __init__(self, tables: Tables, goal: Goal) -> None:
        super().__init__(tables, goal)
        self._plans: dict[tuple[int, tuple[int, ...], int], RankPlans] = {}

    def set_value(self, rank: int, plan: SetPlan) -> int:
        """What the sets of a plan are worth for the goal."""
        naturals = sum(plan.used)
        if self.goal == "points":
            return self.worth[rank] * (naturals + plan.jokers) - len(plan.sets) + self.extra * plan.jokers
        return self.worth[rank] * naturals + self.joker * plan.jokers - len(plan.sets)

    def bounds(self, lanes: Lanes, jokers: int) -> list[int]:
        """Most that runs can be worth in these lanes, or in less of them, with at most 0, 1 .. ``jokers`` jokers."""
        return self.shared(lanes, jokers)

    def plans(self, rank: int, counts: tuple[int, ...], jokers: int) -> RankPlans:
        """The set plans of a rank with their values."""
        key = (rank, counts, jokers)
        found = self._plans.get(key)
        if found is None:
            plans = [(self.set_value(rank, plan), plan) for plan in self.tables.plans(counts, jokers)]
            plans.sort(key=lambda row: -row[0])
            most = max((sum(plan.used) for _, plan in plans), default=0)
            found = self._plans[key] = RankPlans(rank, self.worth[rank] * most, plans)
        return found

    def best(self, lanes: Lanes, jokers: int, at_least: int = -1) -> Choice:
        """The best melds of the cards; its value is ``at_least`` where nothing is worth more."""
        ranks = self._set_ranks(lanes, jokers)
        room = list(accumulate((most for _, most, _ in reversed(ranks)), initial=0))[::-1]
        best = Choice(at_least, (), lanes, jokers)
        limit = at_least
        musts, limited = self.musts, self.limited
        ceiling = self._ceiling(lanes, jokers) if limited else 0

        def visit(place: int, lanes: Lanes, jokers: int, value: int, sets: tuple[tuple[int, SetPlan], ...]) -> None:
            nonlocal best, limit
            if limited:
                self.tick(3)
                if limit >= ceiling:
                    return
            runs = self.shared(lanes, jokers)
            here = value + runs[jokers]
            if here > limit:
                limit = here
                best = Choice(limit, sets, lanes, jokers)
            if place == len(ranks):
                return
            most = self._with_sets(self.bounds(lanes, jokers) if musts else runs)
            for at in range(place, len(ranks)):
                if value + most[jokers] + room[at] <= limit:
                    return
                rank, _, plans = ranks[at]
                for worth, plan in plans:
                    left = jokers - plan.jokers
                    if left >= 0 and value + worth + most[left] + room[at + 1] > limit:
                        visit(at + 1, self.less(lanes, rank, plan.used), left, value + worth,
                              (*sets, (rank, plan)))  # fmt: skip

        try:
            visit(0, lanes, jokers, 0, ())
        except OutOfStepsError:
            if best.value <= at_least:
                raise
            return best._replace(exact=False)
        return best

    def _with_sets(self, runs: list[int]) -> list[int]:
        """Most that runs and jokers in sets are worth together, from what runs are with 0, 1 .. jokers."""
        if len(runs) == 1:
            return runs
        room = self.joker_room
        best = runs[0]
        most = [best]
        for one_more in runs[1:]:
            best = max(best + room, one_more)
            most.append(best)
        return most

    def _ceiling(self, lanes: Lanes, jokers: int) -> int:
        """What all cards together could be worth, however many melds that takes."""
        cards = sum(self.worth[rank] * sum(lane >> 3 * rank & 7 for lane in lanes) for rank in range(13))
        return cards + jokers * self.joker_room - SECOND

    def less(self, lanes: Lanes, rank: int, used: tuple[int, ...]) -> Lanes:
        """The lanes without some cards of a rank."""
        shift = 3 * rank
        first, second, third, fourth = lanes
        return (
            first - (used[0] << shift),
            second - (used[1] << shift),
            third - (used[2] << shift),
            fourth - (used[3] << shift),
        )

    @property
    def joker_room(self) -> int:
        """Most that one more joker can add to a meld."""
        return self.joker if self.goal != "points" else FIRST * max(self.tables.points[:13]) + SECOND + self.extra

    def _set_ranks(self, lanes: Lanes, jokers: int) -> list[RankPlans]:
        """Ranks that sets can be made of, dearest first."""
        first, second, third, fourth = lanes
        found = []
        for shift in range(0, 39, 3):
            counts = (first >> shift & 7, second >> shift & 7, third >> shift & 7, fourth >> shift & 7)
            if counts != NOTHING:
                plans = self.plans(shift // 3, counts, jokers)
                if plans.plans:
                    found.append(plans)
        found.sort(key=lambda row: -row.most)
        return found

    def few(self, lanes: Lanes, jokers: int, most: int, at_least: int = -1) -> tuple[int, list[Meld], bool]:
        """The value of the best of at most ``most`` melds, those melds, and whether that is proven.

        The list is empty where none is worth more than ``at_least``.
        """
        found = sorted(self.candidates(lanes, jokers), key=lambda row: -row.value)
        limit = max(at_least, 0)
        best: list[Meld] = []

        def visit(place: int, lanes: Lanes, jokers: int, value: int, melds: list[Meld]) -> None:
            nonlocal limit, best
            self.tick(3)
            if value > limit:
                limit, best = value, melds
            for at in range(place, len(found) if len(melds) < most else 0):
                row = found[at]
                if value + (most - len(melds)) * row.value <= limit:
                    return
                if row.jokers <= jokers and all(map(holds, lanes, row.lanes)):
                    rest = tuple(map(int.__sub__, lanes, row.lanes))
                    visit(at, (rest[0], rest[1], rest[2], rest[3]), jokers - row.jokers, value + row.value,
                          [*melds, row.meld])  # fmt: skip

        try:
            visit(0, lanes, jokers, 0, [])
        except OutOfStepsError:
            return limit, best, False
        return limit, best, True

    def candidates(self, lanes: Lanes, jokers: int) -> list[Candidate]:
        """Every meld of these cards, one for each choice of naturals and number of jokers."""
        found = []
        for suit, cards in enumerate(lanes):
            present = ranks_of(cards)
            for rank in range(13):
                if not present >> rank & 1:
                    continue
                for mask in self.tables.masks(present >> rank << rank, rank, jokers):
                    for shape in self.tables.runs(mask):
                        if shape.jokers <= jokers:
                            uses = [SPREAD[mask] if lane == suit else 0 for lane in range(4)]
                            found.append(Candidate(self.run_value(mask, shape), run_of(suit, mask, shape),
                                                   (uses[0], uses[1], uses[2], uses[3]), shape.jokers))  # fmt: skip
        for rank, _, plans in self._set_ranks(lanes, jokers):
            for worth, plan in plans:
                if len(plan.sets) == 1:
                    uses = [count << 3 * rank for count in plan.used]
                    found.append(Candidate(worth, sets_of(rank, plan)[0], (uses[0], uses[1], uses[2], uses[3]),
                                           plan.jokers))  # fmt: skip
        return found

    def melds(self, choice: Choice) -> list[Meld]:
        """The melds of a choice."""
        found = [meld for rank, plan in choice.sets for meld in sets_of(rank, plan)]
        jokers = choice.jokers
        value = self.lanes_value(choice.lanes, jokers)
        for suit, cards in enumerate(choice.lanes):
            if not cards:
                continue
            rest = self.shared(choice.lanes[suit + 1 :], jokers)
            lane = self.lane(cards, jokers)
            here = next(here for here in range(jokers + 1) if lane[here] + rest[jokers - here] == value)
            found += self.lane_melds(suit, cards, here)
            jokers -= here
            value = rest[jokers]
        return found


@lru_cache(maxsize=KEPT_MELDS)
def sets_of(rank: int, plan: SetPlan) -> tuple[Meld, ...]:
    """The sets of a plan."""
    return tuple(
        Meld("set", bytes(suit * 13 + rank for suit, count in enumerate(used) for _ in range(count))
             + bytes((SET_JOKER + rank,)) * wild)
        for used, wild in plan.sets
    )  # fmt: skip


@lru_cache(maxsize=256)
def search(tables: Tables, goal: Goal) -> Search:
    """The search for a goal, with its memory."""
    return Search(tables, goal)
