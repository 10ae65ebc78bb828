"""What goes wrong on the server's side is told in the same form."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from django.db import connection
from django.test import Client

from hosting import selectors
from tests.api.table import DRAW, Table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite has one write lock for all")
def test_a_database_that_is_busy_is_told_with_a_time_to_try_again(table: Table) -> None:
    version = table.view()["version"]
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 100")
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        answer = table.play(0, DRAW, version=version)
        assert (answer.status, answer.code, answer.headers["retry-after"]) == (503, "unavailable", "1")
        assert table.players[0].get(table.path).status == 200, "reads wait for nobody"
        other.execute("ROLLBACK")
    assert table.play(0, DRAW, version=version).status == 200
    connection.close()


@pytest.mark.parametrize("path", ["", "/events"])
def test_a_fault_that_nobody_foresaw_is_a_problem_without_its_inside(
    table: Table, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    def broken(**_: object) -> None:
        raise RuntimeError("the inside")

    monkeypatch.setattr(selectors, "table_for", broken)
    answer = table.players[0].but(client=Client(raise_request_exception=False)).get(table.path + path)
    assert (answer.status, answer.code) == (500, "internal_error")
    assert b"inside" not in answer.content
