"""What the admin says beside Django's own words and the rules': a TOML file per language."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from django.db.models import Model
from django.utils.functional import lazy
from django.utils.translation import get_language

from rummy import texts


def language() -> str:
    """The language of the page that is being made."""
    found = (get_language() or texts.FALLBACK).partition("-")[0]
    return found if found in texts.LANGUAGES else texts.FALLBACK


def say(key: str, **data: Any) -> str:
    """A sentence or a word of the admin, in the language of the page."""
    return sentences(language())[key].format_map(data)


lazily = lazy(say, str)
"""As ``say``, for what is stated once and shown in many languages."""


@cache
def sentences(tongue: str) -> dict[str, str]:
    """All of the admin's words in a language."""
    path = Path(__file__).with_name(f"{tongue}.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))


def name_model(model: type[Model], one: str, many: str, **fields: str) -> None:
    """Gives a model and its fields their names (keys of the words) where the admin shows them, in the page's language.

    Here and not in the model, which is stored and has no language.
    """
    options = model._meta  # noqa: SLF001  # public, whatever its name
    options.verbose_name, options.verbose_name_plural = lazily(one), lazily(many)
    for field, key in fields.items():
        options.get_field(field).verbose_name = lazily(key)  # type: ignore[union-attr]  # no field from elsewhere is named
