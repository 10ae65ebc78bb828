"""SQLite's write lock in another program's hands: one caller waits in vain, those after it are told at once."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing

import pytest
from django.db import connection, connections

import config.asgi
from config.patience import Patience
from tests.api.table import DRAW, Table, discard

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite has one write lock for all"),
]
WAIT_MS = 4000
CALLERS = 10


@pytest.fixture
def other(table: Table) -> Iterator[sqlite3.Connection]:  # noqa: ARG001  # what is written comes before
    """Another program. This thread's connection is as the web process's, only that it waits not quite so long."""
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA busy_timeout = {WAIT_MS}")
    address = connection.settings_dict["NAME"]
    program = sqlite3.connect(address, isolation_level=None, check_same_thread=False)
    with closing(program), connection.execute_wrapper(Patience()):
        yield program
    connection.close()


def test_the_web_process_has_this_patience() -> None:
    assert config.asgi.application
    opened = connections.create_connection("default")
    for _ in range(2):
        opened.ensure_connection()
        opened.close()
    assert [type(wrapper) for wrapper in opened.execute_wrappers] == [Patience]


def test_callers_do_not_wait_one_after_the_other(table: Table, other: sqlite3.Connection) -> None:
    version = table.view()["version"]
    other.execute("BEGIN IMMEDIATE")
    start = time.monotonic()
    answers = []
    for _ in range(CALLERS):
        answers.append(table.play(0, DRAW, version=version))
        assert table.players[0].get(table.path).status == 200, "reads are never refused"
    taken = time.monotonic() - start
    assert {(answer.status, answer.code, answer.headers["retry-after"]) for answer in answers} == {
        (503, "unavailable", "1")
    }
    assert WAIT_MS / 1000 <= taken < CALLERS * WAIT_MS / 1000 / 2, "the first waited, the others did not"
    other.execute("ROLLBACK")
    assert table.play(0, DRAW, version=version).status == 200


def test_who_comes_when_the_lock_was_free_meanwhile_waits_again(table: Table, other: sqlite3.Connection) -> None:
    version = table.view()["version"]
    other.execute("BEGIN IMMEDIATE")
    assert table.play(0, DRAW, version=version).status == 503
    other.execute("ROLLBACK")
    table.turn(0, DRAW)
    other.execute("BEGIN IMMEDIATE")
    release = threading.Timer(0.5, other.execute, ["ROLLBACK"])
    release.start()
    thrown = discard(table.view(0)["me"]["hand"][0])
    assert table.play(0, thrown).status == 200
    release.join()
