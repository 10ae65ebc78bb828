"""Writes ``docs/profile.md``, every field of a profile as its schema says it: ``python -m tests.docs.profile``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from rummy.profile import FIELD_PATHS, SECTIONS, RuleProfile
from rummy.texts import field_title, section_help, section_title

PAGE: Final = Path(__file__).resolve().parents[2] / "docs" / "profile.md"
HEAD: Final = """# Every field of a profile

Made by `make openapi` from `GET profile-schema`; a test holds the two together. A profile is a table of sections, a
section a table of fields; what is left out has its default, and the defaults are base Rummy. What a variant says for each
is in `GET variants/{{id}}`, why a combination is refused in [refusals.md](refusals.md#single-faults). {count} fields.
"""


def page() -> str:
    """The whole page."""
    schema = RuleProfile.model_json_schema()
    return HEAD.format(count=len(FIELD_PATHS)) + "".join(_section(schema, name) for name in SECTIONS)


def _section(schema: dict[str, Any], name: str) -> str:
    fields = _target(schema, schema["properties"][name])["properties"]
    rows = "".join(
        f"| `{name}.{field}` | {_values(schema, spec)} | {_written(spec['default'])} "
        f"| {field_title(f'{name}.{field}', 'en')}. {_told(spec)} |\n"
        for field, spec in fields.items()
    )
    head = f"\n## {section_title(name, 'en')}\n\n{section_help(name, 'en')}\n\n"
    return f"{head}| field | values | default | meaning |\n|---|---|---|---|\n{rows}"


def _told(spec: dict[str, Any]) -> str:
    return " ".join(str(spec["description"]).split()).replace("|", "\\|")


def _target(schema: dict[str, Any], spec: dict[str, Any]) -> dict[str, Any]:
    place = str(spec.get("$ref") or "")
    found: dict[str, Any] = schema["$defs"][place.rpartition("/")[2]] if place else spec
    return found


def _values(schema: dict[str, Any], spec: dict[str, Any]) -> str:
    """What a field may be: a type with its bounds, or the values of an enumeration."""
    spec = _target(schema, spec)
    if "anyOf" in spec:
        return " or ".join(_values(schema, part) for part in spec["anyOf"])
    if "const" in spec or "enum" in spec:
        return ", ".join(_written(value) for value in spec.get("enum", [spec.get("const")]))
    match spec["type"]:
        case "boolean":
            return "`true`, `false`"
        case "integer":
            return f"{spec['minimum']} to {spec['maximum']}" if "maximum" in spec else f"from {spec['minimum']}"
        case "array":
            return f"list of {_values(schema, spec['items'])}"
    if "properties" in spec:
        return ", ".join(f"`{name}` ({_values(schema, part)})" for name, part in spec["properties"].items())
    return f"table of {_values(schema, spec['additionalProperties'])}"


def _written(value: Any) -> str:
    return f"`{value if isinstance(value, str) else json.dumps(value)}`"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
