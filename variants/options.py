"""Options: the few fields of a profile that a host may set when opening a table (design.md 4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import product
from math import prod
from threading import Lock
from typing import Any, Final, Literal

from pydantic import ValidationError

from rummy import texts
from rummy.profile import FIELD_PATHS, SECTIONS, RuleProfile, profile_to_json
from rummy.sections import Section
from rummy.sense import CHECKS, Fault, faults_of

MOST_COMBINATIONS: Final = 4096
"""So many combinations of values are all tried; of more, only those of the first and last values."""
MOST_OPTIONS: Final = 12
"""Most options of a variant: the first and last values of so many are ``MOST_COMBINATIONS``."""
MOST_VALUES: Final = 1001
"""Most values of an option."""
_FARTHEST: Final = 1_000_000
"""No field has a value beyond."""
_LONGEST_ECHO: Final = 40
_BOUNDS: Final = ("min", "max", "step")


@dataclass(frozen=True)
class Option:
    """A field that the host may set: its path in the profile, its name in the API, and the values it may have."""

    path: str
    name: str
    kind: Literal["range", "choice"]
    values: tuple[Any, ...]
    """All values, in the order in which they are offered."""
    default: Any

    @property
    def written(self) -> Any:
        """The values as a file writes them."""
        if self.kind == "choice":
            return list(self.values)
        return {"min": self.values[0], "max": self.values[-1], "step": self.step}

    @property
    def step(self) -> int | None:
        """Distance between two values of a range; None for a choice."""
        if self.kind == "choice":
            return None
        return int(self.values[1] - self.values[0]) if len(self.values) > 1 else 1

    def allows(self, value: Any) -> bool:
        """Whether the option may have this value; types count: true is not 1."""
        return any(type(value) is type(allowed) and value == allowed for allowed in self.values)

    def title(self, language: str) -> str:
        """What the option is called in a language."""
        return texts.field_title(self.path, language)

    def label(self, value: Any, language: str) -> str:
        """What a value of the option is called in a language."""
        return texts.value_title(self.path, value, language)


class InvalidOptions(ValueError):
    """Options that a variant does not have, or values that they do not admit. ``faults``: all of them."""

    code: Final = "invalid"

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(", ".join(f"{fault.pointer}: {fault.code}" for fault in faults))
        self.faults = tuple(faults)


def read_options(profile: RuleProfile, written: Mapping[str, Any]) -> tuple[tuple[Option, ...], list[Fault]]:
    """The options that a file states (path -> list of values, or min, max and step), and what is wrong with them."""
    if len(written) > MOST_OPTIONS:
        return (), [Fault("/options", "too_long", data={"max_length": MOST_OPTIONS})]
    whole = profile_to_json(profile)
    names = Counter(path.rpartition(".")[2] for path in written)
    found: list[Option] = []
    faults: list[Fault] = []
    for path, spec in written.items():
        section, _, field = path.partition(".")
        pointer = f"/options/{_escaped(path)}"
        if field not in whole.get(section, {}):
            known = [f"{name}.{key}" for name in SECTIONS for key in whole[name]]
            near, shown = get_close_matches(path, known, n=3), path[:_LONGEST_ECHO]
            if near:
                faults.append(Fault(pointer, "option_unknown", data={"option": shown, "known": near}))
            else:
                faults.append(Fault(pointer, "option_no_field", data={"option": shown}))
            continue
        wrong = list(_written_wrongly(pointer, spec))
        if wrong:
            faults += wrong
            continue
        values = _values(spec)
        if len(values) > MOST_VALUES:
            faults.append(Fault(pointer, "too_long", data={"max_length": MOST_VALUES}))
            continue
        option = Option(
            path,
            field if names[field] == 1 else path,
            "range" if isinstance(spec, Mapping) else "choice",
            tuple(values),
            whole[section][field],
        )
        if option.allows(option.default):
            found.append(option)
        else:
            data = {"option": path, "got": option.default, "allowed": list(values)}
            faults.append(Fault(pointer, "option_default", data=data))
    return tuple(found), faults


def in_order(written: Mapping[str, Any]) -> dict[str, Any]:
    """Options (path -> what is written of each) in the order of the profile's fields, which no database changes."""
    known = [path for path in FIELD_PATHS if path in written]
    return {path: written[path] for path in [*known, *sorted(set(written).difference(known))]}


