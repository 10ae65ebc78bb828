"""The pieces in which a playtest is played, by whoever listens to ``playtest_requested``. No deal is played here.

What is to be played stands in the row, one conditional update decides who plays a piece, and another whether its
result is still wanted: a message that is lost, late or doubled does nothing wrong.
"""

from __future__ import annotations

import logging
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import F, Q, Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from rummy.formats import load_profile
from rummy.profile import RuleProfile
from variants.models import RUNNING_STATES, Playtest, PlaytestState
from variants.signals import playtest_requested

LEASE: Final = timedelta(seconds=6)
"""How long a claimed piece is left alone: longer than a worker may be busy with one that takes under a second."""
RESEND_AFTER: Final = timedelta(seconds=10)
"""An unfinished playtest that nobody plays for so long is announced again."""
MOST_TRIES: Final = 4
"""A piece that so many workers began and none brought back has failed: something in it takes for ever."""
_AT_ONCE: Final = 50

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Claimed:
    """A piece that is the claimant's to play until the lease is over."""

    playtest_id: str
    piece: int
    claim: str
    profile: RuleProfile
    seats: int
    level: str
    seed: int
    left: int
    """Deals that are still to be played."""
    spot: dict[str, Any] | None
    tally: dict[str, Any] | None


def announce(playtest_id: str, piece: int) -> None:
    """Tell, once it is sure, that a piece is to be played."""
    transaction.on_commit(
        lambda: playtest_requested.send_robust(sender=Playtest, playtest_id=playtest_id, piece=piece), robust=True
    )


def claim(*, playtest_id: str, piece: int) -> Claimed | None:
    """The piece with that number, if it is still to be had; None for a stale or doubled message, or a late one.

    A piece that was begun too often fails the playtest (``no_answer``).
    """
    now, token = timezone.now(), secrets.token_hex(16)
    free = Q(claimed_until__isnull=True) | Q(claimed_until__lt=now)
    claimed = Playtest.objects.filter(free, pk=playtest_id, pieces=piece, state__in=RUNNING_STATES).update(
        claim=token,
        claimed_until=now + LEASE,
        tries=F("tries") + 1,
        state=PlaytestState.RUNNING,
        started_at=Coalesce(F("started_at"), Value(now)),
    )
    if not claimed:
        return None
    row = Playtest.objects.get(pk=playtest_id)
    profile = load_profile(row.profile)
    mine = Claimed(
        row.pk, piece, token, profile, row.seats, row.level, row.seed, row.deals - row.done, row.spot, row.tally
    )  # fmt: skip
    if row.tries > MOST_TRIES:
        detail = f"{MOST_TRIES} workers began to play on and none came back"
        fail(mine, failure={"code": "no_answer", "deal": row.done + 1, "detail": detail})
        return None
    return mine


def store(
    claimed: Claimed, *, done: int, spot: dict[str, Any], tally: dict[str, Any], report: dict[str, Any] | None
) -> bool:
    """Keep what a piece has counted: ``done`` more deals. With a ``report`` the playtest is over.

    Returns whether it was still wanted: not where the claim is another's by now, or the playtest was cancelled.
    """
    now = timezone.now()
    changes: dict[str, Any] = {"done": F("done") + done, "spot": spot, "sent_at": now}
    if report is not None:
        changes |= {"spot": None, "report": report, "state": PlaytestState.DONE, "finished_at": now}
    return _give_back(claimed, tally=tally, **changes)


def fail(
    claimed: Claimed,
    *,
    failure: dict[str, Any],
    tally: dict[str, Any] | None = None,
    report: dict[str, Any] | None = None,
) -> bool:
    """End a playtest with what must never happen; ``tally`` and ``report`` are of the deals before it."""
    log.error("playtest %s failed: %s", claimed.playtest_id, failure.get("detail"))
    changes: dict[str, Any] = {"spot": None, "state": PlaytestState.FAILED, "finished_at": timezone.now()}
    if tally is not None:
        changes |= {"tally": tally, "done": tally["deals"], "report": report}
    return _give_back(claimed, failure=failure, **changes)


def release(claimed: Claimed) -> None:
    """Give a claim back unplayed, so that another worker need not wait for the lease to end."""
    Playtest.objects.filter(pk=claimed.playtest_id, claim=claimed.claim).update(claim="", claimed_until=None)


def _give_back(claimed: Claimed, **changes: Any) -> bool:
    with transaction.atomic():
        mine = Playtest.objects.filter(pk=claimed.playtest_id, claim=claimed.claim, state=PlaytestState.RUNNING)
        if not mine.update(claim="", claimed_until=None, tries=0, pieces=F("pieces") + 1, **changes):
            return False
        if "state" not in changes:
            announce(claimed.playtest_id, claimed.piece + 1)
    return True


def sweep(*, now: datetime | None = None) -> None:
    """Announce again what is unfinished and played by nobody. Any number of sweeps may run at once."""
    now = now or timezone.now()
    free = Q(claimed_until__isnull=True) | Q(claimed_until__lt=now)
    late = Playtest.objects.filter(free, state__in=RUNNING_STATES, sent_at__lte=now - RESEND_AFTER)
    for pk, pieces, sent_at in late.order_by("sent_at").values_list("pk", "pieces", "sent_at")[:_AT_ONCE]:
        # Only the sweep that moves the mark sends: others find it moved.
        if Playtest.objects.filter(pk=pk, pieces=pieces, sent_at=sent_at).update(sent_at=now):
            announce(pk, pieces)
