"""All that a seat may do now: complete for lays of one placement, in a canonical order (design.md 3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rummy import solver
from rummy.cards import CARD_TEXT, FACE, JOKER
from rummy.engine import between, knocks
from rummy.engine.bars import bar_on, unbarred
from rummy.engine.candidates import more_placements, single_placements
from rummy.engine.laying import standing
from rummy.engine.steps import step
from rummy.engine.suggested import STEPS, suggestions
from rummy.engine.turns import bars_lifted, free_to_take
from rummy.errors import IllegalMove
from rummy.melds import dearest
from rummy.moves import (
    Add,
    Claim,
    Decline,
    Discard,
    DrawStock,
    Knock,
    Lay,
    Move,
    Pass,
    Placement,
    Ready,
    Rebuy,
    Swap,
    TakeBack,
    TakeDiscard,
)
from rummy.scoring import hand_points
from rummy.state import State

_DISCARDS = tuple(Discard(card) for card in CARD_TEXT)
_KNOCKS = tuple(Knock(card) for card in CARD_TEXT)
_DRAW, _TAKE, _PASS, _CLAIM = DrawStock(), TakeDiscard(), Pass(), Claim()
_AHEAD = (Pass("my_turn"), Pass("deal_end"))


def legal_moves(state: State, seat: int, steps: int = STEPS) -> list[Move]:
    """Every legal move of a seat, lays of one placement; the best opening of several and the best rebuild too.

    [] for a seat that is not to act; never empty for one that is. Must agree with ``check``. ``steps``: how long to
    look for a rebuild.
    """
    if seat not in state.to_act:
        return []
    match state.phase:
        case "offer":
            return [*_take(state, seat), _PASS]
        case "draw":
            return [_DRAW, *_take(state, seat)]
        case "play":
            return _plays(state, seat, steps)
        case "claims":
            return [_CLAIM, _PASS, *_AHEAD]
        case "last_draw":
            may_draw = state.stock and not state.last_chance
            return [*([_DRAW] if may_draw else []), *_take(state, seat), _PASS]
        case "last_play":
            thrown = _discards(state, seat)
            return list(_knocks(state, seat, thrown)) if state.last_chance else list(thrown)
        case _:
            return [Rebuy(), Decline()] if between.rebuy_candidate(state) == seat else [Ready()]


def default_move(state: State, seat: int) -> Move:
    """What a seat that is silent for too long does (profile.md 4.4o). Raises ValueError for one not to act."""
    moves = legal_moves(state, seat)
    if not moves:
        raise ValueError("the seat is not to act")
    match state.phase:
        case "offer" | "claims":
            return _PASS
        case "draw":
            return _DRAW
        case "last_draw":
            return _DRAW if _DRAW in moves else _PASS
        case "between":
            return moves[-1]
    if state.turn.use:
        return TakeBack()
    if state.turn.replay:
        return moves[0]
    thrown = [move for move in moves if isinstance(move, Discard)]
    if not thrown:
        return moves[0]
    return max(thrown, key=lambda move: hand_points(state.profile, [CARD_TEXT.index(move.card)]))


def _take(state: State, seat: int) -> list[Move]:
    if not free_to_take(state, seat):
        try:
            step(state, seat, _TAKE)
        except IllegalMove:
            return []
    return [_TAKE]


def _plays(state: State, seat: int, steps: int) -> list[Move]:
    profile, player, turn = state.profile, state.players[seat], state.turn
    moves: list[Move] = []
    may_lay = profile.laying.mode == "table" and player.laps >= profile.laying.from_lap and not turn.locked
    if may_lay:
        moves += _lays(state, seat, steps)
    if turn.use or (turn.laid and not turn.final and turn.take_backs < profile.laying.take_backs):
        moves.append(TakeBack())
    if turn.use or turn.replay:
        return moves
    thrown = _discards(state, seat)
    moves += thrown
    if profile.knocking.limit_by != "none":
        moves += _knocks(state, seat, thrown)
    return moves


def _discards(state: State, seat: int) -> list[Discard]:
    free = unbarred(state, seat)
    if not free and bars_lifted(state, seat):
        free = sorted(set(state.players[seat].hand))
    return [_DISCARDS[face] for face in free]


def _knocks(state: State, seat: int, thrown: list[Discard]) -> Iterator[Knock]:
    profile, player = state.profile, state.players[seat]
    if player.laps < profile.laying.from_lap or state.turn.locked:
        return
    limit = knocks.knock_limit(state)
    if profile.laying.mode == "table":
        whole = hand_points(profile, player.hand)
        for move in thrown:
            face = FACE[move.card]
            if len(player.hand) > 1 and whole - hand_points(profile, [face]) <= limit:
                yield _KNOCKS[face]
        return
    least = solver.deadwood(profile, player.hand)
    if least - dearest(profile, player.hand) <= limit:  # a card thrown takes off no more than its points
        left = solver.discards(profile, player.hand)
        yield from (_KNOCKS[face] for face in (FACE[move.card] for move in thrown) if left[face] <= limit)
    if least == 0 and profile.going_out.final_discard == "optional":
        yield Knock()


def _lays(state: State, seat: int, steps: int) -> Iterator[Lay]:
    """Lays of one placement, then the solver's best opening where one meld alone is too low, and its best rebuild."""
    shown = set()
    for placement in single_placements(state, seat):
        move = _whole(state, seat, (placement,))
        if move is not None and move not in shown:
            shown.add(move)
            yield move
    for move in suggestions(state, seat, steps):
        if move not in shown and standing(state, seat, move) is not None:
            shown.add(move)
            yield move
    if not shown and _stuck(state, seat):
        lays = (_whole(state, seat, (placement,)) for placement in more_placements(state, seat, using={JOKER}))
        yield from dict.fromkeys(move for move in lays if move is not None)


def _stuck(state: State, seat: int) -> bool:
    """Whether the turn goes on only with a lay: then a joker is offered in the place of a card of the hand too."""
    turn, hand = state.turn, state.players[seat].hand
    return bool(turn.replay) or (not turn.use and all(bar_on(state, seat, face) for face in set(hand)))


def _whole(state: State, seat: int, placements: tuple[Placement, ...]) -> Lay | None:
    """The placements, and as many more as place all owed jokers in one lay; None where that does not stand."""
    move = Lay(placements)
    if standing(state, seat, move) is not None:
        return move
    after = standing(state, seat, move, more=True) if state.turn.replay > 1 else None
    if after is None or not after.turn.replay:
        return None
    for following in more_placements(after, seat, using={JOKER}):
        whole = _whole(state, seat, (*placements, _named_anew(state, following)))
        if whole is not None:
            return whole
    return None


def _named_anew(state: State, placement: Placement) -> Placement:
    """A placement on a meld that the same lay makes names it ``new:k``."""
    if not isinstance(placement, Add | Swap):
        return placement
    number = int(placement.meld[1:]) - state.next_meld
    return placement if number < 0 else replace(placement, meld=f"new:{number}")
