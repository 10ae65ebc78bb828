"""The set-up of many machines: a real PostgreSQL, and RabbitMQ or Redis as the broker."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import httpx
import kombu
import psycopg
import pytest

from tests.e2e.player import Player
from tests.servers import Server

pytestmark = [pytest.mark.services, pytest.mark.timeout(240)]

POSTGRESQL = os.environ.get("TEST_POSTGRESQL", "postgresql://postgres@127.0.0.1:5432")
BROKERS = {
    "rabbitmq": os.environ.get("TEST_RABBITMQ", "amqp://guest:guest@127.0.0.1:5672//"),
    "redis": os.environ.get("TEST_REDIS", "redis://127.0.0.1:6379/7"),
}


@pytest.fixture
def database() -> Iterator[str]:
    """A database of its own, gone afterwards."""
    name = f"meldhouse_{uuid4().hex[:12]}"
    with psycopg.connect(f"{POSTGRESQL}/postgres", autocommit=True) as link:
        link.execute(f'CREATE DATABASE "{name}"')
        yield f"{POSTGRESQL}/{name}"
        link.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@pytest.fixture(params=BROKERS)
def broker(request: pytest.FixtureRequest) -> str:
    """A broker whose queues are empty."""
    url = BROKERS[request.param]
    with kombu.Connection(url) as link:
        for name in ("moves", "slow"):
            queue = kombu.Queue(name, kombu.Exchange(""), routing_key=name).bind(link.default_channel)
            queue.declare()
            queue.purge()
    return url


@pytest.fixture
def server(tmp_path: Path, database: str, broker: str) -> Iterator[Server]:
    with Server(tmp_path / "data", DATABASE_URL=database, BROKER_URL=broker, BOT_THINK_SECONDS="0.3") as server:
        yield server


def new_game(server: Server) -> Player:
    seats = [{"name": "Ann"}, {"bot": "easy"}, {"bot": "medium"}, {"bot": "hard"}]
    body = {"variant": "rummy", "options": {"target": 50}, "seats": seats}
    answer = httpx.post(f"{server.url}/api/v1/games", json=body, timeout=60)
    assert answer.status_code == 201, answer.text
    made = answer.json()
    return Player(server.url, made["game"]["id"], made["tokens"][0]["token"])


def test_a_match_is_played_though_a_worker_is_killed(server: Server) -> None:
    with new_game(server) as player:
        player.play_until(60, version=12)
        os.kill(server.pid("moves"), signal.SIGKILL)
        view = player.play_until(150)
        assert view["status"] == "finished"
        assert [event["seq"] for event in player.events()] == list(range(1, view["version"] + 1))


def test_turns_that_wait_do_not_hold_up_the_others(server: Server) -> None:
    """Eight tables whose bots think at the same time: about as quick as one."""
    players = [new_game(server) for _ in range(8)]
    try:
        began = time.monotonic()
        for player in players:
            player.play_until(60, version=8)
        assert time.monotonic() - began < 40
    finally:
        for player in players:
            player.http.close()
    assert "sweep failed" not in server.output()
