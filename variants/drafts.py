"""What somebody wrote of a house rule, and whether it is one: all faults at once (profile.md 3)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from rummy.profile import SECTIONS, RuleProfile, diff
from rummy.sense import SEVERITY, Fault
from rummy.texts import LANGUAGES
from variants import catalogue, lookup
from variants.catalogue import InvalidVariant, Judged, UnknownVariant, Variant
from variants.combinations import option_faults
from variants.lookup import RetiredVariant
from variants.models import LONGEST_ID, HouseRule
from variants.options import escaped
from variants.plain_text import clean

LONGEST_TITLE: Final = 80
LONGEST_DESCRIPTION: Final = 2000
_LONGEST_EXTENDS: Final = 80
_SLUG: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", re.ASCII)
_SHORTEST_SLUG: Final = 3
_DEEPEST: Final = 6
_LARGEST: Final = 10**12
_LONGEST_KEY: Final = 40


@dataclass(frozen=True)
class Draft:
    """A house rule as it is written. ``options`` None: those of the base, less the fields stated here."""

    slug: str
    extends: str
    title: Mapping[str, str]
    description: Mapping[str, str] = field(default_factory=dict)
    overrides: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    options: Mapping[str, Any] | None = None

    @classmethod
    def of(cls, rule: HouseRule) -> Draft:
        """What a house rule's row says."""
        return cls(rule.slug, rule.extends, rule.title, rule.description, rule.overrides, rule.options)


@dataclass(frozen=True)
class Judgement:
    """A draft, its texts cleaned, and what is to be said of it."""

    draft: Draft
    base: Variant | None
    """What it builds on; None where that cannot be."""
    variant: Variant | None
    """What it would be to players; None where there are errors."""
    faults: tuple[Fault, ...]
    """Errors and warnings; pointers are those of the API's body: ``/overrides/match/target``, ``/title/de``."""
    storable: bool
    """Whether it can be kept with its errors, to be mended later."""

    @property
    def errors(self) -> tuple[Fault, ...]:
        """The faults for which it cannot be published."""
        return tuple(fault for fault in self.faults if fault.severity == "error")

    @property
    def warnings(self) -> tuple[Fault, ...]:
        """What is worth a second look."""
        return tuple(fault for fault in self.faults if fault.severity == "warning")

    @property
    def diff(self) -> dict[str, dict[str, Any]]:
        """In what it differs from its base: section -> field -> value; empty where that cannot be said."""
        return diff(self.variant.profile, self.base.profile) if self.variant and self.base else {}


def judge(draft: Draft, rule: HouseRule | None = None) -> Judgement:
    """What is to be said of a draft; ``rule``: the house rule that it would be written to (None: a new one).

    Reads the database and changes nothing. Takes a second where many options combine, so no lock should be held.
    """
    draft, wrong = _cleaned(draft)
    wrong = [*_slug_faults(draft.slug, rule), *wrong, *_unstorable(draft)]
    untitled = not draft.title and not any(fault.pointer.startswith("/title") for fault in wrong)
    found = [Fault("/title", "title_missing")] if untitled else []
    if any(fault.pointer.startswith(("/extends", "/overrides", "/options")) for fault in wrong):
        return Judgement(draft, None, None, (*wrong, *found, *_of_what_can_be_kept(draft)), storable=False)
    base, not_built = _base(draft, named=not any(fault.code == "slug_taken" for fault in wrong))
    judged = catalogue.judge(draft.overrides, draft.options, base)
    found += not_built
    found += [_placed(fault) for fault in judged.faults if base is not None or _of_itself(fault)]
    variant = None
    if base is not None and judged.profile is not None and not judged.errors:
        found += option_faults(judged.profile, judged.options)
        variant = _variant(draft, base, judged.profile, judged)
    if any(fault.severity == "error" for fault in (*wrong, *found)):
        variant = None
    return Judgement(draft, base, variant, (*wrong, *found), storable=not wrong)


def _variant(draft: Draft, base: Variant, profile: RuleProfile, judged: Judged) -> Variant:
    return Variant(
        id=draft.slug,
        parent=base.id,
        parent_hash=base.hash,
        profile=profile,
        options=judged.options,
        stated={section: dict(draft.overrides[section]) for section in SECTIONS if section in draft.overrides},
        faults=judged.faults,
        text=text_of(draft),
        difficulty=None,
        minutes=None,
        related=(),
        sources={},
    )


def text_of(draft: Draft) -> dict[str, dict[str, str]]:
    """Its texts as a file has them: language -> title, summary."""
    parts = {"title": draft.title, "summary": draft.description}
    return {
        language: {name: texts[language] for name, texts in parts.items() if language in texts}
        for language in LANGUAGES
        if any(language in texts for texts in parts.values())
    }


def _of_itself(fault: Fault) -> bool:
    """Whether a fault is one whatever the base says: of a type or a bound, or a name that no profile knows."""
    return fault.code not in SEVERITY and fault.code != "option_default"


def _placed(fault: Fault) -> Fault:
    """A fault of a file, placed in a house rule's body."""
    return fault if fault.pointer.startswith("/options") else replace(fault, pointer=f"/overrides{fault.pointer}")


def _of_what_can_be_kept(draft: Draft) -> list[Fault]:
    """The faults of the fields and options beside those that cannot be stored, whatever the base says."""
    kept, _ = _parted(draft)
    return _faults_of(kept)


def _faults_of(part: _Part) -> list[Fault]:
    """What is wrong with a part of a draft, whatever it builds on."""
    judged = catalogue.judge(part.sections, part.options, None)
    return [_placed(fault) for fault in judged.faults if _of_itself(fault)]


