"""Medium: melds, takes and throws by the least deadwood the solver finds, and by what the table shows."""

from __future__ import annotations

from random import Random

from bots.plans import Planner
from bots.prospects import holding, joins, partners
from bots.seen import Facts
from bots.strategies.turns import Strategy, Until
from bots.taking import would_lay
from bots.throwing import Weights, cheapest, costs
from rummy import solver
from rummy.cards import JOKER
from rummy.melds import meld_points
from rummy.moves import Move
from rummy.solver import Arrangement

WEIGHTS = Weights(hope=1.0)
SLACK = 1.5
"""Twice the points to go are worth nearly three times the chance; fitted to random matches."""


def arrange(facts: Facts, hand: bytes) -> Arrangement:
    """The melds of a hand that leave the least points."""
    return solver.best_melds(facts.profile, hand)


def take(facts: Facts, _rng: Random) -> bool:
    """Takes the open card where it joins the table or a meld of the hand and the hand gets lighter by it."""
    face = facts.open_card
    return face is not None and helps(facts, face)


def helps(facts: Facts, face: int) -> bool:
    """Whether a card, taken in this seat's own turn, ends on the table or in a meld and leaves less deadwood."""
    if face == JOKER and (not must_lay(facts) or facts.view["me"]["opening"]["opened"]):
        return True
    if may_lay_off(facts) and joins(facts, face):
        return True
    with_it = arrange(facts, bytes(sorted((*facts.hand, face))))
    if must_lay(facts) and (face in with_it.rest or not opens(facts, with_it)):
        return would_lay(facts, face)
    if face in with_it.rest:
        return False
    return least_after(facts, face) < arrange(facts, facts.hand).deadwood


def least_after(facts: Facts, face: int) -> int:
    """Least points of deadwood with this card and another one thrown."""
    after = solver.discards(facts.profile, bytes(sorted((*facts.hand, face))))
    return min((points for thrown, points in after.items() if thrown != face), default=0)


def must_lay(facts: Facts) -> bool:
    """A taken card must be on the table before the turn ends."""
    return facts.profile.draw.taken_card == "lay_now"


def may_lay_off(facts: Facts) -> bool:
    """Single cards can go to melds on the table in this turn, as far as the public rules tell."""
    if facts.concealed or not facts.table:
        return False
    opening = facts.profile.opening
    if opening.min_points and opening.applies == "every_lay":
        return False
    return bool(facts.view["me"]["opening"]["opened"]) or facts.profile.laying.before_opening != "none"


def opens(facts: Facts, arrangement: Arrangement) -> bool:
    """Whether these melds, laid together, meet the opening minimum where it applies."""
    opening = facts.profile.opening
    if facts.view["me"]["opening"]["opened"] and opening.applies == "first":
        return True
    return sum(meld_points(facts.profile, meld) for meld in arrangement.melds) >= opening.min_points


def claim(facts: Facts, _rng: Random) -> bool:
    """Claims a card that leaves fewer loose cards even with the penalty cards that come with it."""
    face = facts.open_card
    if face is None:
        return False
    if face == JOKER:
        return True
    before = arrange(facts, facts.hand)
    after = arrange(facts, bytes(sorted((*facts.hand, face))))
    return len(after.rest) + facts.profile.claims.penalty_cards < len(before.rest)


def ahead(facts: Facts) -> Until:
    """Until its turn, where the loose cards hold no two of one meld: then no card is worth its penalty cards.

    Only a joker would be; nobody throws one that can lay it, so it is not waited for.
    """
    if not facts.profile.claims.penalty_cards:
        return None
    loose = holding(arrange(facts, facts.hand).rest)
    pairs = (others for melds in partners(facts.profile) for others in melds)
    return None if any((others & loose).bit_count() > 1 for others in pairs) else "my_turn"


def rebuy(facts: Facts, _rng: Random) -> bool:
    """Buys back where the share of the pot that it expects grows by more than the fee."""
    offer, pot = facts.view["me"]["rebuy"], facts.view["ledger"]["pot"]
    own = facts.view["seats"][facts.seat]["score"]
    gain = win_chance(facts, offer["new_score"]) * (pot + offer["fee"]) - win_chance(facts, own) * pot
    return bool(gain > offer["fee"])


def win_chance(facts: Facts, own: int) -> float:
    """The chance, 0..1, to be the last seat in with this total: by what each seat may still book before it is out."""
    limit = facts.profile.match.out_at
    totals = [own if line["seat"] == facts.seat else line["score"] for line in facts.view["seats"]]
    slack = [max(0, limit - total) ** SLACK for total in totals]
    return float(slack[facts.seat] / sum(slack))


def play(facts: Facts, rng: Random) -> Move | None:
    """Lays all it can, going out if possible; knocks as soon as it may; throws what costs least."""
    planner = Planner(facts)
    plan = planner.best()
    if plan.items:
        return planner.move(plan)
    if facts.knocks:
        return knock(facts)
    if not facts.discards:
        return None
    return facts.discards[cheapest(costs(facts, facts.hand, facts.discards, facts.visible_live, WEIGHTS), rng)]


def knock(facts: Facts) -> Move:
    """The knock that leaves the fewest points."""
    after = solver.discards(facts.profile, facts.hand)
    best = min(facts.knocks, key=lambda face: (-1 if face is None else after[face], face or 0))
    return facts.knocks[best]


STRATEGY = Strategy(take=take, claim=claim, ahead=ahead, rebuy=rebuy, play=play)
