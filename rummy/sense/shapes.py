"""Types and bounds: pydantic's errors as faults, each once, at the place where the author wrote the value."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final, get_args

from rummy.errors import named_values
from rummy.profile import RuleProfile
from rummy.sense.faults import Fault

if TYPE_CHECKING:
    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

_UNIONS: Final = {("deal", "cards"), ("stock_empty", "renewals")}
"""Fields of more than one type: pydantic reports every type that they are not."""

_CODES: Final = {
    "missing": "missing_field",
    "extra_forbidden": "unknown_field",
    "literal_error": "unknown_value",
    "greater_than_equal": "value_too_low",
    "less_than_equal": "value_too_high",
    "too_long": "too_long",
    "too_short": "too_short",
}
_TYPES: Final = {"int_type": "integer", "int_parsing": "integer", "bool_type": "boolean", "tuple_type": "list"}
_LONGEST_ECHO: Final = 40


def shape_faults(error: ValidationError, data: Any, stated: Collection[str] | None = None) -> list[Fault]:
    """All faults of types and bounds, in the order of the profile's sections.

    ``stated``: paths of the fields that count as stated (None: all that ``data`` holds); no misspelt one means these.
    """
    return [_fault(detail, data, stated) for detail in error.errors(include_url=False) if _fits(detail, data)]


def _fits(detail: ErrorDetails, data: Any) -> bool:
    """Whether a union's error is of the type that the author meant."""
    loc = detail["loc"]
    if loc[:2] not in _UNIONS:
        return True
    value = data[loc[0]][loc[1]]
    branch = str(loc[2])
    if isinstance(value, dict):
        return branch.startswith("dict") or (loc[1] == "renewals" and branch.startswith("constrained-int"))
    if isinstance(value, str) and loc[1] == "renewals":
        return branch.startswith("literal")
    return branch.startswith("constrained-int")


def _fault(detail: ErrorDetails, data: Any, stated: Collection[str] | None) -> Fault:
    steps = _steps(detail["loc"])
    kind = detail["type"]
    context = detail.get("ctx", {})
    code = _CODES.get(kind, "wrong_type")
    found: dict[str, Any] = {}
    suggestion = None
    if code in ("value_too_low", "value_too_high"):
        limit = context["ge"] if code == "value_too_low" else context["le"]
        found = {"limit": limit, "got": _echo(detail["input"])}
        if len(steps) == 2:
            suggestion = {".".join(steps): limit}
    elif code in ("missing_field", "unknown_field"):
        found = {"field": steps[-1][:_LONGEST_ECHO]}
    elif code == "unknown_value":
        found = {"expected": _choices(steps, context), "got": _echo(detail["input"])}
    elif code == "too_long":
        found = {"max_length": context["max_length"]}
    elif code == "too_short":
        found = {"min_length": context["min_length"]}
    else:
        found = {"expected": _expected(steps, kind), "got": _echo(detail["input"])}
    if code == "unknown_field":
        suggestion = _nearest(steps, data, stated)
    pointer = "".join("/" + step.replace("~", "~0").replace("/", "~1") for step in steps)
    return Fault(pointer, code, "error", found, suggestion)


def _steps(loc: tuple[int | str, ...]) -> list[str]:
    steps = [str(step) for step in loc]
    if loc[:2] in _UNIONS:
        del steps[2]
        if len(loc) == 5:
            del steps[3:]
    return steps


def _expected(steps: list[str], kind: str) -> str:
    if steps == ["deal", "cards"]:
        return "hand_sizes"
    return _TYPES.get(kind, "table")


def _choices(steps: list[str], context: dict[str, Any]) -> list[str]:
    """The values that an enumeration admits."""
    if len(steps) == 2:
        section = RuleProfile.model_fields[steps[0]].annotation
        field = getattr(section, "model_fields", {}).get(steps[1])
        values = [value for value in get_args(field.annotation) if isinstance(value, str)] if field else []
        if values:
            return values
    return named_values(str(context["expected"]))


def _echo(value: Any) -> Any:
    """A faulty value, short enough for a sentence."""
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int):
        return value if abs(value) < 10**12 else "..."
    text = value if isinstance(value, str) else type(value).__name__
    return text if len(text) <= _LONGEST_ECHO else text[:_LONGEST_ECHO] + "..."


def _nearest(steps: list[str], data: Any, stated: Collection[str] | None) -> dict[str, Any] | None:
    """The field that a misspelt one may mean, with its value."""
    if len(steps) != 2:
        return None
    section, written = steps
    names = getattr(RuleProfile.model_fields[section].annotation, "model_fields", {})
    free = [
        name for name in names if (name not in data[section] if stated is None else f"{section}.{name}" not in stated)
    ]
    near = get_close_matches(written, free, n=1)
    return {f"{section}.{near[0]}": data[section][written]} if near else None
