"""The pause between two deals: who may buy back, and the answers after which the next deal is due (profile.md 4.4i)."""

from __future__ import annotations

from rummy.engine.chance import next_dealer
from rummy.engine.endings import pay
from rummy.errors import IllegalMove
from rummy.moves import Decline, Ready, Rebuy
from rummy.state import Effect, Player, State, Step, evolve


def rebuy_candidate(state: State) -> int | None:
    """The one seat that could gain by buying back now (profile.md 4.4i)."""
    if state.phase != "between":
        return None
    for seat in state.to_act:
        if rebuy_refusal(state, seat) is None:
            return seat
    return None


def rebuy_refusal(state: State, seat: int) -> IllegalMove | None:
    """Why a seat may not buy back; None where it may."""
    ledger, match, player = state.profile.ledger, state.profile.match, state.players[seat]
    if player.rebuys >= ledger.rebuys:
        return IllegalMove("rebuy_none_left", "ledger.rebuys", limit=ledger.rebuys, got=player.rebuys)
    if not ledger.rebuy_from <= player.total < match.out_at:
        limits = {"from": ledger.rebuy_from, "below": match.out_at}
        return IllegalMove("rebuy_out_of_range", "ledger.rebuy_from", **limits, got=player.total)
    highest = rebuy_score(state, seat)
    if player.total <= highest:
        return IllegalMove("rebuy_no_benefit", "ledger.rebuy_fee", own=player.total, highest_other=highest)
    return None


def rebuy_score(state: State, seat: int) -> int:
    """The total after buying back: the highest of the other seats still in."""
    return max((state.players[other].total for other in state.remaining() if other != seat), default=0)


def answered(state: State, seat: int, move: Ready | Rebuy | Decline) -> Step:
    """An answer between two deals; after the last one the next deal's order is due. Raises IllegalMove."""
    effects: list[Effect] = []
    if isinstance(move, Rebuy):
        refusal = rebuy_refusal(state, seat)
        if refusal is not None:
            raise refusal
        fee, score = state.profile.ledger.rebuy_fee, rebuy_score(state, seat)
        player: Player = state.players[seat]
        state = state.with_player(seat, total=score, rebuys=player.rebuys + 1)
        state = pay(state, seat, "rebuy", -fee)
        effects.append({"kind": "rebought", "seat": seat, "total": score, "fee": fee})
    elif isinstance(move, Decline) and rebuy_candidate(state) != seat:
        raise IllegalMove("wrong_phase", None, phase=state.phase, allowed=["ready"])
    elif isinstance(move, Ready) and rebuy_candidate(state) == seat:
        raise IllegalMove("wrong_phase", None, phase=state.phase, allowed=["rebuy", "decline"])
    left = tuple(other for other in state.to_act if other != seat)
    if left:
        return Step(evolve(state, to_act=left), effects)
    dealer = next_dealer(state)
    return Step(evolve(state, phase="dealing", to_act=(), deal=state.deal + 1, dealer=dealer), effects)
