"""The commands of docs/performance.md can be run."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

from tests.servers import ROOT

PAGE = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")


def test_every_command_exists_and_takes_its_options() -> None:
    commands = re.findall(r"`python -m ([a-z.]+)([^`]*)`", PAGE)
    assert {module for module, _ in commands} >= {
        f"benchmarks.{name}" for name in ("engine", "deadwood", "melds", "bots")
    }
    for module, options in commands:
        found = importlib.util.find_spec(module)
        assert found is not None, module
        assert found.origin is not None, module
        source = (ROOT / "benchmarks" / "rates.py").read_text("utf-8") + Path(found.origin).read_text("utf-8")
        for option in re.findall(r"--[a-z]+", options):
            assert f'"{option}"' in source, (module, option)


def test_every_make_command_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"`make ([a-z-]+)`", PAGE)) <= targets
