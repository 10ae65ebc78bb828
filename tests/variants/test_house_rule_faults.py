"""What is no house rule, and why: bases, ids and texts; told in three languages."""

from __future__ import annotations

from typing import Any

import pytest

from rummy import texts
from tests.variants.houses import ANNA, draft, made, published
from variants import drafts, house_rules
from variants.errors import FaultyHouseRule
from variants.models import HouseRule

pytestmark = pytest.mark.django_db


def faults(rule: HouseRule | None = None, **fields: Any) -> list[tuple[str, str]]:
    """What is wrong with a draft, warnings left out."""
    judged = drafts.judge(draft(**({"slug": "other"} | fields)), rule)
    for fault in judged.faults:
        for language in texts.LANGUAGES:
            told = texts.sentence(fault.code, language, fault.data)
            assert told != fault.code
            assert "{" not in told
    return [(fault.pointer, fault.code) for fault in judged.errors]


def test_a_base_must_be_published() -> None:
    made("still-a-draft")
    assert faults(extends="still-a-draft") == [("/extends", "extends_unpublished")]
    assert faults(extends="nowhere") == [("/extends", "extends_unknown")]
    rule = published("club-romme")
    assert faults(extends="club-romme") == []
    house_rules.retire(rule_id=rule.pk, by=ANNA)
    assert faults(extends="club-romme") == [("/extends", "extends_retired")]


def test_house_rules_may_not_go_round_in_a_circle() -> None:
    one = published("club-one")
    published("club-two", extends="club-one", overrides={})
    assert faults(one, slug="club-one", extends="club-two") == [("/extends", "extends_cycle")]
    assert faults(one, slug="club-one", extends="club-one") == [("/extends", "extends_cycle")]
    house_rules.edit(rule_id=one.pk, changes={"extends": "club-two"}, by=ANNA, keep_faulty=True)
    assert faults(slug="club-three", extends="club-two") == [], "what counts is what was published"
    with pytest.raises(FaultyHouseRule):
        house_rules.publish(rule_id=one.pk, by=ANNA)


@pytest.mark.parametrize("slug", ["rummy", "club-one"])
def test_an_id_that_is_taken_is_no_circle_as_well(slug: str) -> None:
    published("club-one")
    assert faults(slug=slug, extends=slug, overrides={}) == [("/slug", "slug_taken")]


ROUNDS = "/options/match.rounds"


@pytest.mark.parametrize(
    ("values", "fault", "told"),
    [
        ({"min": 1, "max": 4}, ("/step", "missing_field"), "step is missing."),
        ({}, ("/min", "missing_field"), "min is missing."),
        ({"min": 4, "max": 1, "step": 1}, ("", "range_order"), "The least (4) is above the most (1)."),
        ({"min": 1, "max": 4, "step": 2}, ("", "range_step"), "In steps of 2 from 1 on, 4 is never reached."),
        ({"min": 1, "max": 4, "step": 0}, ("/step", "out_of_range"), "at least 1, at most 1000000"),
        ({"min": "1", "max": 4, "step": 1}, ("/min", "wrong_type"), "This must be a whole number."),
        ({"min": 1, "max": 4, "step": 1, "by": 2}, ("/by", "unknown_field"), "by is not known here."),
        ("many", ("", "wrong_type"), "This must be a list of values, or min, max and step."),
        (3, ("", "wrong_type"), "This must be a list of values, or min, max and step."),
        ([], ("", "too_short"), "the least is 1"),
        ([2, 2], ("/1", "value_twice"), "2 is there twice."),
        ([2, [3]], ("/1", "wrong_type"), "a whole number, a text, true or false"),
        ([2, None], ("/1", "wrong_type"), "a whole number, a text, true or false"),
        ([2, 10**40], ("/1", "out_of_range"), "at most 1000000"),
        ({"min": 3, "max": 4, "step": 1}, ("", "option_default"), "The rules themselves say 2"),
        ([1, 3], ("", "option_default"), "so that must be among the values offered: 1, 3."),
    ],
)  # fmt: skip
def test_what_is_wrong_with_the_values_of_an_option_is_told(values: Any, fault: tuple[str, str], told: str) -> None:
    first = next(each for each in drafts.judge(draft("other", options={"match.rounds": values})).errors)
    assert (first.pointer, first.code) == (ROUNDS + fault[0], fault[1])
    assert told in texts.sentence(first.code, "en", first.data)
    for language in texts.LANGUAGES:
        assert "?" not in texts.sentence(first.code, language, first.data)


def test_a_field_that_the_rules_have_not_is_told_without_an_empty_list() -> None:
    (fault,) = drafts.judge(draft(options={"no.such": [1]})).errors
    assert (fault.pointer, fault.code) == ("/options/no.such", "option_no_field")
    assert texts.sentence(fault.code, "en", fault.data) == "The rules have no field no.such."


def test_faulty_overrides_hide_no_fault_of_an_option() -> None:
    wrong = {"match.rounds": [9], "deck.packs": [7], "match.target": {"min": 1}}
    assert faults(overrides={"deck": {"packs": 0}}, options=wrong) == [
        ("/overrides/deck/packs", "value_too_low"),
        (ROUNDS, "option_default"),
        ("/options/match.target/max", "missing_field"),
        ("/options/match.target/step", "missing_field"),
    ], "what deck.packs is to be, nobody can say"
    assert faults(overrides={"deck": {"packs": "\0"}}, options=wrong) == [
        ("/overrides/deck/packs", "wrong_type"),
        ("/options/match.target/max", "missing_field"),
        ("/options/match.target/step", "missing_field"),
    ]


