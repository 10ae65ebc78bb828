"""The options of a house rule as rows of a form: a field, and the values that hosts may choose from.

A row of numbers is typed ``50-300/25`` (from, to, step) or ``2, 4, 6``; words are the names of the values in the
language of the page, or their codes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from django import forms

from rummy import texts
from rummy.profile import SECTIONS
from variants.admin.profile_fields import shapes
from variants.admin.theme import SelectWidget, TextWidget
from variants.admin_texts import language

_RANGE: Final = re.compile(r"\s*(-?\d{1,9})\s*(?:-|–|\.\.)\s*(-?\d{1,9})\s*(?:/\s*(\d{1,9})\s*)?", re.ASCII)
_SPARE: Final = 2
"""Empty rows after the filled ones."""
_MOST: Final = 40


def row_names(number: int) -> tuple[str, str]:
    """The names of a row's two fields in the form."""
    return f"option_{number}_field", f"option_{number}_values"


def row_fields(rows: int) -> dict[str, forms.Field]:
    """The form's fields for so many rows."""
    found: dict[str, forms.Field] = {}
    for number in range(rows):
        field, values = row_names(number)
        found[field] = forms.CharField(required=False, widget=SelectWidget(choices=_offered()))
        found[values] = forms.CharField(required=False, max_length=400, widget=TextWidget())
    return found


def rows_for(options: Mapping[str, Any] | None, data: Mapping[str, Any] | None) -> int:
    """How many rows the form has: those that were sent, or those that are filled and some to fill."""
    if data is None:
        return len(options or ()) + _SPARE
    return next((number for number in range(_MOST) if row_names(number)[0] not in data), _MOST)


def initial_of(options: Mapping[str, Any] | None) -> dict[str, str]:
    """What the rows show for stored options."""
    found: dict[str, str] = {}
    for number, (path, spec) in enumerate((options or {}).items()):
        field, values = row_names(number)
        found[field], found[values] = path, shown(path, spec)
    return found


def shown(path: str, spec: Any) -> str:
    """A stored option as it is typed."""
    if isinstance(spec, Mapping):
        return "{min}-{max}/{step}".format_map({**dict.fromkeys(("min", "max", "step"), "?"), **spec})
    if isinstance(spec, list):
        return ", ".join(_word(path, value) for value in spec)
    return str(spec)


def options_of(cleaned: Mapping[str, Any]) -> dict[str, Any]:
    """The options that the rows say: path -> values. What cannot be read stays as it was typed."""
    found: dict[str, Any] = {}
    for number in range(_MOST):
        field, values = row_names(number)
        path = cleaned.get(field)
        if path:
            found[path] = _read(path, cleaned.get(values, ""))
    return found


def _read(path: str, typed: str) -> Any:
    bounds = _RANGE.fullmatch(typed)
    if bounds:
        least, most, step = bounds.groups(default="1")
        return {"min": int(least), "max": int(most), "step": int(step)}
    named = _named(path)
    found: list[Any] = []
    for part in filter(None, map(str.strip, re.split(r"[,;\n]", typed))):
        known = named.get(part.casefold())
        found.append(
            int(part)
            if known is None and re.fullmatch(r"-?\d{1,9}", part, re.ASCII)
            else part
            if known is None
            else known
        )
    return found


def _word(path: str, value: Any) -> str:
    """What is typed for a value: its name, where that can be read again."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    said = texts.value_title(path, value, language())
    return said if "," not in said and _named(path).get(said.casefold()) == value else str(value)


def _named(path: str) -> dict[str, Any]:
    """The values of a field that have names: name or code, in small letters -> value."""
    shape = dict(shapes()).get(path, {})
    values: list[Any] = [*shape.get("enum", ()), *((True, False) if shape.get("type") == "boolean" else ())]
    values += [part["const"] for part in shape.get("anyOf", ()) if "const" in part]
    return {
        word.casefold(): value for value in values for word in (str(value), texts.value_title(path, value, language()))
    }


def _offered() -> list[tuple[str, Any]]:
    """All fields, by section, to choose from."""
    tongue = language()
    groups: dict[str, list[tuple[str, str]]] = {section: [] for section in SECTIONS}
    for path, shape in shapes():
        if shape.get("type") != "array" and path != "deal.cards":
            groups[path.partition(".")[0]].append((path, texts.field_title(path, tongue)))
    return [("", "–"), *((texts.section_title(section, tongue), group) for section, group in groups.items())]
