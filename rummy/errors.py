"""What can go wrong with a move.

``RummyError``
    ``InvalidMove``   cannot be read: an unknown card, a missing field
    ``IllegalMove``   can be read, and a rule forbids it now
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pydantic_core import ErrorDetails


class RummyError(Exception):
    """Base of all refusals. ``code`` is stable; ``data`` holds the numbers that matter (JSON values)."""

    def __init__(self, code: str, data: dict[str, Any]) -> None:
        super().__init__(f"{code} {data}" if data else code)
        self.code = code
        self.data = data


class InvalidMove(RummyError):
    """A move that cannot be read. ``pointer`` is the JSON Pointer of the faulty value within the move."""

    def __init__(self, code: str, pointer: str, **data: Any) -> None:
        super().__init__(code, data)
        self.pointer = pointer


class IllegalMove(RummyError):
    """A move that a rule forbids now. ``rule`` is the profile path of that rule, None where no field carries it.

    ``pointer``: whoever plays several moves may say which one it is (JSON Pointer into what he was given).
    """

    def __init__(self, code: str, rule: str | None = None, **data: Any) -> None:
        super().__init__(code, data)
        self.rule = rule
        self.pointer: str | None = None


@dataclass(frozen=True, slots=True)
class ReadingFault:
    """A value that cannot be read: where it stands (JSON Pointer), a stable code, and what a sentence needs."""

    pointer: str
    code: str
    data: dict[str, Any]


_READING_CODES = {
    "missing": "missing_field",
    "extra_forbidden": "unknown_field",
    "unexpected_keyword_argument": "unknown_field",
    "union_tag_invalid": "unknown_kind",
    "union_tag_not_found": "missing_field",
    "literal_error": "unknown_value",
    "enum": "unknown_value",
    "value_error": "unknown_card",
    "too_long": "too_long",
    "too_short": "too_short",
    "string_too_long": "too_long",
    "string_too_short": "too_short",
    "greater_than_equal": "out_of_range",
    "less_than_equal": "out_of_range",
    "greater_than": "out_of_range",
    "less_than": "out_of_range",
    "int_parsing_size": "out_of_range",
    "json_invalid": "not_json",
}


_TYPES = {
    "int_type": "integer",
    "int_parsing": "integer",
    "int_from_float": "integer",
    "float_type": "number",
    "float_parsing": "number",
    "finite_number": "number",
    "bool_type": "boolean",
    "bool_parsing": "boolean",
    "string_type": "text",
    "string_unicode": "text",
    "list_type": "list",
    "tuple_type": "list",
    "dict_type": "table",
    "model_type": "table",
    "model_attributes_type": "table",
    "dataclass_type": "table",
    "dataclass_exact_type": "table",
    "none_required": "nothing",
    "value_type": "value",
}
"""pydantic's name of an error -> the type that it expects, as a sentence calls it."""


_LONGEST_STEP = 64
"""Characters of a name that are told again; none that means anything is longer, and one may be as long as the body."""


def named_values(listed: str) -> list[str]:
    """The values of an enumeration that pydantic has joined into an English sentence."""
    return re.findall(r"'([^']*)'", listed) or [listed]


def reading_faults(details: Iterable[ErrorDetails], body: Any) -> list[ReadingFault]:
    """Faults that pydantic found (its error's ``errors()``), with JSON Pointers into ``body``, the value that was read.

    pydantic names the branch of a tagged union in its path; a pointer into the body must not.
    """
    return [_reading_fault(detail, body) for detail in details]


def _reading_fault(detail: ErrorDetails, body: Any) -> ReadingFault:
    context = detail.get("ctx", {})
    code = _READING_CODES.get(detail["type"], "wrong_type")
    data: dict[str, Any] = {
        key: context[key]
        for key in ("expected", "expected_tags", "ge", "le", "gt", "lt", "max_length", "min_length")
        if key in context
    }
    for key in ("expected", "expected_tags"):
        if key in data:
            data[key] = named_values(str(data[key]))
    if code == "wrong_type" and detail["type"] in _TYPES:
        data["expected"] = _TYPES[detail["type"]]
    steps = _steps(detail["loc"], body)
    if detail["type"] == "union_tag_not_found":
        steps.append("kind")
    if code == "unknown_card":
        data["card"] = str(detail["input"])[:12]
    elif code in ("missing_field", "unknown_field") and steps:
        data["field"] = steps[-1]
    return ReadingFault("".join("/" + step.replace("~", "~0").replace("/", "~1") for step in steps), code, data)


def _steps(loc: tuple[int | str, ...], body: Any) -> list[str]:
    steps: list[str] = []
    here, fresh = body, True
    for step in loc:
        if fresh and isinstance(here, dict) and here.get("kind") == step:
            fresh = False
            continue
        fresh = True
        steps.append(str(step)[:_LONGEST_STEP])
        if isinstance(here, dict):
            here = here.get(step)
        elif isinstance(here, list | tuple) and isinstance(step, int) and step < len(here):
            here = here[step]
        else:
            here = None
    return steps
