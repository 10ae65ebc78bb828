"""Cards, moves and states as text and JSON, and back."""

from __future__ import annotations

import json
import sys
from typing import Any
from unicodedata import normalize

import pytest

from rummy.cards import CARD_TEXT, SLOT_TEXT, canonical, deck, insert, parse_cards, parse_slots, physical, remove, texts
from rummy.engine import new_match
from rummy.errors import InvalidMove
from rummy.formats import dump_profile, dump_state, load_profile, load_state
from rummy.moves import (
    Add,
    Discard,
    Lay,
    NewMeld,
    Pass,
    Ready,
    TakeDiscard,
    action_from_json,
    move_from_json,
    move_to_json,
)
from rummy.state import evolve
from tests.rummy.builder import act, play, playing, rules, shuffled
from tests.variants.family import FAMILY

# --- cards ---


def test_all_110_cards_go_through_text_and_back() -> None:
    """cases.json A055."""
    whole = deck(2, 6)
    assert len(whole) == 110
    assert parse_cards(texts(whole)) == whole
    assert parse_cards(json.loads(json.dumps(texts(whole)))) == whole
    assert len(set(CARD_TEXT)) == 53


def test_every_card_of_a_meld_goes_through_text_and_back() -> None:
    for slot, text in SLOT_TEXT.items():
        assert parse_slots([text]) == bytes([slot])
        assert physical(slot) == min(slot, 52)


@pytest.mark.parametrize(
    ("written", "card"),
    [
        ("10H", "TH"),
        ("10h", "TH"),
        ("ks", "KS"),
        ("K♠", "KS"),
        ("q♥️", "QH"),
        ("x", "X"),
        (" 7d ", "7D"),
        ("x:10c", "X:TC"),
    ],
)
def test_cards_are_read_as_people_write_them(written: str, card: str) -> None:
    assert canonical(written) == card


@pytest.mark.parametrize(
    "written", ["", "1S", "11H", "K", "SK", "KSX", "X:", "X:Z", "\ud800", "K\0", "٣S", "ＫS", "K" * 999]
)
def test_what_is_no_card_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match="not a card"):
        canonical(written)


LOOK_ALIKES = [
    sign
    for sign in map(chr, range(128, sys.maxunicode + 1))
    if any(folded.isascii() for folded in (sign.upper(), sign.lower(), sign.casefold(), normalize("NFKC", sign)))
    and not sign.isspace()
]


def test_no_other_sign_is_read_as_one_of_a_card() -> None:
    """Signs that become ours when case or form is changed, such as the long s, name no rank and no suit."""
    assert "ſ" in LOOK_ALIKES
    for sign in LOOK_ALIKES:
        for written in (sign, f"7{sign}", f"{sign}S", f"X:{sign}S", f"X:7{sign}", f"7S{sign}"):
            with pytest.raises(ValueError, match="not a card"):
                canonical(written)


def test_a_joker_with_a_card_is_no_card_of_a_hand() -> None:
    with pytest.raises(ValueError, match="stands for nothing"):
        parse_cards("X:7H")


def test_a_pile_loses_one_copy() -> None:
    assert texts(remove(parse_cards("KS KS 2D"), 12)) == ["KS", "2D"]
    assert insert(parse_cards("2S KS"), 5) == parse_cards("2S 6S KS")
    with pytest.raises(ValueError, match="subsection not found"):
        remove(parse_cards("2S"), 12)


# --- moves ---


@pytest.mark.parametrize(
    ("data", "move"),
    [
        ({"kind": "take_discard"}, TakeDiscard()),
        ({"kind": "discard", "card": "10h"}, Discard("TH")),
        ({"kind": "pass", "until": "my_turn"}, Pass("my_turn")),
        ({"kind": "ready"}, Ready()),
        (
            {
                "kind": "lay",
                "placements": [
                    {"kind": "meld", "cards": ["7s", "x:8s", "9♠"]},
                    {"kind": "add", "meld": "m1", "cards": ["kh"]},
                ],
            },
            Lay((NewMeld(("7S", "X:8S", "9S")), Add("m1", ("KH",)))),
        ),
    ],
)  # fmt: skip
def test_a_move_is_read_and_written(data: dict[str, Any], move: Any) -> None:
    assert move_from_json(data) == move
    assert move_from_json(move_to_json(move)) == move
    assert action_from_json({**move_to_json(move), "seq": 4, "effects": []}) == move


