"""``POST games/{id}/join`` and ``.../start``, ``GET lobby``, ``GET games``."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.caller import Caller

pytestmark = pytest.mark.django_db(transaction=True)


def opened(alice: Caller, seats: int = 3, **body: Any) -> Any:
    """An open table: Alice, and free seats."""
    cast: list[dict[str, str]] = [{"name": "Alice"}, *({} for _ in range(seats - 1))]
    answer = alice.post("games", {"variant": "rummy", "seats": cast, **body})
    assert answer.status == 201, answer.json
    return answer.json


def test_a_friend_joins_by_invitation(alice: Caller, anyone: Caller) -> None:
    created = opened(alice, 2)
    path = f"games/{created['game']['id']}"
    joined = anyone.post(f"{path}/join", {"name": "Bob", "invite": created["invite"]})
    assert (joined.status, joined.json["seat"]) == (201, 1)
    assert (joined.json["game"]["status"], joined.json["game"]["me"]["seat"]) == ("playing", 1)
    bob = anyone.but(token=joined.json["token"])
    assert bob.get(path).json["me"]["hand"] == joined.json["game"]["me"]["hand"]


def test_nobody_joins_a_private_table_without_its_invitation(alice: Caller, anyone: Caller) -> None:
    created = opened(alice, 2)
    for body in ({"name": "Bob"}, {"name": "Bob", "invite": "x"}):
        refused = anyone.post(f"games/{created['game']['id']}/join", body)
        assert (refused.status, refused.code) in ((403, "wrong_invite"), (404, "game_not_found"))
    assert (
        alice.but(token=created["tokens"][0]["token"]).get(f"games/{created['game']['id']}").json["version"]
        == created["game"]["version"]
    )


def test_anyone_joins_a_public_table(alice: Caller, anyone: Caller) -> None:
    created = opened(alice, visibility="public")
    assert anyone.post(f"games/{created['game']['id']}/join", {"name": "Bob"}).status == 201


def test_a_name_is_taken_once(alice: Caller, anyone: Caller) -> None:
    created = opened(alice, visibility="public")
    refused = anyone.post(f"games/{created['game']['id']}/join", {"name": "ALICE"})
    assert (refused.status, refused.code) == (409, "name_taken")


def test_a_full_table_takes_nobody(alice: Caller, anyone: Caller) -> None:
    created = opened(alice, 2, visibility="public")
    path = f"games/{created['game']['id']}"
    anyone.post(f"{path}/join", {"name": "Bob"})
    refused = anyone.post(f"{path}/join", {"name": "Charlie"})
    assert (refused.status, refused.code) == (409, "table_full")
    assert [seat["name"] for seat in anyone.get(path).json["seats"]] == ["Alice", "Bob"]


@pytest.mark.parametrize(
    ("body", "faults"),
    [
        ({}, [("/name", "missing_field")]),
        ({"name": ""}, [("/name", "bad_name")]),
        ({"name": "a\nb"}, [("/name", "control_characters")]),
        ({"name": "Bob", "seat": 1}, [("/seat", "unknown_field")]),
    ],
)
def test_it_names_every_fault(alice: Caller, anyone: Caller, body: Any, faults: list[tuple[str, str]]) -> None:
    created = opened(alice, visibility="public")
    answer = anyone.post(f"games/{created['game']['id']}/join", body)
    assert (answer.status, answer.faults) == (422, faults)


def test_the_host_starts_with_bots_in_the_free_seats(alice: Caller) -> None:
    created = opened(alice, 3)
    host = alice.but(token=created["tokens"][0]["token"])
    started = host.post(f"games/{created['game']['id']}/start")
    assert started.status == 200
    assert started.json["status"] == "playing"
    assert started.json["seats"][1]["controller"] == "bot"


def test_the_key_starts_too_and_nobody_else(alice: Caller, anyone: Caller, charlie: Caller) -> None:
    created = opened(alice, 3, visibility="public")
    path = f"games/{created['game']['id']}"
    bob = anyone.but(token=anyone.post(f"{path}/join", {"name": "Bob"}).json["token"])
    for caller in (bob, charlie, anyone):
        refused = caller.post(f"{path}/start")
        assert (refused.status, refused.code) == (403, "not_host")
    assert alice.post(f"{path}/start").status == 200
    again = alice.post(f"{path}/start")
    assert (again.status, again.code) == (409, "already_started")


def test_the_lobby_shows_public_tables_only(alice: Caller, anyone: Caller) -> None:
    hidden = opened(alice)["game"]["id"]
    public = opened(alice, visibility="public")["game"]["id"]
    shown = [game["id"] for game in anyone.get("lobby").json["results"]]
    assert public in shown
    assert hidden not in shown


def test_mine_are_my_games_newest_first(alice: Caller, charlie: Caller, anyone: Caller) -> None:
    first, second = (opened(alice)["game"]["id"] for _ in range(2))
    assert [game["id"] for game in alice.get("games").json["results"]] == [second, first]
    assert charlie.get("games").json["results"] == []
    refused = anyone.get("games")
    assert (refused.status, refused.code) == (401, "token_missing")


def test_lists_are_paged(alice: Caller) -> None:
    made = [opened(alice)["game"]["id"] for _ in range(3)]
    first = alice.get("games?limit=2").json
    rest = alice.get(f"games?limit=2&cursor={first['next']}").json
    assert [game["id"] for game in first["results"] + rest["results"]] == made[::-1]
    assert rest["next"] is None
