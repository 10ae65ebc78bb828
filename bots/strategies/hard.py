"""Hard: medium's play, and counting: what is unseen, what the next player collects, when holding back pays."""

from __future__ import annotations

from random import Random

from bots.plans import Plan, Planner
from bots.prospects import joins
from bots.seen import Facts
from bots.strategies import medium
from bots.strategies.turns import Strategy
from bots.throwing import Weights, cheapest, costs
from rummy import solver
from rummy.moves import Move
from rummy.profile import RuleProfile

RACE = Weights(hope=20.0, feed=20.0)
"""Where only who goes out books points, going out beats saving them. Measured in the arena, as all numbers here."""
SAVE = Weights(hope=0.0, feed=10.0, draws=3.0)
"""Where melds stay in the hand and a light one ends the deal, points count, what the next draws may meld, and that
the next player's knock is not brought nearer."""
LIGHT = Weights(hope=1.0, feed=20.0)
"""Where melds lie on the table and a light hand ends the deal: there is no time to look ahead, and a card that helps
the next player takes a whole meld off his hand, which may be all that kept him from knocking."""
BOOK = Weights(hope=0.5, feed=2.0, draws=2.0)
"""Where everybody books his hand and lays on the table: more hope than this keeps dear cards too long."""
LATE_HAND = 3
"""Where a hand-out pays more: a rival with so few cards may go out in its next turn, and all melds must be laid."""
LATE_EACH = 4
"""Where it pays no more, the same for each rival: each is one more that may go out."""
EARLY_DEADWOOD, LIGHTER = 60.0, 4.0
"""Deadwood that a rival has at first, and by how much a turn makes it less: a guess for knocks that can be beaten."""


def take(facts: Facts, rng: Random) -> bool:
    """As medium; and where the next card of the stock is public, the better of the two."""
    face = facts.open_card
    if face is None:
        return False
    if facts.coming and "draw_stock" in facts.kinds and not medium.must_lay(facts):
        barred = facts.profile.discarding.taken_card != "allowed"
        return _cost(facts, facts.coming[0]) > _cost(facts, face, barred=barred)
    return medium.take(facts, rng)


def _cost(facts: Facts, face: int, *, barred: bool = False) -> float:
    """The least cost with which a turn ends that begins with this card; ``barred``: it may not be thrown again."""
    hand = bytes(sorted((*facts.hand, face)))
    choices = set(hand) - ({face} if barred else set())
    after = costs(facts, hand, choices or {face}, facts.live, weights(facts))
    if medium.may_lay_off(facts) and joins(facts, face):
        return min(after.values()) - facts.points(face)
    return min(after.values())


def play(facts: Facts, rng: Random) -> Move | None:
    """Lays unless holding back pays; knocks when the others probably hold more; throws what helps nobody."""
    planner = Planner(facts, lightest=knocks_end(facts))
    plan = planner.best()
    if plan.items and not (facts.discards and hold(facts, plan)):
        return planner.move(plan)
    if facts.knocks and (not facts.discards or knocks_now(facts)):
        return medium.knock(facts)
    if not facts.discards:
        return None
    choices = costs(facts, facts.hand, facts.discards, facts.live, weights(facts))
    return facts.discards[cheapest(choices, rng)]


def weights(facts: Facts) -> Weights:
    """What counts under these rules."""
    if facts.concealed:
        return SAVE
    if knocks_end(facts):
        return LIGHT
    if facts.profile.scoring.method != "penalty":
        return RACE
    return BOOK


def knocks_end(facts: Facts) -> bool:
    """Whether a light hand ends the deal: then the points in the hand count, not the cards."""
    return facts.profile.knocking.limit_by != "none"


def _nearest_out(facts: Facts) -> int:
    """Fewest cards that a rival holds."""
    return min((facts.hand_count(seat) for seat in facts.rivals), default=99)


def hold(facts: Facts, plan: Plan) -> bool:
    """Whether to keep all melds in the hand: on the table they would let the rivals lay off, jokers above all.

    Not where it goes out now, where a knock ends the deal at once, where lays are counted, or near anybody's end.
    """
    profile = facts.profile
    if plan.out or knocks_end(facts) or profile.laying.max_melds:
        return False
    if facts.view["me"]["obligations"]:
        return False
    if hand_out_pays(profile):
        return _nearest_out(facts) > LATE_HAND
    # Among several rivals somebody opens early anyway; holding back then only pays where the first to open is fined.
    if len(facts.rivals) > 1 and not profile.scoring.opener_penalty:
        return False
    return _nearest_out(facts) > LATE_EACH * len(facts.rivals)


def hand_out_pays(profile: RuleProfile) -> bool:
    """Whether going out in one turn brings more than going out."""
    return profile.scoring.hand_out_factor > 1 or profile.rating.hand_win > profile.rating.win


def knocks_now(facts: Facts) -> bool:
    """Whether to knock: always where nobody can beat it, else while the others probably hold more."""
    after = solver.discards(facts.profile, facts.hand)
    left = min((0 if face is None else after[face]) for face in facts.knocks)
    if left == 0 or facts.profile.knocking.undercut == "none":
        return True
    return left < rival_deadwood(facts)


def rival_deadwood(facts: Facts) -> float:
    """A guess at the deadwood of the best rival: hands get lighter by a few points a turn."""
    turns = min(len(facts.thrown(seat)) for seat in facts.rivals)
    return max(LIGHTER, EARLY_DEADWOOD - LIGHTER * turns)


STRATEGY = Strategy(take=take, claim=medium.claim, ahead=medium.ahead, rebuy=medium.rebuy, play=play)
