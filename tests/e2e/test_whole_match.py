"""Whole matches on the real server: web process, broker and workers as `make run` starts them."""

from __future__ import annotations

import os
import signal
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.e2e.player import Player
from tests.servers import Server, wait_for


def create(server: Server, **body: Any) -> Player:
    answer = httpx.post(f"{server.url}/api/v1/games", json=body, timeout=60)
    assert answer.status_code == 201, answer.text
    created = answer.json()
    return Player(server.url, created["game"]["id"], created["tokens"][0]["token"])


def assert_nothing_lost_or_doubled(player: Player, view: dict[str, Any]) -> None:
    events = player.events()
    assert [event["seq"] for event in events] == list(range(1, view["version"] + 1))
    # Between two discards of a turn there is one draw: a doubled bot's move would show as a second.
    drawn = 0
    for event in events:
        if event["kind"] == "dealt":
            drawn = 0
        elif event["kind"] in ("draw_stock", "take_discard"):
            drawn += 1
            assert drawn == 1, event
        elif event["kind"] == "discard":
            drawn = 0
    assert view["results"][-1]["seats"][0]["total"] == view["seats"][0]["score"]


@pytest.mark.timeout(420)
@pytest.mark.parametrize("variant", ["rummy", "rummy-dutch"])
def test_a_match_against_bots_is_played_to_its_end(tmp_path: Path, variant: str) -> None:
    with Server(tmp_path / "data") as server:
        options = {"target": 50} if variant == "rummy" else {"target": 100}
        seats: list[dict[str, str]] = [{"name": "Ärne"}, {"bot": "easy"}, {"bot": "medium"}, {"bot": "hard"}]
        with create(server, variant=variant, options=options, seats=seats) as player:
            view = player.play_until(240)
            assert view["status"] == "finished"
            assert view["winners"]
            assert max(seat["score"] for seat in view["seats"]) >= options["target"]
            assert_nothing_lost_or_doubled(player, view)


@pytest.mark.timeout(420)
def test_a_worker_killed_in_a_bots_turn_loses_and_doubles_nothing(tmp_path: Path) -> None:
    with Server(tmp_path / "data", BOT_THINK_SECONDS="0.3") as server:
        seats = [{"name": "Ann"}, {"bot": "medium"}, {"bot": "medium"}]
        with create(server, variant="rummy", options={"target": 50}, seats=seats) as player:
            for kill in range(1, 4):
                player.play_until(120, version=kill * 8)
                wait_for(lambda: bot_is_due(server, player), "a bot is in its turn")
                os.kill(server.pid("moves"), signal.SIGKILL)
            view = player.play_until(240)
            assert view["status"] == "finished"
            assert_nothing_lost_or_doubled(player, view)


def bot_is_due(server: Server, player: Player) -> bool:
    """Whether a bot's turn is under way; the person plays on where it is hers."""
    with closing(sqlite3.connect(server.folder / "meldhouse.sqlite3")) as database:
        due = database.execute("SELECT bot_due_at FROM hosting_game").fetchone()[0]
    if due is None:
        player.act(player.view())
    return due is not None
