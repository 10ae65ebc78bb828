"""Sense checks of sets, jokers, the first lay and knocking."""

from __future__ import annotations

from typing import Final

from rummy.bounds import active_counts
from rummy.cards import deck
from rummy.melds import card_points
from rummy.profile import RuleProfile
from rummy.sense.faults import Found, check, fault
from rummy.sense.openings import best_opening

_DEALT: Final = ("players", "match", "deal")
_WORTH: Final = ("deck", "sets", "runs", "values")
_PARTIAL_OPENING: Final = 4
"""Cards of a meld that a hand can be hoped to make: an only meld that needs more ends half of the deals in deadlock."""


@check("sets", "deck")
def set_suits(profile: RuleProfile) -> Found:
    """A set is as large as the suits, or as the cards of a rank, allow."""
    sets, packs = profile.sets, profile.deck.packs
    if sets.suits == "distinct" and sets.max_size > 4:
        yield fault("sets.suits", "set_suits", {"sets.max_size": 4}, limit=4, got=sets.max_size)
    if sets.suits == "any":
        most = 4 * packs + profile.deck.jokers
        if packs == 1:
            yield fault("sets.suits", "set_suits", {"sets.suits": "distinct", "sets.max_size": 4}, limit=4,
                        got=sets.max_size)  # fmt: skip
        elif sets.max_size > most:
            yield fault("sets.suits", "set_suits", {"sets.max_size": most}, limit=most, got=sets.max_size)
    if sets.min_size > sets.max_size:
        yield fault("sets.min_size", "set_suits", {"sets.min_size": sets.max_size}, limit=sets.max_size,
                    got=sets.min_size)  # fmt: skip


@check("joker_swap", "sets")
def swap_sets(profile: RuleProfile) -> Found:
    """All four suits as naturals have no meaning where suits may repeat."""
    if profile.joker_swap.from_sets == "all_suits" and profile.sets.suits == "any":
        yield fault("joker_swap.from_sets", "swap_sets", {"joker_swap.from_sets": "any"})


def _needed(profile: RuleProfile) -> int:
    return profile.opening.min_points if profile.laying.mode == "table" else 0


@check("opening", "laying", "going_out", *_WORTH, *_DEALT)
def opening_unreachable(profile: RuleProfile) -> Found:
    """The minimum of the first lay must be within reach of a hand."""
    needed = _needed(profile)
    if not needed:
        return
    sizes = profile.deal.cards
    hands = [sizes] if isinstance(sizes, int) else [sizes[count] for count in active_counts(profile) if count in sizes]
    if not hands:
        return
    cards = min(hands) + (profile.going_out.final_discard == "optional")
    best = best_opening(profile, cards, profile.laying.max_melds, needed)
    if best < needed:
        yield fault("opening.min_points", "opening_unreachable", {"opening.min_points": best}, needed=needed, best=best,
                    cards=cards)  # fmt: skip


@check("opening", "laying", *_WORTH)
def opening_remote(profile: RuleProfile) -> Found:
    """With one meld a turn, a minimum that asks for five cards or more is rarely met."""
    needed = _needed(profile)
    if not needed or profile.laying.max_melds != 1:
        return
    best = best_opening(profile, _PARTIAL_OPENING, 1, needed)
    if best < needed:
        yield fault("laying.max_melds", "opening_remote", {"laying.max_melds": 0}, needed=needed, best=best)


@check("opening")
def opening_counts(profile: RuleProfile) -> Found:
    """A lay-off alone would be tested against itself."""
    opening = profile.opening
    if opening.counts == "melds_and_lay_offs" and opening.applies == "every_lay":
        yield fault("opening.counts", "opening_counts", {"opening.counts": "touched"})


@check("laying", "knocking")
def no_way_out(profile: RuleProfile) -> Found:
    """With nothing on the table a deal can be won by a knock only."""
    if profile.laying.mode == "concealed" and profile.knocking.limit_by == "none":
        yield fault("laying.mode", "no_way_out", {"knocking.limit_by": "number"})


@check("knocking", "laying", "scoring")
def concealed_needs(profile: RuleProfile) -> Found:
    """What follows a knock is made for hands that nobody has seen."""
    knocking = profile.knocking
    if profile.laying.mode == "concealed" and knocking.limit_by != "none":
        return
    for name in ("last_go", "lay_off", "undercut"):
        if getattr(knocking, name) != "none":
            yield fault(f"knocking.{name}", "concealed_needs", {f"knocking.{name}": "none"}, field=f"knocking.{name}")
    if profile.scoring.method == "difference":
        yield fault("scoring.method", "concealed_needs", field="scoring.method")


@check("knocking", "laying", "deck", "values", *_DEALT)
def knock_at_once(profile: RuleProfile) -> Found:
    """A limit that a hand can be under as dealt ends deals before they begin."""
    knocking, sizes = profile.knocking, profile.deal.cards
    if profile.laying.mode != "table" or knocking.limit_by == "none":
        return
    limit = knocking.limit if knocking.limit_by == "number" else 10
    counts = active_counts(profile)
    hands = [sizes] if isinstance(sizes, int) else [sizes[count] for count in counts if count in sizes]
    cheapest = sorted(card_points(profile, face) for face in deck(profile.deck.packs, profile.deck.jokers))
    least = min((sum(cheapest[:size]) for size in hands), default=limit + 1)
    if limit >= least:
        yield fault("knocking.limit", "knock_at_once", limit=limit, least=least)


CHECKS: Final = (
    set_suits, swap_sets, opening_unreachable, opening_remote, opening_counts, no_way_out, concealed_needs,
    knock_at_once,
)  # fmt: skip
