"""What is said on the page where something went wrong: a TOML file per language, in it a title and a text a kind."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path


@cache
def sentences(language: str) -> dict[str, dict[str, str]]:
    """All texts in a language (one of the settings' ``LANGUAGES``): kind -> ``title``, ``text``; and the ``links``."""
    return tomllib.loads(Path(__file__).with_name(f"{language}.toml").read_text(encoding="utf-8"))
