"""Every refusal that the source can raise has a sentence in every language: a code is nothing to read."""

from __future__ import annotations

from string import Formatter

import pytest
from django.conf import settings

from api.texts import _sentences, sentence
from rummy import texts
from tests.refusals import RAISED


class Anything(dict[str, str]):
    """Data in which whatever a sentence names is there."""

    def __missing__(self, key: str) -> str:
        return key


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_every_code_that_is_raised_has_a_sentence(language: str) -> None:
    told = {each: sentence(each.code, language, Anything()) for each in RAISED}
    assert [each for each, text in told.items() if text == each.code] == []


@pytest.mark.parametrize("language", ["de", "nl"])
def test_the_languages_say_the_same_with_the_same_numbers(language: str) -> None:
    def shape(told: dict[str, str]) -> dict[str, set[str | None]]:
        return {code: {name for _, name, _, _ in Formatter().parse(text)} for code, text in told.items()}

    assert shape(_sentences(language)) == shape(_sentences("en"))


def test_every_sentence_is_said() -> None:
    sentences = {code for code in _sentences("en") if not code.startswith("title_")} | set(texts.codes())
    assert sentences - {each.code for each in RAISED} == set()


def test_the_pages_speak_the_languages_of_the_texts() -> None:
    assert tuple(code for code, _ in settings.LANGUAGES) == texts.LANGUAGES
