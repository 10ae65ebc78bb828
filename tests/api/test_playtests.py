"""Playtests over the API: asked for with a key, read by whoever knows the id."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bots import playtests as workers
from tests.api.caller import BASE, Answer, Caller
from variants import pieces, playtests, signals
from variants.models import Playtest

pytestmark = pytest.mark.django_db(transaction=True)

ASKED = {"deals": 3, "seats": 2, "level": "easy"}


@pytest.fixture
def club(key: Callable[..., Caller]) -> Caller:
    """An app's key that may write rules."""
    return key("rules:write")


@pytest.fixture
def worked() -> Iterator[Callable[[], None]]:
    """Plays all that was asked for, as the slow workers would."""
    sent: list[tuple[str, int]] = []

    def keep(*, playtest_id: str, piece: int, **_signal: Any) -> None:
        sent.append((playtest_id, piece))

    def work() -> None:
        while sent:
            workers.play_piece(*sent.pop())

    signals.playtest_requested.connect(keep)
    yield work
    signals.playtest_requested.disconnect(keep)


def asked(caller: Caller, variant: str = "rummy", **changes: Any) -> Answer:
    return caller.post(f"variants/{variant}/playtest", {**ASKED, **changes})


def test_a_playtest_is_accepted_played_and_read(club: Caller, anyone: Caller, worked: Callable[[], None]) -> None:
    answer = asked(club, options={"target": 50})
    assert answer.status == 202
    assert answer.headers["location"] == f"/api/v1/playtests/{answer.json['id']}"
    assert re.fullmatch("[0-9a-f]{24}", answer.json["id"])
    assert (answer.json["state"], answer.json["done"], answer.json["report"]) == ("queued", 0, None)
    worked()
    done = anyone.get(answer.headers["location"].removeprefix(BASE))
    assert done.status == 200
    assert {name: done.json[name] for name in ("state", "done", "deals", "seats", "level", "seed", "options")} == {
        "state": "done", "done": 3, "deals": 3, "seats": 2, "level": "easy", "seed": 1, "options": {"target": 50},
    }  # fmt: skip
    report = done.json["report"]
    assert report["deals"] == 3
    assert sum(end["count"] for end in report["ends"]) == 3
    assert sum(value["count"] for value in report["points"]["values"]) == report["points"]["count"]
    assert done.json["base"] is None


def test_the_base_is_played_beside_it_where_that_is_asked_for(club: Caller, worked: Callable[[], None]) -> None:
    answer = asked(club, "romme-kurz", deals=1, compare=True)
    worked()
    done = club.get(f"playtests/{answer.json['id']}").json
    assert (done["base"]["variant"], done["base"]["state"], done["base"]["report"]["deals"]) == ("romme", "done", 1)
    assert club.get(f"playtests/{done['base']['id']}").json["report"] == done["base"]["report"]


def test_a_house_rules_draft_is_played_beside_its_base(
    club: Caller, key: Callable[..., Caller], worked: Callable[[], None]
) -> None:
    draft = {"slug": "short-run", "extends": "rummy", "title": {"en": "Short"}, "overrides": {"match": {"target": 50}}}
    rule = club.post("house-rules", draft).json["id"]
    assert key("rules:write").post(f"house-rules/{rule}/playtest", ASKED).status == 404, "another key's"
    answer = club.post(f"house-rules/{rule}/playtest", ASKED)
    assert answer.status == 202
    assert (answer.json["variant"], answer.json["base"]["variant"]) == ("short-run", "rummy")
    worked()
    done = club.get(f"playtests/{answer.json['id']}").json
    assert (done["state"], done["base"]["state"]) == ("done", "done")
    # The same decks and the same bots: only a match is over sooner.
    assert done["report"]["ends"] == done["base"]["report"]["ends"]


