"""One event, from the verdict to the new state: which phase admits which action, and what it leads to."""

from __future__ import annotations

from rummy.cards import parse_cards, remove
from rummy.engine import between, claims, endings, knocks, renewal, turns
from rummy.engine.chance import dealt, whole_deck
from rummy.engine.laying import lay
from rummy.engine.taking_back import take_back
from rummy.errors import IllegalMove
from rummy.moves import (
    Action,
    Claim,
    Dealt,
    Decline,
    Discard,
    DrawStock,
    Knock,
    Lay,
    Move,
    Pass,
    Ready,
    Rebuy,
    Reshuffled,
    TakeBack,
    TakeDiscard,
)
from rummy.state import State, Step

ALLOWED: dict[str, tuple[str, ...]] = {
    "offer": ("take_discard", "pass"),
    "draw": ("draw_stock", "take_discard"),
    "play": ("lay", "take_back", "discard", "knock"),
    "claims": ("claim", "pass"),
    "last_draw": ("draw_stock", "take_discard", "pass"),
    "last_play": ("discard",),
    "between": ("ready", "rebuy", "decline"),
}
"""Kinds of move that each phase admits (profile.md 4.1)."""
LAST_CHANCE: dict[str, tuple[str, ...]] = {"last_draw": ("take_discard", "pass"), "last_play": ("knock",)}
"""The same where only a knock with the last discard is left."""


def order_needed(state: State) -> bytes | None:
    """The faces that chance must put into an order now, None when no chance is due."""
    if state.phase == "dealing":
        return whole_deck(state.profile)
    if state.phase == "renewing":
        return renewal.renewed_pile(state)
    return None


def step(state: State, seat: int | None, action: Action) -> Step:
    """What an event leads to: ``seat`` plays a move, or chance (None) gives an order.

    Raises IllegalMove where a rule forbids the move now, ValueError for chance that is not due or a wrong order.
    """
    match action:
        case Dealt() | Reshuffled():
            return _chance(state, action)
    if seat is None:
        raise ValueError("a move needs a seat")
    _judge_turn(state, seat, action)
    match action:
        case DrawStock():
            return turns.draw_stock(state, seat)
        case TakeDiscard():
            return turns.take_discard(state, seat)
        case Discard():
            return turns.discard(state, seat, action)
        case Lay():
            return _lay(state, seat, action)
        case TakeBack():
            return Step(*take_back(state, seat))
        case Knock():
            return _knock(state, seat, action)
        case Claim() | Pass():
            return _answer(state, seat, action)
        case Ready() | Rebuy() | Decline():
            return between.answered(state, seat, action)


def apply(state: State, seat: int | None, action: Action) -> State:
    """The state after an event. Raises as ``step`` does."""
    return step(state, seat, action).state


def check(state: State, seat: int, move: Move) -> None:
    """Judge a move. Raises IllegalMove where a rule forbids it now."""
    step(state, seat, move)


def _chance(state: State, action: Dealt | Reshuffled) -> Step:
    if isinstance(action, Dealt) and state.phase == "dealing":
        return dealt(state, action)
    if isinstance(action, Reshuffled) and state.phase == "renewing":
        return renewal.reshuffled(state, parse_cards(action.order))
    raise ValueError(f"no {action.kind} is due in phase {state.phase}")


def _judge_turn(state: State, seat: int, move: Move) -> None:
    """What must hold before the rules of the move itself are asked, in the order of profile.md 5."""
    if state.phase == "finished":
        raise IllegalMove("match_finished")
    status = state.players[seat].status
    if status == "out" or (status == "sitting_out" and state.phase != "between"):
        rule = "match.out_at" if status == "out" else "players.max_active"
        raise IllegalMove("seat_not_active", rule, reason=status)
    if move.kind == "claim" or (move.kind == "pass" and state.phase not in ("offer", "last_draw")):
        _judge_claim(state, seat)
    if seat not in state.to_act:
        raise IllegalMove("not_your_turn", None, to_act=list(state.to_act), phase=state.phase)
    allowed = (LAST_CHANCE if state.last_chance else ALLOWED).get(state.phase, ())
    if move.kind not in allowed:
        known = [kind for kind in allowed if _in_these_rules(state, kind)]
        raise IllegalMove("wrong_phase", None, phase=state.phase, allowed=known)


def _in_these_rules(state: State, kind: str) -> bool:
    """Whether the rules know a kind of move at all; what they know may be forbidden now."""
    profile = state.profile
    match kind:
        case "lay":
            return profile.laying.mode == "table"
        case "take_back":
            return profile.laying.mode == "table" and (
                profile.laying.take_backs > 0 or profile.draw.taken_card == "lay_now"
            )
        case "knock":
            return profile.knocking.limit_by != "none" or state.last_chance
        case "rebuy" | "decline":
            return profile.ledger.rebuys > 0
    return True


def _judge_claim(state: State, seat: int) -> None:
    claims = state.profile.claims
    if state.phase != "claims":
        raise IllegalMove("claim_not_open", "claims.mode")
    if claims.who == "opened" and not state.players[seat].opened:
        raise IllegalMove("claim_needs_opening", "claims.who")
    if seat in (state.seat, state.next_active(state.seat)):
        raise IllegalMove("claim_not_open", "claims.mode")


def _lay(state: State, seat: int, move: Lay) -> Step:
    after, effects = lay(state, seat, move)
    if after.players[seat].hand:
        return Step(after, effects)
    over = endings.deal_over(after, "out", winner=seat)
    return Step(over.state, [*effects, *over.effects])


def _answer(state: State, seat: int, move: Claim | Pass) -> Step:
    if state.phase == "claims":
        return claims.answer(state, seat, move)
    if state.phase == "offer":
        return claims.pass_offer(state, seat)
    return endings.deal_over(state, "stock") if state.last_chance else endings.last_go_on(Step(state, []))


def _knock(state: State, seat: int, move: Knock) -> Step:
    hand = state.players[seat].hand
    if move.discard is None:
        face, left = None, hand
    else:
        face = parse_cards([move.discard])[0]
        if face not in hand:
            raise IllegalMove("card_not_in_hand", None, card=move.discard, needed=1, got=0)
        left = remove(hand, face)
    knock = knocks.judge_knock(state, seat, left, discarded=face is not None)
    if face is not None:
        turns.judge_discard(state, seat, face)
        state = turns.thrown(state, seat, face)
    state, effect = knocks.knocked(state, knock)
    step = Step(state, [])
    if knock.points and state.profile.knocking.last_go == "one_each":
        step = renewal.renew(state, ending=False)
    after = endings.last_go_on(step)
    return Step(after.state, [effect, *after.effects])
