"""How often a caller may call."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.caller import Caller
from tests.api.table import DRAW, Table, discard

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def rates(settings: Any) -> dict[str, tuple[int, float]]:
    """Small buckets that hardly refill."""
    settings.API_RATES = {"stateless": (3, 0.01), "reads": (5, 0.01), "moves": (2, 0.01), "new_games": (2, 0.01)}
    return dict(settings.API_RATES)


@pytest.mark.usefixtures("rates")
def test_an_address_without_a_token_has_a_bucket(anyone: Caller) -> None:
    answers = [anyone.get("variants") for _ in range(4)]
    assert [answer.status for answer in answers] == [200, 200, 200, 429]
    assert [answer.headers["ratelimit"].split(";")[1] for answer in answers] == ["r=2", "r=1", "r=0", "r=0"]
    refused = answers[-1]
    assert refused.code == "too_many_requests"
    assert 1 <= int(refused.headers["retry-after"]) <= 100
    assert refused.headers["ratelimit-policy"] == '"stateless";q=3;w=300'


@pytest.mark.usefixtures("rates")
def test_forwarded_addresses_are_not_believed(anyone: Caller) -> None:
    answers = [anyone.get("variants", X_Forwarded_For=f"10.0.0.{number}") for number in range(4)]
    assert answers[-1].status == 429


@pytest.mark.usefixtures("rates")
def test_new_games_without_a_key_are_counted_apart(anyone: Caller, settings: Any) -> None:
    settings.OPEN_TABLES = True
    body = {"variant": "rummy", "seats": [{"name": "Alice"}, {}]}
    assert [anyone.post("games", body).status for _ in range(3)] == [201, 201, 429]
    assert anyone.get("variants").status == 200


def test_each_seat_has_its_own_buckets(table: Table, settings: Any) -> None:
    settings.API_RATES = {"reads": (2, 0.01)}
    assert [table.players[0].get(table.path).status for _ in range(3)] == [200, 200, 429]
    assert table.players[1].get(table.path).status == 200


def test_stale_moves_cost_nothing(table: Table, settings: Any) -> None:
    settings.API_RATES = {"moves": (2, 0.01)}
    version = table.view()["version"]
    assert [table.play(0, DRAW, version=0).status for _ in range(4)] == [412] * 4
    drawn = table.play(0, DRAW, version=version)
    assert drawn.status == 200
    assert table.play(0, discard(drawn.json["me"]["drawn"][0]), version=version + 1).status == 200
    assert table.play(1, DRAW, version=version + 2).status == 200, "Bob's bucket is his own"


def test_events_are_counted_too(table: Table, settings: Any) -> None:
    settings.API_RATES = {"reads": (1, 0.01)}
    assert [table.players[0].get(f"{table.path}/events").status for _ in range(2)] == [200, 429]