def _base(draft: Draft, *, named: bool) -> tuple[Variant | None, list[Fault]]:
    """The variant that a draft builds on; None and why where it may not.

    ``named``: whether its id is its own; one that is another's is no rung of the ladder, least of all its own base.
    """
    name = draft.slug if named else ""
    files = {name: {"extends": parent} for name, parent in lookup.ancestry().items()}
    files[name] = {"extends": draft.extends}
    try:
        catalogue.chain(name, files)
        return lookup.playable(draft.extends), []
    except InvalidVariant as error:
        unknown = draft.extends not in files
        return None, [_not_offered(draft.extends)] if unknown else list(error.faults)
    except RetiredVariant:
        return None, [Fault("/extends", "extends_retired", data={"extends": draft.extends})]
    except UnknownVariant:
        return None, [_not_offered(draft.extends)]


def _not_offered(slug: str) -> Fault:
    """Why nothing can build on what is not among the variants: an id that is taken says no less of a draft."""
    if HouseRule.objects.filter(slug=slug).exists():
        return Fault("/extends", "extends_unpublished", data={"extends": slug})
    return Fault("/extends", "extends_unknown", data={"extends": slug})


def is_slug(text: str) -> bool:
    """Whether a text has the form of a slug."""
    return _SHORTEST_SLUG <= len(text) <= LONGEST_ID and _SLUG.fullmatch(text) is not None


def _slug_faults(slug: str, rule: HouseRule | None) -> list[Fault]:
    if rule is not None and slug == rule.slug:
        return []
    if not is_slug(slug):
        return [Fault("/slug", "slug_format", data={"least": _SHORTEST_SLUG, "most": LONGEST_ID})]
    if rule is not None and rule.current_id is not None:
        return [Fault("/slug", "slug_fixed", data={"slug": rule.slug})]
    if any(slug == each.id for each in catalogue.variants()) or HouseRule.objects.filter(slug=slug).exists():
        return [Fault("/slug", "slug_taken", data={"slug": slug})]
    return []


def _cleaned(draft: Draft) -> tuple[Draft, list[Fault]]:
    """A draft with its texts cleaned and without what is empty, and what is wrong with its texts."""
    title, wrong = _texts("title", draft.title, LONGEST_TITLE, lines=False)
    description, more = _texts("description", draft.description, LONGEST_DESCRIPTION, lines=True)
    overrides = {
        section: fields for section, fields in draft.overrides.items() if fields != {} or section not in SECTIONS
    }
    return replace(draft, title=title, description=description, overrides=overrides), [*wrong, *more]


def _texts(name: str, texts: Mapping[str, str], longest: int, *, lines: bool) -> tuple[dict[str, str], list[Fault]]:
    cleaned: dict[str, str] = {}
    faults: list[Fault] = []
    for language in [
        *(each for each in LANGUAGES if each in texts),
        *(each for each in texts if each not in LANGUAGES),
    ]:
        pointer = f"/{name}/{language[:_LONGEST_KEY]}"
        try:
            text = clean(texts[language], lines=lines)
        except ValueError as error:
            faults.append(Fault(pointer, str(error)))
            continue
        if language not in LANGUAGES:
            faults.append(Fault(pointer, "unknown_value", data={"got": language[:_LONGEST_KEY], "expected": LANGUAGES}))
        elif len(text) > longest:
            faults.append(Fault(pointer, "too_long", data={"max_length": longest}))
        elif text:
            cleaned[language] = text
    return cleaned, faults


def _unstorable(draft: Draft) -> Iterator[Fault]:
    """What no database and no file could keep, so that not even a faulty draft may hold it."""
    if len(draft.extends) > _LONGEST_EXTENDS or not draft.extends.isprintable():
        yield Fault("/extends", "extends_unknown", data={"extends": draft.extends[:_LONGEST_EXTENDS]})
    _, lost = _parted(draft)
    faults = _faults_of(lost)
    yield from faults
    for part, expected, names in (("overrides", "table", lost.sections), ("options", "values", lost.options)):
        for name in names:
            pointer = f"/{part}/{escaped(name)}"
            if not any(f"{fault.pointer}/".startswith(f"{pointer}/") for fault in faults):
                yield Fault(pointer, "wrong_type", data={"expected": expected})


class _Part(NamedTuple):
    """Some of what a draft says: fields by section (or what stands in a section's place), and options."""

    sections: dict[str, Any]
    options: dict[str, Any]


def _parted(draft: Draft) -> tuple[_Part, _Part]:
    """What can be stored, and what cannot: single fields and options, or a whole section that is none."""
    kept, lost = _Part({}, {}), _Part({}, {})
    for section, fields in draft.overrides.items():
        if not (_is_table(fields) and _storable({section: {}}, _DEEPEST)):
            lost.sections[section] = fields
            continue
        if not fields:
            kept.sections[section] = fields
        for name, value in fields.items():
            part = kept if _storable({section: {name: value}}, _DEEPEST) else lost
            part.sections.setdefault(section, {})[name] = value
    for path, spec in (draft.options or {}).items():
        (kept if _storable({path: spec}, _DEEPEST) else lost).options[path] = spec
    return kept, lost


def _is_table(value: Any) -> bool:
    return isinstance(value, Mapping)


def _storable(value: Any, depth: int) -> bool:
    """Whether it is a JSON value, not too deep, without characters or numbers that PostgreSQL has no place for."""
    match value:
        case bool():
            return True
        case int() | float():
            return -_LARGEST <= value <= _LARGEST  # which what is no number is not either
        case str():
            return value.isprintable()
        case Mapping():
            inner = [*value, *value.values()]
        case list() | tuple():
            inner = list(value)
        case _:
            return False
    return depth > 0 and all(_storable(each, depth - 1) for each in inner)
