"""The card taken from the discards: what may be done with it, and what must (profile.md 4.4 b, k, m)."""

from __future__ import annotations

import pytest

from rummy.engine import default_move, legal_moves
from rummy.moves import Discard, DrawStock, TakeBack
from tests.rummy.builder import (
    altered,
    play,
    playing,
    refused,
    rules,
    table,
    verdict,
)
from variants.catalogue import variant

BASE = variant("rummy").profile


@pytest.mark.parametrize(
    ("rule", "many", "last"),
    [("allowed", "ok", "ok"), ("only_last", "taken_card_discard", "ok"), ("forbidden", "taken_card_discard", "no")],
)
def test_the_taken_card_may_go_back_as_the_profile_says(rule: str, many: str, last: str) -> None:
    profile = rules(discarding={"taken_card": rule})
    state = play(table("0: 2S 3S 4S\n1: KD\nstock: *\ndiscard: JS", profile), "0 take")
    assert verdict(state, "0 discard JS") == many
    assert verdict(state, "0 lay 2S 3S 4S") == ("no_legal_end" if last == "no" else "ok")
    if last == "ok":
        assert play(state, "0 lay 2S 3S 4S", "0 discard JS").results[0].how == "out"


def test_a_taken_card_that_is_left_as_the_last_may_be_thrown() -> None:
    """cases.json T016: hand JH; takes JS, lays JH on a run; JS is the last card."""
    state = table("0: JH\n1: KD\nstock: *\ndiscard: JS\nm1 of 1: 8H 9H TH", BASE)
    assert play(state, "0 take", "0 lay m1 + JH", "0 discard JS").results[0].winner == 0


def test_a_take_is_refused_where_it_could_never_be_thrown() -> None:
    """The twin of the only card would bar both copies."""
    profile = rules(deck={"packs": 2}, discarding={"taken_card": "forbidden"})
    state = table("0: KC\n1: KD 2S\nstock: *\ndiscard: KC", profile)
    refusal = refused(state, "0 take")
    assert (refusal.code, refusal.rule, refusal.data) == ("no_legal_end", "discarding.taken_card", {"cards": ["KC"]})
    assert legal_moves(state, 0) == [DrawStock()]


def test_a_take_that_only_a_joker_bar_forbids_names_that_rule() -> None:
    profile = rules(deck={"jokers": 2}, discarding={"taken_card": "allowed", "joker": "only_last"})
    refusal = refused(table("0: X\n1: KD 2S\nstock: *\ndiscard: X", profile), "0 take")
    assert (refusal.code, refusal.rule, refusal.data) == ("no_legal_end", "discarding.joker", {"cards": ["X"]})


def test_two_copies_are_both_barred_until_one_is_laid() -> None:
    """profile.md 4.4m."""
    profile = rules(deck={"packs": 2}, discarding={"taken_card": "forbidden"})
    state = play(table("0: KC KS KD 2S\n1: 3D\nstock: *\ndiscard: KC", profile), "0 take")
    assert refused(state, "0 discard KC").code == "taken_card_discard"
    assert play(state, "0 lay KC KS KD", "0 discard KC").to_act == (1,)


@pytest.mark.parametrize(
    ("rule", "code"), [("allowed", "ok"), ("only_last", "joker_discard"), ("forbidden", "joker_discard")]
)
def test_a_joker_may_be_thrown_as_the_profile_says(rule: str, code: str) -> None:
    profile = rules(deck={"jokers": 2}, discarding={"joker": rule})
    state = playing("0: X 2S\n1: 3D\nstock: *", profile)
    assert verdict(state, "0 discard X") == code
    assert (Discard("X") in legal_moves(state, 0)) is (code == "ok")
    if code != "ok":
        assert refused(state, "0 discard X").rule == "discarding.joker"


@pytest.mark.parametrize("rule", ["only_last", "forbidden"])
def test_bars_are_lifted_where_nothing_else_is_legal(rule: str) -> None:
    """profile.md 4.4a: holds X, draws X."""
    profile = rules(deck={"jokers": 2}, discarding={"joker": rule})
    state = play(table("0: X\n1: 3D\nstock: X *", profile), "0 draw")
    assert legal_moves(state, 0) == [Discard("X")]
    assert play(state, "0 discard X").to_act == (1,)


def test_bars_stay_where_a_lay_is_legal() -> None:
    profile = rules(deck={"jokers": 2}, discarding={"joker": "forbidden"})
    state = playing("0: X X\n1: 3D\nstock: *\nm1 of 1: 7S 8S 9S", profile)
    assert refused(state, "0 discard X").code == "joker_discard"
    assert Discard("X") not in legal_moves(state, 0)
    assert legal_moves(state, 0)


