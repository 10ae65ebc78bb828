"""``POST games/{id}/moves``: versions, several moves, dry runs, refusals; ``GET games/{id}/legal-moves``."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from tests.api.caller import Caller
from tests.api.table import DRAW, TAKE, Table, add, arranged, discard, lay, meld, still

pytestmark = pytest.mark.django_db(transaction=True)

ALICE = "8S 8H 8D 4H 5H 6H KC 2S 2D TD"
BOB = "8C QD 9S AC JS JH JC 5D 3S 6C"


@pytest.fixture
def dealt(arrange: Callable[..., Table]) -> Table:
    """Known cards: 7H is drawn next."""
    return arrange("rummy", arranged([ALICE, BOB], stock="7H 3D", upcard="4S"))


def unchanged(table: Table, seat: int, *moves: dict[str, Any], **more: Any) -> Any:
    """Sends moves that must be refused and change nothing; the problem."""
    before = [still(table.view(at)) for at in range(len(table.players))]
    answer = table.play(seat, *moves, **more)
    assert answer.status >= 400, answer.json
    assert [still(table.view(at)) for at in range(len(table.players))] == before
    return answer


def test_a_move_answers_with_the_new_view(dealt: Table) -> None:
    before = dealt.view()
    answer = dealt.play(0, DRAW)
    assert (answer.status, answer.json["version"], answer.json["phase"]) == (200, before["version"] + 1, "play")
    assert answer.json["me"]["drawn"] == ["7H"]


def test_a_version_must_be_said(dealt: Table) -> None:
    answer = dealt.players[0].post(f"{dealt.path}/moves", {"moves": [DRAW]})
    assert (answer.status, answer.code) == (428, "if_match_needed")


def test_a_stale_version_is_told_what_happened_since(dealt: Table) -> None:
    old = dealt.view()["version"]
    dealt.turn(0, DRAW, discard("TD"))
    dealt.turn(1, DRAW, discard("3D"))
    answer = unchanged(dealt, 0, DRAW, version=old)
    assert (answer.status, answer.code) == (412, "stale_version")
    assert answer.json["version"] == answer.json["decision"] == old + 4
    assert [event["seq"] for event in answer.json["events"]] == [old + 1, old + 2, old + 3, old + 4]
    assert b'"3D"' in answer.content, "the discard is public"


def test_a_version_that_is_not_there_yet_is_stale(dealt: Table) -> None:
    answer = unchanged(dealt, 0, DRAW, version=dealt.view()["version"] + 1)
    assert (answer.status, answer.code) == (412, "stale_version")


def test_the_same_move_twice_is_played_once(dealt: Table) -> None:
    version = dealt.view()["version"]
    assert dealt.play(0, DRAW, version=version).status == 200
    assert unchanged(dealt, 0, DRAW, version=version).status == 412
    assert len(dealt.view()["me"]["hand"]) == 11


def test_the_same_move_twice_at_once_is_played_once(dealt: Table) -> None:
    version = dealt.view()["version"]
    together = Barrier(4)

    def draw(_: int) -> int:
        caller = dealt.players[0].but(client=Client())
        together.wait(timeout=60)
        try:
            return caller.post(f"{dealt.path}/moves", {"moves": [DRAW]}, version=version).status
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        statuses = sorted(threads.map(draw, range(4)))
    assert statuses == [200, 412, 412, 412]
    assert len(dealt.view()["me"]["hand"]) == 11


def test_a_stale_version_is_told_before_any_rule(dealt: Table) -> None:
    """api.md: 412 comes before 409."""
    old = dealt.view()["version"]
    dealt.turn(0, DRAW)
    assert unchanged(dealt, 0, discard("AS"), version=old).status == 412


@pytest.mark.parametrize(
    ("moves", "code"),
    [
        ([{"kind": "fly"}], "invalid"),
        ([{"kind": "ready", "salt": "a\x00b"}], "control_characters"),
        ([DRAW, discard("KC")], "reveals_midway"),
    ],
)
@pytest.mark.parametrize("query", ["", "?dry_run=true"])
def test_what_cannot_be_used_is_told_before_the_version(dealt: Table, query: str, moves: Any, code: str) -> None:
    """api.md: every 422 comes before 428 and 412, whoever finds it."""
    for version in (None, 99):
        answer = dealt.players[0].post(f"{dealt.path}/moves{query}", {"moves": moves}, version=version)
        assert (answer.status, answer.code) == (422, code)


@pytest.mark.parametrize(
    ("seat", "move", "code"),
    [
        (1, DRAW, "not_your_turn"),
        (1, lay(meld("JS JH JC")), "not_your_turn"),
        (0, discard("KC"), "wrong_phase"),
        (0, {"kind": "claim"}, "claim_not_open"),
        (0, {"kind": "ready"}, "wrong_phase"),
        (0, {"kind": "take_back"}, "wrong_phase"),
    ],
)
def test_a_move_out_of_turn_or_phase_is_refused(dealt: Table, seat: int, move: dict[str, Any], code: str) -> None:
    answer = unchanged(dealt, seat, move)
    assert (answer.status, answer.code) == (409, code)
    assert answer.json["detail"] != code


@pytest.mark.parametrize(
    ("move", "code", "rule"),
    [
        (DRAW, "wrong_phase", None),
        (TAKE, "wrong_phase", None),
        (discard("AS"), "card_not_in_hand", None),
        (lay(meld("KS KH KD")), "card_not_in_hand", None),
        (lay(meld("8S 8H")), "meld_too_small", "sets.min_size"),
        (lay(meld("4H 5H 8H")), "run_gap", "runs.min_size"),
        (lay(add("m7", "8S")), "unknown_meld", None),
        (lay(meld("8S 8H 8D"), meld("8S 2S 3S")), "card_not_in_hand", None),
        (lay(), "empty_lay", None),
        ({"kind": "knock", "discard": "KC"}, "knocking_forbidden", "knocking.limit_by"),
    ],
)
def test_a_move_against_the_rules_is_refused(dealt: Table, move: dict[str, Any], code: str, rule: str | None) -> None:
    dealt.turn(0, DRAW)
    answer = unchanged(dealt, 0, move)
    assert (answer.status, answer.code, answer.json.get("rule")) == (409, code, rule)


def test_a_refusal_brings_its_numbers(dealt: Table) -> None:
    dealt.turn(0, DRAW)
    refusal = dealt.play(0, lay(meld("8S 8H"))).json
    assert (refusal["needed"], refusal["got"]) == (3, 2)


def test_after_a_refusal_a_legal_move_works(dealt: Table) -> None:
    dealt.turn(0, DRAW)
    unchanged(dealt, 0, discard("AS"))
    assert dealt.play(0, discard("KC")).status == 200


def test_several_moves_are_one_request(dealt: Table) -> None:
    dealt.turn(0, DRAW)
    before = dealt.view()["version"]
    answer = dealt.play(0, lay(meld("8S 8H 8D")), lay(meld("4H 5H 6H 7H")), discard("KC"))
    assert (answer.status, answer.json["version"], answer.json["to_act"]) == (200, before + 3, [1])


def test_several_moves_are_all_or_none(dealt: Table) -> None:
    dealt.turn(0, DRAW)
    answer = unchanged(dealt, 0, lay(meld("8S 8H 8D")), discard("8S"))
    assert (answer.status, answer.code) == (409, "card_not_in_hand")
    assert answer.faults == [("/moves/1", "card_not_in_hand")], "it says which of them"


def test_what_reveals_something_comes_last(dealt: Table) -> None:
    answer = unchanged(dealt, 0, DRAW, discard("KC"))
    assert (answer.status, answer.code, answer.faults) == (422, "reveals_midway", [("/moves/0", "reveals_midway")])


def test_a_taken_card_is_public_so_more_may_follow(dealt: Table) -> None:
    assert dealt.play(0, TAKE, discard("KC")).status == 200


def test_a_card_given_back_by_take_back(dealt: Table) -> None:
    dealt.turn(0, DRAW, lay(meld("8S 8H 8D")))
    answer = dealt.play(0, {"kind": "take_back"})
    assert answer.status == 200, "base Rummy allows three a turn"
    assert sorted(answer.json["me"]["hand"]) == sorted([*ALICE.split(), "7H"])
    assert answer.json["melds"] == []


def test_a_dry_run_judges_and_changes_nothing(dealt: Table) -> None:
    dealt.turn(0, DRAW)
    before = still(dealt.view())
    path = f"{dealt.path}/moves?dry_run=true"
    good = dealt.players[0].post(path, {"moves": [lay(meld("8S 8H 8D"))]}, version=before["version"])
    assert (good.status, good.json["legal"], good.json["version"]) == (200, True, before["version"])
    assert sorted(good.json["hand_after"]) == sorted(["4H", "5H", "6H", "KC", "2S", "2D", "TD", "7H"])
    bad = dealt.players[0].post(path, {"moves": [lay(meld("8S 8H"))]}, version=before["version"])
    assert (bad.status, bad.code, bad.faults) == (409, "meld_too_small", [("/moves/0", "meld_too_small")])
    assert still(dealt.view()) == before


def test_a_dry_run_shows_no_hidden_card(dealt: Table) -> None:
    version = dealt.view()["version"]
    answer = dealt.players[0].post(f"{dealt.path}/moves?dry_run=true", {"moves": [DRAW]}, version=version)
    assert answer.status == 200
    assert b"7H" not in answer.content


def test_a_dry_run_judges_the_version_first(dealt: Table) -> None:
    answer = dealt.players[0].post(f"{dealt.path}/moves?dry_run=1", {"moves": [DRAW]}, version=0)
    assert (answer.status, answer.code) == (412, "stale_version")


def test_a_seat_plays_only_for_itself(dealt: Table) -> None:
    refused = (
        dealt.players[1].but(seat=0).post(f"{dealt.path}/moves", {"moves": [DRAW]}, version=dealt.view()["version"])
    )
    assert refused.status in (403, 409)
    assert dealt.view()["me"]["drawn"] == []


def test_after_the_match_nothing_is_played(arrange: Callable[..., Table]) -> None:
    """Base Rummy to 50 (its least target): a hand-out of 30 x 2 ends the match at once."""
    melded = "8S 8H 8D 4H 5H 6H 2S 2D 2C KC"
    deal = arranged([melded, "AS AH AD AC 3S 3H 3D 3C 7S 7D"], stock="7H", upcard="4S")
    table = arrange("rummy", deal, options={"target": 50})
    view = table.turn(0, DRAW, lay(meld("8S 8H 8D"), meld("4H 5H 6H 7H"), meld("2S 2D 2C")), discard("KC"))
    assert (view["status"], view["winner"], view["to_act"]) == ("finished", 0, [])
    for seat, move in ((0, discard("KC")), (1, DRAW), (0, {"kind": "ready"})):
        answer = unchanged(table, seat, move)
        assert (answer.status, answer.code) == (409, "match_finished")


def test_a_game_that_has_not_begun_takes_no_move(alice: Caller) -> None:
    created = alice.post("games", {"variant": "rummy", "seats": [{"name": "Alice"}, {}]}).json
    player = alice.but(token=created["tokens"][0]["token"])
    answer = player.post(f"games/{created['game']['id']}/moves", {"moves": [DRAW]}, version=created["game"]["version"])
    assert (answer.status, answer.code) == (409, "not_started")


def test_answers_of_several_seats_do_not_outdate_each_other(arrange: Callable[..., Table]) -> None:
    """Between deals all are asked at once: one who has answered does not make the other's version stale."""
    melded = "8S 8H 8D 4H 5H 6H 2S 2D 2C KC"
    table = arrange("rummy", arranged([melded, "AS AH AD AC 3S 3H 3D 3C 7S 7D"], stock="7H", upcard="4S"))
    table.turn(0, DRAW, lay(meld("8S 8H 8D"), meld("4H 5H 6H 7H"), meld("2S 2D 2C")), discard("KC"))
    version = table.view()["version"]
    assert table.play(1, {"kind": "ready", "salt": "s"}, version=version).json["to_act"] == [0]
    assert unchanged(table, 1, {"kind": "ready"}, version=version).status in (409, 412)
    assert table.play(0, {"kind": "ready"}, version=version).json["deal"] == 2


