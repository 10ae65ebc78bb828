"""Values that are JSON or TOML and yet no value of any rule: numbers and nestings beyond what the machinery bears."""

from __future__ import annotations

from typing import Any, Final

DIGITS: Final = 4300
"""Python reads no whole number of more digits from a text."""

NUMBERS: Final[dict[str, Any]] = {
    "beyond a float": 10**400,
    "below a float": -(10**400),
    "as many digits as can be read": 10 ** (DIGITS - 1),
    "not a database's": 2**63,
    "infinite": float("inf"),
    "no number": float("nan"),
    "large and not whole": 1e300,
}
"""Numbers that Python holds."""

TEXTS: Final[dict[str, str]] = {
    **{name: str(value) for name, value in NUMBERS.items()},
    "more digits than can be read": "1" * (DIGITS + 1),
    "below, and more digits": "-" + "1" * (DIGITS + 1),
    "an exponent beyond": "1e999",
    "lists in lists": "[" * 3000,
    "lists in lists, closed": "[" * 3000 + "]" * 3000,
    "tables in tables": '{"a":' * 3000,
    "somewhat deep": "[" * 60 + "]" * 60,
    "half a character": '"\\ud800"',
    "digits of another script": "٣" * 5000,
    "no character": '"\\u0000"',
}
"""The same and more, as somebody writes them: what cannot be read at all too."""
