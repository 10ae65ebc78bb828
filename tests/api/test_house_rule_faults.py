"""Faulty ``house-rules``: all that is wrong is told, each fault where it was written, and nothing is stored."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.caller import Caller
from tests.api.rules import BODY, change_of, patch
from variants.models import HouseRule

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_faulty_rule_is_refused_with_all_its_faults(club: Caller) -> None:
    body = {
        **BODY,
        "slug": "RUMMY",
        "title": {"de": "Ro\u0007mmé", "fr": "Notre jeu"},
        "overrides": {"match": {"rounds": 0}, "deck": {"packs": 9, "jokers": "x"}, "opening": {"minpoints": 3}},
        "options": {"deck.nothing": [1]},
    }
    refused = club.but(language="de").post("house-rules", body)
    assert (refused.status, refused.code) == (422, "invalid")
    assert set(refused.faults) == {
        ("/slug", "slug_format"),
        ("/title/de", "control_characters"),
        ("/title/fr", "unknown_value"),
        ("/overrides/deck/packs", "value_too_high"),
        ("/overrides/deck/jokers", "wrong_type"),
        ("/overrides/opening/minpoints", "unknown_field"),
        ("/overrides/match/target", "match_never_ends"),
        ("/options/deck.nothing", "option_no_field"),
    }
    suggestions = {error["code"]: error.get("suggestion") for error in refused.json["errors"]}
    assert suggestions["value_too_high"] == {"deck.packs": 4}
    assert suggestions["unknown_field"] == {"opening.min_points": 3}
    assert all(error["detail"] and "{" not in error["detail"] for error in refused.json["errors"])
    assert not HouseRule.objects.exists()


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"slug": "rummy"}, ("/slug", "slug_taken")),
        ({"slug": "club-romme"}, ("/slug", "slug_taken")),
        ({"slug": "no"}, ("/slug", "slug_format")),
        ({"slug": "a--b"}, ("/slug", "slug_format")),
        ({"extends": "nowhere"}, ("/extends", "extends_unknown")),
        ({"extends": "club-romme"}, ("/extends", "extends_unpublished")),  # a draft
        ({"extends": "\u0000"}, ("/extends", "extends_unknown")),
        ({"title": {"de": "  "}}, ("/title", "title_missing")),
        ({"title": {"de": "x" * 81}}, ("/title/de", "too_long")),
        ({"description": {"nl": "x" * 2001}}, ("/description/nl", "too_long")),
        ({"overrides": {"text": {"de": "x"}}}, ("/overrides/text", "unknown_field")),
        ({"overrides": {"nonsense": {}}}, ("/overrides/nonsense", "unknown_field")),
        ({"overrides": {"deal": {"cards": "\u0000"}}}, ("/overrides/deal/cards", "wrong_type")),
        ({"overrides": {"opening": {"min_points": None}}}, ("/overrides/opening/min_points", "wrong_type")),
        (
            {"options": {"match.rounds": {"min": 0, "max": 10**30, "step": 1}}},
            ("/options/match.rounds/max", "out_of_range"),
        ),
        ({"options": {"match.rounds": {"min": 0, "max": 900_000, "step": 1}}}, ("/options/match.rounds", "too_long")),
        ({"options": {"match.rounds": [2, 2]}}, ("/options/match.rounds/1", "value_twice")),
        ({"options": {"match.rounds": [2, 0]}}, ("/options/match.rounds", "option_breaks")),
        ({"options": {"match.rounds": [2, 99]}}, ("/options/match.rounds", "option_breaks")),
        ({"options": {"match.rounds": [1, 3]}}, ("/options/match.rounds", "option_default")),
        ({"owner": "key:1"}, ("/owner", "unknown_field")),
        ({"overrides": []}, ("/overrides", "wrong_type")),
    ],
)
def test_each_fault_stands_where_it_was_written(
    club: Caller, rule: str, changes: dict[str, Any], fault: tuple[str, str]
) -> None:
    refused = club.post("house-rules", {**BODY, "slug": "other", **changes})
    assert (refused.status, refused.faults) == (422, [fault]), rule
    assert HouseRule.objects.count() == 1


def test_too_many_options_are_refused_at_once(club: Caller) -> None:
    paths = ["ace", "ace_low", "joker"]
    options = {f"values.{name}": [1, 20] for name in paths} | {f"scoring.x{number}": [0] for number in range(10)}
    assert club.post("house-rules", {**BODY, "options": options}).faults == [("/options", "too_long")]


def test_what_cannot_be_read_hides_no_fault_of_the_rest(club: Caller, rule: str) -> None:
    wrong = {"slug": "Ä", "description": 3, "overrides": {"match": {"rounds": 0}}, "options": {"match.round": [1]}}
    unread = ("/description", "wrong_type")
    known = [("/slug", "slug_format"), ("/overrides/match/target", "match_never_ends")]
    option = ("/options/match.round", "option_unknown")
    made = club.post("house-rules", {"extends": "romme", **wrong}).faults
    assert sorted(made) == sorted([unread, ("/title", "missing_field"), *known, option])
    assert patch(club, rule, wrong).faults == [unread, *known, option]
    assert club.post(f"{rule}/validate", wrong).faults == [unread, *known, option]
    no_overrides = {**wrong, "overrides": 3, "options": {"match.rounds": [9]}}
    assert sorted(club.post(f"{rule}/validate", no_overrides).faults) == sorted(
        [unread, ("/overrides", "wrong_type"), known[0]]
    ), "what may be set is not judged without the fields it is of"
    for path in (rule, f"{rule}/validate"):
        endless = {"extends": 3, "overrides": {"match": {"rounds": 0}}}
        assert change_of(club, path, endless, '"1"').faults == [("/extends", "wrong_type")], (
            "on another base it may end"
        )


def test_what_a_field_was_before_says_nothing_of_what_it_shall_be(club: Caller, rule: str) -> None:
    assert patch(club, rule, {"overrides": {}, "options": {"deck.jokers": [4, 6]}}).status == 200
    wrong = {"extends": "rummy", "overrides": 3}
    for path in (rule, f"{rule}/validate"):
        assert change_of(club, path, wrong, '"2"').faults == [("/overrides", "wrong_type")]


def test_a_faulty_change_changes_nothing(club: Caller, rule: str) -> None:
    before = club.get(rule)
    refused = patch(club, rule, {"overrides": {"match": {"rounds": 0}}})
    assert refused.faults == [("/overrides/match/target", "match_never_ends")]
    assert club.get(rule).content == before.content
