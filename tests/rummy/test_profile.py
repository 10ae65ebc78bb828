"""The profile as a value: its shape, its hash, what differs, what it takes and what it does not."""

import json
from hashlib import sha256
from typing import get_args

import pytest
from hypothesis import given
from pydantic import ValidationError

from rummy.profile import SECTIONS, RuleProfile, diff, profile_to_json
from tests.strategies import FIELDS, Values, field_values, overrides, profiles

BASE = RuleProfile()


def test_it_has_the_sections_and_fields_of_the_vocabulary() -> None:
    assert (len(SECTIONS), len(FIELDS)) == (21, 83)  # profile.md 1, and the three of docs/decisions/0008


def test_every_section_and_field_is_explained_in_the_schema() -> None:
    schema = RuleProfile.model_json_schema()
    for section in SECTIONS:
        about = schema["$defs"][schema["properties"][section]["$ref"].rpartition("/")[2]]
        assert about["description"], section
        for field, value in about["properties"].items():
            assert value.get("description"), f"{section}.{field}"


def test_the_defaults_are_base_rummy() -> None:
    # rules.md A.4 (S0)
    assert [BASE.deal.hand_size(active) for active in range(2, 7)] == [10, 7, 7, 6, 6]
    assert (BASE.deck.packs, BASE.deck.jokers, BASE.players.min, BASE.players.max) == (1, 0, 2, 6)
    assert (BASE.stock_empty.action, BASE.stock_empty.renewals, BASE.scoring.no_winner) == ("flip", 2, "void")
    assert (BASE.match.target, BASE.scoring.hand_out_factor, BASE.discarding.taken_card) == (100, 2, "only_last")


def test_the_hash_is_over_what_differs_from_the_defaults() -> None:
    assert sha256(b'{"format":1,"profile":{}}').hexdigest() == BASE.hash
    stated = RuleProfile.model_validate({"match": {"target": 100}, "deck": {"packs": 1}})
    assert (stated.hash, stated.stated) == (BASE.hash, {})
    other = RuleProfile.model_validate({"match": {"target": 150}})
    assert sha256(b'{"format":1,"profile":{"match":{"target":150}}}').hexdigest() == other.hash


@pytest.mark.parametrize("path", FIELDS)
def test_another_value_of_any_field_is_another_profile(path: str) -> None:
    section, field = path.split(".")
    default = profile_to_json(BASE)[section][field]
    examples = [
        1,
        2,
        3,
        4,
        5,
        not default,
        "unlimited",
        ["points"],
        [{"from": 0, "points": 1}],
        *get_args(FIELDS[path].annotation),
    ]
    for value in examples:
        if value == default:
            continue
        try:
            changed = RuleProfile.model_validate({section: {field: value}})
        except ValidationError:
            continue
        break
    else:
        pytest.fail(f"{path} takes no other value")
    assert changed != BASE
    assert changed.hash != BASE.hash
    assert diff(changed, BASE) == {section: {field: value}}


def test_hand_sizes_by_number_of_players_come_from_json_and_toml_keys() -> None:
    one = RuleProfile.model_validate({"deal": {"cards": {"2": 10, "3": 7}}})
    two = RuleProfile.model_validate({"deal": {"cards": {3: 7, 2: 10}}})
    assert (one, hash(one), one.hash) == (two, hash(two), two.hash)
    assert (one.deal.hand_size(2), one.deal.hand_size(3)) == (10, 7)
    with pytest.raises(KeyError):
        one.deal.hand_size(4)
    assert RuleProfile.model_validate({"deal": {"cards": 13}}).deal.hand_size(5) == 13


def test_a_profile_cannot_be_changed() -> None:
    with pytest.raises(ValidationError):
        BASE.match.target = 5  # type: ignore[misc]  # that is the point
    with pytest.raises(ValidationError):
        BASE.match = BASE.match  # type: ignore[misc]  # that is the point


@given(profiles())
def test_a_profile_is_its_json(profile: RuleProfile) -> None:
    again = RuleProfile.model_validate(json.loads(json.dumps(profile_to_json(profile))))
    assert (again, again.hash, hash(again)) == (profile, profile.hash, hash(profile))
    assert RuleProfile.model_validate(profile.stated) == profile


@given(overrides())
def test_what_differs_from_base_rummy_is_what_was_stated(values: Values) -> None:
    profile = RuleProfile.model_validate(values)
    for section, fields in diff(profile, BASE).items():
        for field, value in fields.items():
            assert values[section][field] == value


def test_the_strategy_reaches_every_field() -> None:
    for path in FIELDS:
        field_values(path).validate()
