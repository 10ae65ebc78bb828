"""Cards are written as on the cards of a language's country, in every text that people read; codes never change."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rummy import texts
from rummy.cards import RANKS

ROOT = Path(__file__).parents[2]
LETTERS = {"en": "A23456789TJQK", "de": "A23456789TBDK", "nl": "A23456789TBVH"}
FOLDERS = (
    "rummy/texts", "rummy/texts/profile", "api/texts", "variants/admin_texts", "variants/questionnaire/texts",
    "variants/sheet/texts", "config/texts", "web/static/web/texts",
)  # fmt: skip
CODES = re.compile(r"KS, 10H")
"""How the API wants a card to be written: the same in every language."""


def written(language: str) -> Iterator[tuple[str, str]]:
    """Every text of a language and where it stands."""
    for folder in FOLDERS:
        for path in sorted({*(ROOT / folder).glob(f"{language}.*"), *(ROOT / folder).glob(f"{language}/*")}):
            loads = json.loads if path.suffix == ".json" else tomllib.loads
            yield from leaves(loads(path.read_text(encoding="utf-8")), str(path.relative_to(ROOT)))


def leaves(table: Any, place: str) -> Iterator[tuple[str, str]]:
    if isinstance(table, dict):
        for key, value in table.items():
            yield from leaves(value, f"{place} {key}")
    elif isinstance(table, str):
        yield place, table


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_a_card_of_data_is_written_so(language: str) -> None:
    shown = "".join(texts.card_row([f"{rank}H"], language)[:-1].replace("10", "T") for rank in RANKS)
    assert shown == LETTERS[language]


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_the_browsers_cards_have_the_same_letters(language: str) -> None:
    words = json.loads((ROOT / f"web/static/web/texts/{language}.json").read_text())
    assert "".join(words.get(f"index.{rank}", rank).replace("10", "T") for rank in RANKS) == LETTERS[language]


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_no_text_writes_a_card_in_another_languages_letters(language: str) -> None:
    strange = "".join(set("JQKBDVH") - set(LETTERS[language]))
    forms = (f"[{strange}][♠♥♦♣]", f"[A-Z0-9]+-[{strange}]", f"[{strange}]-[A-Z0-9]", f"10 [{strange}]")
    card = re.compile("|".join(rf"(?<!\w){form}(?!\w)" for form in forms))
    found = list(written(language))
    assert len(found) > 1500
    assert [place for place, text in found if card.search(text) and not CODES.search(text)] == []
