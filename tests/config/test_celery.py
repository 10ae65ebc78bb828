import logging

import pytest
from celery import current_app

from config.celery import app, sweep_once
from hosting import services
from variants import pieces


def test_tasks_go_to_our_broker_wherever_they_are_sent_from() -> None:
    assert current_app.tasks is app.tasks
    assert "bots.tasks.take_turn" in app.tasks
    assert set(app.amqp.queues) == {"moves", "slow"}


def test_a_task_that_ends_late_is_done_again() -> None:
    assert app.conf.task_acks_late
    assert app.conf.task_reject_on_worker_lost
    assert app.conf.accept_content == ["json"]


def test_a_failing_sweep_is_logged_and_the_next_one_runs(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    swept = []

    def fail_once() -> None:
        swept.append(1)
        if len(swept) == 1:
            raise RuntimeError("the disk is full")

    others: list[int] = []
    monkeypatch.setattr(services, "sweep", fail_once)
    monkeypatch.setattr(pieces, "sweep", lambda: others.append(1))
    with caplog.at_level(logging.ERROR, logger="config.celery"):
        sweep_once()
        sweep_once()
    assert len(swept) == 2
    assert len(others) == 2, "another room is swept all the same"
    assert [record.getMessage() for record in caplog.records] == ["a sweep failed; the next one follows"]
    assert "the disk is full" in caplog.text
