"""The catalogue: variants as data files, each a whole profile or one other's with what differs (design.md 4).

Runs without Django. A file ``variants/catalogue/<id>.toml`` holds ``extends``, the sections of the profile,
``options``, ``sources`` (field path -> where its value is from), ``text.<language>`` (title, summary, aliases),
``difficulty``, ``minutes`` and ``related``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from rummy.profile import SECTIONS, RuleProfile, diff
from rummy.sense import Fault, faults_of
from variants.combinations import choice_faults
from variants.options import InvalidOptions, Option, changed, read_choice, read_options

FOLDER: Final = Path(__file__).with_name("catalogue")
DEPTH: Final = 4
"""Most profiles in a chain of ``extends``, a house rule included."""

_OTHER_KEYS: Final = frozenset(("extends", "options", "sources", "text", "difficulty", "minutes", "related"))
_FALLBACK: Final = "en"

Values = dict[str, dict[str, Any]]


class UnknownVariant(LookupError):
    """No variant has this id."""

    code = "variant_not_found"

    def __init__(self, variant: str) -> None:
        super().__init__(variant)
        self.data = {"variant": variant}


class InvalidVariant(ValueError):
    """A file that is no variant. ``faults``: all that is wrong with it."""

    def __init__(self, variant: str, faults: Sequence[Fault]) -> None:
        super().__init__(f"{variant}: " + ", ".join(f"{fault.pointer} {fault.code}" for fault in faults))
        self.variant = variant
        self.faults = tuple(faults)


@dataclass(frozen=True)
class Variant:
    """A variant, resolved: its rules, what a host may set, and what people read about it."""

    id: str
    parent: str | None
    parent_hash: str | None
    """The hash that its parent has, or had when this was published."""
    profile: RuleProfile
    options: tuple[Option, ...]
    stated: Values
    """Section -> field -> value, as its own file states them."""
    faults: tuple[Fault, ...]
    """What is worth a warning."""
    text: Mapping[str, Mapping[str, Any]]
    difficulty: str | None
    minutes: int | None
    related: tuple[str, ...]
    sources: Mapping[str, str]
    version: str = ""
    """Hash of all that a published house rule says, texts and options included; empty for what has no versions."""

    @property
    def hash(self) -> str:
        """The hash of its profile."""
        return self.profile.hash

    def title(self, language: str) -> str:
        """Its name in a language (else in English, else in one that it has)."""
        return str(self._text(language).get("title", self.id))

    def summary(self, language: str) -> str:
        """What it is, in a sentence or two."""
        return str(self._text(language).get("summary", ""))

    def aliases(self, language: str) -> tuple[str, ...]:
        """Other names it goes by in a language."""
        return tuple(self._text(language).get("aliases", ()))

    def _text(self, language: str) -> Mapping[str, Any]:
        return self.text.get(language) or self.text.get(_FALLBACK) or next(iter(self.text.values()), {})


def with_options(variant: Variant, chosen: Mapping[str, Any]) -> RuleProfile:
    """The variant's profile with a host's choice (option name or path -> value).

    Raises InvalidOptions with all faults, pointers within ``chosen``.
    """
    values = read_choice(variant.options, chosen)
    if not values:
        return variant.profile
    faults = choice_faults(variant.profile, values)
    if faults:
        raise InvalidOptions(faults)
    return RuleProfile.model_validate(changed(variant.profile, values))


def options_of(variant: Variant, profile: RuleProfile) -> dict[str, Any]:
    """The values that a profile made by ``with_options`` has for each option: name -> value."""
    return {
        option.name: getattr(getattr(profile, option.path.partition(".")[0]), option.path.partition(".")[2])
        for option in variant.options
    }


def parent_diff(variant: Variant, parent: Variant | None) -> Values:
    """In what a variant differs from its parent (a root: from base Rummy): section -> field -> value."""
    return diff(variant.profile, parent.profile) if parent is not None else variant.profile.stated


def variants() -> tuple[Variant, ...]:
    """All variants of the catalogue, by id."""
    return tuple(_catalogue().values())


def variant(variant_id: str) -> Variant:
    """The variant with this id. Raises UnknownVariant."""
    found = _catalogue().get(variant_id)
    if found is None:
        raise UnknownVariant(variant_id)
    return found


@cache
def _catalogue() -> Mapping[str, Variant]:
    return resolve(read_files(FOLDER))


def read_files(folder: Path) -> dict[str, dict[str, Any]]:
    """The files of a folder as they are written: id -> content."""
    files = sorted(folder.glob("*.toml"), key=lambda path: path.stem)
    return {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in files}


def resolve(files: Mapping[str, Mapping[str, Any]]) -> dict[str, Variant]:
    """The variants that files are: id -> variant. Raises InvalidVariant for the first that is none."""
    found: dict[str, Variant] = {}
    for name in files:
        for each in reversed(chain(name, files)):
            if each not in found:
                parent = files[each].get("extends")
                found[each] = resolve_one(each, files[each], found[parent] if parent else None)
    return {name: found[name] for name in files}


def chain(name: str, files: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """A file and all that it extends, itself first. Raises InvalidVariant for a cycle, a hole or too long a chain."""
    names = [name]
    while (parent := files[names[-1]].get("extends")) is not None:
        if parent not in files:
            raise InvalidVariant(name, [Fault("/extends", "extends_unknown", data={"extends": parent})])
        if parent in names:
            raise InvalidVariant(name, [Fault("/extends", "extends_cycle", data={"chain": [*names, parent]})])
        names.append(parent)
        if len(names) > DEPTH:
            raise InvalidVariant(name, [Fault("/extends", "extends_depth", data={"limit": DEPTH, "got": len(names)})])
    return names


def resolve_one(name: str, written: Mapping[str, Any], parent: Variant | None) -> Variant:
    """The variant that a file is on top of its parent. Raises InvalidVariant with all faults."""
    stated: Values = {key: value for key, value in written.items() if key not in _OTHER_KEYS}
    judged = judge(stated, written.get("options"), parent)
    if judged.profile is None or judged.errors:
        raise InvalidVariant(name, judged.faults)
    return Variant(
        id=name,
        parent=parent.id if parent else None,
        parent_hash=parent.hash if parent else None,
        profile=judged.profile,
        options=judged.options,
        stated=stated,
        faults=judged.faults,
        text=written.get("text", {}),
        difficulty=written.get("difficulty"),
        minutes=written.get("minutes"),
        related=tuple(written.get("related", ())),
        sources=written.get("sources", {}),
    )


@dataclass(frozen=True)
class Judged:
    """What sections and options are on top of a parent: the profile, None where it cannot be read, and all faults."""

    profile: RuleProfile | None
    options: tuple[Option, ...]
    faults: tuple[Fault, ...]

    @property
    def errors(self) -> tuple[Fault, ...]:
        """The faults for which it is no variant."""
        return tuple(fault for fault in self.faults if fault.severity == "error")


def judge(stated: Mapping[str, Any], offered: Any, parent: Variant | None) -> Judged:
    """What a variant would be that states these sections and offers these options (None: its parent's)."""
    merged = merge(changed(parent.profile, {}) if parent else {}, stated)
    own = paths_of(stated)
    faults = faults_of(merged, stated=own)
    try:
        profile = RuleProfile.model_validate(merged)
    except ValidationError:
        below = parent.profile if parent else RuleProfile()
        _, wrong = _options(below, offered, parent, own)
        # A field that is stated has a value that nobody can read; the other fields have the parent's.
        stands = [fault for fault in wrong if fault.code != "option_default" or fault.data["option"] not in own]
        return Judged(None, (), (*faults, *stands))
    options, wrong = _options(profile, offered, parent, own)
    return Judged(profile, options, (*faults, *wrong))


def merge(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Sections merged field by field: what ``above`` states stands."""
    merged = dict(below)
    for section, fields in above.items():
        lower = merged.get(section, {})
        merged[section] = {**lower, **fields} if section in SECTIONS and _is_table(fields) else fields
    return merged


def paths_of(stated: Mapping[str, Any]) -> frozenset[str]:
    """The paths of the fields that sections state."""
    return frozenset(
        f"{section}.{field}" for section, fields in stated.items() if _is_table(fields) for field in fields
    )


def _options(
    profile: RuleProfile, offered: Any, parent: Variant | None, own: frozenset[str]
) -> tuple[tuple[Option, ...], list[Fault]]:
    """A file's own options; without any its parent's, less those whose field it states itself."""
    if offered is not None:
        if not _is_table(offered):
            return (), [Fault("/options", "wrong_type", data={"expected": "table"})]
        return read_options(profile, offered)
    if parent is None:
        return (), []
    return read_options(profile, {option.path: option.written for option in parent.options if option.path not in own})


def _is_table(value: Any) -> bool:
    return isinstance(value, Mapping)
