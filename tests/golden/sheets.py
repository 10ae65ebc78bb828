"""The rules sheets that are kept to be read as a diff: in the language of their sources, and two in English.

What changes in a file is a change of the rules, of a text, or of what the engine says to a situation.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from variants.catalogue import variant
from variants.sheet import Writer, markdown, sheet

KEPT: Final = (
    ("rummy", "de"), ("romme", "de"), ("romme-turnier", "de"), ("wiener-rummy", "de"), ("rummy-dutch", "nl"),
    ("raeuber-romme", "en"), ("gin-rummy", "en"),
)  # fmt: skip
"""Variant and language."""


def kept() -> Iterator[tuple[Path, str]]:
    """Each file, and what stands in it."""
    for variant_id, language in KEPT:
        each = variant(variant_id)
        document = sheet(each.profile, each, title=each.title(language), summary=each.summary(language))
        path = Path(__file__).with_name("rules") / f"{variant_id}.{language}.md"
        yield path, markdown(document, Writer(language))
