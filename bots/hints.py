"""Hints: what a medium player would do here, and why."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from bots.levels import choose
from bots.plans import Planner
from bots.prospects import joins, outs
from bots.seen import Facts, Seen
from bots.strategies.medium import arrange, least_after, may_lay_off
from rummy import solver
from rummy.cards import CARD_TEXT, FACE, texts
from rummy.moves import Claim, Discard, DrawStock, Knock, Lay, Move, Pass, Rebuy, TakeDiscard, move_to_json

ADVISER: Final = "medium"
_PLAIN: Final = {
    "take_back": "turn_cannot_end",
    "ready": "next_deal",
    "decline": "next_deal",
}


def hint(seen: Seen) -> dict[str, Any]:
    """``{"move": MOVE, "code": reason, "data": {...}}``: the same for equal ``seen``. Cards are texts, values points.

    ===========================  =====================================================================================
    ``open_card_joins_table``    take: it can be laid off; ``card``, ``melds`` (their ids)
    ``open_card_lays``           take: with it the hand can lay at once; ``card``
    ``open_card_melds``          take: it makes a meld; ``card``, ``deadwood`` before, and ``deadwood_after`` as the
                                 best melds and the best throw leave it
    ``claim_melds``              claim: it makes a meld; ``card``, ``penalty`` cards that come with it
    ``open_card_helps_nothing``  draw, or pass: the open card makes nothing worth taking; ``card``
    ``nothing_to_take``          draw: no card lies open, or it may not be taken
    ``goes_out``                 lay: nothing is left, or one card to throw; ``cards`` laid, ``left``
    ``lays_most``                lay: as many cards as can be; ``cards`` laid, ``left`` in the hand
    ``least_deadwood``           discard: ``card``, ``deadwood_after``, ``outs`` (copies that would have completed a
                                 meld with it, as far as the table shows)
    ``ends_the_deal``            knock: ``card``, ``deadwood_after``
    ``all_melded``               knock without a discard
    ``only_move``                nothing else is legal
    ``turn_cannot_end``          take back: no discard is legal as things lie
    ``next_deal``                between two deals
    ``lowers_total``             buy back: ``fee`` in chips, ``new_score``
    ===========================  =====================================================================================

    Raises ValueError for a seat that is not to act.
    """
    move = choose(ADVISER, seen, Random(0))
    code, data = _reason(Facts(seen), move)
    return {"move": move_to_json(move), "code": code, "data": data}


def _reason(facts: Facts, move: Move) -> tuple[str, dict[str, Any]]:
    if len(facts.legal) == 1 and move.kind != "ready":
        return "only_move", {}
    match move:
        case Lay():
            return _lay(facts, move)
        case Discard():
            return "least_deadwood", _thrown(facts, move.card)
        case Knock():
            if move.discard is None:
                return "all_melded", {}
            return "ends_the_deal", {"card": move.discard, "deadwood_after": _left(facts, FACE[move.discard])}
        case TakeDiscard() | DrawStock() | Claim() | Pass():
            return _open_card(facts, move)
        case Rebuy():
            offer = facts.view["me"]["rebuy"]
            return "lowers_total", {"fee": offer["fee"], "new_score": offer["new_score"]}
    return _PLAIN[move.kind], {}


def _open_card(facts: Facts, move: Move) -> tuple[str, dict[str, Any]]:
    face = facts.open_card
    if face is None or not facts.kinds & {"take_discard", "claim"}:
        return "nothing_to_take", {}
    card = {"card": CARD_TEXT[face]}
    if isinstance(move, Claim):
        return "claim_melds", {**card, "penalty": facts.profile.claims.penalty_cards}
    if not isinstance(move, TakeDiscard):
        return "open_card_helps_nothing", card
    melds = joins(facts, face) if may_lay_off(facts) else []
    if melds:
        return "open_card_joins_table", {**card, "melds": melds}
    if facts.profile.draw.taken_card == "lay_now":
        return "open_card_lays", card
    before, after = arrange(facts, facts.hand).deadwood, least_after(facts, face)
    return "open_card_melds", {**card, "deadwood": before, "deadwood_after": after}


def _lay(facts: Facts, lay: Lay) -> tuple[str, dict[str, Any]]:
    cards = Planner(facts).item(lay).cards
    left = len(facts.hand) - len(cards)
    out = left == 0 or (left == 1 and not facts.concealed)
    return "goes_out" if out else "lays_most", {"cards": texts(cards), "left": left}


def _thrown(facts: Facts, card: str) -> dict[str, Any]:
    face = FACE[card]
    waiting = outs(facts, facts.hand, face, facts.visible_live)
    return {"card": card, "deadwood_after": _left(facts, face), "outs": waiting}


def _left(facts: Facts, face: int) -> int:
    """Points that stay beside the best melds when this card is thrown."""
    return solver.discards(facts.profile, facts.hand)[face]
