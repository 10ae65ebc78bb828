"""``POST games``."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from rummy.cards import CARD_TEXT
from tests.api.caller import Caller
from tests.api.table import arranged

pytestmark = pytest.mark.django_db(transaction=True)

TWO = [{"name": "Alice"}, {"name": "Bob"}]


def test_without_a_free_seat_it_starts_at_once(alice: Caller) -> None:
    created = alice.post("games", {"variant": "rummy", "seats": TWO}).json
    assert [line["seat"] for line in created["tokens"]] == [0, 1]
    game = created["game"]
    assert (game["status"], game["phase"], game["deal"], game["to_act"]) == ("playing", "draw", 1, [0])
    assert [seat["hand_count"] for seat in game["seats"]] == [10, 10]
    assert (game["stock_count"], game["discard_count"], game["target"]) == (31, 1, 100)
    assert game["me"] is None


def test_the_first_answer_shows_no_hidden_card(alice: Caller) -> None:
    answer = alice.post("games", {"variant": "rummy", "seats": TWO})
    shown = {card for card in CARD_TEXT if f'"{card}"'.encode() in answer.content}
    assert shown == set(answer.json["game"]["discard"])


@pytest.mark.parametrize(("seats", "cards", "stock"), [(2, 10, 31), (3, 7, 30), (4, 7, 23), (5, 6, 21), (6, 6, 15)])
def test_it_deals_as_base_rummy_does(seat_table: Callable[..., Any], seats: int, cards: int, stock: int) -> None:
    """rules.md A.4: the deal by number of players."""
    view = seat_table(seats=seats).view(seats - 1)
    assert [seat["hand_count"] for seat in view["seats"]] == [cards] * seats
    assert (len(view["me"]["hand"]), view["stock_count"]) == (cards, stock)


def test_a_free_seat_keeps_it_open(alice: Caller) -> None:
    created = alice.post("games", {"variant": "rummy", "seats": [{"name": "Alice"}, {}]}).json
    assert (created["game"]["status"], created["game"]["phase"], created["game"]["to_act"]) == ("open", "waiting", [])
    assert [line["seat"] for line in created["tokens"]] == [0]
    assert created["invite"]


def test_bots_take_seats(alice: Caller) -> None:
    seats = [{"name": "Alice"}, {"bot": "easy"}, {"bot": "hard"}]
    game = alice.post("games", {"variant": "rummy", "seats": seats}).json["game"]
    assert [(seat["bot"], seat["controller"]) for seat in game["seats"]][1:] == [("easy", "bot"), ("hard", "bot")]
    assert len({seat["name"] for seat in game["seats"]}) == 3


def test_options_are_pinned_with_the_game(alice: Caller) -> None:
    created = alice.post("games", {"variant": "rummy", "seats": TWO, "options": {"target": 150}})
    game = created.json["game"]
    assert (game["target"], game["options"]["target"]) == (150, 150)
    assert game["hash"] != alice.get("variants/rummy").json["hash"]


def test_two_games_are_not_dealt_alike(seat_table: Callable[..., Any]) -> None:
    assert seat_table().view()["me"]["hand"] != seat_table().view()["me"]["hand"]


def test_names_are_trimmed_and_put_into_one_form(alice: Caller) -> None:
    seats = [{"name": "  Zoe\u0308 "}, {"name": "Bob"}]
    game = alice.post("games", {"variant": "rummy", "seats": seats}).json["game"]
    assert game["seats"][0]["name"] == "Zoë"


FAULTY: dict[str, tuple[Any, list[tuple[str, str]]]] = {
    "unknown variant": ({"variant": "whist"}, [("/variant", "variant_not_found")]),
    "too few seats": ({"seats": [{"name": "Alice"}]}, [("/seats", "seat_count")]),
    "too many seats": ({"seats": [{}] * 7}, [("/seats", "seat_count")]),
    "a hundred seats": ({"seats": [{}] * 100}, [("/seats", "too_long")]),
    "no seats": ({"seats": []}, [("/seats", "too_short")]),
    "one name twice": ({"seats": [{"name": "Bob"}, {"name": " bob "}]}, [("/seats/1/name", "name_taken")]),
    "a name and a bot": ({"seats": [{"name": "Al", "bot": "easy"}, {}]}, [("/seats/0", "seat_is_two_things")]),
    "unknown level": ({"seats": [{"name": "Al"}, {"bot": "genius"}]}, [("/seats/1/bot", "unknown_level")]),
    "empty name": ({"seats": [{"name": "  "}, {}]}, [("/seats/0/name", "bad_name")]),
    "a long name": ({"seats": [{"name": "x" * 41}, {}]}, [("/seats/0/name", "bad_name")]),
    "a control character": ({"seats": [{"name": "a\u0007b"}, {}]}, [("/seats/0/name", "control_characters")]),
    "a NUL": ({"seats": [{"name": "a\u0000b"}, {}]}, [("/seats/0/name", "control_characters")]),
    "a number for a name": ({"seats": [{"name": 7}, {}]}, [("/seats/0/name", "wrong_type")]),
    "negative target": ({"options": {"target": -5}}, [("/options/target", "option_value")]),
    "a target between two steps": ({"options": {"target": 60}}, [("/options/target", "option_value")]),
    "unknown option": ({"options": {"jokers": 2}}, [("/options/jokers", "option_unknown")]),
    "visibility": ({"visibility": "secret"}, [("/visibility", "unknown_value")]),
    "a long salt": ({"salt": "x" * 65}, [("/salt", "too_long")]),
    "a clock that stands": ({"clock": {"turn_s": 0}}, [("/clock/turn_s", "out_of_range")]),
    "a field nobody knows": ({"seed": 7}, [("/seed", "unknown_field")]),
    "what cannot be read and what makes no sense": (
        {"variant": "rummy-dutch", "seats": [{"name": "Al"}] * 2, "options": {"target": 7}, "salt": 5},
        [("/salt", "wrong_type"), ("/seats/1/name", "name_taken"), ("/options/target", "option_value")],
    ),
    "seats that cannot be read, and a variant that is none": (
        {"variant": "whist", "seats": 3},
        [("/seats", "wrong_type"), ("/variant", "variant_not_found")],
    ),
    "faulty options and too many seats": (
        {"options": {"target": 7}, "seats": [{}] * 7},
        [("/options/target", "option_value"), ("/seats", "seat_count")],
    ),
    "several": (
        {"seats": [{"name": ""}, 5], "x": 1},
        [("/seats/0/name", "bad_name"), ("/seats/1", "wrong_type"), ("/x", "unknown_field")],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("changes", "faults"), FAULTY.values(), ids=FAULTY)
def test_it_names_every_fault(alice: Caller, changes: Any, faults: list[tuple[str, str]]) -> None:
    answer = alice.post("games", {"variant": "rummy", "seats": TWO, **changes})
    assert (answer.status, answer.faults) == (422, faults)
    assert alice.get("games").json["results"] == []


HAND = "8S 8H 8D 4H 5H 6H KC 2S 2D TD"
OTHER = "8C QD 9S AC JS JH JC 5D 3S 6C"


def test_an_arranged_game_says_so(alice: Caller) -> None:
    deal = arranged([HAND, OTHER], stock="7H", upcard="4S")
    game = alice.post("games", {"variant": "rummy", "seats": TWO, "deal": deal}).json["game"]
    assert (game["arranged"], game["discard"], game["to_act"]) == (True, ["4S"], [0])


def broken(change: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    deal: dict[str, Any] = json.loads(json.dumps(arranged([HAND, OTHER], stock="7H", upcard="4S")))
    change(deal)
    return deal


ARRANGED: dict[str, tuple[dict[str, Any], str]] = {
    "a card twice": (broken(lambda deal: deal["stock"].append("4S")), "/deal"),
    "a card missing": (broken(lambda deal: deal["stock"].pop()), "/deal"),
    "a joker": (broken(lambda deal: deal["stock"].append("X")), "/deal"),
    "a short hand": (broken(lambda deal: deal["stock"].append(deal["hands"][0].pop())), "/deal"),
    "one hand": (broken(lambda deal: deal["stock"].extend(deal["hands"].pop())), "/deal"),
    "a dealer who is not there": (broken(lambda deal: deal.update(dealer=5)), "/deal/dealer"),
}


@pytest.mark.parametrize(("deal", "place"), ARRANGED.values(), ids=ARRANGED)
def test_an_arranged_deal_is_exactly_the_deck(alice: Caller, deal: dict[str, Any], place: str) -> None:
    answer = alice.post("games", {"variant": "rummy", "seats": TWO, "deal": deal})
    assert (answer.status, answer.code) in ((422, "invalid"), (422, "invalid_setup"))
    assert all(pointer is not None and pointer.startswith("/deal") for pointer, _ in answer.faults), place
    assert answer.faults


def test_a_hand_of_500_cards_is_refused(alice: Caller) -> None:
    deal = {"hands": [["8S"] * 500, []], "stock": [], "discard": []}
    answer = alice.post("games", {"variant": "rummy", "seats": TWO, "deal": deal})
    assert (answer.status, answer.faults) == (422, [("/deal/hands/0", "too_long")])


def test_arranging_needs_its_scope(key: Callable[..., Caller]) -> None:
    body = {"variant": "rummy", "seats": TWO, "deal": arranged([HAND, OTHER], stock="7H", upcard="4S")}
    answer = key("games:create").post("games", body)
    assert (answer.status, answer.code, answer.json["scope"]) == (403, "scope_missing", "games:arrange")


def test_creating_needs_its_scope(key: Callable[..., Caller]) -> None:
    answer = key("rules:write").post("games", {"variant": "rummy", "seats": TWO})
    assert (answer.status, answer.code, answer.json["scope"]) == (403, "scope_missing", "games:create")


def test_open_tables_need_no_key(anyone: Caller, settings: Any) -> None:
    settings.OPEN_TABLES = True
    assert anyone.post("games", {"variant": "rummy", "seats": TWO}).status == 201
    settings.OPEN_TABLES = False
    refused = anyone.post("games", {"variant": "rummy", "seats": TWO})
    assert (refused.status, refused.code) == (401, "token_missing")
    assert refused.headers["www-authenticate"].startswith("Bearer")


def test_an_arranged_deal_needs_a_key_even_at_open_tables(anyone: Caller, settings: Any) -> None:
    settings.OPEN_TABLES = True
    body = {"variant": "rummy", "seats": TWO, "deal": arranged([HAND, OTHER], stock="7H", upcard="4S")}
    refused = anyone.post("games", body)
    assert (refused.status, refused.code) == (401, "token_missing")
