"""A bot's turn is played by whoever claims it: one conditional update decides, and no lock is held meanwhile."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from hosting.models import Game, Status
from rummy.formats import load_profile, load_state
from rummy.state import State


@dataclass(frozen=True)
class Claimed:
    """A bot's turn, claimed: nobody else moves for it until the lease is over."""

    game_id: str
    seat: int
    level: str
    version: int
    state: State


def claim_turn(*, game_id: str, seat: int, decision: int, lease_s: float) -> Claimed | None:
    """A bot's turn, if it is still to be had (one conditional update decides); None for a stale or doubled task."""
    now = timezone.now()
    free = Q(bot_claimed_until__isnull=True) | Q(bot_claimed_until__lt=now)
    claimed = Game.objects.filter(
        free, pk=game_id, decision=decision, status=Status.PLAYING, bot_due_at__lte=now + timedelta(milliseconds=50)
    ).update(bot_claimed_until=now + timedelta(seconds=lease_s))
    if not claimed:
        return None
    game = Game.objects.get(pk=game_id)
    row = game.seats.filter(number=seat).first()
    if (
        game.state is None
        or game.decision != decision
        or row is None
        or not row.bot
        or seat not in game.state["to_act"]
    ):
        release_turn(game_id=game_id, decision=decision)
        return None
    return Claimed(game_id, seat, row.bot, game.version, load_state(game.state, load_profile(game.profile)))


def release_turn(*, game_id: str, decision: int) -> None:
    """Give a claim back, so that another task need not wait for the lease to end."""
    Game.objects.filter(pk=game_id, decision=decision).update(bot_claimed_until=None)
