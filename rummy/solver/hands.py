"""The best melds of a hand on its own, and every meld that it can make."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, product
from typing import Final

from rummy.cards import JOKER, SET_JOKER, physical, remove
from rummy.melds import Meld, meld_points
from rummy.sections import MeldRules
from rummy.shapes import SUIT_COUNT
from rummy.solver.cover import search_for
from rummy.solver.lanes import FIRST, SECOND, Goal, lanes_of
from rummy.solver.search import OutOfStepsError, Search, search
from rummy.solver.tables import Tables, tables

MOST_EQUALS: Final = 500
"""Arrangements of equal deadwood that are looked at."""
_CHUNK: Final = 20
"""Cards that are looked at together where a hand is too large to be searched."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Melds of a hand.

    ``rest``: the faces left, sorted; ``points``: of the melds on the table; ``deadwood``: of the rest; ``exact``:
    whether it is proven that there is no better one (always, up to ``LARGE`` cards).
    """

    melds: tuple[Meld, ...]
    rest: bytes
    points: int
    deadwood: int
    exact: bool = True


def best_melds(
    rules: MeldRules, hand: bytes, goal: Goal = "deadwood", *, keep: int = 0, max_melds: int = 0
) -> Arrangement:
    """The melds that leave least hand points, use most cards, or are worth most points on the table.

    ``keep``: how many cards at least must stay in the hand; ``max_melds``: most melds, 0 for no limit. Of equals the
    one with more cards (for ``cards``: less deadwood), then with fewer melds, then the first in card order.
    """
    seek = search_for(tables(rules), goal, len(hand))
    return _keeping(rules, seek, hand, min(keep, len(hand)), max_melds)


def _keeping(rules: MeldRules, seek: Search, hand: bytes, keep: int, max_melds: int) -> Arrangement:
    melds, exact = solve(seek, hand, max_melds)
    if len(hand) - sum(len(meld.cards) for meld in melds) >= keep:
        return arranged(rules, hand, melds, exact=exact)
    # Too few cards stay, so one more has to: whichever it costs least to keep. Seldom more than one is asked for.
    parts = [_keeping(rules, seek, remove(hand, face), keep - 1, max_melds) for face in sorted(set(hand))]
    best = max(parts, key=lambda part: meld_value(rules, seek.goal, part.melds))
    return arranged(rules, hand, best.melds, exact=all(part.exact for part in parts))


def solve(seek: Search, hand: bytes, max_melds: int = 0) -> tuple[list[Meld], bool]:
    """The best melds of a hand, at most so many if not 0, and whether they are proven to be the best."""
    lanes, jokers = lanes_of(hand)
    try:
        choice = seek.best(lanes, jokers)
        melds, exact = seek.melds(choice), choice.exact
    except OutOfStepsError:
        melds, exact = [], False
    if not exact:
        melds = max(melds, piecemeal(seek.tables, seek.goal, hand), key=lambda melds: sum(map(_size, melds)))
    if max_melds and len(melds) > max_melds:
        melds.sort(key=_size, reverse=True)
        _, few, exact = seek.few(lanes, jokers, max_melds)
        melds = few or melds[:max_melds]
    return melds, exact


def equal_arrangements(rules: MeldRules, hand: bytes) -> Iterator[Arrangement]:
    """Every arrangement that leaves as few points as ``best_melds`` does: that one first, the others in card order.

    At most ``MOST_EQUALS``; jokers lie where ``all_melds`` lists them.
    """
    best = best_melds(rules, hand, "deadwood")
    yield best
    points = tables(rules).points
    by_lowest: dict[int, list[tuple[Meld, bytes]]] = {}
    for meld in all_melds(rules, hand):
        faces = bytes(sorted(map(physical, meld.cards)))
        by_lowest.setdefault(faces[0], []).append((meld, faces))

    def covers(left: bytes, spare: int) -> Iterator[tuple[Meld, ...]]:
        if not left:
            yield ()
            return
        lowest = left[0]
        for meld, faces in by_lowest.get(lowest, ()):
            after = _without(left, faces)
            if after is not None:
                for more in covers(after, spare):
                    yield (meld, *more)
        if points[lowest] <= spare:
            yield from covers(left[1:], spare - points[lowest])

    for melds in islice(covers(bytes(sorted(hand)), best.deadwood), MOST_EQUALS):
        found = arranged(rules, hand, melds)
        if found.melds != best.melds:
            yield found


def _without(cards: bytes, part: bytes) -> bytes | None:
    """The sorted cards less some of them, None where they are not all there."""
    left = list(cards)
    for face in part:
        if face not in left:
            return None
        left.remove(face)
    return bytes(left)


def _size(meld: Meld) -> int:
    return len(meld.cards)


def piecemeal(table: Tables, goal: Goal, hand: bytes) -> list[Meld]:
    """Good melds of a hand of any size: the best of a few neighbouring cards at a time, by suit, then by rank."""
    seek = search(table, goal)
    found: list[Meld] = []
    rest = sorted(hand)
    for order in (lambda face: face, lambda face: (face % 13, face), lambda face: face):
        rest.sort(key=order)
        for first in range(0, len(rest), _CHUNK):
            part = bytes(rest[first : first + _CHUNK])
            found += seek.melds(seek.best(*lanes_of(part)))
        rest = list(hand)
        for meld in found:
            for slot in meld.cards:
                rest.remove(physical(slot))
    return found


def arranged(rules: MeldRules, hand: bytes, melds: Iterable[Meld], *, exact: bool = True) -> Arrangement:
    """The arrangement of a hand into given melds, in canonical order."""
    points = tables(rules).points
    ordered = tuple(sorted(melds, key=meld_order))
    rest = list(hand)
    for meld in ordered:
        for slot in meld.cards:
            rest.remove(physical(slot))
    left = bytes(sorted(rest))
    laid = sum(meld_points(rules, meld) for meld in ordered)
    return Arrangement(ordered, left, laid, sum(points[face] for face in left), exact)


def meld_order(meld: Meld) -> tuple[bool, bytes]:
    """Canonical order: sets before runs, by their cards."""
    return meld.kind == "run", meld.cards


def meld_value(rules: MeldRules, goal: Goal, melds: Iterable[Meld]) -> int:
    """The value of melds for a goal, ties broken as in the search."""
    seek = search(tables(rules), goal)
    total = 0
    for meld in melds:
        if goal == "points":
            total += FIRST * meld_points(rules, meld) + SECOND * len(meld.cards) - 1
        else:
            faces = map(physical, meld.cards)
            total += sum(seek.joker if face == JOKER else seek.worth[face % 13] for face in faces) - 1
    return total


def all_melds(rules: MeldRules, hand: bytes) -> list[Meld]:
    """Every meld that cards of the hand can make, in canonical order.

    A joker is not listed at a place whose natural card the hand holds and the meld does not use (design.md 3): in a run
    its card, in a set any card of the rank that could still join it.
    """
    return [*_sets(rules, hand), *_runs(rules, hand)]


def _sets(rules: MeldRules, hand: bytes) -> list[Meld]:
    table = tables(rules)
    jokers = hand.count(JOKER)
    distinct = table.key.suits == "distinct"
    found = []
    for rank in range(13):
        most = [hand.count(face) for face in range(rank, JOKER, 13)]
        if distinct:
            most = [min(count, 1) for count in most]
        if not any(most) or sum(most) + jokers < table.key.set_min:
            continue
        for used in product(*(range(count + 1) for count in most)):
            naturals = bytes(suit * 13 + rank for suit, count in enumerate(used) for _ in range(count))
            found += [
                Meld("set", naturals + bytes((SET_JOKER + rank,)) * wild)
                for wild in table.set_jokers(len(naturals))
                if not wild or (wild <= jokers and list(used) == most)
            ]
    found.sort(key=meld_order)
    return found


def _runs(rules: MeldRules, hand: bytes) -> list[Meld]:
    table = tables(rules)
    jokers = hand.count(JOKER)
    found = []
    for suit in range(SUIT_COUNT):
        first = suit * 13
        own = 0
        for face in hand:
            if first <= face < first + 13:
                own |= 1 << (face - first)
        found += [
            Meld("run", bytes(slot + first for slot in slots)) for slots in (table.listed(own, jokers) if own else ())
        ]
    return found
