"""The course of a turn in the plain game: whose turn, drawing, discarding, and what a silent seat plays."""

from __future__ import annotations

from typing import Any

import pytest

from rummy.cards import texts
from rummy.engine import default_move, legal_moves, order_needed, step
from rummy.errors import IllegalMove
from rummy.moves import Discard, DrawStock, Reshuffled, TakeDiscard
from rummy.profile import RuleProfile
from rummy.state import evolve
from tests.rummy.builder import (
    everything,
    play,
    playing,
    refused,
    table,
    verdict,
)
from tests.variants.family import FAMILY
from variants.catalogue import variant

BASE = variant("rummy").profile
DUTCH = variant("rummy-dutch").profile

PLAIN = "0: 2S 4S 6S\n1: 2D 4D 6D\n2: 2H 4H 6H\nstock: *\ndiscard: KC"

# --- whose turn, and which move ---


def test_a_seat_out_of_turn_is_refused() -> None:
    """cases.json T033."""
    refusal = refused(table(PLAIN), "1 draw")
    assert (refusal.code, refusal.rule, refusal.data) == ("not_your_turn", None, {"to_act": [0], "phase": "draw"})
    assert refused(table(PLAIN), "1 lay 2D 4D 6D").code == "not_your_turn"


def test_a_second_draw_is_refused() -> None:
    """cases.json T003."""
    refusal = refused(play(table(PLAIN), "0 draw"), "0 draw")
    assert (refusal.code, refusal.data["phase"]) == ("wrong_phase", "play")
    assert refusal.data["allowed"] == ["lay", "take_back", "discard"]


@pytest.mark.parametrize(
    ("stated", "allowed"),
    [
        ({}, ["lay", "take_back", "discard"]),
        ({"laying": {"take_backs": 0}}, ["lay", "discard"]),
        ({"laying": {"take_backs": 0}, "draw": {"taken_card": "lay_now"}}, ["lay", "take_back", "discard"]),
        ({"knocking": {"limit_by": "number", "limit": 10}}, ["lay", "take_back", "discard", "knock"]),
        ({"knocking": {"limit_by": "number", "limit": 10}, "laying": {"mode": "concealed"}}, ["discard", "knock"]),
    ],
)
def test_a_refusal_names_only_moves_that_the_rules_know(stated: dict[str, Any], allowed: list[str]) -> None:
    state = evolve(table(PLAIN, RuleProfile.model_validate(stated)), phase="play")
    assert refused(state, "0 draw").data["allowed"] == allowed


@pytest.mark.parametrize("text", ["0 discard 2S", "0 lay 2S 4S 6S", "0 back", "0 knock 2S", "0 ready"])
def test_nothing_but_a_draw_comes_first(text: str) -> None:
    refusal = refused(table(PLAIN), text)
    assert (refusal.code, refusal.data["allowed"]) == ("wrong_phase", ["draw_stock", "take_discard"])


@pytest.mark.parametrize("text", ["0 claim", "0 pass", "1 claim", "1 pass"])
def test_there_is_nothing_to_claim_in_the_plain_game(text: str) -> None:
    refusal = refused(table(PLAIN), text)
    assert (refusal.code, refusal.rule) == ("claim_not_open", "claims.mode")


def test_after_the_match_every_move_is_refused() -> None:
    over = evolve(table(PLAIN), phase="finished", to_act=())
    assert {verdict(over, text) for text in ("0 draw", "1 discard 2D", "0 ready", "0 claim")} == {"match_finished"}


def test_a_refusal_out_of_turn_says_nothing_of_the_cards() -> None:
    assert refused(table(PLAIN), "1 discard KH").code == "not_your_turn"


def test_a_move_needs_a_seat() -> None:
    with pytest.raises(ValueError, match="needs a seat"):
        step(table(PLAIN), None, DrawStock())


def test_only_a_seat_to_act_has_legal_moves() -> None:
    state = table(PLAIN)
    assert legal_moves(state, 0) == [DrawStock(), TakeDiscard()]
    assert legal_moves(state, 1) == []
    with pytest.raises(ValueError, match="not to act"):
        default_move(state, 1)


# --- drawing and discarding ---


def test_a_draw_changes_one_pile_and_one_hand() -> None:
    """cases.json T028."""
    state = table(PLAIN)
    after = play(state, "0 draw")
    assert len(after.players[0].hand) == 4
    assert (after.stock, after.discard) == (state.stock[1:], state.discard)
    assert after.players[1:] == state.players[1:]
    assert everything(after) == everything(state)


