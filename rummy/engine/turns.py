"""The course of a turn, from the draw to its end (profile.md 4.1, 4.2, 4.4 b, k)."""

from __future__ import annotations

from typing import Any

from rummy.cards import BYTE, CARD_TEXT, FACE, JOKER, insert, remove
from rummy.engine import endings, knocks
from rummy.engine.bars import bar_on, stranded
from rummy.engine.candidates import more_placements, single_placements
from rummy.engine.claims import THROWN_KEPT, begin_turn, open_window, settle_claims
from rummy.engine.laying import can_end, standing
from rummy.engine.renewal import renew
from rummy.errors import IllegalMove
from rummy.moves import Discard, Lay
from rummy.scoring import hand_points
from rummy.state import NEW_TURN, Effect, Phase, State, Step, evolve


def draw_stock(state: State, seat: int) -> Step:
    """Draw the next card; a claim of the discard is settled first (profile.md 4.4f)."""
    if not state.stock:
        raise IllegalMove("pile_empty", "stock_empty.open_card", pile="stock")
    effects: list[Effect] = []
    phase: Phase = "play" if state.phase == "draw" else "last_play"
    if state.answers and phase == "play":
        state, effects = settle_claims(state)
    card = state.stock[0]
    effects.append({"kind": "drawn", "seat": seat, "cards": [CARD_TEXT[card]]})
    player = state.players[seat]
    player = evolve(player, hand=insert(player.hand, card))
    turn = evolve(state.turn, drawn=BYTE[card], from_stock=True)
    return Step(state.seated(seat, player, stock=state.stock[1:], turn=turn, phase=phase), effects)


def take_discard(state: State, seat: int) -> Step:
    """Take the top discard, where it may be taken (``draw.*``). Raises IllegalMove."""
    profile, player = state.profile, state.players[seat]
    if not state.discard:
        raise IllegalMove("pile_empty", "stock_empty.open_card", pile="discard")
    if state.turn.closed:
        raise IllegalMove("pile_closed", "deal.first_turn" if state.offered else "draw.taken_card")
    face = state.discard[-1]
    told: list[Effect] = [{"kind": "taken", "seat": seat, "card": CARD_TEXT[face]}]
    if state.phase == "last_draw":
        after = _taken(state, seat, face, phase="last_play")
        if after.last_chance:
            _judge_last_chance(after, seat)
        return Step(after, told)
    offered = state.phase == "offer"
    if offered:
        state = begin_turn(state, seat)
        player = state.players[seat]
    lay_now = profile.draw.taken_card == "lay_now"
    if lay_now and player.laps < profile.laying.from_lap:
        raise IllegalMove(
            "taken_card_too_early", "draw.taken_card", needed=profile.laying.from_lap, got=player.laps, lap=player.laps
        )
    takes = state.takes + (not offered)
    after = _taken(state, seat, face, phase="play", answers=(), takes=takes)
    if len(player.hand) == 1 and _one_card_rule(after, seat):
        raise IllegalMove("one_card_rule", "draw.with_one_card", card=CARD_TEXT[face], hand=1)
    if not can_end(after, seat):
        raise stranded(after, seat)
    if not offered and 0 < profile.deadlock.takes <= takes:
        over = endings.deal_over(after, "deadlock")
        return Step(over.state, [*told, *over.effects])
    return Step(after, told)


def free_to_take(state: State, seat: int) -> bool:
    """Whether nothing can stand in the way of taking the discard in turn, so that ``take_discard`` need not be asked.

    So it is where the card may stay in the hand and another one can be thrown.
    """
    hand = state.players[seat].hand
    if not state.discard or state.turn.closed or state.phase == "last_draw" or len(hand) < 2:
        return False
    top = state.discard[-1]
    return (
        state.profile.draw.taken_card == "keep" and hand[0] != JOKER and (hand[0] != top or hand[1] not in (top, JOKER))
    )


def _judge_last_chance(state: State, seat: int) -> None:
    """Whether the seat can knock, now that it has the discard. Raises IllegalMove: why its best knock is refused."""
    hand = state.players[seat].hand
    refusals = []
    for face in (*set(hand), None):
        try:
            if face is not None:
                judge_discard(state, seat, face)
            knocks.judge_knock(state, seat, hand if face is None else remove(hand, face), discarded=face is not None)
        except IllegalMove as refusal:
            refusals.append(refusal)
        else:
            return
    raise min(refusals, key=lambda refusal: refusal.data.get("got", 0) if refusal.code == "knock_too_high" else 10**6)


