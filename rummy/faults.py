"""Why a heap of cards is no meld: the codes of profile.md 5, in their order."""

from __future__ import annotations

from itertools import pairwise

from rummy.cards import JOKER, RANKS, SET_JOKER, SLOT_TEXT, SUITS, physical
from rummy.errors import IllegalMove
from rummy.sections import MeldRules
from rummy.shapes import LONGEST_RUN, SUIT_COUNT, Meld, rank_of, run_starts, runs_of, share_ok


def fault_of(rules: MeldRules, slots: bytes) -> IllegalMove:
    """Why a heap is no meld: one with two naturals of one rank is judged as a set, any other as a run."""
    naturals = [slot % 13 for slot in slots if slot < JOKER]
    return (set_fault if len(set(naturals)) < len(naturals) else run_fault)(rules, slots)


def _share_fault(naturals: int, jokers: int) -> IllegalMove:
    if not naturals:
        return IllegalMove("no_natural_card", "wilds.share", limit=max(jokers - 1, 0), got=jokers)
    return IllegalMove("too_many_jokers", "wilds.share", limit=naturals, got=jokers)


def set_fault(rules: MeldRules, slots: bytes) -> IllegalMove:
    """Why slots that are judged as a set are none."""
    sets = rules.sets
    size = len(slots)
    naturals = [slot for slot in slots if slot < JOKER]
    if size < sets.min_size:
        return IllegalMove("meld_too_small", "sets.min_size", needed=sets.min_size, got=size)
    ranks = sorted({rank_of(slot) for slot in slots} - {-1})
    if len(ranks) > 1:
        return IllegalMove("ranks_differ", "sets.min_size", ranks=[RANKS[rank] for rank in ranks])
    limit = min(sets.max_size, SUIT_COUNT) if sets.suits == "distinct" else sets.max_size
    if size > limit:
        return IllegalMove("set_too_large", "sets.max_size", limit=limit, got=size)
    twice = [face for face in naturals if naturals.count(face) > 1]
    if twice and sets.suits == "distinct":
        return IllegalMove("suit_repeated", "sets.suits", suit=SUITS[twice[0] // 13])
    return _share_fault(len(naturals), size - len(naturals))


def run_fault(rules: MeldRules, slots: bytes) -> IllegalMove:
    """Why slots that are judged as a run are none."""
    runs = rules.runs
    size = len(slots)
    if size < runs.min_size:
        return IllegalMove("meld_too_small", "runs.min_size", needed=runs.min_size, got=size)
    suits = sorted({(slot & 63) // 13 for slot in slots if slot < SET_JOKER and slot != JOKER})
    if len(suits) > 1:
        return IllegalMove("suits_differ", "runs.min_size", suits=[SUITS[suit] for suit in suits])
    if size > LONGEST_RUN:
        return IllegalMove("run_too_long", "runs.min_size", limit=LONGEST_RUN, got=size)
    jokers = sum(slot >= JOKER for slot in slots)
    if not suits:
        return _share_fault(0, jokers)
    ranks = [rank_of(slot) for slot in slots]
    shapes = list(runs_of(suits[0], ranks, slots, run_starts(runs.ace, size)))
    if not shapes:
        return _order_fault(rules, suits[0], ranks, slots)
    if not share_ok(rules, size - jokers, jokers):
        return _share_fault(size - jokers, jokers)
    return _gap_fault(rules, slots, shapes)


def _gap_fault(rules: MeldRules, slots: bytes, shapes: list[Meld]) -> IllegalMove:
    """Jokers too close: counted in the run as it was written, if it was one."""
    rows = [bytes(map(physical, run.cards)) for run in shapes]
    asked = bytes(map(physical, slots))
    cards = next((row for row in rows if row in (asked, asked[::-1])), rows[0])
    places = [place for place, face in enumerate(cards) if face == JOKER]
    least = min(after - before - 1 for before, after in pairwise(places))
    return IllegalMove("jokers_too_close", "wilds.min_gap", needed=rules.wilds.min_gap, got=least)


def _order_fault(rules: MeldRules, suit: int, ranks: list[int], slots: bytes) -> IllegalMove:
    """No run in any order: the ace stands where it may not, or a card is missing."""
    size = len(slots)
    ace = suit * 13
    if 0 in ranks and rules.runs.ace != "wrap" and any(runs_of(suit, ranks, slots, run_starts("wrap", size))):
        return IllegalMove("ace_position", "runs.ace", allowed=rules.runs.ace, card=SLOT_TEXT[ace])
    known = [rank for rank in ranks if rank >= 0]
    lines = [_missing(sorted(13 if rank == 0 and high else rank for rank in known)) for high in _ace_ends(rules)]
    missing = min(lines, key=len)
    plain = ranks.count(-1)
    gap = missing[min(plain, len(missing) - 1)]
    return IllegalMove("run_gap", "runs.min_size", missing=SLOT_TEXT[suit * 13 + gap % 13])


def _ace_ends(rules: MeldRules) -> tuple[bool, ...]:
    return {"high": (True,), "low": (False,)}.get(rules.runs.ace, (False, True))


def _missing(places: list[int]) -> list[int]:
    """The places missing between the lowest and the highest; where none is (a rank comes twice), the one after it."""
    holes = [place for place in range(places[0], places[-1]) if place not in places]
    return holes or [places[-1] + 1 if places[-1] < 12 else places[0] - 1]
