"""Law 7: another value of any field of a profile changes its rules sheet, in every language.

It changes the rules as they are told, and not only an example that the engine judges anew.
"""

from __future__ import annotations

from typing import Any, Final, get_args

import pytest

from rummy.profile import RuleProfile
from rummy.sense import faults_of
from rummy.sense.dead import value_at
from tests.laws.test_fields import PLAYED, STATED
from tests.rummy.builder import altered
from tests.strategies import FIELDS
from tests.variants.sheet.written import SPOKEN, told
from variants.options import changed

MATTERS: Final[dict[str, tuple[RuleProfile, Any]]] = {
    **PLAYED,
    **{path: (profile, value) for path, (profile, value, _) in STATED.items()},
}
"""Field -> a profile in which it matters, and another value."""


def with_value(profile: RuleProfile, path: str, value: Any) -> RuleProfile:
    section, field = path.split(".")
    return altered(profile, **{section: {field: value}})


def words_of(path: str) -> list[Any]:
    """The values of a field that has a few; [] for numbers and lists."""
    section, field = path.split(".")
    annotation = RuleProfile.model_fields[section].annotation.model_fields[field].annotation  # type: ignore[union-attr]
    return [value for value in get_args(annotation) if isinstance(value, str)]


def test_no_field_is_left_out() -> None:
    assert set(MATTERS) == set(FIELDS)


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("path", sorted(MATTERS))
def test_another_value_changes_the_sheet(path: str, language: str) -> None:
    profile, value = MATTERS[path]
    assert told(profile, language) != told(with_value(profile, path, value), language)


@pytest.mark.parametrize("path", [path for path in sorted(MATTERS) if len(words_of(path)) > 2])
def test_each_of_its_values_is_another_sheet(path: str) -> None:
    """Where a field has three values or more, none is said as another is."""
    profile, _ = MATTERS[path]
    possible = [
        value for value in words_of(path)
        if not [fault for fault in faults_of(changed(profile, {path: value}), ()) if fault.severity == "error"]
    ]  # fmt: skip
    sheets = {value: told(with_value(profile, path, value)) for value in possible}
    assert value_at(profile, path) in sheets
    assert len(set(sheets.values())) == len(sheets), path
