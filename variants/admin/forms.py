"""The form of a house rule: what it is called, what it builds on, every field of the profile, and its options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.conf import settings
from django.forms.boundfield import BoundField

from rummy import texts
from rummy.profile import SECTIONS, RuleProfile, profile_to_json
from rummy.sense import Fault
from variants import lookup
from variants.admin import option_rows
from variants.admin.profile_fields import RuleField, name_of, rule_fields
from variants.admin.theme import LongTextWidget, SelectWidget, TextWidget
from variants.admin.writers import slug_from
from variants.admin_texts import language, lazily, say
from variants.catalogue import UnknownVariant, Variant
from variants.drafts import LONGEST_DESCRIPTION, LONGEST_TITLE, Draft
from variants.models import LONGEST_ID, HouseRule

_LANGUAGES: Final = dict(settings.LANGUAGES)


@dataclass(frozen=True)
class Row:
    """A field of a section as the page shows it."""

    field: BoundField
    below: str
    """What the base says."""
    own: bool
    """Whether the house rule says it itself."""
    faults: list[str]


@dataclass(frozen=True)
class SectionRows:
    """A section of the profile as the page shows it."""

    name: str
    title: str
    help: str
    rows: list[Row]

    @property
    def own(self) -> int:
        """How many of its fields the house rule says itself."""
        return sum(row.own for row in self.rows)

    @property
    def faulty(self) -> bool:
        """Whether something is wrong in it."""
        return any(row.faults for row in self.rows)


class HouseRuleForm(forms.Form):
    """A house rule to be written. It refuses nothing: what is wrong is for ``drafts.judge`` to say, all at once."""

    revision = forms.IntegerField(required=False, widget=forms.HiddenInput)
    slug = forms.CharField(
        required=False, widget=TextWidget(attrs={"maxlength": LONGEST_ID}), label=lazily("slug"),
        help_text=lazily("slug_help"),
    )  # fmt: skip
    extends = forms.CharField(widget=SelectWidget(), label=lazily("base"), help_text=lazily("base_help"))
    own_options = forms.CharField(
        required=False, widget=SelectWidget(), label=lazily("own_options"), help_text=lazily("own_options_help")
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        draft: Draft,
        base: Variant | None,
        rule: HouseRule | None = None,
    ) -> None:
        super().__init__(
            data,
            initial={
                "revision": rule.revision if rule else None,
                "slug": draft.slug,
                "extends": draft.extends,
                "own_options": "" if draft.options is None else "own",
                **{f"title_{tongue}": text for tongue, text in draft.title.items()},
                **{f"description_{tongue}": text for tongue, text in draft.description.items()},
                **{name_of(f"{s}.{f}"): value for s, fields in draft.overrides.items() for f, value in fields.items()},
                **option_rows.initial_of(draft.options),
            },
        )
        self._kept = {
            section: {field: value for field, value in fields.items() if name_of(f"{section}.{field}") not in _RULES}
            for section, fields in draft.overrides.items()
        }
        """What the stored draft says that no field of the form is for."""
        self._told: dict[str, list[str]] = {}
        self._name_languages()
        self.fields["extends"].widget.choices = _bases(draft)
        inherited = base.options if base else ()
        offered = ", ".join(option.title(language()) for option in inherited) or say("nothing")
        self.fields["own_options"].widget.choices = [
            ("", say("options_of_base", options=offered)),
            ("own", say("options_below")),
        ]
        below = profile_to_json(base.profile if base else RuleProfile())
        for name, field in rule_fields().items():
            section, _, key = field.path.partition(".")
            field.show_base(below[section][key])
            self.fields[name] = field
        self.rows = option_rows.rows_for(draft.options, data)
        self.fields.update(option_rows.row_fields(self.rows))

    def _name_languages(self) -> None:
        for tongue, name in _LANGUAGES.items():
            self.fields[f"title_{tongue}"] = forms.CharField(
                required=False, label=f"{say('title')} ({name})", widget=TextWidget(attrs={"maxlength": LONGEST_TITLE})
            )
            self.fields[f"description_{tongue}"] = forms.CharField(
                required=False,
                label=f"{say('description')} ({name})",
                widget=LongTextWidget(attrs={"rows": 3, "maxlength": LONGEST_DESCRIPTION}),
            )

    def draft(self) -> Draft:
        """What was sent, as a draft. To be asked after ``is_valid``."""
        sent = self.cleaned_data
        title, description = (
            {tongue: sent[f"{part}_{tongue}"] for tongue in _LANGUAGES if sent.get(f"{part}_{tongue}")}
            for part in ("title", "description")
        )
        overrides = {section: dict(fields) for section, fields in self._kept.items() if fields}
        for name, field in self.fields.items():
            if isinstance(field, RuleField) and sent.get(name) is not None:
                section, _, key = field.path.partition(".")
                overrides.setdefault(section, {})[key] = sent[name]
        slug = sent.get("slug") or slug_from(title.values())
        options = option_rows.options_of(sent) if sent.get("own_options") else None
        in_order = {section: overrides[section] for section in [*SECTIONS, *overrides] if section in overrides}
        return Draft(slug, sent.get("extends", ""), title, description, in_order, options)

    def tell(self, faults: tuple[Fault, ...]) -> None:
        """Says faults at the fields where they are."""
        for fault in faults:
            self._told.setdefault(self.place_of(fault.pointer), []).append(sentence_of(fault))

    def place_of(self, pointer: str) -> str:
        """The name of the form's field that a fault is about; empty where there is none."""
        parts = [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]
        name = ""
        match parts:
            case ["overrides", section, field, *_]:
                name = name_of(f"{section}.{field}")
            case ["options", path, *_]:
                name = next((key for key in self._option_names() if self[key].value() == path), "own_options")
            case ["title" | "description" as part, *rest]:
                name = f"{part}_{rest[0] if rest else language()}"
            case [first, *_]:
                name = first
        return name if name in self.fields else ""

    def _option_names(self) -> Iterator[str]:
        return (option_rows.row_names(number)[0] for number in range(self.rows))

    def faults_at(self, name: str) -> list[str]:
        """What is wrong at a field."""
        return [*self._told.get(name, ()), *self.errors.get(name, ())]

    def sections(self) -> list[SectionRows]:
        """The fields of the profile by section."""
        found = [SectionRows(name, texts.section_title(name, language()), texts.section_help(name, language()), [])
                 for name in SECTIONS]  # fmt: skip
        by_name = {section.name: section for section in found}
        for name, field in self.fields.items():
            if isinstance(field, RuleField):
                own = self[name].value() not in (None, "")
                row = Row(self[name], field.below, own, self.faults_at(name))
                by_name[field.path.partition(".")[0]].rows.append(row)
        return found

    def texts_rows(self) -> list[Row]:
        """Title and description in the language of the page, name, and base."""
        return [self.row(name) for name in (f"title_{language()}", f"description_{language()}", "extends", "slug")]

    def other_texts_rows(self) -> list[Row]:
        """Title and description in the other languages."""
        others = [tongue for tongue in _LANGUAGES if tongue != language()]
        return [self.row(f"{part}_{tongue}") for tongue in others for part in ("title", "description")]

    def row(self, name: str) -> Row:
        """A field that has no base."""
        return Row(self[name], "", own=False, faults=self.faults_at(name))

    def option_pairs(self) -> list[tuple[BoundField, BoundField, list[str]]]:
        """The rows of options: a field, its values, and what is wrong with it."""
        names = [option_rows.row_names(number) for number in range(self.rows)]
        return [(self[field], self[values], self.faults_at(field)) for field, values in names]


def sentence_of(fault: Fault) -> str:
    """What is wrong, and what would mend it, in the language of the page."""
    tongue = language()
    said = texts.sentence(fault.code, tongue, fault.data)
    better = ", ".join(
        f"{texts.field_title(path, tongue)}: {texts.value_title(path, value, tongue)}"
        for path, value in (fault.suggestion or {}).items()
    )
    return f"{said} {say('suggestion', change=better)}" if better else said


def _bases(draft: Draft) -> list[tuple[str, str]]:
    """All variants that a draft may build on, by their titles."""
    found = {each.id: each.title(language()) for each in lookup.listed() if each.id != draft.slug}
    if draft.extends and draft.extends not in found:
        found[draft.extends] = draft.extends
    return sorted(found.items(), key=lambda pair: pair[1])


def base_of(extends: str) -> Variant | None:
    """The variant with this id, as it is now; None where there is none."""
    try:
        return lookup.find(extends)
    except UnknownVariant:
        return None


_RULES: Final = frozenset(rule_fields())
