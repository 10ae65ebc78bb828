"""Bots at hosted tables: a turn that began is sent to a worker, which claims it, chooses and plays.

A task is a hint and may be lost, late or doubled: what is due stands in the game's row, one conditional update decides
who acts, and hosting's sweep announces again what nobody claimed (design.md 6).
"""

from __future__ import annotations

import logging
from contextvars import ContextVar
from datetime import datetime
from random import Random, SystemRandom
from typing import Any, Final

from celery import shared_task
from django.utils import timezone
from kombu.exceptions import OperationalError

from bots import levels
from bots.seen import look
from hosting import services, signals
from hosting.errors import HostingError
from hosting.models import Game
from hosting.services import Claimed
from rummy.engine import default_move
from rummy.errors import IllegalMove
from rummy.moves import Move, move_to_json

LEASE_S: Final = 5.0
"""How long a claimed turn is left alone. A worker that dies with it is followed by another after so long."""
MOST_MOVES: Final = 40
"""Moves that one task plays before others get their turn at the worker."""

log = logging.getLogger(__name__)
_at_work: ContextVar[tuple[str, int] | None] = ContextVar("at_work", default=None)
"""Game and seat for which this very task goes on by itself, so that nothing need be sent for them."""
_seeds = SystemRandom()


def listen() -> None:
    """Send a task for every turn that begins for a bot."""
    signals.turn_began.connect(send, dispatch_uid="bots.tasks.send")


def send(*, game_id: str, seat: int, decision: int, due_at: datetime, **_signal: Any) -> None:
    """Send a bot's turn to a worker, for the moment when it is due. Where no broker is, the sweep sends it again."""
    wait = max(0.0, (due_at - timezone.now()).total_seconds())
    if not wait and _at_work.get() == (game_id, seat):
        return
    try:
        take_turn.apply_async((game_id, seat, decision), countdown=wait)
    except (OperationalError, OSError) as error:
        log.warning("no broker for the turn of seat %d in game %s, the sweep sends it again: %s", seat, game_id, error)


@shared_task(name="bots.tasks.take_turn")
def take_turn(game_id: str, seat: int, decision: int) -> None:
    """Claim the turn, choose, play; and go on while the same bot is due at once. Does nothing where it is too late."""
    token = _at_work.set((game_id, seat))
    try:
        for _ in range(MOST_MOVES):
            turn = services.claim_turn(game_id=game_id, seat=seat, decision=decision, lease_s=LEASE_S)
            if turn is None:
                return
            game = _play(turn)
            if game is None or not _goes_on(game, seat):
                return
            decision = game.decision
    finally:
        _at_work.reset(token)
    send(game_id=game_id, seat=seat, decision=decision, due_at=timezone.now())


def _goes_on(game: Game, seat: int) -> bool:
    """Whether the same bot is due at once. Another bot's turn is never touched: claiming it would only delay it."""
    due = game.bot_due_at
    return due is not None and due <= timezone.now() and game.state is not None and seat in game.state["to_act"]


def _play(turn: Claimed) -> Game | None:
    """Play what the bot chose, or what a silent seat does where that fails; the game after it, None if it was late."""
    move = _choose(turn)
    try:
        try:
            return _send_move(turn, move)
        except IllegalMove as refusal:
            if refusal.code == "match_finished":
                return None
            log.exception("the %s bot of seat %d in game %s chose illegally: %s", *_whose(turn), move_to_json(move))
            return _send_move(turn, default_move(turn.state, turn.seat))
    except HostingError as late:
        log.debug("seat %d in game %s came too late: %s", turn.seat, turn.game_id, late)
        return None


def _choose(turn: Claimed) -> Move:
    try:
        return levels.choose(turn.level, look(turn.state, turn.seat), Random(_seeds.getrandbits(64)))
    except Exception:
        log.exception("the %s bot of seat %d in game %s failed; its seat plays as if it were silent", *_whose(turn))
        return default_move(turn.state, turn.seat)


def _send_move(turn: Claimed, move: Move) -> Game:
    return services.play(game_id=turn.game_id, seat=turn.seat, moves=[move], expected=turn.version).game


def _whose(turn: Claimed) -> tuple[str, int, str]:
    return turn.level, turn.seat, turn.game_id
