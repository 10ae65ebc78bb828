"""The best play of a hand onto a table: lay-offs, and new melds beside them. What lies on the table stays as it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from rummy.cards import physical, remove
from rummy.melds import Meld, held, meld_points
from rummy.sections import MeldRules
from rummy.solver.cover import search_for
from rummy.solver.growing import Growth, growths
from rummy.solver.hands import meld_order, meld_value, piecemeal
from rummy.solver.lanes import Goal, Lanes, lanes_of
from rummy.solver.search import OutOfStepsError, Search
from rummy.solver.tables import tables

MOST_WAYS: Final = 2000
"""Ways to lay off that are followed side by side; of more only the dearest, and the answer is no longer proven."""
FEW_WAYS: Final = 300
"""The same where the search may give up anyway."""


@dataclass(frozen=True, slots=True)
class Play:
    """New melds, and cards laid off.

    ``lay_offs``: place in the table given, and the slots in the order of the grown meld; ``grown``: those melds by
    place. ``rest``: faces left, sorted; ``points``: what the play is worth on the table; ``deadwood``: of the rest.
    ``exact``: whether it is proven that no play is better.
    """

    melds: tuple[Meld, ...]
    lay_offs: tuple[tuple[int, bytes], ...]
    grown: dict[int, Meld]
    rest: bytes
    points: int
    deadwood: int
    exact: bool = True


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the search over a table found: its value, the growths by place, the new melds."""

    value: int
    grown: tuple[tuple[int, Growth], ...]
    melds: list[Meld]
    exact: bool


