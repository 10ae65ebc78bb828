"""Sentences for what HTTP adds to the refusals of the rules: one TOML file per language, code to sentence."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from rummy import texts as rules


@cache
def _sentences(language: str) -> dict[str, str]:
    path = Path(__file__).with_name(f"{language}.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))


def sentence(code: str, language: str, data: Mapping[str, Any]) -> str:
    """What a code says in a language (``en``, ``de``, ``nl``); codes that are not HTTP's are the rules' to say."""
    template = _sentences(language).get(code)
    if template is None:
        return rules.sentence(code, language, data)
    return rules.fill(template, language, data)
