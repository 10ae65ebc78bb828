"""A playtest on the real server, whose slow worker is killed in the middle of it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from bots.playing import Spot, Trial, play_on
from bots.report import report_of
from tests.servers import ROOT, Server, wait_for
from variants import catalogue

DEALS = 100


def key_of(server: Server) -> str:
    """An app's key of that server."""
    made = subprocess.run(
        [sys.executable, "manage.py", "create_app_key", "club", "--scope", "rules:write"],
        cwd=ROOT,
        env={**os.environ, "RUMMY_DATA_DIR": str(server.folder), "DJANGO_SETTINGS_MODULE": "config.settings"},
        check=True,
        capture_output=True,
        text=True,
    )
    return made.stdout.strip()


@pytest.mark.timeout(900)
def test_a_slow_worker_killed_in_a_playtest_loses_and_doubles_no_deal(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        asked = httpx.post(
            f"{server.url}/api/v1/variants/rummy/playtest",
            json={"deals": DEALS, "seats": 2, "level": "medium"},
            headers={"Authorization": f"Bearer {key_of(server)}"},
            timeout=60,
        )
        assert asked.status_code == 202, asked.text
        location = server.url + asked.headers["location"]

        def read() -> dict[str, Any]:
            body: dict[str, Any] = httpx.get(location, timeout=60).json()
            return body

        wait_for(lambda: read()["done"] > 0, "the first deals are played")
        os.kill(server.pid("slow"), signal.SIGKILL)
        wait_for(lambda: read()["state"] != "running", "another worker plays on", seconds=300)
        done = read()
    assert (done["state"], done["done"], done["failure"]) == ("done", DEALS, None)
    profile = catalogue.variant("rummy").profile
    _, tally = play_on(Trial(profile, 2, "medium", 1), Spot(), deals=DEALS, seconds=300)
    expected = report_of(tally, profile)
    assert {**done["report"], "seconds_per_deal": None} == {**expected, "seconds_per_deal": None}