@pytest.mark.parametrize(
    ("data", "code", "pointer"),
    [
        ({}, "missing_field", "/kind"),
        ({"kind": "fold"}, "unknown_kind", ""),
        ({"kind": "discard"}, "missing_field", "/card"),
        ({"kind": "discard", "card": "11H"}, "unknown_card", "/card"),
        ({"kind": "discard", "card": "X:7H"}, "unknown_card", "/card"),
        ({"kind": "discard", "card": 7}, "wrong_type", "/card"),
        ({"kind": "discard", "card": "KS", "why": 1}, "unknown_field", "/why"),
        ({"kind": "pass", "until": "never"}, "unknown_value", "/until"),
        ({"kind": "take_discard", "count": 2}, "out_of_range", "/count"),
        ({"kind": "lay", "placements": [{"kind": "add", "cards": ["KS"]}]}, "missing_field", "/placements/0/meld"),
        ({"kind": "lay", "placements": [{"kind": "meld", "cards": ["KS"] * 500}]}, "too_long", "/placements/0/cards"),
        ({"kind": "dealt", "order": []}, "unknown_kind", ""),
        ([], "wrong_type", ""),
        (None, "wrong_type", ""),
    ],
)
def test_what_cannot_be_read_is_named(data: Any, code: str, pointer: str) -> None:
    with pytest.raises(InvalidMove) as fault:
        move_from_json(data)
    assert (fault.value.code, fault.value.pointer) == (code, pointer)


# --- states ---


@pytest.mark.parametrize("name", sorted(FAMILY))
def test_a_first_state_comes_back_as_it_was(name: str) -> None:
    profile = FAMILY[name].profile
    again = load_profile(json.loads(json.dumps(dump_profile(profile))))
    assert (again, again.hash) == (profile, profile.hash)
    for state in (new_match(profile, profile.players.max), shuffled(new_match(profile, profile.players.max))):
        assert load_state(json.loads(json.dumps(dump_state(state))), again) == state


def test_a_state_in_the_middle_of_a_turn_comes_back_with_all_it_owes() -> None:
    profile = rules(deck={"packs": 2, "jokers": 6}, joker_swap={"mode": "replay"}, laying={"before_opening": "all"})
    state = playing("0: 6H KC KD 2S\n1: 2C\nstock: *\nm1 of 0: 5H X:6H 7H\nm2 of 1: 9S 9H X", profile)
    state = play(state, "0 lay m1 swap 6H")
    back = load_state(json.loads(json.dumps(dump_state(state))), profile)
    assert back == state
    assert back.turn.before is not None
    assert play(back, "0 back") == play(state, "0 back")


def test_a_state_in_a_last_go_comes_back() -> None:
    state = playing("0: 2S 3S 4S 5H 6H 7H 8D 9D TD 5C KC\n1: JH QH\nstock: *", FAMILY["wiener-rummy"].profile)
    state = play(state, "0 knock KC", "1 draw")
    assert load_state(dump_state(state), state.profile) == state


def test_an_unknown_format_is_refused() -> None:
    state = shuffled(new_match(rules(), 2))
    for data, load in (
        (dump_state(state), lambda data: load_state(data, rules())),
        (dump_profile(rules()), load_profile),
    ):
        for number in (0, 99, None, "1"):
            with pytest.raises(ValueError, match="format"):
                load({**data, "format": number})


def test_answers_and_results_come_back() -> None:
    state = playing("0: 7D 2S\n1: 4C 5C\n2: 6C\n3: 8C\nstock: *", FAMILY["romme"].profile)
    state = play(state, "0 discard 7D", "3 claim")
    assert load_state(json.loads(json.dumps(dump_state(state))), state.profile) == state
    over = play(playing("0: 2S\n1: KD\nm1 of 0: 5H 6H 7H\nstock: *"), "0 discard 2S")
    assert load_state(json.loads(json.dumps(dump_state(over))), over.profile) == over


def test_the_builder_reads_what_it_says() -> None:
    assert act("0 lay 7S 8S 9S / m1 + KH")[1] == Lay((NewMeld(("7S", "8S", "9S")), Add("m1", ("KH",))))
    with pytest.raises(ValueError, match="more copies"):
        playing("0: KS KS\n1: 2C")
    assert evolve(playing("0: KS\n1: 2C"), seat=1).seat == 1
