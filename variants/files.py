"""House rules as files, written as those of the catalogue are (``variants.catalogue``), so that houses can share them.

The file's name is the slug. It holds ``extends``, the sections, ``options`` and ``text.<language>`` (title, summary).
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any, Final

from rummy.profile import SECTIONS
from rummy.sense import Fault
from variants.drafts import Draft
from variants.errors import FaultyHouseRule

LONGEST: Final = 64 * 1024
"""Most characters of a file."""

_KEYS: Final = frozenset(("extends", "options", "text", *SECTIONS))
_SHOWN: Final = 40
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)


def draft_of(text: str, slug: str) -> Draft:
    """What a file says of a house rule. Raises FaultyHouseRule where it is no TOML, or says what no house rule can."""
    written = _load(text)
    faults = [
        Fault(f"/{key[:_SHOWN]}", "unknown_field", data={"field": key[:_SHOWN]}) for key in written if key not in _KEYS
    ]
    extends, options = written.get("extends"), written.get("options")
    if not isinstance(extends, str):
        faults.append(Fault("/extends", "missing_field", data={"field": "extends"}))
    if options is not None and not isinstance(options, Mapping):
        faults.append(Fault("/options", "wrong_type", data={"expected": "table"}))
    texts, wrong = _texts(written.get("text", {}))
    if faults or wrong:
        raise FaultyHouseRule([*faults, *wrong])
    sections = {section: written[section] for section in SECTIONS if section in written}
    return Draft(slug, str(extends), texts["title"], texts["summary"], sections, options)


def _load(text: str) -> dict[str, Any]:
    if len(text) > LONGEST:
        raise FaultyHouseRule([Fault("", "too_long", data={"max_length": LONGEST})])
    try:
        return tomllib.loads(text)
    except ValueError as error:  # no TOML, or a number of more digits than Python reads
        raise FaultyHouseRule([Fault("", "bad_toml", data={"reason": str(error)[:200]})]) from error
    except RecursionError as error:
        raise FaultyHouseRule([Fault("", "bad_toml", data={"reason": "too deep"})]) from error


def _texts(written: Any) -> tuple[dict[str, dict[str, str]], list[Fault]]:
    """``text.<language>`` the other way round: title and summary -> language -> text."""
    parts: dict[str, dict[str, str]] = {"title": {}, "summary": {}}
    faults: list[Fault] = []
    if not isinstance(written, Mapping):
        return parts, [Fault("/text", "wrong_type", data={"expected": "table"})]
    for language, said in written.items():
        if not isinstance(said, Mapping):
            faults.append(Fault(f"/text/{language[:_SHOWN]}", "wrong_type", data={"expected": "table"}))
            continue
        for name, value in said.items():
            if name in parts and isinstance(value, str):
                parts[name][language] = value
            else:
                pointer = f"/text/{language[:_SHOWN]}/{name[:_SHOWN]}"
                faults.append(Fault(pointer, "unknown_field", data={"field": name[:_SHOWN]}))
    return parts, faults


def dump(written: Mapping[str, Any]) -> str:
    """The text of a file with this content; ``draft_of`` reads the same from it."""
    lines = [f"extends = {_value(written['extends'])}"]
    unknown = [name for name in written if name not in _KEYS]
    for section in [*(name for name in SECTIONS if name in written), *unknown]:
        lines += _table(_key(section), written[section])
    if "options" in written:
        lines += _table("options", written["options"])
    for language, text in written.get("text", {}).items():
        lines += _table(f"text.{_key(language)}", text)
    return "\n".join(lines) + "\n"


def _table(name: str, fields: Mapping[str, Any]) -> list[str]:
    return ["", f"[{name}]", *(f"{_key(key)} = {_value(value)}" for key, value in fields.items())]


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _text(key)


def _value(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return repr(value)
        case str():
            return _text(value)
        case Mapping():
            inner = ", ".join(f"{_key(str(key))} = {_value(each)}" for key, each in value.items())
            return f"{{ {inner} }}" if inner else "{}"
        case Sequence():
            return f"[{', '.join(map(_value, value))}]"
    raise TypeError(f"TOML has no {type(value).__name__}")


def _text(text: str) -> str:
    """A basic string. JSON's escapes are TOML's; only the delete character must be escaped besides."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
