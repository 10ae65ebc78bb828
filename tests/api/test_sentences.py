"""Every refusal that the source can raise has a sentence in every language: a code is nothing to read."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.texts import sentence

ROOT = Path(__file__).resolve().parents[2]
RAISED = frozenset(
    (
        "Conflict",
        "Fault",
        "HouseRuleConflict",
        "IllegalMove",
        "InvalidMove",
        "NotAllowed",
        "Problem",
        "SetupFault",
        "__init__",
    )
)
"""What is called with a code; ``__init__`` is that of the exceptions' own base."""


class Anything(dict[str, str]):
    """Data in which whatever a sentence names is there."""

    def __missing__(self, key: str) -> str:
        return key


def codes() -> Iterator[tuple[str, str]]:
    """Codes as they stand in the source, and where."""
    for room in ("rummy", "variants", "hosting", "api"):
        for path in (ROOT / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if not isinstance(node, ast.Call):
                    continue
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if name not in RAISED:
                    continue
                # A code is the first argument, or the second after a place or a status.
                texts = [each.value for each in node.args[:2] if isinstance(each, ast.Constant)]
                code = next((text for text in texts if isinstance(text, str) and re.fullmatch("[a-z_]+", text)), None)
                if code is not None:
                    yield code, f"{path.relative_to(ROOT)}:{node.lineno}"


FOUND = sorted(codes())


def test_the_source_was_read() -> None:
    known = {"seat_count", "name_taken", "table_full", "scope_missing", "playtest_failed", "opening_too_low"}
    assert known <= {code for code, _ in FOUND}


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_every_code_that_is_raised_has_a_sentence(language: str) -> None:
    assert [where for where in FOUND if sentence(where[0], language, Anything()) == where[0]] == []