def test_a_chain_has_four_levels_at_most() -> None:
    """romme, a house rule, one on it, one on that: four. The retired ones count too."""
    published("club-one", overrides={"match": {"rounds": 3}})
    two = published("club-two", extends="club-one", overrides={"opening": {"min_points": 40}})
    published("club-three", extends="club-two", overrides={"claims": {"mode": "none"}})
    house_rules.retire(rule_id=two.pk, by=ANNA)
    assert faults(slug="club-four", extends="club-three") == [("/extends", "extends_depth")]


def test_all_that_is_wrong_is_told_at_once() -> None:
    found = faults(
        slug="Ä", extends="nowhere", title={"de": "\u200bunsichtbar"}, overrides={"deck": {"packs": 0, "joker": 3}},
        options={"match.round": [1]},
    )  # fmt: skip
    assert found == [
        ("/slug", "slug_format"),
        ("/title/de", "control_characters"),
        ("/extends", "extends_unknown"),
        ("/overrides/deck/packs", "value_too_low"),
        ("/overrides/deck/joker", "unknown_field"),
        ("/options/match.round", "option_unknown"),
    ]


def test_types_first_then_sense_of_what_can_be_read() -> None:
    found = faults(overrides={"deck": {"packs": 0}, "match": {"rounds": 0}, "deal": {"cards": "many"}})
    assert found == [
        ("/overrides/deck/packs", "value_too_low"),
        ("/overrides/deal/cards", "wrong_type"),
        ("/overrides/match/target", "match_never_ends"),
    ]


def test_options_are_tried_in_all_combinations() -> None:
    """Each value alone is sound: no number of rounds, or no limit; both together never end."""
    options = {"match.rounds": [2, 0], "match.target": [500, 0]}
    found = faults(overrides={"match": {"target": 500}}, options=options)
    assert found == [("/options/match.rounds", "option_breaks")]


def test_a_warning_does_not_stand_in_the_way() -> None:
    judged = drafts.judge(draft(overrides={"opening": {"min_points": 0, "failure": "lock"}}))
    assert [(fault.pointer, fault.code) for fault in judged.warnings] == [("/overrides/opening/failure", "dead_field")]
    assert judged.variant is not None


def test_texts_are_kept_trimmed_and_composed() -> None:
    rule = made(title={"nl": " Cafe\u0301 ", "de": "", "en": "  "}, description={"de": "Zeile\r\nZwei\n"})
    assert (rule.title, rule.description) == ({"nl": "Café"}, {"de": "Zeile\nZwei"})


@pytest.mark.parametrize(
    "fields",
    [
        {"slug": "Nö"},
        {"title": {"de": "a\x00b"}},
        {"overrides": {"deal": {"cards": "\x00"}}},
        {"overrides": {"deal": {"cards": float("inf")}}},
        {"overrides": {"deal": {"cards": 10**40}}},
        {"overrides": {"deal": 3}},
        {"overrides": {"deal": {"cards": object()}}},
        {"options": {"match.rounds": [[[[[[[[1]]]]]]]]}},
        {"extends": "x" * 81},
    ],
)
def test_what_no_database_can_hold_is_not_even_kept_as_a_draft(fields: dict[str, Any]) -> None:
    with pytest.raises(FaultyHouseRule):
        house_rules.create(draft=draft(**fields), by=ANNA, keep_faulty=True)
    assert not HouseRule.objects.exists()


@pytest.mark.parametrize("value", [None, "\0", 10**40, float("inf"), [[[[[[1]]]]]], {"a": None}])
def test_what_cannot_be_kept_is_told_at_its_own_place(value: Any) -> None:
    """Nor does it hide what is wrong beside it, in its own section or another."""
    beside = {"opening": {"min_points": value, "appplies": "first"}, "deck": {"packs": 0}, "nothing": {}}
    rounds = {"min": value, "max": 4}
    judged = drafts.judge(draft(overrides=beside, options={"match.rounds": rounds}))
    assert {fault.pointer for fault in judged.errors} == {
        "/overrides/opening/min_points", "/overrides/opening/appplies", "/overrides/deck/packs", "/overrides/nothing",
        "/options/match.rounds/min", "/options/match.rounds/step",
    }  # fmt: skip
    for fault in judged.errors:
        if fault.pointer.endswith(("/min_points", "/rounds/min")):
            assert fault.code in ("wrong_type", "value_too_high", "out_of_range")
            assert fault.data.get("expected", "integer") == "integer", "not that the section must be a table"
    assert not judged.storable


@pytest.mark.parametrize("name", ["\0", "a\u202eb"])
def test_no_name_that_cannot_be_kept_gets_by(name: str) -> None:
    places: tuple[dict[str, Any], ...] = ({name: {}}, {name: {"packs": 1}}, {"deck": {name: 1}})
    for overrides in places:
        judged = drafts.judge(draft(overrides=overrides))
        assert [fault.code for fault in judged.errors] == ["unknown_field"]
        assert not judged.storable


@pytest.mark.parametrize(
    "fields",
    [
        {"extends": "nowhere"},
        {"extends": ""},
        {"title": {}},
        {"overrides": {"nothing": {"here": [1, {"a": 1}]}}},
        {"overrides": {"deal": {"cards": "a lot"}}},
        {"options": {"match.rounds": "two"}},
        {"options": {"match.rounds": [99]}},
    ],
)
def test_any_other_draft_can_be_kept_and_read_again(fields: dict[str, Any]) -> None:
    rule = house_rules.create(draft=draft(**fields), by=ANNA, keep_faulty=True)
    kept = HouseRule.objects.get()
    assert (kept.faults, kept.hash) == (len(drafts.judge(drafts.Draft.of(rule), rule).errors), "")
    assert kept.faults > 0
    assert house_rules.file_of(kept)
