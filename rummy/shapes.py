"""Shapes: what cards can be a set or a run, before anything is asked about jokers but what they stand for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from rummy.cards import JOKER, RUN_JOKER, SET_JOKER
from rummy.sections import MeldRules

LONGEST_RUN: Final = 13
"""A run holds each rank at most once."""
SUIT_COUNT: Final = 4


@dataclass(frozen=True, slots=True)
class Meld:
    """A valid meld. ``cards``: its slots, a run rising, a set in the order in which it came together."""

    kind: Literal["set", "run"]
    cards: bytes


def rank_of(slot: int) -> int:
    """The rank 0..12 that a slot stands for; -1 for a plain joker, which stands for nothing yet."""
    if slot < JOKER:
        return slot % 13
    if slot >= SET_JOKER:
        return slot - SET_JOKER
    return (slot - RUN_JOKER) % 13 if slot >= RUN_JOKER else -1


@lru_cache(maxsize=64)
def run_starts(ace: str, size: int) -> tuple[int, ...]:
    """Places where a run of this size may begin: 0 is the ace before the two, 12 the king, 13 the ace after it."""
    if ace == "wrap":
        return tuple(range(13)) if size <= LONGEST_RUN else ()
    first = 1 if ace == "high" else 0
    last = 13 if ace == "low" else 14
    return tuple(range(first, last - size + 1)) if size <= LONGEST_RUN else ()


def gaps_ok(min_gap: int, jokers: Iterable[int]) -> bool:
    """Whether the places of a run's jokers, rising, leave ``wilds.min_gap`` naturals between any two."""
    last = -99
    for place in jokers:
        if place - last <= min_gap:
            return False
        last = place
    return True


def run_gaps_ok(rules: MeldRules, cards: bytes) -> bool:
    """Whether the jokers of a run, its slots in order, keep ``wilds.min_gap``."""
    gap = rules.wilds.min_gap
    return not gap or gaps_ok(gap, (place for place, slot in enumerate(cards) if slot >= JOKER))


def share_ok(rules: MeldRules, naturals: int, jokers: int) -> bool:
    """Whether so many naturals and jokers may be in one meld (``wilds.share``)."""
    return naturals >= (jokers if jokers and rules.wilds.share == "half" else 1)


def one_suit(slots: bytes) -> int | None:
    """The one suit of the naturals and of the jokers named with a card of a run; None where they differ."""
    suit = None
    for slot in slots:
        if slot < SET_JOKER and slot != JOKER:
            its = (slot & 63) // 13
            if suit is None:
                suit = its
            elif suit != its:
                return None
    return suit


def run_at(suit: int, start: int, row: bytes) -> Meld:
    """The run that begins at ``start``, its slots in the order of ``row``."""
    cards = bytes(
        slot if slot < JOKER else RUN_JOKER + suit * 13 + (start + place) % 13 for place, slot in enumerate(row)
    )
    return Meld("run", cards)


def runs_of(suit: int, ranks: list[int], slots: bytes, starts: tuple[int, ...]) -> Iterator[Meld]:
    """The runs that the slots, one suit, make in any order."""
    by_rank = {rank: slot for rank, slot in zip(ranks, slots, strict=True) if rank >= 0}
    plain = ranks.count(-1)
    size = len(ranks)
    if len(by_rank) + plain < size:
        return
    for start in starts:
        row = bytes(by_rank.get((start + place) % 13, JOKER) for place in range(size))
        if row.count(JOKER) == plain:
            yield run_at(suit, start, row)


def as_set(rules: MeldRules, slots: bytes) -> Meld | None:
    """The set that the slots are, shares of jokers aside; None where they are none."""
    sets = rules.sets
    size = len(slots)
    if not sets.min_size <= size <= sets.max_size:
        return None
    distinct = sets.suits == "distinct"
    if distinct and size > SUIT_COUNT:
        return None
    rank = -1
    seen = 0
    for slot in slots:
        if slot != JOKER:
            its = rank_of(slot)
            if rank < 0:
                rank = its
            elif rank != its:
                return None
            if distinct and slot < JOKER:
                if seen >> slot & 1:
                    return None
                seen |= 1 << slot
    return Meld("set", _fixed_set(slots, rank)) if rank >= 0 else None


def _fixed_set(slots: bytes, rank: int) -> bytes:
    return bytes(slot if slot < JOKER else SET_JOKER + rank for slot in slots)
