"""The texts of the sheets: the same in every language, none missing, none too many."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Final

import pytest

from tests.variants.sheet.written import SPOKEN
from variants.sheet.document import Joined, say
from variants.sheet.writing import Writer, templates

ROOM: Final = Path(__file__).resolve().parents[3] / "variants/sheet"
CODE: Final = "\n".join(path.read_text() for path in sorted(ROOM.rglob("*.py")))


def placeholders(template: str) -> Iterator[str]:
    """What a template names, in its forms too."""
    for _, name, form, _ in Formatter().parse(template):
        if name is not None:
            yield name
            yield from placeholders(form or "")


@pytest.mark.parametrize("language", SPOKEN)
def test_every_language_has_the_same_texts_with_the_same_gaps(language: str) -> None:
    english, other = templates("en"), templates(language)
    assert list(other) == list(english)
    differing = {key: other[key] for key in english if set(placeholders(english[key])) != set(placeholders(other[key]))}
    assert not differing


@pytest.mark.parametrize("language", SPOKEN)
def test_a_text_is_a_sentence_without_markup(language: str) -> None:
    faulty = [key for key, text in templates(language).items() if not text.strip() or re.search(r"[<>]|\s\s", text)]
    assert not faulty


@pytest.mark.parametrize("language", SPOKEN)
def test_forms_come_in_pairs(language: str) -> None:
    for key, text in templates(language).items():
        for _, _, form, _ in Formatter().parse(text):
            assert not form or form.count("|") == 1, key


def test_every_text_is_used() -> None:
    named = set(re.findall(r'"((?:[a-z_]+\.)+[a-z_]+)"', CODE))
    built = {
        re.compile(re.sub(r"\\\{.*?\\\}", "[a-z_]+", re.escape(key))) for key in re.findall(r'f"([\w.{}\[\]]+)"', CODE)
    }
    unused = [key for key in templates("en") if key not in named and not any(each.fullmatch(key) for each in built)]
    assert not unused


@pytest.mark.parametrize(("n", "told"), [(1, "one point"), (0, "0 points"), (5, "5 points")])
def test_numbers_choose_the_form(n: int, told: str) -> None:
    assert Writer("en")(say("situation.points", n=n)) == told


def test_texts_stand_within_texts() -> None:
    write = Writer("en")
    inner = say("situation.points", n=1)
    assert write(say("origin.partly", works=Joined((inner, "{n}"), "; "))) == "one point; {n}; in part our choice"