def _taken(state: State, seat: int, face: int, **changes: Any) -> State:
    player = state.players[seat]
    player = evolve(
        player,
        hand=insert(player.hand, face),
        known=insert(player.known, face),
        taken=(player.taken + BYTE[face])[-THROWN_KEPT:],
    )
    use = state.profile.draw.taken_card == "lay_now"
    turn = evolve(state.turn, drawn=BYTE[face], taken=face, use=use)
    return state.seated(seat, player, discard=state.discard[:-1], turn=turn, **changes)


def _one_card_rule(after: State, seat: int) -> bool:
    rule = after.profile.draw.with_one_card
    return rule == "forbidden" or (rule == "not_to_go_out" and can_finish(after, seat))


def can_finish(state: State, seat: int) -> bool:
    """Whether some line of single placements and a discard or knock ends the deal in this turn (4.4k)."""
    hand = state.players[seat].hand
    if not hand:
        return True
    owes = state.turn.use or state.turn.replay
    if not owes:
        for face in set(hand):
            if bar_on(state, seat, face):
                continue
            left = remove(hand, face)
            if not left or _may_knock(state, seat, left):
                return True
    for placement in single_placements(state, seat):
        after = standing(state, seat, Lay((placement,)))
        if after is not None and can_finish(after, seat):
            return True
    return False


def _may_knock(state: State, seat: int, left: bytes) -> bool:
    profile = state.profile
    if profile.knocking.limit_by == "none" or state.players[seat].laps < profile.laying.from_lap:
        return False
    return hand_points(profile, left) <= knocks.knock_limit(state)


def discard(state: State, seat: int, move: Discard) -> Step:
    """Throw a card: the deal is over, or the turn is. Raises IllegalMove."""
    face = FACE[move.card]
    judge_discard(state, seat, face)
    state = thrown(state, seat, face)
    if state.phase == "last_play":
        return endings.last_go_on(renew(state, ending=False))
    if not state.players[seat].hand:
        return endings.deal_over(state, "out", winner=seat)
    return end_turn(state)


def judge_discard(state: State, seat: int, face: int) -> None:
    """Judge the throw of a face. Raises IllegalMove where it may not be thrown."""
    hand, turn = state.players[seat].hand, state.turn
    if face not in hand:
        raise IllegalMove("card_not_in_hand", None, card=CARD_TEXT[face], needed=1, got=0)
    if turn.replay:
        raise IllegalMove("obligation_open", "joker_swap.mode", obligation="replay", card="X")
    if turn.use:
        raise IllegalMove("obligation_open", "draw.taken_card", obligation="use", card=CARD_TEXT[turn.drawn[0]])
    refusal = bar_on(state, seat, face)
    if refusal is not None and not bars_lifted(state, seat):
        raise refusal


def bars_lifted(state: State, seat: int) -> bool:
    """Whether every card is barred and no lay is legal: then any card may be thrown (profile.md 4.4a)."""
    if any(bar_on(state, seat, face) is None for face in set(state.players[seat].hand)):
        return False
    if state.phase != "play" or state.profile.laying.mode == "concealed":
        return True
    lays = (Lay((placement,)) for placement in more_placements(state, seat))
    return all(standing(state, seat, move) is None for move in lays)


def thrown(state: State, seat: int, face: int) -> State:
    """The state with that card on the discard pile; the turn goes on."""
    player = state.players[seat]
    player = evolve(
        player,
        hand=remove(player.hand, face),
        known=remove(player.known, face) if face in player.known else player.known,
        thrown=(player.thrown + BYTE[face])[-THROWN_KEPT:],
    )
    return state.seated(seat, player, discard=state.discard + BYTE[face], fresh=True)


def end_turn(state: State) -> Step:
    """The five steps at the end of a turn (profile.md 4.2)."""
    turn, profile, seat = state.turn, state.profile, state.seat
    if turn.laid:
        state = state.with_player(seat, laid=True)
    productive = turn.laid or turn.from_stock
    put_back = not productive and turn.drawn != b"" and turn.drawn == state.discard[-1:]
    state = evolve(
        state,
        turn=NEW_TURN,
        idle_turns=0 if productive else state.idle_turns + 1,
        put_backs=state.put_backs + 1 if put_back else 0,
        idle_renewals=0 if turn.laid else state.idle_renewals,
    )
    if not productive and _led_nowhere(state):
        return endings.deal_over(state, "deadlock")
    if len(state.stock) > profile.stock_empty.low_water:
        return Step(open_window(state), [])
    step = renew(state)
    if step.state.phase in ("renewing", "last_draw", "between", "finished"):
        return step
    return Step(open_window(step.state), step.effects)


def _led_nowhere(state: State) -> bool:
    deadlock = state.profile.deadlock
    if state.idle_turns >= deadlock.idle_laps * len(state.active()):
        return True
    return 0 < deadlock.put_backs <= state.put_backs
