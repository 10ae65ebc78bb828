"""Every refusal that the source can raise has a sentence in every language: a code is nothing to read."""

from __future__ import annotations

import pytest

from api.texts import sentence
from tests.refusals import RAISED


class Anything(dict[str, str]):
    """Data in which whatever a sentence names is there."""

    def __missing__(self, key: str) -> str:
        return key


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_every_code_that_is_raised_has_a_sentence(language: str) -> None:
    told = {each: sentence(each.code, language, Anything()) for each in RAISED}
    assert [each for each, text in told.items() if text == each.code] == []
