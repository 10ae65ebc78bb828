"""Where a rule of a sheet is from: the works that its variant names, this table's host, a house rule, or ourselves."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from rummy.profile import RuleProfile
from variants.catalogue import Variant
from variants.sheet.document import Joined, Links, Say, Text, say

_FILE: Final = Path(__file__).with_name("works.toml")
_TOKEN: Final = re.compile(r"(?<![\w-])\w+(?![\w-])")

ParentOf = Callable[[Variant], Variant | None]
"""Finds what a variant builds on."""


@dataclass(frozen=True)
class Work:
    """A work that variants cite: how it is named in a table, its title, and its address if it has one."""

    short: str
    title: str
    url: str = ""


@dataclass(frozen=True)
class Origin:
    """Where the value of one field is from: works by their short names; left open by them and chosen by us; else."""

    works: tuple[str, ...] = ()
    ours: bool = False
    other: Say | None = None


@dataclass(frozen=True)
class Origins:
    """The origins of the fields of a profile: of a variant as it is, or with a host's options."""

    profile: RuleProfile
    variant: Variant | None
    parent_of: ParentOf

    def of(self, fields: Iterable[str]) -> Text:
        """Where the values of fields are from: each origin once, works together."""
        found = [self._of(field) for field in fields]
        named = ", ".join(dict.fromkeys(work for origin in found for work in origin.works))
        others: list[Text] = [origin.other for origin in found if origin.other is not None]
        if named:
            open_too = any(origin.ours for origin in found)
            others.insert(0, say("origin.partly", works=named) if open_too else named)
        elif any(origin.ours for origin in found):
            others.insert(0, say("origin.ours"))
        return Joined(tuple(text for at, text in enumerate(others) if text not in others[:at]), "; ")

    def cited(self) -> Links:
        """All works that the variant and what it extends name."""
        keys = [key for each in self._chain() for note in each.sources.values() for key in _works_in(note)]
        found = (works()[key] for key in dict.fromkeys(keys))
        return Links(tuple((work.title, work.url) for work in found))

    def _of(self, field: str) -> Origin:
        if self.variant is None:
            return Origin(other=say("origin.unknown"))
        if _value(self.profile, field) != _value(self.variant.profile, field):
            turned = field in {option.path for option in self.variant.options}
            return Origin(other=say("origin.host" if turned else "origin.unknown"))
        for each in self._chain():
            if field in each.sources:
                return _origin(each.sources[field])
            section, _, name = field.partition(".")
            if name in each.stated.get(section, {}):
                return Origin(other=say("origin.rule"))
        return Origin(ours=True)

    def _chain(self) -> Iterator[Variant]:
        """The variant and all that it extends."""
        each = self.variant
        while each is not None:
            yield each
            each = self.parent_of(each)


def _origin(note: str) -> Origin:
    """What a note of a variant's ``sources`` says: keys of works, ``D`` (our default), ``K`` (general knowledge)."""
    tokens = set(_TOKEN.findall(note))
    named = tuple(works()[key].short for key in _works_in(note))
    if "reconstructed" in tokens:
        return Origin(other=say("origin.reconstructed"))
    if "K" in tokens:
        return Origin(named, other=say("origin.known"))
    return Origin(named, ours="D" in tokens or not named)


def _works_in(note: str) -> list[str]:
    return [token for token in _TOKEN.findall(note) if token in works()]


def _value(profile: RuleProfile, field: str) -> Any:
    section, _, name = field.partition(".")
    return getattr(getattr(profile, section), name)


@cache
def works() -> dict[str, Work]:
    """All works: key of the rule book -> work."""
    return {key: Work(**work) for key, work in tomllib.loads(_FILE.read_text(encoding="utf-8")).items()}
