"""What a hand may become: smallest melds, what still completes them, and what a thrown card may do for others.

All of it follows from the profile's ``sets`` and ``runs``; nothing here searches. Cards are faces (``rummy.cards``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement

from bots.seen import Facts, mask
from rummy import solver
from rummy.cards import JOKER, remove
from rummy.engine.candidates import growths
from rummy.melds import Meld, run_starts
from rummy.profile import RuleProfile

TWO_MISSING = 0.04
"""Worth of a meld that lacks two cards, per pair of live copies; 1 is a live copy of a single lacking card."""

SHUNNED = 0.2
"""What is left of the chance that a seat holds cards which one that it let go would have made a meld: it may have drawn
them since."""


COPY = 64
"""Distance of the bits of two like cards in a mask that tells them apart (``holding``): the second copy of ``face`` is
the bit ``face + COPY``, the third ``face + 2 * COPY``."""


@lru_cache(maxsize=64)
def _smallest(set_size: int, suits: str, run_size: int, ace: str) -> tuple[tuple[int, ...], ...]:
    chosen = combinations_with_replacement if suits == "any" else combinations
    melds = [bytes(suit * 13 + rank for suit in held) for rank in range(13) for held in chosen(range(4), set_size)]
    melds += [
        bytes(suit * 13 + (start + step) % 13 for step in range(run_size))
        for suit in range(4)
        for start in run_starts(ace, run_size)
    ]
    return tuple(tuple(holding(remove(meld, face)) for meld in melds if face in meld) for face in range(52))


def _shape(profile: RuleProfile) -> tuple[int, str, int, str]:
    """What tells the smallest melds: size and suits of a set, size of a run, place of the ace."""
    return profile.sets.min_size, profile.sets.suits, profile.runs.min_size, profile.runs.ace


def partners(profile: RuleProfile) -> tuple[tuple[int, ...], ...]:
    """By face: for every smallest meld that holds it, the other cards of that meld as ``holding`` counts them."""
    return _smallest(*_shape(profile))


@lru_cache(maxsize=256)
def _completed(shape: tuple[int, str, int, str], cards: bytes) -> frozenset[int]:
    """What each of these cards would make a smallest meld with, as ``partners`` tells it."""
    smallest = _smallest(*shape)
    return frozenset(others for face in cards if face != JOKER for others in smallest[face])


def holding(cards: Iterable[int]) -> int:
    """Bit mask of natural cards that tells like ones apart (``COPY``)."""
    result = 0
    for face in cards:
        if face != JOKER:
            bit = 1 << face
            while result & bit:
                bit <<= COPY
            result |= bit
    return result


def bits(cards: int) -> list[int]:
    """Places of the bits in a mask, lowest first; the face of a place is ``place % COPY``."""
    result = []
    while cards:
        low = cards & -cards
        result.append(low.bit_length() - 1)
        cards ^= low
    return result


def chance(facts: Facts, hand: bytes, face: int, live: Sequence[int]) -> float:
    """How much hope ``face`` has in ``hand``: live copies of each single card that would complete a meld with it.

    A joker in hand stands in for one lacking card. A second copy of a face adds only the melds that take both.
    """
    if face == JOKER:
        return 12.0
    held = holding(remove(hand, face))
    both = held & 1 << face
    jokers = hand.count(JOKER)
    total = 0.0
    for others in partners(facts.profile)[face]:
        if both and not others & both:
            continue
        lacking = others & ~held
        count = lacking.bit_count() - jokers
        if count <= 1:
            total += sum(live[place % COPY] for place in bits(lacking)) if lacking else 1.0
        elif count == 2 and not jokers:
            first, second = bits(lacking)
            total += TWO_MISSING * live[first % COPY] * _after(live, second, lacking)
    return total


def _after(live: Sequence[int], place: int, lacking: int) -> float:
    """Live copies of a lacking card; of the second of two like ones, half of what the first leaves: they are a pair."""
    if place >= COPY and lacking >> place - COPY & 1:
        return max(0, live[place % COPY] - 1) / 2
    return live[place % COPY]


def gains(facts: Facts, hand: bytes, live: Sequence[int]) -> float:
    """Points that the next unseen card is expected to meld with ``hand``: its own and those that it takes along.

    Counted over one copy of each natural card; what a joker or a second copy could do besides is left out, so that
    all cards of the deck can be tried in a moment.
    """
    count = solver.counter(facts.profile)
    own = bytes(sorted(set(hand) - {JOKER}))
    near = _near(facts, own)
    before = count(own)
    total = 0.0
    for face in bits(near):
        if live[face]:
            total += live[face] * (before + facts.points(face) - count(own + bytes((face,))))
    return total / max(1, sum(live))


def _near(facts: Facts, hand: bytes) -> int:
    """Bit mask of the cards that lie in a smallest meld with some card of the hand, and are not in it."""
    near = 0
    for face in hand:
        for others in partners(facts.profile)[face]:
            near |= others
    return near & (1 << JOKER) - 1 & ~mask(hand)


def outs(facts: Facts, hand: bytes, face: int, live: Sequence[int]) -> int:
    """Live copies of all single cards that would complete a smallest meld with ``face``, jokers in hand aside."""
    if face == JOKER:
        return 0
    held = holding(remove(hand, face))
    lacking = 0
    for others in partners(facts.profile)[face]:
        missing = others & ~held
        if missing.bit_count() == 1:
            lacking |= missing
    return sum(live[place % COPY] for place in bits(lacking))


def joins(facts: Facts, face: int) -> list[str]:
    """Names of the melds on the table that a card can be laid off on (a joker: none is looked for)."""
    return [name for name, meld in facts.table.items() if fits(facts.profile, meld, face)]


def fits(profile: RuleProfile, meld: Meld, face: int) -> bool:
    """Whether a natural card can be added to a meld on the table."""
    return face != JOKER and bool(growths(profile, bytes([face]), meld))


def danger(facts: Facts, face: int, seat: int, live: Sequence[int]) -> float:
    """Chance, 0..1, that a card helps ``seat``: it joins a meld on the table, or cards that seat may hold.

    Known cards count whole, live ones by the share of the unseen cards that lie in that hand; cards of the kind that
    the seat has thrown itself count half, and ``SHUNNED`` tells what those count that a card it let go would have
    completed.
    """
    if face == JOKER or joins(facts, face):
        return 1.0
    known = holding(facts.known(seat))
    unknown = max(0, facts.hand_count(seat) - len(facts.known(seat)))
    share = min(1.0, unknown / max(1, sum(live)))
    thrown = mask(facts.thrown(seat))
    shunned = _completed(_shape(facts.profile), facts.let_go(seat))
    safe = 1.0
    for others in partners(facts.profile)[face]:
        odds = SHUNNED if others in shunned else 1.0
        lacking = others & ~known
        for place in bits(lacking):
            odds *= share * min(_after(live, place, lacking), 2)
            if thrown >> place % COPY & 1:
                odds *= 0.5
        safe *= 1.0 - min(1.0, odds)
    return 1.0 - safe
