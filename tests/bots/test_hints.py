"""A hint names a legal move and the reason for it, in numbers that can be checked by hand."""

from __future__ import annotations

from dataclasses import replace
from string import Formatter
from typing import Any

import pytest

from bots.hints import hint
from bots.prospects import outs
from bots.seen import Facts, look
from rummy.cards import FACE, deck, parse_cards
from rummy.engine import arranged, check, new_match, step
from rummy.moves import DrawStock, move_from_json
from rummy.state import State
from rummy.texts import LANGUAGES, hint_codes
from tests.bots.rules import FIELDS, rules
from tests.bots.test_levels import positions

HAND = "8S 8H 8D 4H 5H 6H KC QD 2C 9S"


def dealt(hand: str, *, open_card: str, stock: str = "AH") -> State:
    """Two seats of the base game, seat 0 to act with this hand; the other cards lie anyhow."""
    profile = rules("base")
    mine, top, first = parse_cards(hand), parse_cards(open_card), parse_cards(stock)
    rest = bytes(face for face in deck(1, 0) if face not in mine + top + first)
    order = arranged(profile, 2, hands=[mine, rest[:10]], stock=first + rest[10:], discard=top)
    return step(new_match(profile, seats=2), None, order).state


def advice(state: State) -> tuple[str, dict[str, Any], dict[str, Any]]:
    given = hint(look(state, 0))
    check(state, 0, move_from_json(given["move"]))
    return given["code"], given["data"], given["move"]


def test_it_takes_the_card_that_makes_a_meld() -> None:
    code, data, move = advice(dealt(HAND, open_card="7H"))
    assert move["kind"] == "take_discard"
    # before: K, Q, 2, 9 stay (31); the 7 joins the run, and the king or the queen is thrown
    assert (code, data) == ("open_card_melds", {"card": "7H", "deadwood": 31, "deadwood_after": 21})


def test_it_draws_where_the_open_card_makes_nothing() -> None:
    code, data, move = advice(dealt(HAND, open_card="JC", stock="AS"))
    assert (code, data, move) == ("open_card_helps_nothing", {"card": "JC"}, {"kind": "draw_stock"})


def test_it_lays_all_it_can_and_then_throws_the_dearest_hopeless_card() -> None:
    state = step(dealt(HAND, open_card="JC", stock="7H"), 0, DrawStock()).state
    code, data, move = advice(state)
    assert (code, data["left"], len(data["cards"])) == ("lays_most", 4, 7)
    state = step(state, 0, move_from_json(move)).state
    code, data, move = advice(state)
    assert code == "least_deadwood"
    assert move["card"] in ("KC", "QD")
    # K, Q, 9 and 2 are left: without a ten 21 points
    assert data["deadwood_after"] == 21


def test_it_says_that_a_lay_goes_out() -> None:
    state = step(dealt("8S 8H 8D 4H 5H 6H JC JD JS KC", open_card="2C", stock="7H"), 0, DrawStock()).state
    code, data, _ = advice(state)
    assert (code, data["left"]) == ("goes_out", 1)


def test_it_counts_the_live_cards_that_would_complete_a_meld() -> None:
    facts = Facts(look(dealt("5C 6C KS JD 9H AS 3D QH 8S TD", open_card="4C", stock="2D"), 0))
    five, ten = FACE["5C"], FACE["TD"]
    # 5-6 of clubs wait for the 7 alone: the 4 lies open. T-J of diamonds wait for the 9 and the queen.
    assert outs(facts, facts.hand, five, facts.visible_live) == 1
    assert outs(facts, facts.hand, ten, facts.visible_live) == 2


def test_a_card_that_may_not_be_taken_is_not_spoken_of() -> None:
    """After a flip no card lies open (S0): the advice to draw names none."""
    state = replace(dealt(HAND, open_card="JC", stock="AS"), discard=b"")
    code, data, move = advice(state)
    assert (code, data, move) == ("only_move", {}, {"kind": "draw_stock"})


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_a_sentence_that_names_the_same_numbers(language: str) -> None:
    def fields(sentence: str) -> set[str | None]:
        return {field for _, field, _, _ in Formatter().parse(sentence)}

    english, here = hint_codes("en"), hint_codes(language)
    assert {code: fields(text) for code, text in here.items()} == {code: fields(text) for code, text in english.items()}


@pytest.mark.parametrize("name", FIELDS)
def test_every_position_has_a_reason(name: str) -> None:
    for seen in positions(name, "medium", 25):
        given = hint(seen)
        named = {field for _, field, _, _ in Formatter().parse(hint_codes()[given["code"]]) if field}
        assert named <= set(given["data"])
        assert move_from_json(given["move"]) in seen.legal or given["move"]["kind"] == "lay"
