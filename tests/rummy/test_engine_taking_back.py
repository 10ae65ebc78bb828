"""Taking back what was laid in a turn (profile.md 4.4b)."""

from __future__ import annotations

from rummy.cards import texts
from rummy.engine import legal_moves
from rummy.moves import TakeBack
from rummy.state import evolve
from tests.rummy.builder import (
    everything,
    play,
    playing,
    refused,
    rules,
    table,
)
from variants.catalogue import variant

BASE = variant("rummy").profile


def test_taking_back_is_bounded() -> None:
    state = playing("0: 2S 3S 4S KC QD\n1: 2C\nstock: *", BASE)
    assert refused(state, "0 back").code == "nothing_to_take_back"
    assert TakeBack() not in legal_moves(state, 0)
    for _ in range(3):
        state = play(state, "0 lay 2S 3S 4S")
        assert TakeBack() in legal_moves(state, 0)
        state = play(state, "0 back")
    state = play(state, "0 lay 2S 3S 4S")
    refusal = refused(state, "0 back")
    assert (refusal.code, refusal.rule, refusal.data) == (
        "take_backs_used",
        "laying.take_backs",
        {"limit": 3, "got": 3},
    )
    assert TakeBack() not in legal_moves(state, 0)
    assert play(state, "0 discard KC").turn.take_backs == 0


def test_what_lies_lies_where_nothing_is_taken_back() -> None:
    state = play(playing("0: 2S 3S 4S KC QD\n1: 2C\nstock: *", rules(laying={"take_backs": 0})), "0 lay 2S 3S 4S")
    assert refused(state, "0 back").code == "take_backs_used"


def test_taking_back_undoes_every_lay_of_the_turn_but_not_the_draw() -> None:
    """cases.json A048."""
    start = playing("0: 2S 3S 4S 5S 7H KC QD\n1: 2C\nstock: *\nm1 of 1: 7S 7D 7C", BASE)
    laid = play(start, "0 lay 2S 3S 4S", "0 lay m2 + 5S", "0 lay m1 + 7H")
    back = play(laid, "0 back")
    assert (back.players[0].hand, back.melds, back.next_meld) == (start.players[0].hand, start.melds, start.next_meld)
    assert (back.players[0].opened, back.opener, back.turn.new_melds) == (False, start.opener, 0)
    assert (back.stock, back.discard, back.phase) == (start.stock, start.discard, "play")
    assert everything(back) == everything(start)
    assert refused(back, "0 back").code == "nothing_to_take_back"


def test_a_draw_cannot_be_taken_back() -> None:
    state = play(table("0: 2S 3S\n1: 2C\nstock: *", BASE), "0 draw")
    assert refused(state, "0 back").code == "nothing_to_take_back"


def test_a_turn_of_another_cannot_be_taken_back() -> None:
    state = play(playing("0: 2S 3S 4S KC QD\n1: 2C 3C\nstock: *", BASE), "0 lay 2S 3S 4S", "0 discard KC", "1 draw")
    assert refused(state, "1 back").code == "nothing_to_take_back"
    assert refused(state, "0 back").code == "not_your_turn"


def test_the_cards_taken_back_are_known() -> None:
    state = playing("0: 2S 3S 4S KC QD\n1: 2C\nstock: *", BASE)
    back = play(state, "0 lay 2S 3S 4S", "0 back")
    assert texts(back.players[0].known) == ["2S", "3S", "4S"]


def test_a_lay_taken_back_is_no_table_change() -> None:
    """profile.md 0: a table change stands at the end of the turn."""
    state = playing("0: 2S 3S 4S KC QD\n1: 2C\nstock: *", BASE)
    state = evolve(state, turn=evolve(state.turn, from_stock=False), idle_turns=3, idle_renewals=1)
    after = play(state, "0 lay 2S 3S 4S", "0 back", "0 discard KC")
    assert (after.idle_turns, after.idle_renewals, after.players[0].laid) == (4, 1, False)
    stands = play(state, "0 lay 2S 3S 4S", "0 discard KC")
    assert (stands.idle_turns, stands.idle_renewals, stands.players[0].laid) == (0, 0, True)
