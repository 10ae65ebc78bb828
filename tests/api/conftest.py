"""The cast and its tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from hosting.services import create_app_key
from tests.api.caller import Caller
from tests.api.rules import BODY
from tests.api.table import Table


@pytest.fixture(autouse=True)
def _full_buckets() -> None:
    """Rates are counted in the cache: each test begins with full buckets."""
    cache.clear()


@pytest.fixture
def anyone() -> Caller:
    """A caller without a token."""
    return Caller(Client())


@pytest.fixture
def key(anyone: Caller) -> Callable[..., Caller]:
    """Makes a caller with an app's key of the given scopes."""

    def make(*scopes: str) -> Caller:
        return anyone.but(token=create_app_key(name="tests", scopes=scopes))

    return make


@pytest.fixture
def alice(key: Callable[..., Caller]) -> Caller:
    """Owns the games: an app's key that may create and arrange them."""
    return key("games:create", "games:arrange")


@pytest.fixture
def charlie(key: Callable[..., Caller]) -> Caller:
    """An outsider: another app's key."""
    return key("games:create")


@pytest.fixture
def club(key: Callable[..., Caller]) -> Caller:
    """A key that writes rules and opens tables."""
    return key("rules:write", "games:create")


@pytest.fixture
def rule(club: Caller) -> str:
    """The path of a draft of the club's."""
    return f"house-rules/{club.post('house-rules', BODY).json['id']}"


@pytest.fixture
def seat_table(alice: Caller) -> Callable[..., Table]:
    """Makes a game of named seats: Alice's seat 0, Bob's seat 1, further ones after them."""

    def make(variant: str = "rummy", *, seats: int = 2, **body: Any) -> Table:
        cast = [{"name": name} for name in ("Alice", "Bob", "Dora", "Emil", "Frida", "Gustav")[:seats]]
        answer = alice.post("games", {"variant": variant, "seats": cast, **body})
        assert answer.status == 201, answer.json
        created = answer.json
        tokens = {line["seat"]: line["token"] for line in created["tokens"]}
        return Table(created["game"]["id"], tuple(alice.but(token=tokens[seat]) for seat in range(seats)))

    return make


@pytest.fixture
def arrange(seat_table: Callable[..., Table]) -> Callable[..., Table]:
    """Makes a game whose first deal is arranged."""

    def make(variant: str, deal: dict[str, Any], **body: Any) -> Table:
        return seat_table(variant, seats=len(deal["hands"]), deal=deal, **body)

    return make


@pytest.fixture
def table(seat_table: Callable[..., Table]) -> Table:
    """Alice and Bob at base Rummy, just dealt."""
    return seat_table()
