"""The number of queries of a request does not grow with the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.api.table import DRAW, Table, discard

pytestmark = pytest.mark.django_db(transaction=True)


def cost(call: Callable[[], Any]) -> int:
    """How many queries a call makes."""
    with CaptureQueriesContext(connection) as seen:
        answer = call()
    assert answer.status == 200, answer.json
    return len(seen)


def rounds(table: Table, count: int) -> None:
    for _ in range(count):
        for seat in range(len(table.players)):
            view = table.turn(seat, DRAW)
            table.turn(seat, discard(view["me"]["drawn"][0]))


@pytest.mark.parametrize(
    ("path", "most"), [("", 4), ("/legal-moves", 4), ("/events", 7), ("/events?after=1&limit=5", 7), ("/profile", 4)]
)
def test_reading_costs_the_same_late_in_the_game(table: Table, path: str, most: int) -> None:
    player = table.players[0]
    early = cost(lambda: player.get(table.path + path))
    rounds(table, 4)
    late = cost(lambda: player.get(table.path + path))
    assert early == late
    assert late <= most


def test_a_move_costs_the_same_late_in_the_game(table: Table) -> None:
    version = table.view()["version"]
    early = cost(lambda: table.play(0, DRAW, version=version))
    view = table.view()
    table.turn(0, discard(view["me"]["drawn"][0]))
    rounds_left = table.view(1)
    table.turn(1, DRAW)
    table.turn(1, discard(table.view(1)["me"]["drawn"][0]))
    rounds(table, 4)
    version = table.view()["version"]
    late = cost(lambda: table.play(0, DRAW, version=version))
    assert rounds_left["to_act"] == [1]
    assert early == late
    assert late <= 16


def test_more_seats_cost_no_more(seat_table: Callable[..., Table]) -> None:
    small, large = seat_table(seats=2), seat_table(seats=6)
    assert cost(lambda: small.players[0].get(small.path)) == cost(lambda: large.players[0].get(large.path))


@pytest.mark.parametrize("path", ["games", "lobby"])
def test_a_list_costs_the_same_with_more_games(alice: Any, seat_table: Callable[..., Table], path: str) -> None:
    body = {"variant": "rummy", "seats": [{"name": "Alice"}, {}], "visibility": "public"}
    alice.post("games", body)
    few = cost(lambda: alice.get(path))
    for _ in range(4):
        alice.post("games", body)
        seat_table(seats=3)
    assert cost(lambda: alice.get(path)) == few
    assert few <= 4
