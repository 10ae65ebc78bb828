"""Placements that a hand could make, one at a time: the shapes only; ``laying.lay`` judges them.

A joker is not offered at a place whose natural card the hand holds and the placement does not use (design.md 3).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import product

from rummy import solver
from rummy.cards import ACE, CARD_TEXT, JOKER, KING, RUN_JOKER, SET_JOKER, physical, texts
from rummy.melds import Meld
from rummy.moves import Add, NewMeld, Placement, Swap
from rummy.profile import RuleProfile
from rummy.state import State


def single_placements(state: State, seat: int) -> Iterator[Placement]:
    """New melds, lay-offs and swaps in canonical order."""
    return _placements(state, state.players[seat].hand, None)


def more_placements(state: State, seat: int, using: Collection[int] | None = None) -> Iterator[Placement]:
    """As ``single_placements``; then those too with a joker where a card of the hand could stand (one such face).

    ``using``: only those that play one of these faces.
    """
    hand = state.players[seat].hand
    yield from _placements(state, hand, using)
    if JOKER in hand:
        for face in sorted(set(hand) - {JOKER}):
            for placement in _placements(state, hand.replace(bytes((face,)), b""), using):
                if isinstance(placement, NewMeld | Add) and f"X:{CARD_TEXT[face]}" in placement.cards:
                    yield placement


def _placements(state: State, hand: bytes, using: Collection[int] | None) -> Iterator[Placement]:
    profile = state.profile
    for meld in solver.all_melds(profile, hand):
        if using is None or _uses(meld.cards, using):
            yield NewMeld(tuple(texts(meld.cards)))
    for table in state.melds:
        name = f"m{table.name}"
        for slots in growths(profile, hand, table.meld):
            if using is None or _uses(slots, using):
                yield Add(name, tuple(texts(slots)))
        if profile.joker_swap.mode != "forbidden":
            for face in _swaps(profile, hand, table.meld):
                if using is None or face in using:
                    yield Swap(name, CARD_TEXT[face])


def _uses(slots: bytes, using: Collection[int]) -> bool:
    return any(physical(slot) in using for slot in slots)


def growths(profile: RuleProfile, hand: bytes, meld: Meld) -> list[bytes]:
    """Slots that could be laid off on a meld together, jokers with their card; each multiset once."""
    found = _run_growths(profile, hand, meld) if meld.kind == "run" else _set_growths(profile, hand, meld)
    return list(dict.fromkeys(found))


def _run_growths(profile: RuleProfile, hand: bytes, meld: Meld) -> Iterator[bytes]:
    first = meld.cards[0] % RUN_JOKER
    suit, start = divmod(first, 13)
    low_end, high_end = _ends(profile, start, start + len(meld.cards) - 1)
    room = 13 - len(meld.cards)
    jokers = hand.count(JOKER)
    below = _reach(hand, suit, range(start - 1, max(low_end, start - room) - 1, -1), jokers)
    above = _reach(hand, suit, range(start + len(meld.cards), min(high_end, start + 12) + 1), jokers)
    for down, up in product(range(len(below) + 1), range(len(above) + 1)):
        slots = bytes((*reversed(below[:down]), *above[:up]))
        if 0 < len(slots) <= room and sum(slot >= RUN_JOKER for slot in slots) <= jokers:
            yield slots


def _ends(profile: RuleProfile, start: int, end: int) -> tuple[int, int]:
    """Lowest and highest place that a run may reach (ace low 0, ace high 13)."""
    ace = profile.runs.ace
    if ace == "wrap":
        return start - 13, end + 13
    return (1 if ace == "high" else ACE), (KING if ace == "low" else KING + 1)


def _reach(hand: bytes, suit: int, places: range, jokers: int) -> list[int]:
    """Slots that fill these places one after the other, until neither the card nor a joker is there."""
    slots = []
    for place in places:
        face = suit * 13 + place % 13
        if face in hand:
            slots.append(face)
        elif jokers:
            jokers -= 1
            slots.append(RUN_JOKER + face)
        else:
            break
    return slots


def _set_growths(profile: RuleProfile, hand: bytes, meld: Meld) -> Iterator[bytes]:
    rank = next(slot % 13 for slot in meld.cards if slot < JOKER)
    distinct = profile.sets.suits == "distinct"
    room = profile.sets.max_size - len(meld.cards)
    fitting = [
        (face, 1 if distinct else hand.count(face))
        for face in range(rank, 52, 13)
        if face in hand and not (distinct and face in meld.cards)
    ]
    everything = sum(most for _, most in fitting)
    for counts in product(*(range(most + 1) for _, most in fitting)):
        naturals = bytes(face for (face, _), count in zip(fitting, counts, strict=True) for _ in range(count))
        jokers = hand.count(JOKER) if len(naturals) == everything else 0
        for wild in range(jokers + 1):
            if 0 < len(naturals) + wild <= room:
                yield naturals + bytes([SET_JOKER + rank]) * wild


def _swaps(profile: RuleProfile, hand: bytes, meld: Meld) -> Iterator[int]:
    """Faces of the hand that could take a joker's place."""
    for slot in dict.fromkeys(meld.cards):
        if slot >= SET_JOKER:
            for face in range(slot - SET_JOKER, 52, 13):
                if face in hand and (profile.sets.suits == "any" or face not in meld.cards):
                    yield face
        elif slot >= RUN_JOKER and slot - RUN_JOKER in hand:
            yield slot - RUN_JOKER
