"""In German many words are in use for one thing. The house has one for each, from the catalogue to the table."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
OTHERS = {
    "Punkte": r"\b(Augen(zahl|summe)?|Verlustpunkte?)\b",
    "Wertungspunkte": r"\bRating",
    "Reihe": r"\b(Folgen|Sequenz(en)?)\b",
    "Meldung": r"\b(Kombination(en)?|Figuren)\b",
    "Talon": r"\b(Nachziehstapel|Stock|vom Stapel)\b",
}
"""Our word, and those that others use for it."""
EXPLAINED = (
    "sagt man auch Augen",
    "im Turnier Augen genannt",
    "auch Folge oder Sequenz",
)
"""Where the rules sheet says so: whoever knows the thing by another word finds it."""


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from strings(each)


def german() -> dict[str, list[str]]:
    """File -> its German texts."""
    found: dict[str, Any] = {}
    for path in (*ROOT.glob("[!.]*/**/de.toml"), *ROOT.glob("[!.]*/**/de/*.toml")):
        found[str(path.relative_to(ROOT))] = tomllib.loads(path.read_text(encoding="utf-8"))
    for path in ROOT.glob("[!.]*/**/de.json"):
        found[str(path.relative_to(ROOT))] = json.loads(path.read_text(encoding="utf-8"))
    for path in ROOT.glob("variants/catalogue/*.toml"):
        found[path.stem] = tomllib.loads(path.read_text(encoding="utf-8"))["text"]["de"]
    return {name: list(strings(content)) for name, content in found.items()}


@pytest.mark.parametrize("ours", OTHERS)
def test_one_thing_has_one_word(ours: str) -> None:
    texts = german()
    assert len(texts) > 15
    assert sum(len(said) for said in texts.values()) > 1000
    strays = []
    for name, said in texts.items():
        for text in said:
            bare = text
            for explanation in EXPLAINED:
                bare = bare.replace(explanation, "")
            if re.search(OTHERS[ours], bare):
                strays.append((name, text))
    assert strays == []


def test_what_is_explained_is_there() -> None:
    everything = "\n".join(text for said in german().values() for text in said)
    assert [words for words in EXPLAINED if words not in everything] == []
