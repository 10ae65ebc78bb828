"""``GET games/{id}``: who sees what, and the entity tag."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.api.caller import Caller
from tests.api.table import DRAW, TAKE, Table, arranged, discard, lay, meld

pytestmark = pytest.mark.django_db(transaction=True)

ALICE = "8S 8H 8D 4H 5H 6H KC 2S 2D TD"
BOB = "8C QD 9S AC JS JH JC 5D 3S 6C"


@pytest.fixture
def dealt(arrange: Callable[..., Table]) -> Table:
    """Known cards: 7H is drawn next."""
    return arrange("rummy", arranged([ALICE, BOB], stock="7H 3D", upcard="4S"))


def test_a_seat_sees_its_own_hand_and_counts_of_the_rest(dealt: Table) -> None:
    view = dealt.view(0)
    assert sorted(view["me"]["hand"]) == sorted(ALICE.split())
    assert [seat["hand_count"] for seat in view["seats"]] == [10, 10]
    assert (view["stock_count"], view["discard"], view["discard_count"]) == (31, ["4S"], 1)
    hidden = json.dumps({**view, "me": None})
    assert not [card for card in [*BOB.split(), "7H"] if f'"{card}"' in hidden]


def test_a_drawn_card_is_seen_by_its_drawer_alone(dealt: Table) -> None:
    dealt.turn(0, DRAW)
    assert dealt.view(0)["me"]["drawn"] == ["7H"]
    other = dealt.players[1].get(dealt.path).content + dealt.players[1].get(f"{dealt.path}/events").content
    assert b'"7H"' not in other


def test_a_taken_discard_is_seen_by_all(dealt: Table) -> None:
    dealt.turn(0, TAKE)
    assert b'"4S"' in dealt.players[1].get(f"{dealt.path}/events").content


def test_the_second_deal_hides_as_much_as_the_first(arrange: Callable[..., Table]) -> None:
    melded = "8S 8H 8D 4H 5H 6H 2S 2D 2C KC"
    whole = lay(meld("8S 8H 8D"), meld("4H 5H 6H 7H"), meld("2S 2D 2C"))
    table = arrange("rummy", arranged([melded, "AS AH AD AC 3S 3H 3D 3C 7S 7D"], stock="7H", upcard="4S"))
    table.turn(0, DRAW, whole, discard("KC"))
    for seat in (0, 1):
        assert table.play(seat, {"kind": "ready"}).status == 200
    first, second = table.view(0), table.view(1)
    assert (first["deal"], first["arranged"], first["dealer"]) == (2, True, 0)
    assert [seat["score"] for seat in first["seats"]] == [60, 0]
    assert [seat["hand_count"] for seat in first["seats"]] == [10, 10]
    hidden = json.dumps({**first, "me": None, "results": []})
    assert not [card for card in second["me"]["hand"] if f'"{card}"' in hidden]


def test_no_seed_and_no_shuffle_is_told_before_the_end(table: Table) -> None:
    for caller in table.players:
        for path in (table.path, f"{table.path}/events"):
            text = caller.get(path).content.decode().lower()
            assert not [word for word in ("nonce", "seed", "random", '"order"', '"stock":') if word in text]


def test_an_outsider_sees_nothing_of_a_private_game(dealt: Table, anyone: Caller, charlie: Caller) -> None:
    for caller in (anyone, charlie):
        for path in ("", "/legal-moves", "/events", "/profile"):
            answer = caller.get(f"{dealt.path}{path}")
            assert (answer.status, answer.code) == (404, "game_not_found")
        refused = caller.post(f"{dealt.path}/moves", {"moves": [DRAW]}, version=1)
        assert (refused.status, refused.code) == (404, "game_not_found")


def test_a_spectator_of_a_public_game_sees_no_hand(
    arrange: Callable[..., Table], anyone: Caller, charlie: Caller, key: Callable[..., Caller]
) -> None:
    table = arrange("rummy", arranged([ALICE, BOB], stock="7H", upcard="4S"), visibility="public")
    for caller in (anyone, charlie, key("games:read-all")):
        answer = caller.get(table.path)
        assert (answer.status, answer.json["me"]) == (200, None)
        assert not [card for card in [*ALICE.split(), *BOB.split()] if f'"{card}"'.encode() in answer.content]
        refused = caller.post(f"{table.path}/moves", {"moves": [DRAW]}, version=answer.json["version"])
        assert (refused.status, refused.code) == (403, "seat_needed")
        assert caller.get(f"{table.path}/legal-moves").json["moves"] == []


def test_reading_all_shows_private_games_without_their_hidden_cards(dealt: Table, key: Callable[..., Caller]) -> None:
    answer = key("games:read-all").get(dealt.path)
    assert (answer.status, answer.json["me"]) == (200, None)
    assert not [card for card in [*ALICE.split(), *BOB.split()] if f'"{card}"'.encode() in answer.content]


def test_a_key_acts_for_the_seats_it_made(dealt: Table, alice: Caller) -> None:
    assert alice.get(dealt.path).json["me"] is None
    assert sorted(alice.but(seat=1).get(dealt.path).json["me"]["hand"]) == sorted(BOB.split())
    assert (
        alice.but(seat=0).post(f"{dealt.path}/moves", {"moves": [DRAW]}, version=dealt.view()["version"]).status == 200
    )


def test_a_key_does_not_act_for_a_seat_somebody_joined(alice: Caller, anyone: Caller) -> None:
    created = alice.post("games", {"variant": "rummy", "seats": [{"name": "Alice"}, {}]}).json
    path = f"games/{created['game']['id']}"
    anyone.post(f"{path}/join", {"name": "Bob", "invite": created["invite"]})
    for seat in (1, 7):
        refused = alice.but(seat=seat).get(path)
        assert (refused.status, refused.code) == (403, "seat_not_yours")


def test_a_token_is_for_one_game(table: Table, seat_table: Callable[..., Table]) -> None:
    other = seat_table()
    answer = table.players[0].get(other.path)
    assert (answer.status, answer.code) == (404, "game_not_found")


@pytest.mark.parametrize(
    "header", ["Bearer rs_x.0.y", "Bearer rk_none", "Bearer", "Basic dXNlcjpwYXNz", "rs_x", "Bearer rs_ü", ""]
)
def test_an_unknown_token_is_refused(table: Table, anyone: Caller, header: str) -> None:
    for path in (table.path, "variants", f"{table.path}/events"):
        answer = anyone.get(path, Authorization=header)
        assert (answer.status, answer.code) == (401, "token_invalid")
        assert "invalid_token" in answer.headers["www-authenticate"]


def test_a_tampered_token_is_refused(table: Table) -> None:
    token = table.players[0].token
    assert token is not None
    swapped = token.replace(".0.", ".1.")
    assert table.players[0].but(token=swapped).get(table.path).status == 401


def test_no_cookie_is_read(table: Table, anyone: Caller) -> None:
    answer = anyone.get(table.path, Cookie=f"token={table.players[0].token}; sessionid=x")
    assert answer.status == 404


def test_an_unchanged_view_is_not_sent_again(table: Table) -> None:
    first = table.players[0].get(table.path)
    tag = first.headers["etag"]
    assert tag.startswith(f'W/"{first.json["version"]}-')
    again = table.players[0].get(table.path, If_None_Match=tag)
    assert (again.status, again.content, again.headers["etag"]) == (304, b"", tag)
    assert table.players[0].get(table.path, If_None_Match=f'"x", {tag}').status == 304
    assert table.players[1].get(table.path, If_None_Match=tag).status == 200
    table.turn(0, DRAW)
    assert table.players[0].get(table.path, If_None_Match=tag).status == 200


def test_an_entity_tag_is_good_for_a_move(table: Table) -> None:
    tag = table.players[0].get(table.path).headers["etag"]
    answer = table.players[0].post(f"{table.path}/moves", {"moves": [DRAW]}, version=tag)
    assert answer.status == 200
    assert answer.headers["etag"] == table.players[0].get(table.path).headers["etag"]


def test_game_data_stays_out_of_caches(table: Table) -> None:
    headers = table.players[0].get(table.path).headers
    assert headers["cache-control"] == "no-store"
    assert "Authorization" in headers["vary"]
    assert "Rummy-Seat" in headers["vary"]


def test_it_tells_the_rules_of_the_game(seat_table: Callable[..., Table]) -> None:
    table = seat_table(options={"target": 150})
    answer = table.players[0].get(f"{table.path}/profile").json
    assert answer["profile"]["match"]["target"] == 150
    assert answer["hash"] == table.view()["hash"]


def names_of(view: Any) -> list[str]:
    return [seat["name"] for seat in view["seats"]]


def test_everybody_sees_the_same_table(dealt: Table) -> None:
    public: list[Any] = []
    for seat in (0, 1):
        view = dealt.view(seat)
        public.append({key: value for key, value in view.items() if key not in ("me", "now")})
    assert public[0] == public[1]
    assert names_of(public[0]) == ["Alice", "Bob"]
