"""Names of players: trimmed, NFC, 1 to 40 characters, none of them invisible (but joiners), unique at a table."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

from variants.plain_text import JOINERS, clean

LONGEST: Final = 40


def clean_name(text: str) -> str:
    """The name as it is stored. Raises ValueError (``control_characters``, ``bad_name``) when it is none."""
    name = clean(text)
    if not 1 <= len(name) <= LONGEST:
        raise ValueError("bad_name")
    return name


def same_name(name: str) -> str:
    """What two names that nobody could tell apart have in common."""
    return unicodedata.normalize("NFKC", JOINERS.sub("", name)).casefold()


def bot_name(taken: Iterable[str]) -> str:
    """A name for one more bot that nobody at the table has."""
    used = {same_name(name) for name in taken}
    number = 1
    while same_name(f"Bot {number}") in used:
        number += 1
    return f"Bot {number}"
