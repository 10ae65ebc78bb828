"""Playtests on the slow workers: each task plays one short piece, stores it, and the next one is sent after the commit.

A task is a hint and may be lost, late or doubled: the playtest's row says what is due (``variants.pieces``).
"""

from __future__ import annotations

import logging
from dataclasses import asdict
from typing import Any, Final

from billiard.exceptions import SoftTimeLimitExceeded
from celery import shared_task
from kombu.exceptions import OperationalError

from bots.playing import Broken, Spot, Trial, play_on, spot_from_json, spot_to_json
from bots.report import report_of
from bots.tally import Tally, tally_from_json, tally_to_json
from variants import pieces, signals
from variants.pieces import Claimed

PIECE_S: Final = 0.7
"""How long a task plays: with the event it ends in and its storing, under a second."""

log = logging.getLogger(__name__)


def listen() -> None:
    """Send a task for every piece that is to be played."""
    signals.playtest_requested.connect(send, dispatch_uid="bots.playtests.send")


def send(*, playtest_id: str, piece: int, **_signal: Any) -> None:
    """Send a piece to a slow worker. Where no broker is, the sweep sends it again."""
    try:
        play_piece.apply_async((playtest_id, piece), queue="slow")
    except (OperationalError, OSError) as error:
        log.warning("no broker for playtest %s, the sweep sends it again: %s", playtest_id, error)


@shared_task(name="bots.playtests.play_piece")
def play_piece(playtest_id: str, piece: int) -> None:
    """Claim a piece, play it, store it. Does nothing where it is too late."""
    claimed = pieces.claim(playtest_id=playtest_id, piece=piece)
    if claimed is None:
        return
    trial = trial_of(claimed)
    tally = tally_from_json(claimed.tally) if claimed.tally else Tally.empty(trial.seats)
    try:
        spot = spot_from_json(claimed.spot, trial.profile) if claimed.spot else Spot()
        spot, part = play_on(trial, spot, deals=claimed.left, seconds=PIECE_S)
    except Broken as broken:
        if isinstance(broken.__cause__, SoftTimeLimitExceeded | MemoryError):
            # The machine's fault, or a move that takes for ever: those who try again tell (``pieces.MOST_TRIES``).
            log.warning("playtest %s: a piece was not finished in time: %s", playtest_id, broken)
            pieces.release(claimed)
            return
        tally.add(broken.tally)
        pieces.fail(
            claimed,
            failure=asdict(broken.failure),
            tally=tally_to_json(tally),
            report=report_of(tally, trial.profile),
        )
        return
    tally.add(part)
    pieces.store(
        claimed,
        done=part.deals,
        spot=spot_to_json(spot),
        tally=tally_to_json(tally),
        report=report_of(tally, trial.profile) if part.deals >= claimed.left else None,
    )


def trial_of(claimed: Claimed) -> Trial:
    """What a piece plays."""
    return Trial(claimed.profile, claimed.seats, claimed.level, claimed.seed)
