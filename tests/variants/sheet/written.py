"""Sheets as text, for tests."""

from __future__ import annotations

from functools import cache
from typing import Final

from rummy.profile import RuleProfile
from variants.sheet import LANGUAGES, Document, Writer, markdown, sheet
from variants.sheet.sheet import rules
from variants.sheet.writing import templates

SPOKEN: Final = [language for language in LANGUAGES if templates(language)]


@cache
def drawn(profile: RuleProfile) -> Document:
    return sheet(profile)


def told(profile: RuleProfile, language: str = "en") -> str:
    """The rules of a bare profile, without questions and examples."""
    return markdown(Document("", (), rules(profile)), Writer(language))


def written(profile: RuleProfile, language: str = "en") -> str:
    """The sheet of a bare profile as Markdown."""
    return markdown(drawn(profile), Writer(language))