def _written_wrongly(pointer: str, spec: Any) -> Iterator[Fault]:
    """What is wrong with the values of an option as they are written, whatever the field."""
    if isinstance(spec, Mapping):
        yield from _range_faults(pointer, spec)
    elif not isinstance(spec, list):
        yield Fault(pointer, "wrong_type", data={"expected": "values", "got": _echo(spec)})
    elif not spec:
        yield Fault(pointer, "too_short", data={"min_length": 1})
    else:
        # As text, for true is not 1.
        shown = [repr(value) for value in spec]
        for at, value in enumerate(spec):
            if not isinstance(value, int | str):
                yield Fault(f"{pointer}/{at}", "wrong_type", data={"expected": "value", "got": _echo(value)})
            elif shown.index(shown[at]) < at:
                yield Fault(f"{pointer}/{at}", "value_twice", data={"got": _echo(value)})


def _range_faults(pointer: str, spec: Mapping[str, Any]) -> Iterator[Fault]:
    sound = True
    for name in [*_BOUNDS, *(name for name in spec if name not in _BOUNDS)]:
        place = f"{pointer}/{_escaped(name)}"
        fault = None
        if name not in _BOUNDS:
            fault = Fault(place, "unknown_field", data={"field": name[:_LONGEST_ECHO]})
        elif name not in spec:
            fault = Fault(place, "missing_field", data={"field": name})
        elif type(spec[name]) is not int:
            fault = Fault(place, "wrong_type", data={"expected": "integer", "got": _echo(spec[name])})
        elif not (least := 1 if name == "step" else -_FARTHEST) <= spec[name] <= _FARTHEST:
            fault = Fault(place, "out_of_range", data={"ge": least, "le": _FARTHEST})
        if fault is not None:
            sound = False
            yield fault
    if sound and spec["min"] > spec["max"]:
        yield Fault(pointer, "range_order", data={"min": spec["min"], "max": spec["max"]})
    elif sound and (spec["max"] - spec["min"]) % spec["step"]:
        yield Fault(pointer, "range_step", data={name: spec[name] for name in _BOUNDS})


def _values(spec: Mapping[str, Any] | list[Any]) -> Sequence[Any]:
    """All values of an option that is written soundly."""
    if isinstance(spec, Mapping):
        return range(spec["min"], spec["max"] + 1, spec["step"])
    return spec


def read_choice(options: Sequence[Option], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """A host's choice (name or path -> value) as path -> value. Raises InvalidOptions with all its faults."""
    by_name = {key: option for option in options for key in (option.name, option.path)}
    picked: dict[str, Any] = {}
    faults: list[Fault] = []
    for key, value in chosen.items():
        option = by_name.get(key)
        pointer = f"/{_escaped(key)}"
        if option is None:
            known = [option.name for option in options]
            faults.append(Fault(pointer, "option_unknown", data={"option": key[:_LONGEST_ECHO], "known": known}))
        elif option.path in picked:
            faults.append(Fault(pointer, "option_twice", data={"option": option.name}))
        elif not option.allows(value):
            data = {"option": option.name, "got": _echo(value), "allowed": list(option.values)}
            kind = {"kind": "text"} if isinstance(value, str) else {}
            faults.append(Fault(pointer, "option_value", data={**data, **kind}))
        else:
            picked[option.path] = value
    if faults:
        raise InvalidOptions(faults)
    return picked


def changed(profile: RuleProfile, values: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The JSON of the profile with other values (path -> value)."""
    whole = profile_to_json(profile)
    for path, value in values.items():
        section, _, field = path.partition(".")
        whole[section][field] = value
    return whole


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
            pointer = f"/options/{_escaped(options[0].path)}"
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


def _escaped(key: str) -> str:
    return key[:_LONGEST_ECHO].replace("~", "~0").replace("/", "~1")


def _echo(value: Any) -> Any:
    """A faulty value, short enough for a sentence."""
    if isinstance(value, bool) or value is None or (isinstance(value, int) and abs(value) < 10**12):
        return value
    text = value if isinstance(value, str) else type(value).__name__
    return text[:_LONGEST_ECHO]
