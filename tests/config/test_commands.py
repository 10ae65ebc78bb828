"""What somebody reads at the terminal where a command cannot run: one line that says what to do, and exit code 1."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from config.commands import BEHIND
from tests.servers import ROOT, TEST_ONLY

COMMANDS = (
    ("create_app_key", "bridge", "--scope", "games:create"),
    ("replay_playtest", "abc"),
    ("createsuperuser", "--noinput", "--username=vera", "--email=vera@example.org"),
    ("changepassword", "vera"),
    ("clearsessions",),
)
KEY = COMMANDS[0]


def run(folder: Path, *command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name not in TEST_ONLY}
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env={**kept, "RUMMY_DATA_DIR": str(folder), **variables},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_database_without_tables_is_said_with_what_to_run(tmp_path: Path, command: tuple[str, ...]) -> None:
    done = run(tmp_path, *command)
    assert (done.returncode, done.stderr) == (1, f"{BEHIND}\n")


def test_the_traceback_is_there_for_who_asks_for_it(tmp_path: Path) -> None:
    assert "Traceback" in run(tmp_path, *KEY, "--traceback").stderr


def test_so_is_a_database_of_an_older_release(tmp_path: Path) -> None:
    assert run(tmp_path, "migrate", "hosting", "0003", "--verbosity", "0").returncode == 0
    with closing(sqlite3.connect(tmp_path / "meldhouse.sqlite3")) as database:
        database.execute("DROP TABLE hosting_appkey")
    done = run(tmp_path, *KEY)
    assert (done.returncode, done.stderr) == (1, f"{BEHIND}\n")


@pytest.mark.parametrize(
    ("variables", "said"),
    [
        ({"DATABASE_URL": "postgresql://a:b@127.0.0.1:1/x"}, "The database cannot answer: "),
        ({"DATABASE_URL": "mysql://x"}, "DATABASE_URL must begin with postgresql://; leave it empty for SQLite"),
        ({"PORT": "none"}, "PORT: "),
        ({"RUMMY_DATA_DIR": "/proc/nowhere/deep"}, "RUMMY_DATA_DIR: cannot write in /proc/nowhere/deep: "),
    ],
)
def test_surroundings_that_do_not_fit_are_said_in_a_line(tmp_path: Path, variables: dict[str, str], said: str) -> None:
    done = run(tmp_path, *KEY, **variables)
    assert (done.returncode, done.stdout) == (1, "")
    (line,) = done.stderr.splitlines()
    assert said in line


def test_a_command_that_can_run_does(tmp_path: Path) -> None:
    assert run(tmp_path, "migrate", "--verbosity", "0").returncode == 0
    made = run(tmp_path, *KEY)
    assert (made.returncode, made.stderr) == (0, "")
    assert len(made.stdout.split()) == 1
    again = run(tmp_path, "replay_playtest", "abc")
    assert (again.returncode, again.stderr) == (1, "CommandError: there is no playtest abc\n")
