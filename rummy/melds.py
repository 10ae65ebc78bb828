"""Melds: reading a written heap of cards as a set or a run, growing it, freeing a joker, and what it is worth.

A meld holds *slots* (``rummy.cards``): every joker in it is fixed to a card of the run or to the rank of the set. How
a heap is read: profile.md 5 (last paragraph) and 7.2, 7.3. A run in written order, rising or falling, is taken as
written; otherwise any order that has a single reading will do.
"""

from __future__ import annotations

from typing import Final

from rummy.cards import JOKER, KING, RUN_JOKER, SET_JOKER, SLOT_TEXT, SUITS, physical, texts
from rummy.errors import IllegalMove
from rummy.faults import fault_of, run_fault, set_fault
from rummy.sections import MeldRules
from rummy.shapes import (
    LONGEST_RUN,
    SUIT_COUNT,
    Meld,
    as_set,
    one_suit,
    rank_of,
    run_at,
    run_gaps_ok,
    run_starts,
    runs_of,
    share_ok,
)

__all__ = [
    "Meld",
    "add_cards",
    "card_points",
    "held",
    "meld_points",
    "read_meld",
    "readings",
    "run_starts",
    "swap_card",
]

FULL_SET: Final = 4
"""Cards that ``joker_swap.from_sets = full`` asks for."""

_PIPS: Final = bytes(min(rank + 1, 10) for rank in range(13))
_STRAIGHTS: Final = {
    ace: b"\xff".join(bytes(suit * 13 + place % 13 for place in places) for suit in range(SUIT_COUNT))
    for ace, places in {"low": range(13), "high": range(1, 14), "both": range(14), "wrap": range(26)}.items()
}
"""All cards of each suit in the order of its runs: a run of naturals, written rising, is a part of it."""


def held(meld: Meld) -> bytes:
    """The faces of the cards that lie in a meld, jokers as ``JOKER``, in its order."""
    return bytes(map(physical, meld.cards))


def card_points(rules: MeldRules, face: int) -> int:
    """Points of a card in a hand (``values.ace``, ``values.joker``)."""
    if face == JOKER:
        return rules.values.joker
    return _PIPS[face % 13] if face % 13 else rules.values.ace


def dearest(rules: MeldRules, hand: bytes) -> int:
    """Points that no card of a hand is worth more than."""
    most = max(_PIPS[KING], rules.values.ace)
    return max(most, rules.values.joker) if JOKER in hand else most


def meld_points(rules: MeldRules, meld: Meld) -> int:
    """Points of a meld on the table: a joker is worth its card, an ace that begins a run ``values.ace_low``."""
    ranks = [rank_of(slot) for slot in meld.cards]
    points = sum(_PIPS[rank] if rank else rules.values.ace for rank in ranks)
    if meld.kind == "run" and ranks[0] == 0:
        points += rules.values.ace_low - rules.values.ace
    return points


def read_meld(rules: MeldRules, slots: bytes) -> Meld:
    """The meld that a written heap is. Jokers in it may be plain or written with their card.

    Raises IllegalMove with a shape or joker code of profile.md 5, or ``ambiguous_meld`` (data ``choices``: each a whole
    meld as card texts).
    """
    if slots in _STRAIGHTS[rules.runs.ace] and rules.runs.min_size <= len(slots) <= LONGEST_RUN:
        return Meld("run", slots)
    found = readings(rules, slots)
    if len(found) == 1:
        return found[0]
    if found:
        raise _ambiguous(found)
    raise fault_of(rules, slots)


def readings(rules: MeldRules, slots: bytes) -> list[Meld]:
    """Every meld the heap may be: as written if it is one so, else in any order; sets first, runs from low to high."""
    size = len(slots)
    jokers = sum(slot >= JOKER for slot in slots)
    if size < 2 or not share_ok(rules, size - jokers, jokers):
        return []
    found: list[Meld] = []
    one = as_set(rules, slots)
    if one is not None:
        found.append(one)
        if size - jokers > 1:
            return found
    suit = one_suit(slots)
    if suit is None or not rules.runs.min_size <= size <= LONGEST_RUN:
        return found
    ranks = [rank_of(slot) for slot in slots]
    starts = run_starts(rules.runs.ace, size)
    written = {
        start: row
        for row, order in ((slots, ranks), (slots[::-1], ranks[::-1]))
        for start in starts
        if all(rank < 0 or rank == (start + place) % 13 for place, rank in enumerate(order))
    }
    runs = [run_at(suit, start, written[start]) for start in sorted(written)]
    if not runs and not found:
        runs = list(runs_of(suit, ranks, slots, starts))
    return found + [run for run in runs if not jokers or run_gaps_ok(rules, run.cards)]


