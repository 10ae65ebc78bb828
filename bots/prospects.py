"""What a hand may become: smallest melds, what still completes them, and what a thrown card may do for others.

All of it follows from the profile's ``sets`` and ``runs``; nothing here searches. Cards are faces (``rummy.cards``).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from bots.seen import Facts, mask
from rummy import solver
from rummy.cards import JOKER
from rummy.engine.candidates import growths
from rummy.melds import Meld, run_starts
from rummy.profile import RuleProfile

TWO_MISSING = 0.04
"""Worth of a meld that lacks two cards, per pair of live copies; 1 is a live copy of a single lacking card."""

SHUNNED = 0.2
"""What is left of the chance that a seat holds cards which one that it let go would have made a meld: it may have drawn
them since."""


@lru_cache(maxsize=64)
def _smallest(set_size: int, run_size: int, ace: str) -> tuple[tuple[int, ...], ...]:
    melds = [
        sum(1 << (suit * 13 + rank) for suit in suits)
        for rank in range(13)
        for suits in combinations(range(4), set_size)
    ]
    melds += [
        sum(1 << (suit * 13 + (start + step) % 13) for step in range(run_size))
        for suit in range(4)
        for start in run_starts(ace, run_size)
    ]
    return tuple(tuple(meld ^ (1 << face) for meld in melds if meld >> face & 1) for face in range(52))


def partners(profile: RuleProfile) -> tuple[tuple[int, ...], ...]:
    """By face: for every smallest meld that holds it, the bit mask of the other cards of that meld."""
    return _smallest(profile.sets.min_size, profile.runs.min_size, profile.runs.ace)


@lru_cache(maxsize=256)
def _completed(set_size: int, run_size: int, ace: str, cards: bytes) -> frozenset[int]:
    """Bit masks of what each of these cards would make a smallest meld with."""
    smallest = _smallest(set_size, run_size, ace)
    return frozenset(others for face in cards if face != JOKER for others in smallest[face])


def bits(cards: int) -> list[int]:
    """Faces in a bit mask, lowest first."""
    result = []
    while cards:
        low = cards & -cards
        result.append(low.bit_length() - 1)
        cards ^= low
    return result


def chance(facts: Facts, hand: bytes, face: int, live: Sequence[int]) -> float:
    """How much hope ``face`` has in ``hand``: live copies of each single card that would complete a meld with it.

    A joker in hand stands in for one lacking card. A second copy of a face adds nothing.
    """
    if face == JOKER:
        return 12.0
    if hand.count(face) > 1:
        return 0.0
    held = mask(hand)
    jokers = hand.count(JOKER)
    total = 0.0
    for others in partners(facts.profile)[face]:
        lacking = others & ~held
        count = lacking.bit_count() - jokers
        if count <= 1:
            total += sum(live[card] for card in bits(lacking)) if lacking else 1.0
        elif count == 2 and not jokers:
            first, second = bits(lacking)
            total += TWO_MISSING * live[first] * live[second]
    return total


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
    return near & ~mask(hand)


def outs(facts: Facts, hand: bytes, face: int, live: Sequence[int]) -> int:
    """Live copies of all single cards that would complete a smallest meld with ``face``, jokers in hand aside."""
    held = mask(hand)
    lacking = 0
    for others in partners(facts.profile)[face] if face != JOKER else ():
        missing = others & ~held
        if missing.bit_count() == 1:
            lacking |= missing
    return sum(live[card] for card in bits(lacking))


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
    known = mask(facts.known(seat))
    unknown = max(0, facts.hand_count(seat) - len(facts.known(seat)))
    share = min(1.0, unknown / max(1, sum(live)))
    thrown = mask(facts.thrown(seat))
    shunned = _completed(
        facts.profile.sets.min_size, facts.profile.runs.min_size, facts.profile.runs.ace, facts.let_go(seat)
    )
    safe = 1.0
    for others in partners(facts.profile)[face]:
        odds = SHUNNED if others in shunned else 1.0
        for card in bits(others):
            if known >> card & 1:
                continue
            odds *= share * min(live[card], 2)
            if thrown >> card & 1:
                odds *= 0.5
        safe *= 1.0 - min(1.0, odds)
    return 1.0 - safe
