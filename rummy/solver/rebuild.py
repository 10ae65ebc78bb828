"""Rearranging the table: which melds to open up so that most of a hand finds a place (``laying.rearrange``).

A meld that is opened up keeps a *core*, a valid meld of its own cards, and gives up the rest, which must then be
melded again, together with the hand. Under ``free`` it may also give up everything. The search opens up no meld, then
one, then two .., and stops when its steps are used up; then the best found is not proven to be the best. Under ``take``
cores have their jokers as they lie; where more might be had by reading these anew, that is looked for last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Final, Literal

from rummy.cards import JOKER, physical, remove
from rummy.matching import matching
from rummy.melds import Meld, add_cards, held, meld_points
from rummy.sections import MeldRules
from rummy.shapes import share_ok
from rummy.solver.assembly import Opened, Rebuilt, assemble
from rummy.solver.cover import Budget, Cover, lane_with
from rummy.solver.hands import all_melds
from rummy.solver.lanes import FIRST, SECOND, Goal, lanes_of
from rummy.solver.laying import FEW_WAYS, Outcome, Table, best_play
from rummy.solver.search import OutOfStepsError
from rummy.solver.tables import tables

STEPS: Final = 120_000
"""Steps of a search, unless told: about a second."""
STEPS_OF_A_TRY: Final = 40
"""What one opening costs beside its search."""

Mode = Literal["none", "take", "free"]


@dataclass
class _Search:
    rules: MeldRules
    hand: bytes
    table: Sequence[Meld]
    minimum: int
    keep: int
    budget: Budget
    best: Rebuilt
    mode: Mode
    prove: bool

    def run(self) -> Rebuilt:
        """The best play, opening up more and more melds."""
        mode = self.mode
        exact = True
        try:
            if mode == "free":
                everything = [Opened(place, None, held(meld)) for place, meld in enumerate(self.table)]
                if self._fully(everything):
                    return self.best
            for opened in self._openings(mode):
                exact = self._try(opened) and exact
                if len(self.best.rest) <= self.keep:
                    break
        except OutOfStepsError:
            exact = False
        if len(self.best.rest) <= self.keep:
            exact = True
        elif exact and mode == "take" and any(JOKER in held(meld) for meld in self.table):
            # The cores of a meld were tried with its jokers as they lie, not as they may be read anew.
            exact = self.prove and (not self._freely_better() or self._read_anew() or not self._freely_better())
        return replace(self.best, exact=exact)

    def _read_anew(self) -> bool:
        """Look for plays in which a joker of the table is read anew; whether ``best`` is proven to be the best then.

        A meld with a joker is broken up whole; whether it keeps a core is seen when what it became is known.
        """
        exact = True
        try:
            for opened in self._openings("take", anew=True):
                if any(way.core is None for way in opened):
                    exact = self._try(opened) and exact
        except OutOfStepsError:
            return False
        return exact

    def _freely_better(self) -> bool:
        """Whether more cards might be placed if every meld could be broken up: if not, no core that is kept helps."""
        everything = [Opened(place, None, held(meld)) for place, meld in enumerate(self.table)]
        try:
            found, exact = self._solve(self.hand, everything, "cards", self.keep)
        except OutOfStepsError:
            return True
        return not exact or (found is not None and len(found.rest) < len(self.best.rest))

    def _fully(self, everything: list[Opened]) -> bool:
        """Open up all melds at once; whether that answered the question within half of the steps."""
        saved = self.budget.left // 2
        self.budget.left -= saved
        try:
            answered = self._try(everything)
        except OutOfStepsError:
            answered = False
        self.budget.left = max(self.budget.left, 0) + saved
        return answered

    def _openings(self, mode: Mode, *, anew: bool = False) -> Iterator[list[Opened]]:
        """Melds to open up, fewest first. Under ``free`` all may be broken up whole, ``anew``: those with a joker."""
        ways = [
            list(_ways(self.rules, place, meld, whole=mode == "free" or (anew and JOKER in held(meld))))
            if mode != "none"
            else []
            for place, meld in enumerate(self.table)
        ]
        open_up = [place for place, some in enumerate(ways) if some]
        for count in range(len(open_up) + 1):
            for places in combinations(open_up, count):
                for opened in product(*(ways[place] for place in places)):
                    yield list(opened)

    def _try(self, opened: list[Opened]) -> bool:
        """Look for a better play after an opening; whether there is proven to be none but ``best``."""
        found, exact = self._solve(self.hand, opened, "cards", self.keep)
        if found is not None and self.minimum and found.points < self.minimum:
            found, _ = self._solve(self.hand, opened, "points", self.keep)
            exact = False
        if found is None or found.points < self.minimum:
            return exact
        if len(found.rest) < len(self.best.rest):
            if self.mode == "take" and any(way.core is None for way in opened):
                return self._take_if_kept(found, opened) and exact
            self.best = found
        return exact

    def _take_if_kept(self, found: Rebuilt, opened: list[Opened]) -> bool:
        """Take the play, or else one that grows no other meld by what was broken up, if all melds live on in it.

        Whether it was the first one: a better one than the second may have been passed by.
        """
        kept = _keeping(self.rules, self.table, found)
        if kept is not None:
            self.best = kept
            return True
        other, _ = self._solve(self.hand, opened, "cards", self.keep, grow=False)
        if other is not None and other.points >= self.minimum and len(other.rest) < len(self.best.rest):
            self.best = _keeping(self.rules, self.table, other) or self.best
        return False

    def _solve(
        self, hand: bytes, opened: list[Opened], goal: Goal, keep: int, *, grow: bool = True
    ) -> tuple[Rebuilt | None, bool]:
        given = b"".join(way.given for way in opened)
        jokers = given.count(JOKER)
        cover = Cover(tables(self.rules), goal, self.budget, all_jokers=jokers > 0)
        cores = {way.place: way.core for way in opened}
        places = [place for place in range(len(self.table)) if cores.get(place, self.table[place] if grow else None)]
        board = Table(
            self.rules,
            cover,
            [cores.get(place) or self.table[place] for place in places],
            touched=goal == "points",
            most_ways=FEW_WAYS,
        )
        lanes, wild = lanes_of(hand + given)
        must, _ = lanes_of(given)
        a, b, c, d = map(lane_with, lanes, must)
        better = len(given) + len(self.hand) - len(self.best.rest) + 1
        cover.tick(STEPS_OF_A_TRY)
        found = board.play((a, b, c, d), wild, FIRST * better - SECOND if goal == "cards" and not jokers else -1)
        if not found.grown and not found.melds and found.value < FIRST:
            return None, found.exact
        if _jokers_in(found) < jokers:
            return None, found.exact
        found = replace(found, grown=tuple((places[at], growth) for at, growth in found.grown))
        exact = found.exact and not (jokers and JOKER in hand)
        result = assemble(self.rules, hand, self.table, opened, found)
        if len(result.rest) >= keep:
            return result, exact
        parts = [self._solve(remove(hand, face), opened, goal, keep - 1, grow=grow) for face in sorted(set(hand))]
        some = [part for part, _ in parts if part is not None]
        return min(some, key=lambda part: len(part.rest), default=None), exact


def _jokers_in(found: Outcome) -> int:
    slots = [*(meld.cards for meld in found.melds), *(growth.slots for _, growth in found.grown)]
    return sum(slot >= JOKER for part in slots for slot in part)


def _keeping(rules: MeldRules, table: Sequence[Meld], found: Rebuilt) -> Rebuilt | None:
    """The same play, its parts in an order in which every named meld lives on in one; None where not all can."""
    homes = {
        place: [part for part, meld in enumerate(found.into) if _shares_a_meld(rules, table[place], meld)]
        for place in found.named
    }
    lives = matching(found.named, homes.__getitem__)
    if len(lives) < len(found.named):
        return None
    order = sorted(range(len(found.into)), key=lambda part: (part not in lives, lives.get(part, 0)))
    return replace(found, into=tuple(found.into[part] for part in order))


def _ways(rules: MeldRules, place: int, meld: Meld, *, whole: bool) -> Iterator[Opened]:
    """Ways to open up a meld, fewest cards given up first; ``whole``: it may also give up everything."""
    cards = meld.cards
    size = len(cards)
    least = rules.sets.min_size if meld.kind == "set" else rules.runs.min_size
    seen = set()
    for stays in range(size - 1, least - 1, -1):
        parts = (
            combinations(range(size), stays)
            if meld.kind == "set"
            else (tuple(range(first, first + stays)) for first in range(size - stays + 1))
        )
        for part in parts:
            core = bytes(cards[at] for at in part)
            jokers = sum(slot >= JOKER for slot in core)
            if core in seen or not share_ok(rules, len(core) - jokers, jokers):
                continue
            seen.add(core)
            given = bytes(physical(cards[at]) for at in range(size) if at not in part)
            yield Opened(place, Meld(meld.kind, core), given)
    if whole:
        yield Opened(place, None, held(meld))


def rebuild(
    rules: MeldRules,
    hand: bytes,
    table: Sequence[Meld],
    mode: Mode,
    *,
    minimum: int = 0,
    keep: int = 0,
    steps: int = STEPS,
    prove: bool = True,
) -> Rebuilt:
    """The play that places most hand cards; all table cards stay on the table.

    ``mode``: ``laying.rearrange``. ``minimum``: least ``points`` of the play (``opening.counts = touched``), ``keep``:
    cards that must stay in the hand, ``steps``: when to stop looking, ``prove``: whether what is left of them may go
    into reading jokers of the table anew, and into the proof that nothing is better. Where nothing can be played the
    answer is empty.
    """
    points = tables(rules).points
    nothing = Rebuilt((), (), (), (), bytes(sorted(hand)), 0, sum(points[face] for face in hand), exact=True)
    keep = min(keep, len(hand))
    found = _Search(rules, hand, table, minimum, keep, Budget(steps), nothing, mode, prove).run()
    if found.exact or not prove:
        return found
    plain = _untouched(rules, hand, table)
    better = keep <= len(plain.rest) < len(found.rest) and plain.points >= minimum
    return plain if better else found


def _untouched(rules: MeldRules, hand: bytes, table: Sequence[Meld]) -> Rebuilt:
    """The play that leaves the table as it lies, for a search that ran out of steps over all the ways to open it up."""
    play = best_play(rules, hand, table, "cards")
    grown = [add_cards(rules, table[place], slots) for place, slots in play.lay_offs]
    points = sum(meld_points(rules, meld) for meld in (*play.melds, *grown))
    return Rebuilt((), (), play.melds, play.lay_offs, play.rest, points, play.deadwood, exact=False)


def _shares_a_meld(rules: MeldRules, before: Meld, after: Meld) -> bool:
    """Whether a meld lives on in another: some cards that both hold are a meld."""
    common = Counter(held(before)) & Counter(held(after))
    return bool(all_melds(rules, bytes(sorted(common.elements()))))
