"""The fields of a form for rules, one for each field of the profile, made from its JSON Schema.

An empty field is inherited: it is not stated. What cannot be read stays as it was typed, so that a faulty draft can be
kept and all its faults can be told at once, in one way: by ``rummy.sense``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any, Final

from django import forms
from django.utils.functional import lazy

from rummy import texts
from rummy.profile import SECTIONS, RuleProfile
from variants.admin.theme import NumberWidget, SelectWidget, TextWidget
from variants.admin_texts import language

INHERITED: Final = None
"""What a field is worth that states nothing."""
_MOST_CHOICES: Final = 24
_SCHEMA: Final[dict[str, Any]] = RuleProfile.model_json_schema()


def name_of(path: str) -> str:
    """The name of a field in the form, from its path in the profile."""
    return path.replace(".", "__", 1)


def path_of(name: str) -> str:
    """The path in the profile, from the name of a field in the form."""
    return name.replace("__", ".", 1)


def shapes() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every field of the profile with its part of the JSON Schema, in the order of the profile."""
    for section in SECTIONS:
        model = _SCHEMA["$defs"][_SCHEMA["properties"][section]["$ref"].rpartition("/")[2]]
        for field, shape in model["properties"].items():
            yield f"{section}.{field}", shape


def _values(shape: Mapping[str, Any]) -> tuple[Any, ...] | None:
    """All values of a field, where they can be counted on the fingers; None elsewhere."""
    if "anyOf" in shape:
        parts = [_values(part) for part in shape["anyOf"]]
        return None if None in parts else tuple(value for part in parts for value in part or ())
    if shape.get("type") == "boolean":
        return (True, False)
    if "const" in shape:
        return (shape["const"],)
    if "enum" in shape:
        return tuple(shape["enum"])
    if shape.get("type") == "array" and "enum" in shape["items"]:
        named = shape["items"]["enum"]
        return tuple(list(each) for size in range(shape["maxItems"] + 1) for each in permutations(named, size))
    if shape.get("type") == "integer" and shape["maximum"] - shape["minimum"] < _MOST_CHOICES:
        return tuple(range(shape["minimum"], shape["maximum"] + 1))
    return None


class RuleField(forms.Field):
    """A field of the profile in a form: its value, or ``INHERITED``."""

    def __init__(self, path: str, widget: forms.Widget) -> None:
        super().__init__(
            required=False,
            widget=widget,
            label=lazy(lambda: texts.field_title(path, language()), str)(),
            help_text=lazy(lambda: texts.field_help(path, language()), str)(),
        )
        self.path = path
        self.below = ""
        """What the base says, in words."""

    def show_base(self, value: Any) -> None:
        """What the field is worth as long as it states nothing."""
        self.below = texts.value_title(self.path, value, language())


class ChoiceField(RuleField):
    """A field with few values: a list to choose from."""

    widget: forms.Select

    def __init__(self, path: str, values: Sequence[Any]) -> None:
        super().__init__(path, SelectWidget())
        self._values = tuple(values)

    def show_base(self, value: Any) -> None:
        """Offers the base's value as the choice that states nothing."""
        super().show_base(value)
        self._offer(self._values)

    def _offer(self, values: Sequence[Any]) -> None:
        named = [(json.dumps(value), texts.value_title(self.path, value, language())) for value in values]
        self.widget.choices = [("", f"= {self.below}"), *named]

    def prepare_value(self, value: Any) -> Any:
        """The text that stands for a value; a wrong value of a draft is offered as it is."""
        if value is INHERITED or isinstance(value, _Typed):
            return value or ""
        if not any(type(value) is type(known) and value == known for known in self._values):
            self._offer([*self._values, value])
        return json.dumps(value)

    def to_python(self, value: Any) -> Any:
        """The chosen value; what nobody could choose stays as it was sent."""
        if not value:
            return INHERITED
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return str(value)

    def bound_data(self, data: Any, initial: Any) -> Any:  # noqa: ARG002  # Django's own
        """What was sent, marked as text already."""
        return _Typed(data or "")


class NumberField(RuleField):
    """A whole number within bounds."""

    def __init__(self, path: str, least: int, most: int) -> None:
        super().__init__(path, NumberWidget(attrs={"min": least, "max": most}))

    def show_base(self, value: Any) -> None:
        """Shows the base's number where nothing is stated."""
        super().show_base(value)
        self.widget.attrs["placeholder"] = str(value)

    def prepare_value(self, value: Any) -> Any:
        """The number; what is none is shown as text, since a browser leaves it out of a field for numbers."""
        if value is not INHERITED and not str(value).lstrip("-").isdigit():
            self.widget.input_type = "text"
        return value

    def to_python(self, value: Any) -> Any:
        """The number; what is none stays as it was typed."""
        return _number(str(value or ""))


class PairsField(RuleField):
    """Pairs of numbers, as in ``2: 10, 3: 7``: hand sizes by players, or bands of a rating."""

    def __init__(self, path: str, shape: Mapping[str, Any]) -> None:
        super().__init__(path, TextWidget())
        self._bands = shape.get("type") == "array"

    def show_base(self, value: Any) -> None:
        """Shows the base's pairs where nothing is stated, in the form in which they are typed."""
        super().show_base(value)
        self.widget.attrs["placeholder"] = self.prepare_value(value)

    def prepare_value(self, value: Any) -> Any:
        """The value as it is typed; ``-`` for no pairs."""
        if isinstance(value, Mapping):
            return ", ".join(f"{key}: {each}" for key, each in value.items()) or "-"
        if isinstance(value, list | tuple) and all(isinstance(band, Mapping) for band in value):
            return ", ".join(f"{band.get('from')}: {band.get('points')}" for band in value) or "-"
        return value

    def to_python(self, value: Any) -> Any:
        """The pairs, or one number; what is neither stays as it was typed."""
        typed = str(value or "").strip()
        if typed == "-":
            return [] if self._bands else {}
        pairs = [
            re.fullmatch(r"\s*(\d{1,9})\s*[:=]\s*(\S+)\s*", part, re.ASCII)
            for part in re.split(r"[,;\n]", typed)
            if part.strip()
        ]
        if not pairs or not all(pairs):
            return _number(typed)
        found = [(pair[1], _number(pair[2])) for pair in pairs if pair]
        if self._bands:
            return [{"from": int(least), "points": points} for least, points in found]
        return {str(int(seats)): cards for seats, cards in found}


class _Typed(str):
    """Text as a browser sent it."""

    __slots__ = ()


def _number(typed: str) -> Any:
    typed = typed.strip()
    if not typed:
        return INHERITED
    return int(typed) if re.fullmatch(r"-?\d{1,9}", typed, re.ASCII) else typed


def rule_field(path: str, shape: Mapping[str, Any]) -> RuleField:
    """The form's field for a field of the profile."""
    values = _values(shape)
    if values is not None and (len(values) <= _MOST_CHOICES and shape.get("type") != "integer"):
        return ChoiceField(path, values)
    if shape.get("type") == "integer":
        return NumberField(path, shape["minimum"], shape["maximum"])
    return PairsField(path, shape)


def rule_fields() -> dict[str, RuleField]:
    """All fields of the profile by their name in the form."""
    return {name_of(path): rule_field(path, shape) for path, shape in shapes()}
