"""What the README says is true: its commands run, its links lead somewhere."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.servers import ROOT, Server

README = ROOT / "README.md"


def commands() -> str:
    found = re.search(r"<!-- first game -->\n```sh\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert found, "the README has no first game"
    return found[1]


@pytest.mark.processes
def test_the_first_game_runs_as_written(tmp_path: Path) -> None:
    assert shutil.which("curl"), "the README's first game needs curl"
    with Server(tmp_path / "data") as server:
        script = commands().replace("http://127.0.0.1:8000", server.url)
        ran = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", script],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    assert ran.returncode == 0, ran.stderr
    title, hand, moves, after = ran.stdout.splitlines()
    assert title == "Rummy"
    assert "{'kind': 'draw_stock'}" in moves
    assert len(hand.split(",")) == 10
    assert len(after.split(",")) == 11


@pytest.mark.parametrize(
    "page", sorted(path.relative_to(ROOT).as_posix() for path in [README, *ROOT.glob("docs/*.md")])
)
def test_links_lead_somewhere(page: str) -> None:
    source = ROOT / page
    for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", source.read_text(encoding="utf-8")):
        assert (source.parent / target).exists(), f"{page} names {target}"


def test_every_make_command_named_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = set(re.findall(r"`make ([a-z-]+)`|^make ([a-z-]+)", README.read_text(encoding="utf-8"), re.MULTILINE))
    assert {first or second for first, second in named} <= targets
