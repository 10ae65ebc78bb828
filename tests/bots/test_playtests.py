"""Playtests on workers: nothing is lost, nothing is counted twice, and a fault is kept with what plays it again."""

from __future__ import annotations

import json
import logging
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from io import StringIO
from random import Random
from typing import Any

import pytest
from billiard.exceptions import SoftTimeLimitExceeded
from django.core.management import CommandError, call_command
from django.utils import timezone
from kombu.exceptions import OperationalError

from bots import playing, playtests
from bots.levels import LEVELS
from bots.playing import Spot, Trial, play_on
from bots.report import report_of
from bots.seen import Facts
from rummy.moves import Move
from variants import catalogue, pieces, signals
from variants import playtests as services
from variants.models import Playtest, PlaytestState

pytestmark = pytest.mark.django_db(transaction=True)

Sent = deque[tuple[str, int]]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Iterator[Sent]:
    """Pieces that were announced and that no worker has played yet. Each is one event, however fast the machine is."""
    monkeypatch.setattr(playtests, "PIECE_S", 0.0)
    waiting: Sent = deque()

    def keep(*, playtest_id: str, piece: int, **_signal: Any) -> None:
        waiting.append((playtest_id, piece))

    signals.playtest_requested.connect(keep)
    yield waiting
    signals.playtest_requested.disconnect(keep)


def asked(**changes: Any) -> Playtest:
    chosen: dict[str, Any] = {
        "variant": catalogue.variant("rummy"),
        "deals": 3,
        "seats": 2,
        "level": "easy",
        "by": "Ann",
    } | changes
    return services.request(**chosen)


def fresh(playtest: Playtest) -> Playtest:
    return Playtest.objects.get(pk=playtest.pk)


def work(sent: Sent, most: int = 2000) -> None:
    """Play every piece that was announced, and those that follow."""
    for _ in range(most):
        if not sent:
            return
        playtests.play_piece(*sent.popleft())
    pytest.fail(f"still going after {most} pieces")


def report_in_one_go(deals: int, seats: int = 2) -> dict[str, Any]:
    profile = catalogue.variant("rummy").profile
    _, tally = play_on(Trial(profile, seats, "easy", 1), Spot(), deals=deals, seconds=60)
    return counted(report_of(tally, profile))


def counted(report: dict[str, Any] | None) -> dict[str, Any]:
    """A report without what depends on the machine."""
    assert report is not None
    kept: dict[str, Any] = json.loads(json.dumps(report))
    del kept["seconds_per_deal"]
    return kept


def test_a_playtest_is_played_in_pieces_and_its_report_is_that_of_the_deals(sent: Sent) -> None:
    playtest = asked()
    assert (playtest.state, list(sent)) == (PlaytestState.QUEUED, [(playtest.pk, 0)])
    work(sent)
    done = fresh(playtest)
    assert (done.state, done.done, done.spot, done.failure) == (PlaytestState.DONE, 3, None, None)
    assert done.pieces > 2
    assert done.started_at is not None
    assert done.finished_at is not None
    assert counted(done.report) == report_in_one_go(3)


def test_doubled_late_and_lost_messages_change_nothing(sent: Sent) -> None:
    playtest = asked()
    old: list[tuple[str, int]] = []
    while sent:
        piece = sent.popleft()
        playtests.play_piece(*piece)
        playtests.play_piece(*piece)
        for late in old[-3:]:
            playtests.play_piece(*late)
        old.append(piece)
        if len(old) == 2:
            sent.clear()
            Playtest.objects.update(sent_at=timezone.now() - timedelta(minutes=1))
            pieces.sweep()
            pieces.sweep()
            assert len(sent) == 1, "only one sweep announces it"
    done = fresh(playtest)
    assert (done.state, done.done) == (PlaytestState.DONE, 3)
    assert counted(done.report) == report_in_one_go(3)
    playtests.play_piece(*old[-1])
    playtests.play_piece("nothing", 0)
    assert fresh(playtest).report == done.report


def test_a_piece_of_a_dead_worker_is_played_again_and_counted_once(sent: Sent) -> None:
    playtest = asked()
    playtests.play_piece(*sent.popleft())
    died = pieces.claim(playtest_id=playtest.pk, piece=1)
    assert died is not None
    playtests.play_piece(playtest.pk, 1)
    assert fresh(playtest).pieces == 1, "its lease is not over"
    later = timezone.now() + max(pieces.LEASE, pieces.RESEND_AFTER) + timedelta(seconds=1)
    sent.clear()
    pieces.sweep(now=later)
    assert list(sent) == [(playtest.pk, 1)]
    Playtest.objects.update(claimed_until=timezone.now() - timedelta(seconds=1))
    work(sent)
    done = fresh(playtest)
    assert counted(done.report) == report_in_one_go(3)
    # It was not dead after all, only slow: what it brings now is not wanted.
    assert not pieces.store(died, done=99, spot={}, tally={}, report={})
    assert fresh(playtest).report == done.report


