"""What time does to games: deadlines are enforced, and bots that nobody serves are announced again (design.md 5, 6)."""

from __future__ import annotations

import logging
import time
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import DateTimeField, DurationField, ExpressionWrapper, F, Q, Value
from django.utils import timezone

from hosting import signals
from hosting.models import Game, Status
from hosting.selectors import lock_game
from hosting.setups import FALLBACK_LEVEL
from hosting.table import Play, same_turn
from rummy import engine

RESEND_AFTER: Final = timedelta(seconds=2)
"""A bot that is due and unclaimed for so long is announced again."""
RESEND_AT_LATEST: Final = timedelta(seconds=30)
"""Longest pause between two announcements of the same turn. The pauses grow with its wait: where the workers are slow,
more and more messages for the same turns would leave them no time for any other."""
_AT_ONCE: Final = 200
"""Most games that one sweep looks at; the next one follows within about a second."""
_PAUSE_S: Final = 0.01
"""After each game. SQLite's one write lock goes to whoever asks at the right moment, not to who has waited longest:
hundreds of deadlines in one go would keep the players' moves waiting until they time out."""
_MOST_MOVES: Final = 20
"""Far more moves than the rest of a silent seat's turn ever has."""
log = logging.getLogger(__name__)


def sweep(*, now: datetime | None = None) -> None:
    """Enforces deadlines and announces again the bots that are due and unclaimed. Any number may run at once.

    A game that fails is logged and left to the next sweep; the others go on.
    """
    now = now or timezone.now()
    overdue = Game.objects.filter(status=Status.PLAYING, deadline__lte=now).order_by("deadline")
    for game_id, decision in list(overdue.values_list("pk", "decision")[:_AT_ONCE]):
        try:
            time_out(game_id=game_id, decision=decision, now=now)
        except Exception:
            log.exception("the deadline of game %s could not be enforced", game_id)
        time.sleep(_PAUSE_S)
    _resend(now)


def time_out(*, game_id: str, decision: int, now: datetime) -> None:
    """Plays for the seats that let a deadline pass. Reads deadline and decision again under the lock.

    Raises GameNotFound; does nothing where the question is over or the deadline has moved.
    """
    with transaction.atomic():
        game = lock_game(game_id)
        if game.status != Status.PLAYING or game.decision != decision or game.deadline is None or game.deadline > now:
            return
        playing = Play.of(game, now)
        asked = playing.state
        for seat in asked.to_act:
            if playing.seats[seat].bot or (playing.state.deal, playing.state.phase) != (asked.deal, asked.phase):
                continue
            _play_out(playing, seat)
        playing.save()


def _play_out(playing: Play, seat: int) -> None:
    """What a silent seat is taken to do: its answer, or in a turn everything until the turn is over."""
    before = playing.state
    if before.phase != "claims":
        # In a sealed window the log must not tell who let the time pass: that would be an open "pass".
        playing.log(seat, "timed_out")
    if _is_taken_over(playing, seat):
        playing.hand_over(seat, FALLBACK_LEVEL)
        return
    for _ in range(_MOST_MOVES):
        playing.apply(seat, engine.default_move(playing.state, seat))
        if not same_turn(before, playing.state):
            return
        before = playing.state


def _is_taken_over(playing: Play, seat: int) -> bool:
    """Counts a missed turn; whether the clock says that a bot plays on after so many."""
    clock, row = playing.game.clock, playing.seats[seat]
    if clock is None or playing.state.phase in ("claims", "between"):
        return False
    row.misses += 1
    playing.touched.add(seat)
    return bool(clock["on_timeout"] == "bot" and row.misses >= clock["misses"])


def _resend(now: datetime) -> None:
    unclaimed = Q(bot_claimed_until__isnull=True) | Q(bot_claimed_until__lt=now)
    late = Game.objects.filter(unclaimed, status=Status.PLAYING, bot_due_at__lte=now - RESEND_AFTER)
    # ``bot_due_at`` is when the turn was announced last: the next pause is as long as all its waiting until then.
    waited = ExpressionWrapper(F("bot_due_at") - F("asked_at"), DurationField())
    pause = ExpressionWrapper(Value(now, DateTimeField()) - F("bot_due_at"), DurationField())
    late = late.alias(waited=waited, pause=pause).filter(
        Q(pause__gte=F("waited")) | Q(bot_due_at__lte=now - RESEND_AT_LATEST)
    )
    wanted = late.order_by("bot_due_at").only("version", "decision", "state", "bot_due_at").prefetch_related("seats")
    for game in wanted[:_AT_ONCE]:
        # Only the sweep that moves the mark sends: others find it moved.
        if not Game.objects.filter(pk=game.pk, version=game.version, bot_due_at=game.bot_due_at).update(bot_due_at=now):
            continue
        bots = {seat.number for seat in game.seats.all() if seat.bot}
        for seat in game.state["to_act"] if game.state else ():
            if seat in bots:
                signals.turn_began.send_robust(
                    sender=Game, game_id=game.pk, seat=seat, decision=game.decision, due_at=now
                )
