"""What the questions, their help and their answers say: a TOML file per language."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from rummy.texts import FALLBACK, LANGUAGES

OWN_KEYS: Final = frozenset(("ask", "help", "n"))
"""Keys of a question's text that are no answers; ``n`` is what a number means."""


def group_title(group: str, language: str) -> str:
    """What a group of questions is called."""
    return str(_texts(language)["groups"][group])


def asked(question: str, language: str) -> str:
    """The question itself."""
    return str(_texts(language)[question]["ask"])


def help_for(question: str, language: str) -> str:
    """The sentence that explains it."""
    return str(_texts(language)[question]["help"])


def answer_label(question: str, answer: str, language: str) -> str | None:
    """What an answer says; a number where the question takes one. None where there are no words for it."""
    said: Mapping[str, Any] = _texts(language)[question]
    label = said.get(answer)
    if label is None and "n" in said and answer.isdecimal():
        return str(said["n"]).format(n=answer)
    return None if label is None else str(label)


@cache
def _texts(language: str) -> dict[str, Any]:
    name = language if language in LANGUAGES else FALLBACK
    return tomllib.loads(Path(__file__).with_name(f"{name}.toml").read_text(encoding="utf-8"))
