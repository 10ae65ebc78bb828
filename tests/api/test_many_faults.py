"""Faulty bodies of any size: the answer is soon there, short, and names every field as it was written."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from tests.api.caller import Answer, Caller

pytestmark = pytest.mark.django_db(transaction=True)

SEATS = [{"name": "Ann"}, {"bot": "easy"}]
RULE: dict[str, Any] = {"slug": "our-rule", "extends": "rummy", "title": {"en": "Ours"}}
JUDGED: dict[str, tuple[str, str, dict[str, Any]]] = {
    "a game": ("POST", "games", {"variant": "rummy", "seats": SEATS}),
    "a rule": ("POST", "house-rules", {**RULE, "slug": "another-rule"}),
    "a change": ("PATCH", "{rule}", {"title": {"en": "Ours"}}),
    "a validation": ("POST", "{rule}/validate", {"title": {"en": "Ours"}}),
    "a playtest": ("POST", "variants/rummy/playtest", {"deals": 1, "seats": 2, "level": "easy"}),
}
"""Bodies whose sound fields are judged although others are faulty."""


def judged(club: Caller, kind: str, more: dict[str, Any]) -> Answer:
    """The answer to one of those bodies with more fields."""
    method, path, body = JUDGED[kind]
    if "{rule}" in path:
        path = path.format(rule=f"house-rules/{club.post('house-rules', RULE).json['id']}")
    return club.send(method, path, json.dumps({**body, **more}).encode(), **{"If-Match": '"1"'})


@pytest.mark.parametrize("name", ["a/b", "a~b", "~1", "/", "", "title/en", "seats/0", "\u202e/\U0001d531"])
@pytest.mark.parametrize("kind", JUDGED)
def test_a_field_that_nobody_knows_may_have_any_name(club: Caller, kind: str, name: str) -> None:
    answer = judged(club, kind, {name: 1})
    pointer = name.replace("~", "~0").replace("/", "~1")
    assert (answer.status, answer.faults) == (422, [(f"/{pointer}", "unknown_field")])


THOUSANDS: dict[str, Any] = {
    "seats of no type": ("a game", {"seats": [5] * 80_000}),
    "cards that are none": ("a game", {"salt": 5, "deal": {"hands": [["zz"] * 20_000], "stock": ["zz"] * 20_000}}),
    "options that are none": ("a game", {"options": {f"k{number}": [] for number in range(18_000)}}),
    "unknown fields": ("a rule", {f"k{number}": 1 for number in range(18_000)}),
    "sections that are none": ("a rule", {"overrides": {f"k{number}": 1 for number in range(18_000)}}),
    "values of an option": ("a rule", {"options": {"match.target": list(range(35_000))}}),
    "and a fault of a type": ("a rule", {"title": 5, "options": {"match.target": list(range(35_000))}}),
    "values without a type": ("a rule", {"title": 5, "options": {"match.target": [[]] * 60_000}}),
    "equal values": ("a change", {"options": {"match.target": [1] * 80_000}}),
    "values without a type, of many options": (
        "a change",
        {"options": {f"match.{name}": [[]] * 1000 for name in ("target", "deals", "rounds", "out_at")}},
    ),
    "a long name": ("a validation", {"x" * 200_000: 1}),
}


def test_a_judgement_tells_no_more_faults_than_a_refusal(club: Caller) -> None:
    faults: dict[str, Any] = {f"match.{name}": [[]] * 1000 for name in ("target", "deals", "rounds")}
    judgement = judged(club, "a validation", {"options": faults})
    assert (judgement.status, len(judgement.json["errors"])) == (200, 100)


@pytest.mark.parametrize(("kind", "more"), THOUSANDS.values(), ids=THOUSANDS)
def test_thousands_of_faults_are_told_soon_and_in_short(club: Caller, kind: str, more: dict[str, Any]) -> None:
    start = time.process_time()
    answer = judged(club, kind, more)
    assert (answer.status, len(answer.faults) <= 100) == (422, True)
    assert time.process_time() - start < 10, "0.7 s at most on a machine with nothing else to do"
    assert len(answer.content) < 32 * 1024
