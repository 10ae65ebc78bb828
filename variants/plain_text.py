"""Texts that people write and others read: trimmed, NFC, nothing invisible in them."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_INVISIBLE: Final = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
"""Unicode's control, format, surrogate, private and unassigned characters, and its separators of lines."""
JOINERS: Final = re.compile("(?<=[^\\s\u200c\u200d])[\u200c\u200d](?=[^\\s\u200c\u200d])")
"""Between two signs they are spelling: in Persian, in the scripts of India, in emoji made of several."""


def clean(text: str, *, lines: bool = False) -> str:
    """The text as it is stored; ``lines``: it may have more than one.

    Raises ValueError (``control_characters``) where there is something in it that nobody sees.
    """
    if lines:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    cleaned = unicodedata.normalize("NFC", text).strip()
    if any(
        unicodedata.category(sign) in _INVISIBLE and not (lines and sign == "\n") for sign in JOINERS.sub("", cleaned)
    ):
        raise ValueError("control_characters")
    return cleaned
