"""A hint is a move that the caller could send as it stands, with its reason in the caller's language."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.api.caller import Answer, Caller
from tests.api.table import Table, arranged

pytestmark = pytest.mark.django_db

HANDS = ("8S 8H 8D 4H 5H 6H KC QD 2C 9S", "AS 3S 5S 7S 9D JD KD 2H TH QC")


@pytest.fixture
def advised(arrange: Callable[..., Table]) -> Table:
    """Alice holds 4-5-6 of hearts, and the 7 lies open."""
    return arrange("rummy", arranged(HANDS, stock="AC", upcard="7H"))


def ask(table: Table, seat: int = 0, language: str = "en") -> Answer:
    return table.players[seat].but(language=language).get(f"{table.path}/hint")


def test_it_says_what_to_do_and_why(advised: Table) -> None:
    answer = ask(advised)
    assert answer.status == 200
    assert (answer.json["move"], answer.json["code"]) == ({"kind": "take_discard", "count": 1}, "open_card_melds")
    # K, Q, 9 and 2 lie outside melds; with the 7 in the run the king or the queen can go
    assert answer.json["data"] == {"card": "7H", "deadwood": 31, "deadwood_after": 21}
    assert answer.json["version"] == advised.view()["version"]


def test_its_reason_is_told_in_the_callers_language(advised: Table) -> None:
    told = {language: ask(advised, language=language).json for language in ("en", "de")}
    assert told["en"]["detail"].startswith("Take 7♥: it makes a meld")
    assert told["de"]["detail"].startswith("Nimm 7♥: Mit deinen Karten gibt das eine Meldung")
    assert told["en"]["data"] == told["de"]["data"]


def test_its_moves_can_be_played_to_the_end_of_the_turn(advised: Table) -> None:
    for _ in range(6):
        advice = ask(advised).json
        assert advised.play(0, advice["move"]).status == 200
        if advice["move"]["kind"] == "discard":
            break
    assert advised.view()["to_act"] == [1]


def test_it_uses_nothing_that_the_seat_may_not_see(arrange: Callable[..., Table]) -> None:
    """Another hand and another stock give Alice the same advice."""
    other = ("8S 8H 8D 4H 5H 6H KC QD 2C 9S", "AH 3H 3S 7C 9D JD KD 2H TH QC")
    tables = [
        arrange("rummy", arranged(hands, stock=stock, upcard="7H")) for hands, stock in ((HANDS, "AC"), (other, "TS"))
    ]
    first, second = (ask(table).json for table in tables)
    assert first == second


def test_a_seat_that_is_not_to_act_gets_none(advised: Table) -> None:
    answer = ask(advised, 1)
    assert (answer.status, answer.code) == (409, "not_your_turn")
    assert answer.json["to_act"] == [0]


def test_there_is_none_before_the_match_begins(alice: Caller, anyone: Caller) -> None:
    made = alice.post("games", {"variant": "rummy", "seats": [{"name": "Ann"}, {}]}).json
    answer = anyone.but(token=made["tokens"][0]["token"]).get(f"games/{made['game']['id']}/hint")
    assert (answer.status, answer.code) == (409, "not_started")


def test_who_only_looks_on_gets_none(advised: Table, alice: Caller) -> None:
    answer = alice.get(f"{advised.path}/hint")
    assert (answer.status, answer.code) == (403, "seat_needed")
