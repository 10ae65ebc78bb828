"""In what rules differ from others, in words: one row for each field, in the order of the profile."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rummy import texts
from rummy.profile import SECTIONS, RuleProfile, profile_to_json


@dataclass(frozen=True)
class Change:
    """A field that differs: where it stands, what it is called, and what both sides say."""

    path: str
    section: str
    """The section's title."""
    title: str
    """The field's title."""
    before: str
    """What the base says."""
    after: str
    """What is said instead."""

    def __str__(self) -> str:
        return f"{self.title}: {self.before} → {self.after}"


def changes(values: Mapping[str, Any], base: RuleProfile, language: str) -> tuple[Change, ...]:
    """What ``values`` (section -> field -> value, in JSON or Python form) changes in a base, in a language.

    A value that the base has too is no change. Faulty drafts can be said as well: an unknown field or a value of a
    wrong type shows as it is written.
    """
    below = profile_to_json(base)
    found: list[Change] = []
    for section in [*filter(values.__contains__, SECTIONS), *(name for name in values if name not in SECTIONS)]:
        stated = values[section]
        if not isinstance(stated, Mapping):
            continue
        known = below.get(section, {})
        for field in [*filter(stated.__contains__, known), *(name for name in stated if name not in known)]:
            path = f"{section}.{field}"
            before, after = (texts.value_title(path, each.get(field, "-"), language) for each in (known, stated))
            if before != after:
                title = texts.field_title(path, language)
                found.append(Change(path, texts.section_title(section, language), title, before, after))
    return tuple(found)
