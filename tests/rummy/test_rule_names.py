"""Every section, field and value of a profile has a name and a help in every language."""

from collections import Counter
from collections.abc import Iterator
from string import Formatter
from typing import Any

import pytest

from rummy import texts
from rummy.profile import SECTIONS, RuleProfile, profile_to_json

SCHEMA = RuleProfile.model_json_schema()
WHOLE = profile_to_json(RuleProfile())
FIELDS = [f"{section}.{field}" for section in SECTIONS for field in WHOLE[section]]


def choices() -> Iterator[tuple[str, Any]]:
    """Every value of an enumeration or a switch that the JSON Schema allows, with the field's path."""
    for section in SECTIONS:
        model = SCHEMA["$defs"][SCHEMA["properties"][section]["$ref"].rpartition("/")[2]]
        for field, shape in model["properties"].items():
            for each in _values(shape):
                yield f"{section}.{field}", each


def _values(shape: Any) -> Iterator[Any]:
    if shape.get("type") == "boolean":
        yield from (True, False)
    if "const" in shape:
        yield shape["const"]
    yield from shape.get("enum", ())
    for part in [*shape.get("anyOf", ()), *([shape["items"]] if "items" in shape else ())]:
        yield from _values(part)


CHOICES = list(choices())


def test_all_fields_and_values_are_looked_at() -> None:
    assert len(FIELDS) >= 80
    assert {("deal.upcard", True), ("stock_empty.renewals", "unlimited"), ("match.tie_breaks", "wins")} <= set(CHOICES)
    assert len(CHOICES) > 70


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_every_section_and_field_has_a_title_and_a_help(language: str) -> None:
    names = texts._names(language)
    assert list(names["sections"]) == list(SECTIONS)
    assert list(names["fields"]) == FIELDS
    for each in [*names["sections"].values(), *names["fields"].values()]:
        assert set(each) == {"title", "help"}
        assert each["title"].strip()
        assert each["help"].endswith(".")


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_no_two_fields_have_the_same_title(language: str) -> None:
    titles = Counter(texts.field_title(path, language) for path in FIELDS)
    assert [title for title, count in titles.items() if count > 1] == []


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_every_choice_has_a_name_and_no_two_of_a_field_the_same(language: str) -> None:
    named = texts._names(language)["values"]
    assert [(path, value) for path, value in CHOICES if str(value).lower() not in named.get(path, {})] == []
    for path, values in named.items():
        assert path in FIELDS
        assert len(set(values.values())) == len(values), path


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_the_languages_name_the_same_values_with_the_same_numbers(language: str) -> None:
    english, other = texts._names("en")["values"], texts._names(language)["values"]
    assert {path: list(values) for path, values in other.items()} == {path: list(v) for path, v in english.items()}
    for path, values in english.items():
        for key, text in values.items():
            assert _placeholders(other[path][key]) == _placeholders(text), (path, key)


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", texts.LANGUAGES)
@pytest.mark.parametrize("path", FIELDS)
def test_the_default_of_every_field_can_be_said(path: str, language: str) -> None:
    section, _, field = path.partition(".")
    said = texts.value_title(path, WHOLE[section][field], language)
    assert said
    assert not set("{}[]_") & set(said)


@pytest.mark.parametrize(
    ("path", "value", "language", "said"),
    [
        ("deal.upcard", False, "nl", "nee"),
        ("deal.cards", 13, "de", "13"),
        ("deal.cards", {"2": 10, "3": 7}, "de", "2 Spieler: 10, 3 Spieler: 7"),
        ("deal.cards", {2: 10}, "en", "2 players: 10"),
        ("rating.bands", [{"from": 0, "points": 3}, {"from": 9}], "de", "ab 0 Punkten: 3, ab 9 Punkten: ?"),
        ("rating.bands", (), "nl", "geen"),
        ("match.tie_breaks", ["wins", "points"], "en", "more deals won, fewer points"),
        ("match.target", 250, "en", "250"),
        ("match.target", 0, "de", "kein Ziel"),
        ("match.target", {"2": 1}, "de", "{'2': 1}"),
        ("match.tie_breaks", [["wins"]], "en", "more deals won"),
        ("no.such_field", None, "en", "None"),
    ],
)  # fmt: skip
def test_a_value_is_said_as_people_say_it_and_a_wrong_one_as_it_is(
    path: str, value: Any, language: str, said: str
) -> None:
    assert texts.value_title(path, value, language) == said