# --- draw.with_one_card (profile.md 4.4k) ---


@pytest.mark.parametrize(
    ("rule", "fits", "fits_not"),
    [
        ("allowed", "ok", "ok"),
        ("not_to_go_out", "one_card_rule", "ok"),
        ("forbidden", "one_card_rule", "one_card_rule"),
    ],
)
def test_a_seat_with_one_card_takes_as_the_profile_says(rule: str, fits: str, fits_not: str) -> None:
    profile = rules(draw={"with_one_card": rule}, discarding={"taken_card": "allowed"})
    text = "0: 4D\n1: KD\nstock: *\ndiscard: {}\nm1 of 1: 4S 5S 6S"
    assert verdict(table(text.format("7S"), profile), "0 take") == fits
    assert verdict(table(text.format("9C"), profile), "0 take") == fits_not
    two = table("0: 4D 4H\n1: KD\nstock: *\ndiscard: 7S\nm1 of 1: 4S 5S 6S", profile)
    assert verdict(two, "0 take") == "ok"


def test_the_one_card_rule_holds_for_the_card_already_held() -> None:
    """profile.md 7.24: a can be laid, b cannot; he could end the game by throwing b."""
    profile = rules(draw={"with_one_card": "not_to_go_out"}, discarding={"taken_card": "allowed"})
    state = table("0: 7S\n1: KD\nstock: *\ndiscard: 9C\nm1 of 1: 4S 5S 6S", profile)
    refusal = refused(state, "0 take")
    assert (refusal.code, refusal.rule, refusal.data) == (
        "one_card_rule", "draw.with_one_card", {"card": "9C", "hand": 1},
    )  # fmt: skip


# --- draw.taken_card = lay_now (profile.md 4.4 b) ---

NOW = rules(draw={"taken_card": "lay_now"}, laying={"from_lap": 1})


def test_a_card_that_must_be_laid_at_once_bars_the_discard() -> None:
    state = play(table("0: 7H 7D 2S\n1: KD\nstock: *\ndiscard: 3C 7S", NOW), "0 take")
    refusal = refused(state, "0 discard 2S")
    assert (refusal.code, refusal.rule) == ("obligation_open", "draw.taken_card")
    assert refusal.data == {"obligation": "use", "card": "7S"}
    assert play(state, "0 lay 7S 7H 7D", "0 discard 2S").results[0].how == "out"


def test_a_card_that_is_not_used_goes_back_and_the_pile_is_closed() -> None:
    before = table("0: 7H 7D 2S 3S 4S\n1: KD\nstock: *\ndiscard: 3C 7S", NOW)
    state = play(before, "0 take", "0 lay 2S 3S 4S")
    assert default_move(state, 0) == TakeBack()
    back = play(state, "0 back")
    assert (back.phase, back.discard, back.melds) == ("draw", before.discard, ())
    assert back.players[0].hand == before.players[0].hand
    refusal = refused(back, "0 take")
    assert (refusal.code, refusal.rule) == ("pile_closed", "draw.taken_card")
    assert legal_moves(back, 0) == [DrawStock()]
    assert play(back, "0 draw", "0 discard 7H").to_act == (1,)


def test_putting_back_costs_no_take_back() -> None:
    profile = altered(NOW, laying={"take_backs": 0})
    state = play(table("0: 7H 7D 2S\n1: KD\nstock: *\ndiscard: 3C 7S", profile), "0 take")
    assert verdict(state, "0 back") == "ok"


def test_taking_back_the_lay_of_the_taken_card_opens_the_duty_again() -> None:
    state = play(table("0: 7H 7D 2S 4C\n1: KD\nstock: *\ndiscard: 3C 7S", NOW), "0 take", "0 lay 7S 7H 7D", "0 back")
    assert (state.turn.use, state.phase) == (True, "play")
    assert refused(state, "0 discard 2S").code == "obligation_open"


def test_a_card_to_be_laid_at_once_is_not_taken_before_one_may_lay() -> None:
    profile = rules(draw={"taken_card": "lay_now"}, laying={"from_lap": 2})
    refusal = refused(table("0: 7H 7D 2S\n1: KD\nstock: *\ndiscard: 7S", profile, lap=1), "0 take")
    assert (refusal.code, refusal.rule) == ("taken_card_too_early", "draw.taken_card")
    assert (refusal.data["needed"], refusal.data["got"]) == (2, 1)
