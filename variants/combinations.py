"""Whether a variant's options go together: the combinations of their values, tried out on its rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from threading import Lock
from typing import Any, Final

from pydantic import ValidationError

from rummy.profile import SECTIONS, RuleProfile
from rummy.sections import Section
from rummy.sense import CHECKS, Fault, faults_of
from variants.options import Option, changed, escaped

MOST_COMBINATIONS: Final = 4096
"""So many combinations of values are all tried; of more, only those of the first and last values."""


def choice_faults(profile: RuleProfile, values: Mapping[str, Any]) -> list[Fault]:
    """Why values (path -> value) that are allowed one by one are no valid profile together (``option_breaks``)."""
    errors = [fault for fault in faults_of(changed(profile, values), stated=()) if fault.severity == "error"]
    chosen = [f"{path} = {value}" for path, value in values.items()]
    return [
        Fault("", "option_breaks", data={**fault.data, "options": chosen, "inner": fault.code, "at": fault.pointer})
        for fault in errors
    ]


def option_faults(profile: RuleProfile, options: Sequence[Option]) -> list[Fault]:
    """The combinations of option values that are no valid profile, each fault once, at its first option.

    What it says of a profile and options never changes, so a process keeps the last few answers.
    """
    key = (profile.hash, *(f"{option.path}={option.values!r}" for option in options))
    known = _tried.get(key)
    if known is None:
        known = tuple(_tried_out(profile, options))
        with _writing:
            _tried[key] = known
            while len(_tried) > _KEPT:
                del _tried[next(iter(_tried))]
    return list(known)


_KEPT: Final = 256
_tried: Final[dict[tuple[str, ...], tuple[Fault, ...]]] = {}
"""Hash of a profile and its options -> the faults of their combinations, the oldest first."""
_writing: Final = Lock()


def _tried_out(profile: RuleProfile, options: Sequence[Option]) -> list[Fault]:
    found: dict[str, Fault] = {}
    trial = _Trial(profile)
    for values in combinations(options):
        if trial.codes(values) <= found.keys():
            continue
        for fault in choice_faults(profile, values):
            pointer = f"/options/{escaped(options[0].path)}"
            found.setdefault(fault.data["inner"], Fault(pointer, fault.code, data=fault.data))
    return list(found.values())


class _Trial:
    """The errors of a sound profile with other values, for thousands of them: nothing is judged twice.

    Each section is read once for each of its values, each check made once for each of the sections that it reads.
    """

    def __init__(self, profile: RuleProfile) -> None:
        self._profile = profile
        self._whole = {name: getattr(profile, name) for name in SECTIONS}
        self._sections: dict[Any, Section | None] = {}
        self._codes: dict[Any, frozenset[str]] = {}

    def codes(self, values: Mapping[str, Any]) -> frozenset[str]:
        """Codes of the errors that the profile has with these values (path -> value)."""
        stated: dict[str, dict[str, Any]] = {}
        for path, value in values.items():
            section, _, field = path.partition(".")
            stated.setdefault(section, {})[field] = value
        sections = {name: self._section(name, fields) for name, fields in stated.items()}
        if None in sections.values():
            unread = tuple((name, *fields.items()) for name, fields in stated.items() if sections[name] is None)
            return self._once(unread, lambda: choice_faults(self._profile, values))
        profile = RuleProfile.model_construct(**{**self._whole, **sections})
        found: set[str] = set()
        for check in CHECKS:
            if not check.reads.isdisjoint(sections):
                read = (check, *(id(getattr(profile, name)) for name in sorted(check.reads)))
                found |= self._once(read, lambda check=check: check.run(profile))  # type: ignore[misc]  # called at once
        return frozenset(found)

    def _section(self, name: str, fields: dict[str, Any]) -> Section | None:
        """The profile's section with other values; None where they are none."""
        key = (name, *fields.items())
        if key not in self._sections:
            section: Section = self._whole[name]
            try:
                whole = {**section.model_dump(mode="json", by_alias=True), **fields}
                self._sections[key] = type(section).model_validate(whole)
            except ValidationError:
                self._sections[key] = None
        return self._sections[key]

    def _once(self, key: Any, judge: Callable[[], Iterable[Fault]]) -> frozenset[str]:
        if key not in self._codes:
            errors = (fault for fault in judge() if fault.severity == "error")
            self._codes[key] = frozenset(str(fault.data.get("inner", fault.code)) for fault in errors)
        return self._codes[key]


def combinations(options: Sequence[Option]) -> Iterator[dict[str, Any]]:
    """All choices (path -> value) of a host, or of too many those of first and last values."""
    offered = [option.values for option in options]
    if prod(map(len, offered)) > MOST_COMBINATIONS:
        offered = [(values[0], values[-1]) for values in offered]
    for values in product(*offered):
        yield {option.path: value for option, value in zip(options, values, strict=True)}
