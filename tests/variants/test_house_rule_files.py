"""House rules as files: what one house writes, another reads; text by text and value by value."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import overrides
from tests.variants.houses import ANNA, CLUB, draft, made, published
from variants import catalogue, files, house_rules, lookup
from variants.drafts import text_of
from variants.errors import FaultyHouseRule

TEXTS = st.text(st.characters(codec="utf-8"), max_size=30)


@given(overrides(), st.dictionaries(st.sampled_from(["de", "en", "nl"]), TEXTS, min_size=1))
def test_whatever_is_written_is_read_again(sections: dict[str, Any], titles: dict[str, str]) -> None:
    options = {"match.target": [50, 100], "deck.jokers": {"min": 0, "max": 6, "step": 2}}
    one = draft(overrides=sections, title=titles, description={"nl": 'Zo\'n "spel"\\'}, options=options)
    text = files.dump({"extends": one.extends, **one.overrides, "options": options, "text": text_of(one)})
    assert files.draft_of(text, one.slug) == one
    assert "\r" not in text


@pytest.mark.django_db
def test_a_shared_rule_is_the_same_variant_elsewhere() -> None:
    """With umlauts, quotes and line ends; options too."""
    title = {"de": 'Rommé „wie’s Großmutter spielte“ "\\" #1', "nl": "Café'tje"}
    published(title=title, description={"de": "Erste Zeile\n[text.de]\ntitle = 1"}, options={"match.rounds": [2, 3]})
    text = house_rules.file_of(house_rules.rules_of(ANNA)[0])
    other = house_rules.import_file(text=text, slug="club-b", by=CLUB)
    house_rules.publish(rule_id=other.pk, by=CLUB)
    here, there = lookup.find("club-romme"), lookup.find("club-b")
    assert (there.profile, there.options, there.text) == (here.profile, here.options, here.text)
    assert there.title("de") == title["de"]
    assert house_rules.file_of(other) == text


@pytest.mark.django_db
def test_a_file_needs_only_the_catalogue() -> None:
    """A rule on a house rule is written with what that says, over the catalogue's variant below it."""
    published()
    child = published("club-lang", extends="club-romme", overrides={"opening": {"min_points": 51}})
    written = tomllib.loads(house_rules.file_of(child))
    assert (written["extends"], written["claims"], written["opening"]) == (
        "romme",
        {"mode": "none"},
        {"min_points": 51},
    )
    (resolved,) = catalogue.resolve(
        {"romme": catalogue.read_files(catalogue.FOLDER)["romme"], "club-lang": written}
    ).keys() - {"romme"}
    assert resolved == "club-lang"
    other = house_rules.import_file(text=house_rules.file_of(child), slug="elsewhere", by=ANNA)
    assert house_rules.variant_of(other).profile == lookup.find("club-lang").profile


@pytest.mark.django_db
def test_a_faulty_draft_is_written_as_it_is() -> None:
    rule = house_rules.create(draft=draft(extends="nowhere", options={"x.y": [1]}), by=ANNA, keep_faulty=True)
    read = files.draft_of(house_rules.file_of(rule), rule.slug)
    assert (read.extends, read.options) == ("nowhere", {"x.y": [1]})


@pytest.mark.parametrize("name", [each.id for each in catalogue.variants()])
def test_files_of_the_catalogue_are_written_alike(name: str) -> None:
    whole = {"extends": "rummy", **catalogue.read_files(catalogue.FOLDER)[name]}
    written = {key: value for key, value in whole.items() if key in files._KEYS}
    assert tomllib.loads(files.dump(written)) == written


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("extends = ", [("", "bad_toml")]),
        ("x" * (files.LONGEST + 1), [("", "too_long")]),
        ("a = " + "[" * 20_000, [("", "bad_toml")]),
        ("", [("/extends", "missing_field")]),
        ("extends = 3", [("/extends", "missing_field")]),
        ('extends = "rummy"\nminutes = 3', [("/minutes", "unknown_field")]),
        ('extends = "rummy"\noptions = 3', [("/options", "wrong_type")]),
        ('extends = "rummy"\n[text.de]\naliases = []', [("/text/de/aliases", "unknown_field")]),
    ],
)  # fmt: skip
def test_what_is_no_file_of_a_house_rule_is_told(text: str, faults: list[tuple[str, str]]) -> None:
    with pytest.raises(FaultyHouseRule) as refused:
        files.draft_of(text, "club-x")
    assert [(fault.pointer, fault.code) for fault in refused.value.faults] == faults


@pytest.mark.django_db
@pytest.mark.parametrize("value", ["1979-05-27", "nan", "inf", "10000000000000000000000", '"\\u0000"', "0.5"])
def test_values_that_only_toml_has_are_faults(value: str) -> None:
    text = f'extends = "rummy"\n[text.de]\ntitle = "X"\n[match]\ntarget = {value}'
    with pytest.raises(FaultyHouseRule) as refused:
        house_rules.import_file(text=text, slug="club-x", by=ANNA)
    assert {fault.pointer for fault in refused.value.faults} <= {"/overrides/match", "/overrides/match/target"}
    made("club-x")
