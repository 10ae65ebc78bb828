"""Sentences for every refusal of a move, fault of a profile and reason of a hint, and the names of all rules.

A TOML file per language for the sentences, and one in ``profile/`` for sections, fields and values. A sentence holds
``{placeholders}`` for the data of the refusal. Cards are shown with suit signs, and words of the rules (a phase, a kind
of move) in the language. Codes and data never depend on the language.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

LANGUAGES: Final = ("en", "de", "nl")
FALLBACK: Final = "en"

_SIGNS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_CARDS: Final = frozenset(
    ("card", "cards", "missing", "extra", "rest", "jokers", "choices", "melds", "ranks", "suits", "suit")
)
"""Data that names cards, ranks or suits."""
_UNKNOWN: Final = "?"
_BOUNDS: Final = ("ge", "gt", "le", "lt")
"""Data that bounds a number."""
_SHOWN: Final = 12
"""Values of a list that a sentence names."""


def sentence(code: str, language: str, data: Mapping[str, Any]) -> str:
    """What a code says in a language (one of ``LANGUAGES``, else English); the code itself where it has no sentence.

    Data that a sentence names and that is not there shows as a question mark.
    """
    texts = _texts(language)
    for table in ("moves", "faults", "hints"):
        template = texts[table].get(code)
        if template is not None:
            return fill(str(template), language, data)
    return code


def fill(template: str, language: str, data: Mapping[str, Any]) -> str:
    """A sentence with its ``{placeholders}`` filled, as ``sentence`` fills them."""
    return template.format_map(_Data(data, language))


def hint_codes(language: str = FALLBACK) -> dict[str, str]:
    """All reasons of hints with their sentences, placeholders open."""
    return dict(_texts(language)["hints"])


def section_title(section: str, language: str) -> str:
    """What a section of the profile is called; itself where there is no such section."""
    return str(_names(language)["sections"].get(section, {}).get("title", section))


def section_help(section: str, language: str) -> str:
    """What a section of the profile is about, in a sentence; nothing where there is no such section."""
    return str(_names(language)["sections"].get(section, {}).get("help", ""))


def field_title(path: str, language: str) -> str:
    """What a field of the profile is called; its path where there is no such field."""
    return str(_names(language)["fields"].get(path, {}).get("title", path))


def field_help(path: str, language: str) -> str:
    """What a field of the profile means, in a sentence or two; nothing where there is no such field."""
    return str(_names(language)["fields"].get(path, {}).get("help", ""))


def value_title(path: str, value: Any, language: str) -> str:
    """What a value of a field is called, in JSON or Python form; the value itself where it has no name."""
    named: Mapping[str, str] = _names(language)["values"].get(path, {})
    if isinstance(value, Mapping) and value and "item" in named:
        return ", ".join(named["item"].format(seats=seats, cards=cards) for seats, cards in value.items())
    if isinstance(value, list | tuple) and value:
        return ", ".join(_item_title(path, each, language) for each in value)
    key = "[]" if value == () else str(value).lower()
    return str(named.get(key, value))


def _item_title(path: str, item: Any, language: str) -> str:
    """What an item of a list is called: a band by its sentence, anything else as a value."""
    sentence = str(_names(language)["values"].get(path, {}).get("item", ""))
    if isinstance(item, Mapping) and all(f"{{{key}}}" in sentence for key in item):
        return sentence.format_map(_Gaps(item))
    return str(item) if isinstance(item, Mapping) else value_title(path, item, language)


class _Gaps(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return _UNKNOWN


def card_row(cards: Iterable[str], language: str) -> str:
    """Cards as people write them: suit signs, a joker by its name."""
    shown = _Data({}, language)
    return " ".join(shown.card(card) for card in cards)


def codes(language: str = FALLBACK) -> dict[str, str]:
    """All codes of refusals and faults with their sentences, placeholders open."""
    texts = _texts(language)
    return {**texts["moves"], **texts["faults"]}


@cache
def _texts(language: str) -> dict[str, dict[str, Any]]:
    return _read(Path(__file__).parent, language)


@cache
def _names(language: str) -> dict[str, dict[str, Any]]:
    return _read(Path(__file__).with_name("profile"), language)


def _read(folder: Path, language: str) -> dict[str, dict[str, Any]]:
    name = language if language in LANGUAGES else FALLBACK
    return tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8"))


class _Data(Mapping[str, str]):
    """The data of a refusal, shown for people."""

    def __init__(self, data: Mapping[str, Any], language: str) -> None:
        self._data = data
        self._language = language
        self._words: dict[str, str] = _texts(language)["words"]

    def __getitem__(self, key: str) -> str:
        if key == "why":
            return sentence(str(self._data.get("inner", _UNKNOWN)), self._language, self._data)
        if key == "name":
            return field_title(str(self._data.get("field", self._data.get("option", _UNKNOWN))), self._language)
        if key == "bounds":
            named = [self._words[f"bounds_{each}"].format(self._data[each]) for each in _BOUNDS if each in self._data]
            return ", ".join(named) or self._words["bounds_none"]
        if key == "given":
            got = self._data.get("got", _UNKNOWN)
            word = "given_text" if self._data.get("kind") == "text" else f"given_{got}".lower()
            return self._words[word].format(got) if word in self._words else str(got)
        if key == "expected" and key not in self._data:
            return self._words["expected_other"]
        return self._show(key, self._data[key]) if key in self._data else _UNKNOWN

    def __iter__(self) -> Iterator[str]:
        return iter(self._data)

    def __len__(self) -> int:
        return len(self._data)

    def _show(self, key: str, value: Any) -> str:
        if isinstance(value, list | tuple):
            shown = [self._show(key, each) for each in value]
            if any(isinstance(each, list | tuple) for each in value):
                return " / ".join(shown)
            cut = [*shown[: _SHOWN - 2], "...", shown[-1]] if len(shown) > _SHOWN else shown
            return (" " if key in ("choices", "melds") else ", ").join(cut) or "-"
        if key == "ranks":
            return self._rank(str(value))
        if key in _CARDS and isinstance(value, str):
            return self.card(value)
        return self._words.get(f"{key}_{value}".lower(), str(value))

    def card(self, text: str) -> str:
        """``KS`` as K♠, ``TH`` as 10♥, ``X:7H`` as a joker for 7♥, ``X:9`` for a nine; also a suit alone.

        The letters of court cards and aces are those on the cards of the language's country.
        """
        joker, colon, card = text.partition(":")
        if joker == "X":
            word = self._words["joker"]
            return f"{word} ({self.card(card) if card[-1:] in _SIGNS else self._rank(card)})" if colon else word
        return self._rank(text[:-1]) + _SIGNS[text[-1]] if text[-1:] in _SIGNS else text

    def _rank(self, rank: str) -> str:
        return self._words.get(f"rank_{rank}".lower(), rank)