def test_legal_moves_are_for_the_seat_that_is_due(dealt: Table) -> None:
    mine = dealt.players[0].get(f"{dealt.path}/legal-moves").json
    assert mine == {"version": dealt.view()["version"], "moves": [DRAW, {**TAKE, "count": 1}], "next": None}
    assert dealt.players[1].get(f"{dealt.path}/legal-moves").json["moves"] == []


def test_legal_moves_are_paged_with_an_end_of_turn_first(dealt: Table) -> None:
    dealt.turn(0, DRAW)
    path = f"{dealt.path}/legal-moves"
    whole = dealt.players[0].get(f"{path}?limit=500").json["moves"]
    first = dealt.players[0].get(f"{path}?limit=3").json
    assert any(move["kind"] == "discard" for move in first["moves"])
    seen = list(first["moves"])
    page = first
    while page["next"] is not None:
        page = dealt.players[0].get(f"{path}?limit=3&cursor={page['next']}").json
        seen += page["moves"]
    assert seen == whole
    assert lay(meld("8S 8H 8D")) in whole


def test_every_legal_move_listed_can_be_played(dealt: Table) -> None:
    dealt.turn(0, DRAW)
    version = dealt.view()["version"]
    for move in dealt.players[0].get(f"{dealt.path}/legal-moves?limit=500").json["moves"]:
        answer = dealt.players[0].post(f"{dealt.path}/moves?dry_run=true", {"moves": [move]}, version=version)
        assert answer.status == 200, (move, answer.json)


def test_a_cursor_holds_for_one_version(dealt: Table) -> None:
    dealt.turn(0, DRAW)
    cursor = dealt.players[0].get(f"{dealt.path}/legal-moves?limit=3").json["next"]
    dealt.turn(0, lay(meld("8S 8H 8D")))
    answer = dealt.players[0].get(f"{dealt.path}/legal-moves?limit=3&cursor={cursor}")
    assert (answer.status, answer.faults) == (422, [("cursor", "cursor_outdated")])
