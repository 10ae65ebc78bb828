"""Sense checks of seats, deck, deal, stock and claims."""

from __future__ import annotations

from typing import Final

from rummy.bounds import active_counts, deck_size, turn_bound
from rummy.profile import RuleProfile
from rummy.sense.faults import Found, check, fault

LONGEST_DEAL: Final = 1_000_000
"""Turns of a deal from which a warning is shown."""

_SEATS: Final = ("players", "match")


@check("players")
def player_range(profile: RuleProfile) -> Found:
    """No table has fewer seats than most."""
    least, most = profile.players.min, profile.players.max
    if least > most:
        yield fault("players.min", "player_range", {"players.min": most}, least=least, most=most)


@check("players")
def sit_out_too_many(profile: RuleProfile) -> Found:
    """Only the dealer can sit out."""
    seats, active = profile.players.max, profile.players.max_active
    if seats - active > 1:
        yield fault("players.max", "sit_out_too_many", {"players.max": active + 1}, seats=seats, active=active)


@check("deal", *_SEATS)
def hand_sizes(profile: RuleProfile) -> Found:
    """A hand size for every number of seats that can be dealt in, and for no other."""
    sizes, counts = profile.deal.cards, active_counts(profile)
    if isinstance(sizes, int) or not counts:
        return
    missing = [count for count in counts if count not in sizes]
    unused = [count for count in sizes if count not in counts]
    mended = {str(count): sizes[count] for count in counts if count in sizes}
    if missing:
        yield fault("deal.cards", "hand_size_missing", counts=missing)
    if unused:
        suggestion = {"deal.cards": mended} if mended and not missing else None
        yield fault("deal.cards", "hand_size_unused", suggestion, counts=sorted(unused))


@check("deal", "deck", "stock_empty", *_SEATS)
def deck_too_small(profile: RuleProfile) -> Found:
    """Everybody must be able to draw once."""
    deck, deal = deck_size(profile), profile.deal
    for count, size in _dealt(profile):
        left = deck - count * size - (deal.first_turn == "no_draw") - deal.upcard
        needed = count + profile.stock_empty.low_water
        if left < needed:
            yield fault(
                "deal.cards", "deck_too_small", seats=count, cards=deck, dealt=deck - left, left=left, needed=needed
            )
            return


def _dealt(profile: RuleProfile) -> list[tuple[int, int]]:
    """Numbers of active seats with their hand size."""
    sizes = profile.deal.cards
    return [
        (count, profile.deal.hand_size(count))
        for count in active_counts(profile)
        if isinstance(sizes, int) or count in sizes
    ]


@check("deal", "knocking", "scoring")
def upcard_missing(profile: RuleProfile) -> Found:
    """What looks at the upcard needs one."""
    offered = profile.deal.first_turn == "upcard_offer"
    if profile.deal.upcard or not (
        offered or profile.knocking.limit_by == "upcard" or profile.scoring.doubling_upcard != "none"
    ):
        return
    yield fault("deal.upcard", "upcard_missing", {"deal.upcard": True})


@check("draw", "laying", "deal")
def taken_card_unusable(profile: RuleProfile) -> Found:
    """A card that must be laid at once needs a table, and no offer that has to be taken or left."""
    if profile.draw.taken_card != "lay_now":
        return
    if profile.laying.mode == "concealed" or profile.deal.first_turn == "upcard_offer":
        yield fault("draw.taken_card", "taken_card_unusable", {"draw.taken_card": "keep"})


@check("claims", "draw")
def claim_unusable(profile: RuleProfile) -> Found:
    """A claimed card cannot be laid out of turn."""
    if profile.claims.mode != "none" and profile.draw.taken_card == "lay_now":
        yield fault("claims.mode", "claim_unusable", {"claims.mode": "none"})


@check("claims", "players")
def claims_need_three(profile: RuleProfile) -> Found:
    """Between the one who discards and the next there must be somebody who can claim."""
    if profile.claims.mode != "none" and min(profile.players.max, profile.players.max_active) < 3:
        yield fault("claims.mode", "claims_need_three", {"claims.mode": "none"})


@check("claims", "stock_empty")
def claim_renewal(profile: RuleProfile) -> Found:
    """A renewal that takes the open card swallows it before anybody can claim it."""
    policy = profile.stock_empty
    if profile.claims.mode != "none" and policy.action != "end" and policy.open_card != "keep":
        yield fault("claims.mode", "claim_renewal", {"stock_empty.open_card": "keep"})


@check("stock_empty")
def low_water_renewal(profile: RuleProfile) -> Found:
    """What becomes of the cards still in the stock would be open."""
    policy = profile.stock_empty
    if policy.low_water and policy.action != "end":
        yield fault("stock_empty.low_water", "low_water_renewal", {"stock_empty.low_water": 0}, got=policy.low_water)


@check("deadlock", "deal", "deck", "joker_swap", "laying", "stock_empty", *_SEATS)
def long_deal(profile: RuleProfile) -> Found:
    """The proven bound of a deal is no forecast, but beyond a million turns somebody should look at it."""
    turns = max((turn_bound(profile, count).turns for count, _ in _dealt(profile)), default=0)
    if turns > LONGEST_DEAL:
        yield fault("deadlock.idle_laps", "long_deal", turns=turns, limit=LONGEST_DEAL)


CHECKS: Final = (
    player_range, sit_out_too_many, hand_sizes, deck_too_small, upcard_missing, taken_card_unusable, claim_unusable,
    claims_need_three, claim_renewal, low_water_renewal, long_deal,
)  # fmt: skip
