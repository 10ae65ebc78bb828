"""The admin's own words are there in every language, with the same gaps, and none is left over."""

import re
from pathlib import Path
from string import Formatter

import pytest

from rummy import texts
from variants.admin_texts import sentences

ROOT = Path(__file__).parents[2]
ENGLISH = sentences("en")
SAID = re.compile(r"""(?:\bsay\(|\blazily\(|\{% say )\s*["'](\w+)["']""")


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_the_languages_say_the_same(language: str) -> None:
    other = sentences(language)
    assert list(other) == list(ENGLISH)
    assert [key for key, text in ENGLISH.items() if gaps(text) != gaps(other[key])] == []
    assert all(text.strip() for text in other.values())


def test_all_that_is_said_has_words() -> None:
    files = [*ROOT.glob("*/admin/*.py"), *ROOT.glob("*/templates/admin/**/*.html"), *ROOT.glob("config/*.py")]
    said = {key for file in files for key in SAID.findall(file.read_text(encoding="utf-8"))}
    assert len(said) > 80
    assert said - set(ENGLISH) == set()
