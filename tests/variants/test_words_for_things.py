"""Many words are in use for one thing. The house has one for each in a language, from the catalogue to the table."""

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
    ("de", "Punkte"): r"\b(Augen(zahl|summe)?|Verlustpunkte?)\b",
    ("de", "Wertungspunkte"): r"\bRating",
    ("de", "Reihe"): r"\b(Folgen|Sequenz(en)?)\b",
    ("de", "Meldung"): r"\b(Kombination(en)?|Figuren)\b",
    ("de", "Talon"): r"\b(Nachziehstapel|Stock|vom Stapel)\b",
    ("nl", "ontwerp"): r"\b[Cc]oncept(en)?\b",
    ("nl", "trekstapel"): r"\b([Ss]tapel|[Ss]tok(ken)?)\b",
    ("nl", "afleggen"): r"\b[Aa]f(ge)?gooi\w*|\bgooi\w*\b.*\baf\b",
}
"""A language and our word, and those that others use for it."""
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


def said_in(language: str) -> dict[str, list[str]]:
    """File -> its texts in a language."""
    found: dict[str, Any] = {}
    for path in (*ROOT.glob(f"[!.]*/**/{language}.toml"), *ROOT.glob(f"[!.]*/**/{language}/*.toml")):
        found[str(path.relative_to(ROOT))] = tomllib.loads(path.read_text(encoding="utf-8"))
    for path in ROOT.glob(f"[!.]*/**/{language}.json"):
        found[str(path.relative_to(ROOT))] = json.loads(path.read_text(encoding="utf-8"))
    for path in ROOT.glob("variants/catalogue/*.toml"):
        found[path.stem] = tomllib.loads(path.read_text(encoding="utf-8"))["text"][language]
    return {name: list(strings(content)) for name, content in found.items()}


@pytest.mark.parametrize(("language", "ours"), OTHERS)
def test_one_thing_has_one_word(language: str, ours: str) -> None:
    texts = said_in(language)
    assert len(texts) > 15
    assert sum(len(said) for said in texts.values()) > 1000
    strays = []
    for name, said in texts.items():
        for text in said:
            bare = text
            for explanation in EXPLAINED:
                bare = bare.replace(explanation, "")
            if re.search(OTHERS[language, ours], bare):
                strays.append((name, text))
    assert strays == []


def test_what_is_explained_is_there() -> None:
    everything = "\n".join(text for said in said_in("de").values() for text in said)
    assert [words for words in EXPLAINED if words not in everything] == []
