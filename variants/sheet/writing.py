"""Texts into words: a writer for each language.

A template holds ``{placeholders}``. Where a number decides between two forms, both stand in it: of
``{n:a card|{n} cards}`` the first is for 1 and the second for every other number, as in English, German and Dutch.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, Final

from rummy import texts
from variants.sheet.document import Cards, Joined, Refused, Say, Text, Titled

LANGUAGES: Final = texts.LANGUAGES
FOLDER: Final = Path(__file__).with_name("texts")


class Writer:
    """Writes texts in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._templates = templates(language)

    def __call__(self, text: Text) -> str:
        """The text in words."""
        match text:
            case str():
                return text
            case Say():
                return self._say(text)
            case Refused():
                return texts.sentence(text.code, self.language, text.data)
            case Cards():
                return texts.card_row(text.cards, self.language)
            case Titled(of_value=True):
                return texts.value_title(text.path, text.value, self.language)
            case Titled():
                return texts.field_title(text.path, self.language)
            case Joined():
                return text.between.join(self(part) for part in text.parts)

    def _say(self, said: Say) -> str:
        data = {name: self._shown(value) for name, value in said.data.items()}
        return _FORMATTER.vformat(self._templates[said.key], (), data)

    def _shown(self, value: Any) -> Any:
        return value if isinstance(value, int) else self(value)


class _Forms(Formatter):
    """``{n:one|many}``: the first form for 1, else the second."""

    def format_field(self, value: Any, format_spec: str) -> str:
        one, bar, many = format_spec.partition("|")
        if bar:
            return one if value == 1 else many
        return str(super().format_field(value, format_spec))


_FORMATTER: Final = _Forms()


@cache
def templates(language: str) -> Mapping[str, str]:
    """All templates of a language (one of ``LANGUAGES``): key with dots -> template."""
    found: dict[str, str] = {}
    for path in sorted((FOLDER / language).glob("*.toml")):
        found.update(_flat(tomllib.loads(path.read_text(encoding="utf-8")), ""))
    return found


def _flat(table: Mapping[str, Any], before: str) -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{before}{key}.")
        else:
            yield f"{before}{key}", value
