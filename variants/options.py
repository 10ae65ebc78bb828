"""Options: the few fields of a profile that a host may set when opening a table (design.md 4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final, Literal

from rummy import texts
from rummy.profile import FIELD_PATHS, SECTIONS, RuleProfile, profile_to_json
from rummy.sense import Fault

MOST_OPTIONS: Final = 12
"""Most options of a variant: the first and last values of so many are ``combinations.MOST_COMBINATIONS``."""
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
        pointer = f"/options/{escaped(path)}"
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
    elif len(spec) > MOST_VALUES:
        yield Fault(pointer, "too_long", data={"max_length": MOST_VALUES})
    else:
        seen: set[tuple[type, int | str]] = set()  # with its type, for true is not 1
        for at, value in enumerate(spec):
            if not isinstance(value, int | str):
                yield Fault(f"{pointer}/{at}", "wrong_type", data={"expected": "value", "got": _echo(value)})
            elif isinstance(value, int) and abs(value) > _FARTHEST:
                yield Fault(f"{pointer}/{at}", "out_of_range", data={"ge": -_FARTHEST, "le": _FARTHEST})
            elif (type(value), value) in seen:
                yield Fault(f"{pointer}/{at}", "value_twice", data={"got": _echo(value)})
            else:
                seen.add((type(value), value))


def _range_faults(pointer: str, spec: Mapping[str, Any]) -> Iterator[Fault]:
    sound = True
    for name in [*_BOUNDS, *(name for name in spec if name not in _BOUNDS)]:
        place = f"{pointer}/{escaped(name)}"
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
    elif sound and (spec["max"] - spec["min"]) // spec["step"] >= MOST_VALUES:
        yield Fault(pointer, "too_long", data={"max_length": MOST_VALUES})


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
        pointer = f"/{escaped(key)}"
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


def escaped(key: str) -> str:
    """A key as a step of a JSON Pointer, short enough for a sentence."""
    return key[:_LONGEST_ECHO].replace("~", "~0").replace("/", "~1")


def _echo(value: Any) -> Any:
    """A faulty value, short enough for a sentence."""
    if isinstance(value, bool) or value is None or (isinstance(value, int) and abs(value) < 10**12):
        return value
    text = value if isinstance(value, str) else type(value).__name__
    return text[:_LONGEST_ECHO]