def test_a_failed_playtest_stands_in_the_way_of_publishing(club: Caller) -> None:
    draft = {"slug": "short-run", "extends": "rummy", "title": {"en": "Short"}, "overrides": {"match": {"target": 50}}}
    rule = club.post("house-rules", draft).json["id"]
    answer = club.post(f"house-rules/{rule}/playtest", {**ASKED, "seed": 7})
    Playtest.objects.filter(pk=answer.json["id"]).update(state="failed", failure={"code": "stuck", "deal": 2})
    refused = club.post(f"house-rules/{rule}/publish", {})
    assert (refused.status, refused.code) == (409, "playtest_failed")
    assert {name: refused.json[name] for name in ("playtest", "seed", "deal")} == {
        "playtest": answer.json["id"], "seed": 7, "deal": 2,
    }  # fmt: skip
    assert answer.json["id"] in refused.json["detail"]


def test_only_a_key_that_may_write_rules_can_ask(anyone: Caller, alice: Caller) -> None:
    assert (asked(anyone).status, asked(anyone).code) == (401, "token_missing")
    refused = asked(alice)
    assert (refused.status, refused.code, refused.json["scope"]) == (403, "scope_missing", "rules:write")


@pytest.mark.parametrize(
    ("changes", "faults"),
    [
        ({"deals": 0}, [("/deals", "out_of_range")]),
        ({"deals": playtests.MOST_DEALS + 1}, [("/deals", "out_of_range")]),
        ({"deals": "many", "seats": None}, [("/deals", "wrong_type"), ("/seats", "wrong_type")]),
        ({"seed": -1, "players": 2}, [("/seed", "out_of_range"), ("/players", "unknown_field")]),
        ({"seats": 7, "level": "genius"}, [("/seats", "seat_count"), ("/level", "unknown_level")]),
        ({"options": {"jokers": 2}}, [("/options/jokers", "option_unknown")]),
        (
            {"deals": 0, "seats": 9, "level": "god", "options": {"rounds": 99}},
            [
                ("/deals", "out_of_range"),
                ("/seats", "seat_count"),
                ("/level", "unknown_level"),
                ("/options/rounds", "option_unknown"),
            ],
        ),
        (
            {"seats": "two", "level": "god", "options": {"target": 51}, "x": 1},
            [
                ("/seats", "wrong_type"),
                ("/x", "unknown_field"),
                ("/level", "unknown_level"),
                ("/options/target", "option_value"),
            ],
        ),
        ({"seats": 99, "options": {"target": [1]}}, [("/seats", "out_of_range"), ("/options/target", "wrong_type")]),
    ],
)
def test_what_cannot_be_tried_is_refused_with_all_its_faults(
    club: Caller, changes: dict[str, Any], faults: list[tuple[str, str]]
) -> None:
    refused = asked(club, **changes)
    assert (refused.status, refused.code, refused.faults) == (422, "invalid", faults)
    for fault in refused.json["errors"]:
        assert fault["detail"] not in (fault["code"], ""), "a sentence"
    assert not Playtest.objects.exists()


def test_what_is_not_there(club: Caller) -> None:
    assert (asked(club, "nothing").status, asked(club, "nothing").code) == (404, "variant_not_found")
    answer = club.get("playtests/nothing")
    assert (answer.status, answer.code) == (404, "playtest_not_found")


def test_a_key_has_so_many_playtests_at_once(club: Caller) -> None:
    for _ in range(playtests.MOST_RUNNING):
        assert asked(club).status == 202
    refused = asked(club)
    assert (refused.status, refused.code, refused.json["limit"]) == (429, "too_many_playtests", playtests.MOST_RUNNING)
    assert int(refused.headers["retry-after"]) >= 30, "none of them is over within a second"


def test_a_failure_is_told_without_the_servers_insides(club: Caller) -> None:
    playtest = Playtest.objects.get(pk=asked(club).json["id"])
    claimed = pieces.claim(playtest_id=playtest.pk, piece=0)
    assert claimed is not None
    failure = {
        "code": "exception", "match": 1, "first": 1, "deal": 2, "moves": 7, "seat": 0, "turns": 4, "bound": 99,
        "detail": "KeyError: 7", "trace": "File /srv/secret.py",
    }  # fmt: skip
    pieces.fail(claimed, failure=failure)
    answer = club.get(f"playtests/{playtest.pk}")
    assert (answer.json["state"], answer.json["failure"]["deal"]) == ("failed", 2)
    assert b"secret" not in answer.content