@dataclass(frozen=True)
class Table:
    """A table that a hand is to be played onto, and how."""

    rules: MeldRules
    seek: Search
    melds: Sequence[Meld]
    new_melds: bool = True
    max_melds: int = 0
    touched: bool = False
    most_ways: int = MOST_WAYS

    def play(self, lanes: Lanes, jokers: int, at_least: int = -1) -> Outcome:
        """The best play of these cards; its value is ``at_least`` where none is worth more."""
        ways, exact = self._ways(lanes, jokers)
        best = Outcome(at_least, (), [], exact)
        for (left, wild), (value, grown) in ways:
            try:
                more, melds, proven = self._melds(left, wild, best.value - value)
            except OutOfStepsError:
                return replace(best, exact=False)
            exact = exact and proven
            if value + more > best.value:
                best = Outcome(value + more, grown, melds, exact)
        return replace(best, exact=exact)

    def _melds(self, lanes: Lanes, jokers: int, at_least: int) -> tuple[int, list[Meld], bool]:
        """The value of the best new melds, those melds if they are worth more, and whether that is proven."""
        if not self.new_melds:
            return 0, [], True
        if self.max_melds:
            return self.seek.few(lanes, jokers, self.max_melds, at_least)
        choice = self.seek.best(lanes, jokers, at_least)
        return choice.value, self.seek.melds(choice) if choice.value > at_least else [], choice.exact

    def _ways(
        self, lanes: Lanes, jokers: int
    ) -> tuple[list[tuple[tuple[Lanes, int], tuple[int, tuple[tuple[int, Growth], ...]]]], bool]:
        """What can be left of the cards after lay-offs, with the dearest lay-offs to it; dearest first."""
        ways: dict[tuple[Lanes, int], tuple[int, tuple[tuple[int, Growth], ...]]] = {(lanes, jokers): (0, ())}
        exact = True
        for place, meld in enumerate(self.melds):
            some = growths(self.rules, self.seek, meld, lanes, jokers, touched=self.touched)
            if not some:
                continue
            self.seek.tick(len(ways) * len(some) // 4 + 10)
            more = dict(ways)
            for (left, wild), (value, grown) in ways.items():
                for growth in some:
                    if growth.jokers > wild or not _holds(left, growth):
                        continue
                    key = (self._less(left, growth), wild - growth.jokers)
                    if key not in more or more[key][0] < value + growth.value:
                        more[key] = (value + growth.value, (*grown, (place, growth)))
            ways = more
            if len(ways) > self.most_ways:
                ways = dict(sorted(ways.items(), key=lambda row: -row[1][0])[: self.most_ways])
                exact = False
        return sorted(ways.items(), key=lambda row: -row[1][0]), exact

    def _less(self, lanes: Lanes, growth: Growth) -> Lanes:
        use = self.seek.use
        a, b, c, d = (use(cards, part) if part else cards for cards, part in zip(lanes, growth.lanes, strict=True))
        return a, b, c, d


def _holds(lanes: Lanes, growth: Growth) -> bool:
    return all(lanes[suit] >> shift & 7 >= count for suit, shift, count in growth.needs)


def best_play(
    rules: MeldRules,
    hand: bytes,
    table: Sequence[Meld],
    goal: Goal = "deadwood",
    *,
    new_melds: bool = True,
    max_melds: int = 0,
) -> Play:
    """The play that leaves least hand points, places most cards, or is worth most points on the table.

    ``new_melds``: whether it may make melds of its own, at most ``max_melds`` (0: no limit).
    """
    seek = search_for(tables(rules), goal, len(hand))
    board = Table(rules, seek, table, new_melds=new_melds, max_melds=max_melds, most_ways=_most_ways(seek))
    return played(board, hand, _found(board, hand))


def _most_ways(seek: Search) -> int:
    return FEW_WAYS if seek.limited else MOST_WAYS


def _kept(board: Table, hand: bytes, keep: int) -> Outcome:
    """The best outcome that leaves enough cards: while it leaves too few, whichever card it costs least to keep."""
    found = _found(board, hand)
    laid = sum(len(meld.cards) for meld in found.melds) + sum(len(growth.slots) for _, growth in found.grown)
    if len(hand) - laid >= keep:
        return found
    parts = [_kept(board, remove(hand, face), keep - 1) for face in sorted(set(hand))]
    return max(parts, key=lambda part: part.value)


def _found(board: Table, hand: bytes) -> Outcome:
    """The best outcome, or where the hand and table are too large to tell, new melds alone."""
    try:
        found = board.play(*lanes_of(hand))
    except OutOfStepsError:
        found = Outcome(-1, (), [], exact=False)
    if found.exact or found.melds or found.grown or not board.new_melds:
        return found
    melds = piecemeal(board.seek.tables, board.seek.goal, hand)
    melds.sort(key=lambda meld: -len(meld.cards))
    few = melds[: board.max_melds] if board.max_melds else melds
    return Outcome(meld_value(board.rules, board.seek.goal, few), (), few, exact=False)


def played(board: Table, hand: bytes, found: Outcome) -> Play:
    """The play that an outcome is."""
    rest = list(hand)
    for slots in (*(meld.cards for meld in found.melds), *(growth.slots for _, growth in found.grown)):
        for slot in slots:
            rest.remove(physical(slot))
    left = bytes(sorted(rest))
    points = sum(meld_points(board.rules, meld) for meld in found.melds) + sum(grown.points for _, grown in found.grown)
    return Play(
        tuple(sorted(found.melds, key=meld_order)),
        tuple((place, growth.slots) for place, growth in found.grown),
        {place: growth.meld for place, growth in found.grown},
        left,
        points,
        sum(board.seek.tables.points[face] for face in left),
        found.exact,
    )


def best_lay_offs(rules: MeldRules, hand: bytes, table: Sequence[Meld]) -> list[tuple[int, bytes]]:
    """The lay-offs without new melds that place most cards: place in the table, slots in order."""
    return list(best_play(rules, hand, table, "cards", new_melds=False).lay_offs)


def best_defence(rules: MeldRules, hand: bytes, table: Sequence[Meld]) -> Play:
    """The own melds and lay-offs on shown melds that leave a hand least points (``knocking.lay_off``)."""
    return best_play(rules, hand, table, "deadwood")


def best_opening(
    rules: MeldRules,
    hand: bytes,
    minimum: int,
    *,
    table: Sequence[Meld] = (),
    counts: Literal["melds", "melds_and_lay_offs", "touched"] = "melds",
    keep: int = 0,
    max_melds: int = 0,
) -> Play | None:
    """A play that is worth the minimum as ``opening.counts`` counts.

    The one that leaves least deadwood, if it reaches the minimum, else the dearest; None where none reaches it.
    ``table`` matters where lay-offs count. ``keep``, ``max_melds``: as in ``best_play``.
    """
    onto = () if counts == "melds" else table
    own = counts != "touched"
    goals: tuple[Goal, ...] = ("deadwood", "points")
    for goal in goals:
        seek = search_for(tables(rules), goal, len(hand))
        board = Table(rules, seek, onto, max_melds=max_melds, touched=not own, most_ways=_most_ways(seek))
        play = played(board, hand, _kept(board, hand, min(keep, len(hand))))
        if own and play.lay_offs and not play.melds:
            play = _with_meld(board, hand, keep) or play
        if play.points >= minimum and (play.melds or not own) and (play.melds or play.lay_offs):
            return play
    return None


def _with_meld(board: Table, hand: bytes, keep: int) -> Play | None:
    """The best play that makes a meld of its own, where the best of all makes none."""
    fewer = replace(board, new_melds=board.max_melds != 1, max_melds=max(board.max_melds - 1, 0))
    best: tuple[int, Play] | None = None
    for candidate in board.seek.candidates(*lanes_of(hand)):
        rest = hand
        for face in held(candidate.meld):
            rest = remove(rest, face)
        if len(rest) < keep:
            continue
        found = _kept(fewer, rest, keep)
        value = found.value + candidate.value
        if best is None or value > best[0]:
            whole = Outcome(value, found.grown, [*found.melds, candidate.meld], found.exact)
            best = (value, played(board, hand, whole))
    return best[1] if best is not None else None
