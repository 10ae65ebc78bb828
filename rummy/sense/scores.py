"""Sense checks of scores, rating, the match and the chips."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from rummy.profile import RuleProfile
from rummy.sense.faults import Found, check, fault


@check("scoring", "players")
def difference_needs_two(profile: RuleProfile) -> Found:
    """The difference is one between two hands."""
    most = min(profile.players.max, profile.players.max_active)
    if profile.scoring.method == "difference" and most > 2:
        yield fault("scoring.method", "difference_needs_two", {"players.max": 2}, seats=most)


@check("scoring")
def count_needs_penalty(profile: RuleProfile) -> Found:
    """Without a winner nobody receives."""
    scoring = profile.scoring
    if scoring.no_winner == "count" and scoring.method != "penalty":
        yield fault("scoring.no_winner", "count_needs_penalty", {"scoring.no_winner": "void"})


@check("scoring", "rating", "match")
def penalty_only(profile: RuleProfile) -> Found:
    """What makes sense only where points are bad."""
    scoring = profile.scoring
    if scoring.method == "penalty":
        return
    stated = {
        "scoring.winner_relief": scoring.winner_relief,
        "scoring.opener_penalty": scoring.opener_penalty,
        "rating.bands": profile.rating.bands,
        "match.out_at": profile.match.out_at,
    }
    for path, value in stated.items():
        if value:
            yield fault(path, "penalty_only", {path: [] if path == "rating.bands" else 0}, field=path)


@check("scoring", "knocking", "deal")
def method_only(profile: RuleProfile) -> Found:
    """What makes sense only where a knocker meets one opponent."""
    if profile.scoring.method == "difference":
        return
    if profile.scoring.doubling_upcard != "none":
        path = "scoring.doubling_upcard"
        yield fault(path, "method_only", {path: "none"}, field=path)
    if profile.knocking.undercut != "none":
        path = "knocking.undercut"
        yield fault(path, "method_only", {path: "none"}, field=path)
    if profile.deal.next_dealer == "loser":
        yield fault("deal.next_dealer", "method_only", {"deal.next_dealer": "left"}, field="deal.next_dealer")


@check("scoring", "match")
def bonus_unused(profile: RuleProfile) -> Found:
    """Bonuses for knocks and games belong to the difference."""
    scoring, match = profile.scoring, profile.match
    if scoring.method == "difference":
        return
    bonuses = {
        "scoring.clean_knock_bonus": scoring.clean_knock_bonus,
        "scoring.whole_hand_bonus": scoring.whole_hand_bonus,
        "scoring.undercut_bonus": scoring.undercut_bonus,
        "match.game_bonus": match.game_bonus,
        "match.box_bonus": match.box_bonus,
    }
    for path, bonus in bonuses.items():
        if bonus:
            yield fault(path, "bonus_unused", {path: 0}, field=path, got=bonus)


@check("rating")
def rating_bands(profile: RuleProfile) -> Found:
    """Bands begin at 0 and rise, so that every hand has one."""
    starts = [band.from_ for band in profile.rating.bands]
    if starts and (starts[0] != 0 or any(later <= earlier for earlier, later in pairwise(starts))):
        yield fault("rating.bands", "rating_bands", starts=starts)


@check("match")
def match_never_ends(profile: RuleProfile) -> Found:
    """Something must end a match."""
    match = profile.match
    if not (match.target or match.deals or match.rounds or match.out_at):
        yield fault("match.target", "match_never_ends", {"match.target": 100})


@check("match", "scoring")
def match_may_not_end(profile: RuleProfile) -> Found:
    """A limit that totals need not reach."""
    match, scoring = profile.match, profile.scoring
    if match.deals or match.rounds or not (match.target or match.out_at):
        return
    if scoring.no_winner == "void" or scoring.method == "zero_sum":
        yield fault("match.target" if match.target else "match.out_at", "match_may_not_end",
                    limit=match.target or match.out_at)  # fmt: skip


@check("match")
def tie_needs_shared(profile: RuleProfile) -> Found:
    """Where seats fall out, nobody is left for one more deal."""
    if profile.match.out_at and profile.match.tie == "extra_deal":
        yield fault("match.out_at", "tie_needs_shared", {"match.tie": "shared"}, limit=profile.match.out_at)


@check("ledger", "match")
def rebuy_range(profile: RuleProfile) -> Found:
    """A seat buys back before it falls out."""
    ledger, out_at = profile.ledger, profile.match.out_at
    if ledger.rebuys and not 0 < ledger.rebuy_from < out_at:
        yield fault("ledger.rebuys", "rebuy_range", {"ledger.rebuys": 0}, least=ledger.rebuy_from, below=out_at)


@check("players", "match")
def uneven_sit_outs(profile: RuleProfile) -> Found:
    """Where the dealer sits out, everybody should do so equally often."""
    players, deals = profile.players, profile.match.deals
    for seats in range(max(players.min, players.max_active + 1), players.max + 1):
        if deals and deals % seats:
            better = max(1, round(deals / seats)) * seats
            yield fault("players.max_active", "uneven_sit_outs", {"match.deals": better}, seats=seats, deals=deals)
            return


CHECKS: Final = (
    difference_needs_two, count_needs_penalty, penalty_only, method_only, bonus_unused, rating_bands, match_never_ends,
    match_may_not_end, tie_needs_shared, rebuy_range, uneven_sit_outs,
)  # fmt: skip
