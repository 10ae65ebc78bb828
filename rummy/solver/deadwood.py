"""Least hand points left, and what each discard would leave: the hot path of bots and of knocking.

With no joker and no card twice, a hand is one integer: bit ``13 * suit + rank`` per card, and above them its points.
What runs save of a suit is read from a table. A set whose cards no run could use is taken; the others, of which a hand
rarely has more than two, are tried. All else goes to the full search.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from rummy.cards import JOKER, physical, remove
from rummy.melds import Meld
from rummy.sections import MeldRules
from rummy.solver.cover import LARGE, search_for
from rummy.solver.hands import piecemeal, solve
from rummy.solver.lanes import FIRST, lanes_of
from rummy.solver.search import search
from rummy.solver.tables import KEPT_RULES, Tables, tables

Counter = Callable[[bytes], int]

_POINTS_BIT: Final = 52
_CARDS: Final = (1 << 52) - 1
_HALF: Final = (1 << 26) - 1
"""Two suits."""
_SUIT: Final = (1 << 13) - 1
_by_identity: dict[int, tuple[MeldRules, Counter]] = {}


def deadwood(rules: MeldRules, hand: bytes) -> int:
    """Least hand points that the cards of a hand (faces, any order) leave beside the best melds."""
    found = _by_identity.get(id(rules))
    return (found[1] if found is not None else counter(rules))(hand)


def counter(rules: MeldRules) -> Counter:
    """``deadwood`` under some rules, for whoever counts many hands."""
    found = _by_identity.get(id(rules))
    if found is not None:
        return found[1]
    if len(_by_identity) >= KEPT_RULES:
        _by_identity.clear()
    count = counting(tables(rules))
    _by_identity[id(rules)] = (rules, count)
    return count


def discards(rules: MeldRules, hand: bytes) -> dict[int, int]:
    """Face -> least deadwood after throwing it, for each face of the hand in card order.

    A card that the best melds do not need leaves them as they are; only for the others the hand is counted again. Of
    more than ``LARGE`` cards it is not proven that they leave no less.
    """
    count = counter(rules)
    if len(set(hand)) == len(hand) <= LARGE and JOKER not in hand:
        return {face: count(remove(hand, face)) for face in sorted(hand)}
    table = tables(rules)
    spare = _left(hand, solve(search_for(table, "deadwood", len(hand)), hand)[0])
    least = sum(table.points[face] for face in spare)
    again = count if len(hand) <= LARGE else partial(_at_most, table)
    return {
        face: least - table.points[face] if face in spare else again(remove(hand, face)) for face in sorted(set(hand))
    }


def _left(hand: bytes, melds: list[Meld]) -> list[int]:
    left = list(hand)
    for meld in melds:
        for slot in meld.cards:
            left.remove(physical(slot))
    return left


def _at_most(table: Tables, hand: bytes) -> int:
    return sum(table.points[face] for face in _left(hand, piecemeal(table, "deadwood", hand)))


def counting(table: Tables) -> Counter:
    """``deadwood`` over some tables."""
    points, saved, busy = table.points, table.saved, table.busy
    weight = [(1 << face) | points[face] << _POINTS_BIT for face in range(JOKER)]
    only_four = table.key.set_min > 3
    of_three = _multiples(points, 4 if only_four else 3)
    fourth = _multiples(points, 0 if only_four or table.key.set_max < 4 else 1)
    full, contested = _full(table), _contested(table)

    def count(hand: bytes) -> int:
        whole = 0
        try:
            for face in hand:
                whole += weight[face]
        except IndexError:  # a joker
            return full(hand)
        size = (whole & _CARDS).bit_count()
        if size != len(hand) or size > LARGE:  # a card twice carries into the next bit
            return full(hand)
        low = whole & _HALF
        high = whole >> 26 & _HALF
        a, b, c, d = low & _SUIT, low >> 13, high & _SUIT, high >> 13
        left = (whole >> _POINTS_BIT) - saved[a] - saved[b] - saved[c] - saved[d]
        both = low & high
        if both:
            either = low | high
            ranks = both & both >> 13 if only_four else both & either >> 13 | both >> 13 & either & _SUIT
            if ranks:
                four = both & both >> 13
                wanted = ranks & (busy[a] | busy[b] | busy[c] | busy[d])
                alone = ranks ^ wanted
                left -= of_three[alone] + fourth[alone & four]
                if wanted:
                    left -= contested(a, b, c, d, wanted)
        return left

    return count


def _full(table: Tables) -> Counter:
    """``deadwood`` of any hand, by the full search."""
    points = table.points
    seek = search(table, "deadwood")

    def full(hand: bytes) -> int:
        if len(hand) > LARGE:
            melds, _ = solve(search_for(table, "deadwood", len(hand)), hand)
            return sum(points[face] for face in _left(hand, melds))
        return sum(points[face] for face in hand) - seek.best(*lanes_of(hand)).value // FIRST

    return full


def _contested(table: Tables) -> Callable[[int, int, int, int, int], int]:
    """Most that sets of some ranks, whose cards runs want too, save beyond what runs save of the four suits."""
    points, saved = table.points, table.saved
    only_four = table.key.set_min > 3
    never_four = table.key.set_max < 4

    def sets(a: int, b: int, c: int, d: int, ranks: int) -> int:
        low = ranks & -ranks
        later = ranks ^ low
        worth = points[low.bit_length() - 1]
        best = sets(a, b, c, d, later) if later else 0
        w, x, y, z = a & low, b & low, c & low, d & low
        free = (saved[a] - saved[a ^ w], saved[b] - saved[b ^ x], saved[c] - saved[c ^ y], saved[d] - saved[d ^ z])
        lost = sum(free)
        four = w and x and y and z
        if not four or not never_four:
            gain = worth * (4 if four else 3) - lost
            if later:
                gain += sets(a ^ w, b ^ x, c ^ y, d ^ z, later)
            best = max(best, gain)
        if four and not only_four:
            for stays, (i, j, k, m) in zip(free, ((0, x, y, z), (w, 0, y, z), (w, x, 0, z), (w, x, y, 0)), strict=True):
                gain = worth * 3 - lost + stays
                if later:
                    gain += sets(a ^ i, b ^ j, c ^ k, d ^ m, later)
                best = max(best, gain)
        return best

    return sets


def _multiples(points: bytes, factor: int) -> list[int]:
    """Mask of ranks -> so many times their points."""
    found = [0] * 8192
    for mask in range(1, 8192):
        low = mask & -mask
        found[mask] = found[mask ^ low] + factor * points[low.bit_length() - 1]
    return found
