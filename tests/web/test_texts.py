"""The page's own words: the same in every language, all there, none too many."""

import json
import re
from pathlib import Path

import pytest

ROOM = Path(__file__).resolve().parents[2] / "web/static/web"
TEXTS = {path.stem: json.loads(path.read_text()) for path in sorted((ROOM / "texts").glob("*.json"))}
SCRIPTS = "\n".join(path.read_text() for path in sorted((ROOM / "js").rglob("*.js")))
NAMED = set(re.findall(r'\b(?:t|told|inWords|hasText)\(\s*"([\w.]+)"', SCRIPTS)) | set(
    re.findall(r'\bt\([^")]*\? "([\w.]+)" : "([\w.]+)"', SCRIPTS)[0]
)
BUILT = set(re.findall(r"`([\w.]+[._])\$\{", SCRIPTS))
"""What comes before the changing part of a key that is put together."""
TOLD = (".me", ".other", ".one")


def placeholders(sentence: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", sentence))


def test_there_are_three_languages() -> None:
    assert sorted(TEXTS) == ["de", "en", "nl"]


@pytest.mark.parametrize("language", ["de", "nl"])
def test_every_language_has_the_same_texts_with_the_same_gaps(language: str) -> None:
    assert list(TEXTS[language]) == list(TEXTS["en"])
    differing = {
        key: (text, TEXTS["en"][key])
        for key, text in TEXTS[language].items()
        if placeholders(text) != placeholders(TEXTS["en"][key])
    }
    assert not differing


@pytest.mark.parametrize("language", sorted(TEXTS))
def test_no_text_is_empty_or_markup(language: str) -> None:
    assert not [key for key, text in TEXTS[language].items() if not text.strip() or "<" in text]


def test_every_text_that_the_scripts_name_is_there() -> None:
    known = TEXTS["en"]
    missing = {key for key in NAMED if key not in known and not any(key + end in known for end in TOLD)}
    assert len(NAMED) > 100
    assert not missing


def test_every_text_is_used_by_a_script() -> None:
    quoted = set(re.findall(r'"([\w.]+)"', SCRIPTS))
    unused = {
        key
        for key in TEXTS["en"]
        if key not in quoted
        and re.sub(r"\.(me|other|one)$", "", key) not in quoted
        and not any(key.startswith(prefix) for prefix in BUILT)
    }
    assert not unused