def test_the_drawn_stock_card_may_be_thrown_at_once() -> None:
    """rules.md A.4."""
    state = table(PLAIN)
    drawn = texts(state.stock[:1])[0]
    assert play(state, "0 draw", f"0 discard {drawn}").to_act == (1,)


def test_the_taken_card_is_open_to_all() -> None:
    after = play(table(PLAIN), "0 take")
    assert (after.discard, texts(after.players[0].known)) == (b"", ["KC"])


def test_an_empty_discard_pile_cannot_be_taken() -> None:
    """cases.json T004."""
    refusal = refused(table("0: 2S\n1: 3S\nstock: *"), "0 take")
    assert (refusal.code, refusal.rule, refusal.data) == ("pile_empty", "stock_empty.open_card", {"pile": "discard"})


def test_a_card_that_is_not_held_cannot_be_thrown() -> None:
    """cases.json T007."""
    refusal = refused(playing(PLAIN), "0 discard KH")
    assert (refusal.code, refusal.rule) == ("card_not_in_hand", None)
    assert refusal.data == {"card": "KH", "needed": 1, "got": 0}


def test_the_last_discard_ends_the_deal() -> None:
    """cases.json T035, T025."""
    over = play(playing("0: 2S\n1: KD\nm1 of 0: 7S 7H 7D\nstock: *", BASE), "0 discard 2S")
    assert (over.results[0].how, over.results[0].winner, over.phase) == ("out", 0, "between")
    assert refused(over, "0 discard 2S").code == "wrong_phase"


def test_the_turn_passes_to_the_left() -> None:
    state = table(PLAIN)
    for seat in (0, 1, 2):
        assert state.to_act == (seat,)
        state = play(state, f"{seat} draw", f"{seat} discard 2{'SDH'[seat]}")
    assert (state.to_act, state.players[0].laps) == ((0,), 3)


# --- the default of a silent seat (profile.md 4.4 o) ---


def test_a_silent_seat_draws_and_throws_its_dearest_card() -> None:
    state = table("0: 2S KD 6S\n1: 2D\nstock: 3H *\ndiscard: KC")
    assert default_move(state, 0) == DrawStock()
    assert default_move(play(state, "0 draw"), 0) == Discard("KD")


def test_a_silent_seat_does_not_throw_what_it_may_not() -> None:
    state = play(table("0: 2S 6S\n1: 2D\nstock: *\ndiscard: KC", DUTCH), "0 take")
    assert default_move(state, 0) == Discard("6S")


def test_a_silent_seat_passes_in_a_last_go_without_stock() -> None:
    wiener = FAMILY["wiener-rummy"].profile
    text = "0: 2S 3S 4S 5H 6H 7H 8D 9D TD 5C KC\n1: 2D 2H 2C\n2: 7D 7C\nstock: {}\ndiscard: QC"
    with_stock = play(playing(text.format("AH *"), wiener), "0 knock KC")
    assert (with_stock.phase, default_move(with_stock, 1)) == ("last_draw", DrawStock())
    without = evolve(with_stock, stock=b"")
    assert default_move(without, 1).kind == "pass"


def test_a_stock_shuffled_after_a_knock_lets_the_last_goes_follow() -> None:
    """profile.md 4.4g: exhaustion in a last go renews if it can, the top discard stays, and nothing is asked twice."""
    wiener = FAMILY["wiener-rummy"].profile
    text = "0: 2S 3S 4S 5H 6H 7H 8D 9D TD 5C KC\n1: 2D 2H 2C\n2: 7D 7C\nstock: AH *\ndiscard: JC QC"
    state = evolve(playing(text, wiener), stock=b"")
    knocked = play(state, "0 knock KC")
    assert (knocked.phase, knocked.to_act) == ("renewing", ())
    renewed = step(knocked, None, Reshuffled(("JC", "QC"))).state
    assert (renewed.phase, renewed.to_act, texts(renewed.discard)) == ("last_draw", (1,), ["KC"])
    assert order_needed(renewed) is None
    after = play(renewed, "1 draw", "1 discard 2D")
    assert (after.phase, after.to_act) == ("last_draw", (2,))


def test_an_illegal_move_leaves_the_state_as_it_was() -> None:
    state = table(PLAIN)
    kept = evolve(state)
    with pytest.raises(IllegalMove):
        step(state, 0, Discard("2S"))
    assert state == kept