def add_cards(rules: MeldRules, meld: Meld, slots: bytes) -> Meld:
    """The meld after cards have been laid off on it; the jokers in it keep their cards.

    A card that fits at both ends of a run (an ace) goes to the upper end. Raises IllegalMove ``does_not_fit`` (the rule
    that the grown meld breaks; data ``card``, ``inner``: the code of that rule, and its numbers) or ``ambiguous_meld``
    where a plain joker fits in two ways.
    """
    found = _grown(rules, meld, slots)
    if len(found) == 1:
        return found[0]
    if found:
        raise _ambiguous(found)
    card, grown = _misfit(rules, meld, slots)
    inner = set_fault(rules, grown) if meld.kind == "set" else run_fault(rules, grown)
    raise IllegalMove("does_not_fit", inner.rule, **{**inner.data, "card": SLOT_TEXT[card], "inner": inner.code})


def swap_card(rules: MeldRules, meld: Meld, face: int) -> Meld:
    """The meld after a real card took the place of a joker that stands for it.

    The mode of the swap is not judged here. Raises IllegalMove ``no_such_joker``, ``set_not_full``,
    ``set_suits_missing``, or the code of the shape that the meld would lose.
    """
    jokers = [slot for slot in meld.cards if slot >= JOKER]
    target = RUN_JOKER + face if meld.kind == "run" else SET_JOKER + face % 13
    if target not in jokers or face >= JOKER:
        raise IllegalMove("no_such_joker", None, card=SLOT_TEXT[face], jokers=texts(jokers))
    place = meld.cards.index(target)
    cards = meld.cards[:place] + bytes((face,)) + meld.cards[place + 1 :]
    if meld.kind == "set":
        if rules.sets.suits == "distinct" and face in meld.cards:
            raise IllegalMove("suit_repeated", "sets.suits", suit=SUITS[face // 13])
        wanted = rules.joker_swap.from_sets
        if wanted == "full" and len(cards) < FULL_SET:
            raise IllegalMove("set_not_full", "joker_swap.from_sets", needed=FULL_SET, got=len(cards))
        if wanted == "all_suits":
            suits = {slot // 13 for slot in cards if slot < JOKER}
            missing = [SUITS[suit] for suit in range(SUIT_COUNT) if suit not in suits]
            if missing:
                raise IllegalMove("set_suits_missing", "joker_swap.from_sets", suits=missing)
    return Meld(meld.kind, cards)


def _grown(rules: MeldRules, meld: Meld, slots: bytes) -> list[Meld]:
    """Every meld that the cards can make of it; where known cards fit at both ends, only with them at the upper one."""
    cards = meld.cards
    whole = cards + slots
    jokers = sum(slot >= JOKER for slot in whole)
    if not share_ok(rules, len(whole) - jokers, jokers):
        return []
    if meld.kind == "set":
        grown = as_set(rules, whole)
        return [grown] if grown is not None else []
    size = len(whole)
    if size > LONGEST_RUN or one_suit(whole) is None:
        return []
    suit = (cards[0] & 63) // 13
    starts = run_starts(rules.runs.ace, size)
    ring = rules.runs.ace == "wrap"
    known = {rank_of(slot): slot for slot in slots if slot != JOKER}
    plain = slots.count(JOKER)
    if len(known) + plain < len(slots):
        return []
    found: dict[tuple[int, ...], list[Meld]] = {}
    first = rank_of(cards[0])
    more = len(slots)
    for below in range(more + 1):
        start = (first - below) % 13 if ring else first - below
        if start not in starts:
            continue
        places = [*range(below), *range(below + len(cards), size)]
        new = {place: known.get((start + place) % 13, JOKER) for place in places}
        if sum(slot == JOKER for slot in new.values()) != plain:
            continue
        row = bytes(new[place] for place in range(below)) + cards
        row += bytes(new[place] for place in range(below + len(cards), size))
        run = run_at(suit, start, row)
        if not jokers or run_gaps_ok(rules, run.cards):
            above = tuple(place - below for place, slot in new.items() if slot != JOKER)
            found.setdefault(above, []).append(run)
    return found[max(found)] if found else []


def _misfit(rules: MeldRules, meld: Meld, slots: bytes) -> tuple[int, bytes]:
    """The first card that does not join, however far the others let the meld grow; and the heap with it."""
    rest = list(slots)
    grew = True
    while grew and len(rest) > 1:
        grew = False
        for slot in rest:
            found = _grown(rules, meld, bytes((slot,)))
            if found:
                meld = found[0]
                rest.remove(slot)
                grew = True
                break
    return rest[0], meld.cards + bytes((rest[0],))


def _ambiguous(found: list[Meld]) -> IllegalMove:
    return IllegalMove("ambiguous_meld", None, choices=[texts(meld.cards) for meld in found])
