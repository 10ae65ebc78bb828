"""The compiled form of the solver: it never hides a change of the source, and goes without a trace."""

from __future__ import annotations

import os
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from benchmarks import compiled
from tests.servers import ROOT


def tree(root: Path, *names: str, age: int = 0) -> None:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        os.utime(path, (1_000_000 - age, 1_000_000 - age))


def extension(name: str) -> str:
    return name + EXTENSION_SUFFIXES[0]


def test_every_module_of_the_solver_is_compiled() -> None:
    sources = {path.relative_to(ROOT).as_posix() for path in compiled.sources()}
    assert sources >= {path.relative_to(ROOT).as_posix() for path in (ROOT / "rummy" / "solver").glob("*.py")}
    assert all((ROOT / source).exists() for source in sources)


def test_without_extensions_all_is_pure(tmp_path: Path) -> None:
    tree(tmp_path, "rummy/melds.py", "rummy/solver/search.py")
    assert compiled.compiled(tmp_path) == []
    assert compiled.complaint(tmp_path) == ""


def test_extensions_younger_than_their_source_stand_in_for_it(tmp_path: Path) -> None:
    tree(tmp_path, "rummy/melds.py", "rummy/cards.py", "rummy/solver/search.py", age=5)
    tree(tmp_path, extension("rummy/melds"), extension("rummy/solver/search"))
    assert compiled.compiled(tmp_path) == ["rummy/melds.py", "rummy/solver/search.py"]
    assert compiled.complaint(tmp_path) == ""


def test_an_extension_that_hides_a_newer_source_or_none_is_named(tmp_path: Path) -> None:
    tree(tmp_path, "rummy/melds.py", "rummy/cards.py")
    tree(tmp_path, extension("rummy/melds"), extension("rummy/cards"), extension("rummy/solver/gone"), age=5)
    tree(tmp_path, extension("rummy/cards"))
    assert compiled.stale(tmp_path) == [extension("rummy/melds"), extension("rummy/solver/gone")]
    assert extension("rummy/melds") in compiled.complaint(tmp_path)


def test_a_check_that_finds_nothing_says_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It stands before every `make run`, whose only line is the address."""
    monkeypatch.setattr("sys.argv", ["compiled", "check"])
    monkeypatch.setattr(compiled, "complaint", lambda: "")
    compiled.main()
    assert capsys.readouterr().out == ""


def test_they_are_removed_and_nothing_else_is(tmp_path: Path) -> None:
    kept = ("rummy/melds.py", "rummy/solver/search.py", "rummy/texts/en.toml", "other.so", "web/static/page.so")
    tree(tmp_path, *kept)
    tree(tmp_path, extension("rummy/melds"), extension("rummy/solver/search"), extension("rummy_hot__mypyc"))
    compiled.remove(tmp_path)
    assert sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.*")) == sorted(kept)
