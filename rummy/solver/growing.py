"""Every way in which cards can join a meld on the table, with what it uses up and what it is worth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product

from rummy.cards import JOKER, RUN_JOKER, SET_JOKER
from rummy.melds import meld_points
from rummy.sections import MeldRules
from rummy.shapes import LONGEST_RUN, Meld, gaps_ok, rank_of, run_starts
from rummy.solver.lanes import FIRST, SECOND, Lanes
from rummy.solver.search import Search


@dataclass(frozen=True, slots=True)
class Growth:
    """Cards that could join a meld: their value, what they use up, and the meld that comes of it.

    ``slots``: the cards in the order of the grown meld; ``points``: what they add to the meld's points.
    """

    value: int
    points: int
    lanes: Lanes
    jokers: int
    slots: bytes
    meld: Meld
    needs: tuple[tuple[int, int, int], ...]
    """What it uses up, again: suit, the place of the rank in the lane, how many."""


def growths(rules: MeldRules, seek: Search, meld: Meld, lanes: Lanes, jokers: int, *, touched: bool) -> list[Growth]:
    """The growths of a meld by these cards, one (the dearest) for each choice of naturals and number of jokers.

    ``touched``: for the goal ``points`` the grown meld counts whole.
    """
    before = 0 if touched else meld_points(rules, meld)
    grown = _set_growths(seek, meld, lanes, jokers) if meld.kind == "set" else _run_growths(seek, meld, lanes, jokers)
    best: dict[tuple[Lanes, int], Growth] = {}
    for slots, made in grown:
        used = [0, 0, 0, 0]
        wild = 0
        worth = 0
        for slot in slots:
            if slot < JOKER:
                used[slot // 13] += 1 << 3 * (slot % 13)
                worth += seek.worth[slot % 13]
            else:
                wild += 1
                worth += seek.joker
        points = meld_points(rules, made) - before
        value = FIRST * points + SECOND * len(slots) + seek.extra * wild if seek.goal == "points" else worth
        key = ((used[0], used[1], used[2], used[3]), wild)
        if key not in best or best[key].points < points:
            best[key] = Growth(value, points, *key, slots, made, _needs(slots))
    return list(best.values())


def _needs(slots: bytes) -> tuple[tuple[int, int, int], ...]:
    return tuple((face // 13, 3 * (face % 13), slots.count(face)) for face in set(slots) if face < JOKER)


def _set_growths(seek: Search, meld: Meld, lanes: Lanes, jokers: int) -> Iterator[tuple[bytes, Meld]]:
    rank = rank_of(meld.cards[0])
    distinct = seek.tables.key.suits == "distinct"
    held = [lane >> 3 * rank & 7 for lane in lanes]
    if distinct:
        held = [min(count, suit * 13 + rank not in meld.cards) for suit, count in enumerate(held)]
    naturals = sum(slot < JOKER for slot in meld.cards)
    wild_before = len(meld.cards) - naturals
    for used in product(*(range(count + 1) for count in held)):
        new = bytes(suit * 13 + rank for suit, count in enumerate(used) for _ in range(count))
        for wild in seek.tables.set_jokers(naturals + len(new)):
            more = wild - wild_before
            if (0 <= more <= jokers and new) or 0 < more <= jokers:
                slots = new + bytes((SET_JOKER + rank,)) * more
                yield slots, Meld("set", meld.cards + slots)


def _run_growths(seek: Search, meld: Meld, lanes: Lanes, jokers: int) -> Iterator[tuple[bytes, Meld]]:
    suit, first = divmod(meld.cards[0] & 63, 13)
    lane = lanes[suit]
    size = len(meld.cards)
    ace = seek.tables.key.ace
    wild = [place for place, slot in enumerate(meld.cards) if slot >= JOKER]
    down = _reach(lane, range(first - 1, first - 14, -1), jokers, LONGEST_RUN - size)
    up = _reach(lane, range(first + size, first + size + 13), jokers, LONGEST_RUN - size)
    for below, above in product(range(down + 1), range(up + 1)):
        start = (first - below) % 13 if ace == "wrap" else first - below
        whole = below + size + above
        if whole == size or start not in run_starts(ace, whole):
            continue
        new = [*range(below), *range(below + size, whole)]
        held = [place for place in new if lane >> 3 * ((start + place) % 13) & 7]
        missing = len(new) - len(held)
        for spared in range(min(jokers - missing, len(held)) + 1):
            if len(wild) + missing + spared > seek.tables.most_jokers(whole - len(wild) - missing - spared):
                break
            for stay in combinations(held, spared):
                placed = [place for place in new if place not in held or place in stay]
                if not gaps_ok(seek.tables.key.min_gap, sorted([below + place for place in wild] + placed)):
                    continue
                slots = [
                    suit * 13 + (start + place) % 13 + (RUN_JOKER if place in placed else 0) for place in range(whole)
                ]
                joined = bytes(slots[place] for place in new)
                yield joined, Meld("run", bytes(slots[:below]) + meld.cards + bytes(slots[below + size :]))


def _reach(lane: int, places: range, jokers: int, room: int) -> int:
    """How far naturals and jokers reach."""
    steps = 0
    for place in places:
        if steps == room:
            break
        if not lane >> 3 * (place % 13) & 7:
            if not jokers:
                break
            jokers -= 1
        steps += 1
    return steps
