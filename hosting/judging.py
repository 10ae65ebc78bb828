"""What is judged of a request to play before the rules are asked: what it may hold, and whether it comes in time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final
from unicodedata import category

from hosting.errors import Conflict, RevealsMidway, StaleVersion
from hosting.log import events_since
from hosting.models import Game, Status
from rummy.errors import IllegalMove, InvalidMove
from rummy.moves import Move, Ready
from rummy.state import State

_LAST_ONLY: Final = frozenset(("draw_stock", "discard", "knock", "claim", "pass", "ready", "rebuy", "decline"))
"""Kinds of move that reveal something hidden, or may settle claims, end the deal or need chance."""


def judge_request(moves: Sequence[Move]) -> None:
    """Raises InvalidMove for a salt with control characters, which not every database can keep (pointer into the body).

    Raises RevealsMidway for a move before the last whose kind may only be the last of several.
    """
    for index, move in enumerate(moves):
        if isinstance(move, Ready) and any(category(sign) in ("Cc", "Cs") for sign in move.salt or ""):
            raise InvalidMove("control_characters", f"/moves/{index}/salt")
    for index, move in enumerate(moves[:-1]):
        if move.kind in _LAST_ONLY:
            raise RevealsMidway(index, move.kind)


def judge_current(game: Game, seat: int, expected: int | None) -> None:
    """Raises StaleVersion where the caller acts on a question that is over; then what the game's status forbids.

    A version is current from the decision on, as long as the seat still owes its answer. ``expected`` None: the caller
    acts on the game as it is.
    """
    if expected is not None and expected != game.version:
        owes = game.state is not None and seat in game.state["to_act"]
        if not owes or not game.decision <= expected < game.version:
            since = events_since(game, seat, max(0, expected))
            raise StaleVersion(version=game.version, decision=game.decision, events=since)
    judge_status(game)


def judge_status(game: Game) -> None:
    """Raises Conflict or IllegalMove where the game is not being played."""
    if game.status == Status.OPEN:
        raise Conflict("not_started")
    if game.status == Status.ABORTED:
        raise Conflict("game_aborted")
    if game.status == Status.FINISHED:
        raise IllegalMove("match_finished")


def apply_all(apply: Callable[[int, Move], State], seat: int, moves: Sequence[Move]) -> None:
    """Applies moves one after the other (``apply`` returns the state after each).

    Raises RevealsMidway for a lay before the last that ended the deal, and whatever ``apply`` raises; an IllegalMove
    says which of the moves it is about.
    """
    for index, move in enumerate(moves):
        try:
            state = apply(seat, move)
        except IllegalMove as refusal:
            refusal.pointer = f"/moves/{index}"
            raise
        if index < len(moves) - 1 and (state.to_act != (seat,) or state.phase in ("between", "finished")):
            raise RevealsMidway(index, move.kind)
