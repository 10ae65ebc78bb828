"""The rules sheets that are kept are those that the rules make; ``python -m tests.golden`` writes them anew."""

from pathlib import Path

import pytest

from tests.golden.sheets import kept


@pytest.mark.parametrize(("path", "told"), [pytest.param(path, told, id=path.stem) for path, told in kept()])
def test_a_sheet_is_as_it_was_read(path: Path, told: str) -> None:
    assert told == path.read_text(encoding="utf-8")
