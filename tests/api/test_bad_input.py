"""Whatever is sent, the answer is a clear refusal, soon, and nothing has changed."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client

from api.urls import urlpatterns
from tests.api.caller import Caller
from tests.api.table import DRAW, Table, still

pytestmark = pytest.mark.django_db(transaction=True)

UNREADABLE = {
    "deep": b"[" * 100_000,
    "deep in a field": b'{"moves":' + b'{"a":' * 40_000,
    "lone surrogate": b'{"moves":[{"kind":"\\ud800"}]}',
    "surrogate as bytes": b'{"moves":[{"kind":"\xed\xa0\x80"}]}',
    "not utf-8": b'{"moves":"\xff"}',
    "5,000 digits": b'{"moves":[{"kind":"take_discard","count":' + b"9" * 5000 + b"}]}",
    "half": b'{"moves":[',
    "empty": b"",
    "hi": b"hi\x04",
}


@pytest.mark.parametrize("raw", UNREADABLE.values(), ids=UNREADABLE)
@pytest.mark.parametrize(
    "path", ["games", "games/{id}/moves", "games/{id}/join", "variants/rummy/check-meld", "games/{id}/analyse"]
)
def test_it_refuses_what_is_not_json(table: Table, raw: bytes, path: str) -> None:
    before = table.view()
    answer = table.players[0].post(path.format(id=table.id), raw, version=before["version"])
    assert (answer.status, answer.code) == (400, "not_json")
    assert still(table.view()) == still(before)


def test_it_refuses_a_body_of_10_mb(table: Table) -> None:
    answer = table.players[0].post(f"{table.path}/moves", b'{"moves":[' + b" " * 10_000_000 + b"]}", version=1)
    assert (answer.status, answer.code) == (413, "too_large")


def test_the_size_is_judged_before_the_token(table: Table) -> None:
    stranger = table.players[0].but(token="rs_nobody")
    assert stranger.post(f"{table.path}/moves", b" " * 300_000).status == 413
    assert stranger.post(f"{table.path}/moves", b"{").status == 401


MOVES: dict[str, tuple[Any, list[tuple[str, str]]]] = {
    "no moves": ({}, [("/moves", "missing_field")]),
    "an empty list": ({"moves": []}, [("/moves", "too_short")]),
    "another field": ({"moves": [DRAW], "seat": 1}, [("/seat", "unknown_field")]),
    "unknown kind": ({"moves": [{"kind": "invalid-move"}]}, [("/moves/0", "unknown_kind")]),
    "no kind": ({"moves": [{}]}, [("/moves/0/kind", "missing_field")]),
    "null": ({"moves": [None]}, [("/moves/0", "wrong_type")]),
    "no card": ({"moves": [{"kind": "discard"}]}, [("/moves/0/card", "missing_field")]),
    "a card that is none": ({"moves": [{"kind": "discard", "card": "1Z"}]}, [("/moves/0/card", "unknown_card")]),
    "a NUL": ({"moves": [{"kind": "discard", "card": "K\0"}]}, [("/moves/0/card", "unknown_card")]),
    "a card's attributes": (
        {"moves": [{"kind": "discard", "card": {"rank": "K", "suit": "S", "id": 7}}]},
        [("/moves/0/card", "wrong_type")],
    ),
    "a long meld name": (
        {"moves": [{"kind": "lay", "placements": [{"kind": "add", "meld": "m" * 99, "cards": ["KS"]}]}]},
        [("/moves/0/placements/0/meld", "too_long")],
    ),
    "a meld by number": (
        {"moves": [{"kind": "lay", "placements": [{"kind": "add", "meld": -1, "cards": ["KS"]}]}]},
        [("/moves/0/placements/0/meld", "wrong_type")],
    ),
    "several faults": (
        {"moves": [{"kind": "discard", "card": "?"}, {"kind": "knock", "card": "KS"}, {"kind": "x"}]},
        [("/moves/0/card", "unknown_card"), ("/moves/1/card", "unknown_field"), ("/moves/2", "unknown_kind")],
    ),
    "a heap of 500 cards": (
        {"moves": [{"kind": "lay", "placements": [{"kind": "meld", "cards": ["KS"] * 500}]}]},
        [("/moves/0/placements/0/cards", "too_long")],
    ),
    "a list": ([DRAW], [("", "wrong_type")]),
    "a number": (7, [("", "wrong_type")]),
}


@pytest.mark.parametrize(("body", "faults"), MOVES.values(), ids=MOVES)
def test_it_names_every_fault_of_a_move(table: Table, body: Any, faults: list[tuple[str, str]]) -> None:
    before = table.view()
    answer = table.players[0].post(f"{table.path}/moves", json.dumps(body).encode(), version=before["version"])
    assert (answer.status, answer.code, answer.faults) == (422, "invalid", faults)
    assert still(table.view()) == still(before)


def test_it_refuses_other_media_types(table: Table) -> None:
    answer = table.players[0].post(f"{table.path}/moves", b"moves=1", Content_Type="application/x-www-form-urlencoded")
    assert (answer.status, answer.code) == (415, "unsupported_media_type")


@pytest.mark.parametrize("path", ["games/{id}", "variants", "games/{id}/events"])
def test_it_refuses_to_answer_in_other_media_types(table: Table, path: str) -> None:
    answer = table.players[0].get(path.format(id=table.id), Accept="image/png")
    assert (answer.status, answer.code) == (406, "not_acceptable")
    assert answer.json["offered"][0] == "application/json"
    assert "there is: application/json" in answer.json["detail"]


@pytest.mark.parametrize(
    "header", ["7", "*", '"x"', 'W/"', '"1"x', '"1", "2"', '"-1"', '"99999999999999999999"', '"1-ü"']
)
def test_it_refuses_an_if_match_it_cannot_read(table: Table, header: str) -> None:
    answer = table.players[0].post(f"{table.path}/moves", {"moves": [DRAW]}, version=header)
    assert (answer.status, answer.code, answer.json["header"]) == (400, "bad_header", "If-Match")
    assert answer.json["detail"] == 'The header If-Match cannot be read. It looks like this: "2".'


def test_what_cannot_be_read_is_told_with_what_could_be(table: Table) -> None:
    alice = table.players[0]
    stream = alice.get(f"{table.path}/events", Accept="text/event-stream", Last_Event_ID="x")
    assert (stream.status, stream.json["form"]) == (400, f"0-{table.view()['version']}")
    for query, possible in {
        "variants/rummy/rules?language=fr": ["en", "de", "nl"],
        "variants/rummy?hash=zz": ["[0-9a-f]{64}"],
        "variants?limit=x": ["1-100"],
    }.items():
        (fault,) = alice.get(query).json["errors"]
        assert (fault["code"], fault["possible"]) == ("bad_parameter", possible)
        assert ", ".join(possible) in fault["detail"]
    assert alice.get("variants?cursor=%20").faults == [("cursor", "bad_cursor")]
    large = alice.post(f"{table.path}/moves", b" " * 300_000)
    assert (large.status, large.json["detail"]) == (413, "The body is too large; the most is 262144 bytes.")


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "possible are: deadwood, cards, points, opening, rebuild."),
        ("de", "möglich sind: deadwood, cards, points, opening, rebuild."),
        ("nl", "mogelijk zijn: deadwood, cards, points, opening, rebuild."),
    ],
)
def test_an_enumeration_is_a_list_and_told_in_the_callers_language(anyone: Caller, language: str, told: str) -> None:
    (fault,) = anyone.but(language=language).post("variants/rummy/analyse", {"hand": [], "goal": "all"}).json["errors"]
    assert fault["expected"] == ["deadwood", "cards", "points", "opening", "rebuild"]
    assert fault["detail"].endswith(told)


def test_the_kinds_of_move_are_a_list(table: Table) -> None:
    (fault,) = table.play(0, {"kind": "fly"}).json["errors"]
    assert fault["expected_tags"][:2] == ["draw_stock", "take_discard"]
    assert "'" not in fault["detail"]


@pytest.mark.parametrize(
    ("goal", "expected", "told"),
    [
        ({"hand": 7}, "list", "This must be a list."),
        ({"hand": [7]}, "text", "This must be a text."),
        ({"hand": [], "options": []}, "table", "This must be a table of fields (an object)."),
        ({"hand": [], "options": {"target": {}}}, "value", "This must be a whole number, a text, true or false."),
    ],
)
def test_the_type_that_belongs_there_is_told(anyone: Caller, goal: Any, expected: str, told: str) -> None:
    (fault,) = anyone.post("variants/rummy/analyse", goal).json["errors"]
    assert (fault["code"], fault["expected"], fault["detail"]) == ("wrong_type", expected, told)


def test_a_token_plays_no_other_seat_than_its_own(table: Table) -> None:
    """As little as a key plays one that was not given to it."""
    bob = table.players[1]
    assert bob.but(seat=1).get(table.path).status == 200
    for path in ("", "/legal-moves", "/events", "/hint"):
        refused = bob.but(seat=0).get(table.path + path)
        assert (refused.status, refused.code, refused.json["seat"]) == (403, "seat_not_yours", 0)


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=-1", "limit=x", "limit=9999999", "limit=1e3", "limit=", "cursor=x", "limit=%00"]
)
def test_it_refuses_parameters_out_of_bounds(table: Table, query: str) -> None:
    answer = table.players[0].get(f"{table.path}/legal-moves?{query}")
    assert (answer.status, answer.code) == (422, "invalid")
    assert answer.faults[0][0] == query.partition("=")[0]


@pytest.mark.parametrize(
    "query", ["after=-1", "after=x", "after=99999", "wait=-1", "wait=31", "wait=x", "limit=0", "limit=1001"]
)
def test_it_refuses_parameters_of_events_out_of_bounds(table: Table, query: str) -> None:
    answer = table.players[0].get(f"{table.path}/events?{query}")
    assert (answer.status, answer.code) == (422, "invalid")
    assert answer.faults[0][0] == query.partition("=")[0]


def test_it_passes_over_parameters_nobody_knows(table: Table) -> None:
    assert table.players[0].get(f"{table.path}?utm_source=x").status == 200


@pytest.mark.parametrize(
    "path", ["nothing", "games/{id}/nothing", "games/{id}/", "games/{id}/moves/1", "variants/rummy/rules/x"]
)
def test_unknown_addresses_are_problems(table: Table, path: str) -> None:
    answer = table.players[0].get(path.format(id=table.id))
    assert (answer.status, answer.code) == (404, "not_found")


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("DELETE", "games", "GET, POST, HEAD"),
        ("POST", "games/{id}/events", "GET, HEAD"),
        ("PUT", "games/{id}", "GET, HEAD"),
        ("POST", "schema", "GET, HEAD"),
    ],
)
def test_other_methods_are_problems(table: Table, method: str, path: str, allowed: str) -> None:
    answer = table.players[0].send(method, path.format(id=table.id), b"{}")
    assert (answer.status, answer.code, answer.headers["allow"]) == (405, "method_not_allowed", allowed)


def addresses() -> dict[str, str]:
    """Every address of the API by its name; ``{id}`` stands for a game."""
    ids = {"<game:game_id>": "{id}", "<variant:variant_id>": "rummy"}
    found = {str(route.name): str(route.pattern) for route in urlpatterns}
    return {
        name: re.sub(r"<\w+:\w+>", lambda place: ids.get(place[0], "1"), pattern) for name, pattern in found.items()
    }


@pytest.mark.parametrize("method", ["OPTIONS", "TRACE", "DELETE", "PROPFIND"])
@pytest.mark.parametrize("path", addresses().values(), ids=addresses())
def test_no_address_knows_a_method_that_it_does_not_name(table: Table, method: str, path: str) -> None:
    answer = (
        table.players[0].but(client=Client(raise_request_exception=False)).send(method, path.format(id=table.id), b"{}")
    )
    assert (answer.status, answer.code) == (405, "method_not_allowed")
    assert method not in answer.headers["allow"].split(", ")


def test_a_foreign_host_name_is_a_problem(anyone: Caller) -> None:
    answer = anyone.get("variants", Host="evil.example")
    assert (answer.status, answer.code) == (400, "bad_request")


@pytest.mark.parametrize(
    ("asked", "language", "title"),
    [
        ("de-AT,en;q=0.5", "de", "Nicht gefunden"),
        ("nl", "nl", "Niet gevonden"),
        ("fr, nl;q=0.2", "nl", "Niet gevonden"),
        ("fr", "en", "Not found"),
        ("*", "en", "Not found"),
    ],
)
def test_sentences_are_in_the_callers_language(anyone: Caller, asked: str, language: str, title: str) -> None:
    answer = anyone.get("games/nothing", Accept_Language=asked)
    assert (answer.headers["content-language"], answer.json["title"]) == (language, title)
    assert "Accept-Language" in answer.headers["vary"]
