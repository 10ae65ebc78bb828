"""The rows of rules.md C: every fixture and every question has a test that names it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def rows(file: str) -> set[int]:
    """The rows that the tests of a file name."""
    return {int(number) for number in re.findall(r"^def test_(\d+)_", (HERE / file).read_text(), re.MULTILINE)}


@pytest.mark.parametrize(
    ("file", "asked"),
    [
        ("test_engine_fixtures.py", range(1, 25)),
        ("test_questions_romme.py", range(1, 31)),
        # Base and Dutch Rummy: the table has a dash in every other row.
        ("test_engine_questions.py", [1, 2, 3, 4, 5, 6, 7, 11, 17, 18, 19, 20, 21, 23, 24, 25, 26, 27]),
    ],
)
def test_every_row_has_its_test(file: str, asked: list[int]) -> None:
    assert rows(file) == set(asked)
