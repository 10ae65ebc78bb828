"""``GET variants``, ``GET variants/{id}``, ``GET profile-schema``."""

from __future__ import annotations

import pytest
from jsonschema import Draft202012Validator

from tests.api.caller import Caller

pytestmark = pytest.mark.django_db


def test_it_lists_the_catalogue_by_id(anyone: Caller) -> None:
    answer = anyone.get("variants")
    ids = [variant["id"] for variant in answer.json["results"]]
    assert answer.status == 200
    assert ids == sorted(ids)
    assert {"rummy", "rummy-dutch"} <= set(ids)
    assert answer.json["next"] is None


def test_it_pages_through_all_of_it(anyone: Caller) -> None:
    whole = [variant["id"] for variant in anyone.get("variants").json["results"]]
    seen, cursor = [], ""
    while True:
        page = anyone.get(f"variants?limit=1{cursor}").json
        seen += [variant["id"] for variant in page["results"]]
        if page["next"] is None:
            break
        cursor = f"&cursor={page['next']}"
    assert seen == whole


def test_it_tells_the_options_of_base_rummy(anyone: Caller) -> None:
    """Seed 000: the host sets the target, 50 to 300, 100 unless he says otherwise."""
    (target,) = [option for option in anyone.get("variants/rummy").json["options"] if option["name"] == "target"]
    title = target.pop("title")
    assert target == {
        "path": "match.target", "name": "target", "kind": "range", "min": 50, "max": 300, "step": 25, "default": 100,
    }  # fmt: skip
    assert title


def test_the_values_of_a_choice_have_names(anyone: Caller) -> None:
    options = anyone.get("variants/rummy-dutch").json["options"]
    choices = [option for option in options if option["kind"] == "choice"]
    assert choices
    assert all(len(option["labels"]) == len(option["values"]) for option in choices)
    assert all(option["default"] in option["values"] for option in choices)


def test_it_shows_what_a_variant_changes_of_its_parent(anyone: Caller) -> None:
    dutch = anyone.get("variants/rummy-dutch").json
    assert dutch["players"] == {"min": 2, "max": 4}
    for section, fields in dutch["diff"].items():
        for field, value in fields.items():
            assert dutch["profile"][section][field] == value


@pytest.mark.parametrize(
    ("name", "by_seats"), [("romme-turnier", {3: 4_368}), ("rummy", {2: 2_384, 3: 3_504, 4: 4_000, 5: 4_760, 6: 4_848})]
)
def test_it_states_after_how_many_turns_a_deal_is_over(anyone: Caller, name: str, by_seats: dict[int, int]) -> None:
    """profile.md 3.2: seats x 8 laps x (cards that leave the stock + turns that change the table + 1)."""
    bound = anyone.get(f"variants/{name}").json["bound"]
    assert {line["seats"]: line["turns"] for line in bound["by_seats"]} == by_seats
    assert bound["turns"] == max(by_seats.values())


def test_it_speaks_the_callers_language(anyone: Caller) -> None:
    by_language = {
        language: anyone.but(language=language).get("variants/rummy").json["summary"] for language in ("en", "de", "nl")
    }
    assert len(set(by_language.values())) == 3


def test_it_finds_a_version_by_its_hash(anyone: Caller) -> None:
    whole = anyone.get("variants/rummy").json
    assert anyone.get(f"variants/rummy?hash={whole['hash']}").json == whole
    other = anyone.get(f"variants/rummy?hash={'0' * 64}")
    assert (other.status, other.code) == (404, "version_not_found")


@pytest.mark.parametrize("name", ["nothing", "RUMMY", "rummy%00", "..", "%F0%9F%83%8F", "x" * 300])
def test_an_unknown_variant_is_not_found(anyone: Caller, name: str) -> None:
    answer = anyone.get(f"variants/{name}")
    assert answer.status == 404
    assert answer.code in ("variant_not_found", "not_found")


def test_every_profile_keeps_to_the_schema_of_profiles(anyone: Caller) -> None:
    schema = anyone.get("profile-schema").json
    Draft202012Validator.check_schema(schema)
    for name in ("rummy", "rummy-dutch"):
        Draft202012Validator(schema).validate(anyone.get(f"variants/{name}").json["profile"])