def test_the_sweep_leaves_alone_what_is_being_played_or_over(sent: Sent) -> None:
    running, over = asked(), asked()
    pieces.claim(playtest_id=running.pk, piece=0)
    Playtest.objects.filter(pk=running.pk).update(claimed_until=timezone.now() + timedelta(minutes=1))
    services.cancel(over.pk)
    sent.clear()
    pieces.sweep(now=timezone.now() + pieces.RESEND_AFTER / 2)
    pieces.sweep(now=timezone.now() + pieces.RESEND_AFTER + timedelta(seconds=1))
    assert not sent


def test_a_cancelled_playtest_is_played_no_more(sent: Sent) -> None:
    playtest = asked()
    playtests.play_piece(*sent.popleft())
    under_way = pieces.claim(playtest_id=playtest.pk, piece=1)
    assert under_way is not None
    assert services.cancel(playtest.pk)
    assert not services.cancel(playtest.pk)
    assert not pieces.store(under_way, done=1, spot={}, tally={}, report=None)
    sent.append((playtest.pk, 1))
    work(sent)
    assert fresh(playtest).state == PlaytestState.CANCELLED


def test_a_broker_that_is_down_loses_nothing(
    sent: Sent, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def down(*_arguments: Any, **_options: Any) -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(playtests.play_piece, "apply_async", down)
    with caplog.at_level(logging.WARNING, "bots.playtests"):
        playtest = asked()
    assert "the sweep sends it again" in caplog.text
    pieces.sweep(now=timezone.now() + pieces.RESEND_AFTER + timedelta(seconds=1))
    assert list(sent) == [(playtest.pk, 0)] * 2


@pytest.fixture
def faulty(monkeypatch: pytest.MonkeyPatch) -> None:
    """An easy bot that fails in a position that comes up in some deal, though not in the first."""

    def breaks(facts: Facts, rng: Random) -> Move | None:
        if facts.view["deal"] == 3 and len(facts.hand) < 8:
            raise ZeroDivisionError("a bot's fault")
        return good(facts, rng)

    good = LEVELS["easy"].play
    monkeypatch.setattr(playing, "LEVELS", {**LEVELS, "easy": replace(LEVELS["easy"], play=breaks)})


@pytest.mark.usefixtures("faulty")
def test_a_failed_playtest_keeps_what_was_counted_and_is_played_again_by_one_command(sent: Sent) -> None:
    playtest = asked()
    work(sent)
    failed = fresh(playtest)
    assert (failed.state, failed.done) == (PlaytestState.FAILED, 2)
    assert failed.report is not None
    assert failed.report["deals"] == 2
    assert failed.failure is not None
    assert (failed.failure["code"], failed.failure["deal"]) == ("exception", 3)
    assert "ZeroDivisionError" in failed.failure["detail"]
    out = StringIO()
    with pytest.raises(CommandError, match="ZeroDivisionError"):
        call_command("replay_playtest", playtest.pk, stdout=out)
    lines = [line for line in out.getvalue().splitlines() if line.startswith("{")]
    assert "dealt" in [json.loads(line).get("kind") for line in lines]
    assert json.loads(lines[-1])["failure"] == "exception"
    assert len(lines) > failed.failure["moves"]


def test_a_deal_is_played_again_to_be_looked_at(sent: Sent) -> None:
    playtest = asked()
    work(sent)
    report = fresh(playtest).report
    assert report is not None
    out = StringIO()
    call_command("replay_playtest", playtest.pk, stdout=out)
    events = [json.loads(line) for line in out.getvalue().splitlines()[1:]]
    assert sum(event["kind"] in ("draw_stock", "take_discard") for event in events) in (
        report["longest"]["turns"], report["longest"]["turns"] - 1,
    )  # fmt: skip
    with pytest.raises(CommandError, match="no playtest"):
        call_command("replay_playtest", "nothing")


def test_a_piece_that_nobody_finishes_fails_the_playtest_in_the_end(
    sent: Sent, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(_facts: Facts, _rng: Random) -> Move | None:
        raise SoftTimeLimitExceeded

    monkeypatch.setattr(playing, "LEVELS", {"easy": replace(LEVELS["easy"], play=endless)})
    monkeypatch.setattr(playtests, "PIECE_S", 0.05)  # a piece gets as far as the bot
    playtest = asked()
    for _ in range(pieces.MOST_TRIES):
        assert fresh(playtest).state in (PlaytestState.QUEUED, PlaytestState.RUNNING)
        playtests.play_piece(playtest.pk, 0)
    playtests.play_piece(playtest.pk, 0)
    failed = fresh(playtest)
    assert failed.state == PlaytestState.FAILED
    assert failed.failure is not None
    assert failed.failure["code"] == "no_answer"
    sent.clear()
