"""Reading melds, laying off, swapping jokers, values (rules.md C 1-3, 8-13; profile.md 5, 7.2, 7.3)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rummy.cards import FACE, JOKER, parse_slots, texts
from rummy.errors import IllegalMove
from rummy.melds import Meld, add_cards, card_points, held, meld_points, read_meld, readings, swap_card
from rummy.sections import JokerSwap
from tests.rummy.meld_rules import BASE, LOOSE, REPEATED, ROMME, TOURNAMENT, Rules, rules_of
from tests.rummy.oracle import House

DUTCH = House(ace="both")
HIGH = House(ace="high")


def read(house: House, cards: str) -> Meld:
    return read_meld(rules_of(house), parse_slots(cards))


def refusal(house: House, cards: str) -> tuple[str, str | None, dict[str, Any]]:
    with pytest.raises(IllegalMove) as caught:
        read(house, cards)
    return caught.value.code, caught.value.rule, caught.value.data


def cards_of(meld: Meld) -> str:
    return " ".join(texts(meld.cards))


@pytest.mark.parametrize(
    ("house", "written", "kind", "cards", "points"),
    [
        (BASE, "8S 8H 8D", "set", "8S 8H 8D", 24),
        (BASE, "4H 5H 6H 7H", "run", "4H 5H 6H 7H", 22),
        (BASE, "7H 6H 5H", "run", "5H 6H 7H", 18),
        (BASE, "6D 7D 5D 4D", "run", "4D 5D 6D 7D", 22),
        (BASE, "AH 2H 3H", "run", "AH 2H 3H", 6),
        (DUTCH, "QH KH AH", "run", "QH KH AH", 21),
        (ROMME, "QH KH AH", "run", "QH KH AH", 31),
        (ROMME, "AH 2H 3H", "run", "AH 2H 3H", 6),
        (ROMME, "AH KH QH", "run", "QH KH AH", 31),
        (ROMME, "AS AD AH", "set", "AS AD AH", 33),
        (HIGH, "QH KH AH", "run", "QH KH AH", 21),
        (LOOSE, "KH AH 2H", "run", "KH AH 2H", 27),
        (ROMME, "9D TD X QD", "run", "9D TD X:JD QD", 39),
        (ROMME, "X 9D TD", "run", "X:8D 9D TD", 27),
        (ROMME, "TD 9D X", "run", "X:8D 9D TD", 27),
        (ROMME, "7H 9H X", "run", "7H X:8H 9H", 24),
        (ROMME, "AH QH X", "run", "QH X:KH AH", 31),
        (ROMME, "9H 9D X", "set", "9H 9D X:9", 27),
        (ROMME, "9H X:9 9D", "set", "9H X:9 9D", 27),
        (ROMME, "7H 8H X:9H", "run", "7H 8H X:9H", 24),
        (ROMME, "8H X:6H 7H", "run", "X:6H 7H 8H", 21),
        (ROMME, "5S 6S X X", "run", "5S 6S X:7S X:8S", 26),
        (TOURNAMENT, "3C X 5C X 7C", "run", "3C X:4C 5C X:6C 7C", 25),
        (LOOSE, "X 9D X:TD", "run", "X:8D 9D X:TD", 27),
        (REPEATED, "7C 7C 7H X X", "set", "7C 7C 7H X:7 X:7", 35),
    ],
)
def test_it_reads_a_meld_as_written_or_in_its_only_order(
    house: House, written: str, kind: str, cards: str, points: int
) -> None:
    meld = read(house, written)
    assert (meld.kind, cards_of(meld), meld_points(rules_of(house), meld)) == (kind, cards, points)


@pytest.mark.parametrize(
    ("house", "written", "code", "rule", "data"),
    [
        (BASE, "", "meld_too_small", "runs.min_size", {"needed": 3, "got": 0}),
        (BASE, "7H", "meld_too_small", "runs.min_size", {"needed": 3, "got": 1}),
        (BASE, "7H 8H", "meld_too_small", "runs.min_size", {"needed": 3, "got": 2}),
        (BASE, "7H 7D", "meld_too_small", "sets.min_size", {"needed": 3, "got": 2}),
        (House(run_min=4), "5C 6C 7C", "meld_too_small", "runs.min_size", {"needed": 4, "got": 3}),
        (ROMME, "7D 7H 7S 7C X", "set_too_large", "sets.max_size", {"limit": 4, "got": 5}),
        (REPEATED, "7D 7D 7H 7H 7S 7S 7C 7C X", "set_too_large", "sets.max_size", {"limit": 8, "got": 9}),
        (BASE, "AS AC AD 2S", "ranks_differ", "sets.min_size", {"ranks": ["A", "2"]}),
        (ROMME, "7C 7C 7H", "suit_repeated", "sets.suits", {"suit": "C"}),
        (ROMME, "4H 4H X", "suit_repeated", "sets.suits", {"suit": "H"}),
        (BASE, "3S 4H 5S", "suits_differ", "runs.min_size", {"suits": ["S", "H"]}),
        (BASE, "3S 4S 6S", "run_gap", "runs.min_size", {"missing": "5S"}),
        (BASE, "AH X 4H", "run_gap", "runs.min_size", {"missing": "3H"}),
        (DUTCH, "AH QH 9H", "run_gap", "runs.min_size", {"missing": "TH"}),
        (ROMME, "7H X:7H 8H", "run_gap", "runs.min_size", {"missing": "9H"}),
        (
            BASE,
            "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH X X",
            "run_too_long",
            "runs.min_size",
            {"limit": 13, "got": 14},
        ),
        (BASE, "QH KH AH", "ace_position", "runs.ace", {"allowed": "low", "card": "AH"}),
        (BASE, "KH AH 2H", "ace_position", "runs.ace", {"allowed": "low", "card": "AH"}),
        (DUTCH, "KH AH 2H", "ace_position", "runs.ace", {"allowed": "both", "card": "AH"}),
        (HIGH, "AH 2H 3H", "ace_position", "runs.ace", {"allowed": "high", "card": "AH"}),
        (ROMME, "X X KS", "too_many_jokers", "wilds.share", {"limit": 1, "got": 2}),
        (LOOSE, "X X X", "no_natural_card", "wilds.share", {"limit": 2, "got": 3}),
        (TOURNAMENT, "3C X X 6C", "jokers_too_close", "wilds.min_gap", {"needed": 1, "got": 0}),
        (TOURNAMENT, "5S 6S X X", "jokers_too_close", "wilds.min_gap", {"needed": 1, "got": 0}),
    ],
)
def test_it_says_why_cards_are_no_meld(house: House, written: str, code: str, rule: str, data: dict[str, Any]) -> None:
    assert refusal(house, written) == (code, rule, data)


@pytest.mark.parametrize(
    ("house", "written", "choices"),
    [
        (ROMME, "8H X 7H", ["X:6H 7H 8H", "7H 8H X:9H"]),
        (LOOSE, "X X 9D", ["X:9 X:9 9D", "X:7D X:8D 9D", "9D X:TD X:JD"]),
        (LOOSE, "X 9D X", ["X:9 9D X:9", "X:8D 9D X:TD"]),
    ],
)
def test_it_names_the_choices_where_two_readings_differ(house: House, written: str, choices: list[str]) -> None:
    code, rule, data = refusal(house, written)
    assert (code, rule) == ("ambiguous_meld", None)
    assert [" ".join(choice) for choice in data["choices"]] == choices


def test_a_reading_is_read_back_as_itself() -> None:
    for house, written in ((ROMME, "8H X 7H"), (LOOSE, "X X 9D"), (TOURNAMENT, "3C X 5C X 7C")):
        for meld in readings(rules_of(house), parse_slots(written)):
            assert read_meld(rules_of(house), meld.cards) == meld


@pytest.mark.parametrize(
    ("house", "meld", "added", "grown"),
    [
        (BASE, "8S 8H 8D", "8C", "8S 8H 8D 8C"),
        (BASE, "8D 9D TD", "JD QD 7D 6D", "6D 7D 8D 9D TD JD QD"),
        (BASE, "2C 3C 4C", "5C AC", "AC 2C 3C 4C 5C"),
        (BASE, "JH QH KH", "X", "X:TH JH QH KH"),
        (ROMME, "5H 6H 7H", "X:8H", "5H 6H 7H X:8H"),
        (ROMME, "5H 6H 7H", "X:4", "X:4H 5H 6H 7H"),
        (ROMME, "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "AH", "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"),
        (ROMME, "KS KH X", "KD", "KS KH X:K KD"),
        (TOURNAMENT, "JS QS KS", "X 9S", "9S X:TS JS QS KS"),
        (TOURNAMENT, "4H 5H X", "X", "X:3H 4H 5H X:6H"),
        (LOOSE, "QH KH AH", "2H", "QH KH AH 2H"),
    ],
)
def test_cards_join_a_meld(house: House, meld: str, added: str, grown: str) -> None:
    assert cards_of(add_cards(rules_of(house), read(house, meld), parse_slots(added))) == grown


@pytest.mark.parametrize(
    ("house", "meld", "added", "rule", "data"),
    [
        (BASE, "8D 9D TD", "6D", "runs.min_size", {"card": "6D", "inner": "run_gap", "missing": "7D"}),
        (BASE, "8D 9D TD", "JD 5D", "runs.min_size", {"card": "5D", "inner": "run_gap", "missing": "6D"}),
        (BASE, "7H 8H 9H", "TS", "runs.min_size", {"card": "TS", "inner": "suits_differ", "suits": ["S", "H"]}),
        (BASE, "8D 8H 8S", "9D", "sets.min_size", {"card": "9D", "inner": "ranks_differ", "ranks": ["8", "9"]}),
        (BASE, "8D 8H 8S", "8D", "sets.suits", {"card": "8D", "inner": "suit_repeated", "suit": "D"}),
        (BASE, "8S 8H 8D 8C", "X", "sets.max_size", {"card": "X", "inner": "set_too_large", "limit": 4, "got": 5}),
        (BASE, "JH QH KH", "AH", "runs.ace", {"card": "AH", "inner": "ace_position", "allowed": "low"}),
        (DUTCH, "JH QH KH AH", "2H", "runs.ace", {"card": "2H", "inner": "ace_position", "allowed": "both"}),
        (TOURNAMENT, "X 8H 9H", "7H", "runs.min_size", {"card": "7H", "inner": "run_gap", "missing": "TH"}),
        (
            TOURNAMENT,
            "5H 6H X",
            "X:8H",
            "wilds.min_gap",
            {"card": "X:8H", "inner": "jokers_too_close", "needed": 1, "got": 0},
        ),
        (ROMME, "5H X 7H", "X X", "wilds.share", {"card": "X", "inner": "too_many_jokers", "limit": 2, "got": 3}),
    ],
)
def test_it_says_which_card_does_not_fit(house: House, meld: str, added: str, rule: str, data: dict[str, Any]) -> None:
    with pytest.raises(IllegalMove) as caught:
        add_cards(rules_of(house), read(house, meld), parse_slots(added))
    assert (caught.value.code, caught.value.rule, caught.value.data) == ("does_not_fit", rule, data)


def test_a_joker_that_fits_at_both_ends_must_be_named() -> None:
    with pytest.raises(IllegalMove) as caught:
        add_cards(rules_of(ROMME), read(ROMME, "5H 6H 7H"), parse_slots("X"))
    assert caught.value.code == "ambiguous_meld"
    assert caught.value.data == {"choices": [["5H", "6H", "7H", "X:8H"], ["X:4H", "5H", "6H", "7H"]]}


def swap(rules: Rules, meld: str, card: str) -> str:
    return cards_of(swap_card(rules, read_meld(rules, parse_slots(meld)), FACE[card]))


@pytest.mark.parametrize(
    ("from_sets", "meld", "card", "wanted"),
    [
        ("any", "6S X 8S", "7S", "6S 7S 8S"),
        ("any", "X 8H 9H", "7H", "7H 8H 9H"),
        ("any", "KS KH X", "KD", "KS KH KD"),
        ("full", "9S 9H 9D X", "9C", "9S 9H 9D 9C"),
        ("all_suits", "9S 9H 9D X", "9C", "9S 9H 9D 9C"),
        ("full", "6S X 8S", "7S", "6S 7S 8S"),
    ],
)
def test_the_real_card_takes_the_place_of_its_joker(from_sets: str, meld: str, card: str, wanted: str) -> None:
    rules = replace(rules_of(ROMME), joker_swap=JokerSwap.model_validate({"from_sets": from_sets}))
    assert swap(rules, meld, card) == wanted


@pytest.mark.parametrize(
    ("from_sets", "meld", "card", "refused"),
    [
        ("any", "6S X 8S", "9S", ("no_such_joker", None, {"card": "9S", "jokers": ["X:7S"]})),
        ("any", "6S 7S 8S", "7S", ("no_such_joker", None, {"card": "7S", "jokers": []})),
        ("any", "X 8H 9H", "TH", ("no_such_joker", None, {"card": "TH", "jokers": ["X:7H"]})),
        ("any", "KS KH X", "QD", ("no_such_joker", None, {"card": "QD", "jokers": ["X:K"]})),
        ("any", "KS KH X", "KS", ("suit_repeated", "sets.suits", {"suit": "S"})),
        ("full", "9S 9H X", "9D", ("set_not_full", "joker_swap.from_sets", {"needed": 4, "got": 3})),
        ("all_suits", "9S 9H X", "9D", ("set_suits_missing", "joker_swap.from_sets", {"suits": ["C"]})),
    ],
)
def test_it_says_why_a_joker_stays(
    from_sets: str, meld: str, card: str, refused: tuple[str, str | None, dict[str, Any]]
) -> None:
    rules = replace(rules_of(ROMME), joker_swap=JokerSwap.model_validate({"from_sets": from_sets}))
    with pytest.raises(IllegalMove) as caught:
        swap(rules, meld, card)
    assert (caught.value.code, caught.value.rule, caught.value.data) == refused


def test_a_joker_is_worth_its_card_on_the_table_and_its_own_points_in_hand() -> None:
    rules = rules_of(ROMME)
    assert card_points(rules, JOKER) == 20
    assert [card_points(rules, FACE[card]) for card in ("AH", "2H", "TH", "KH")] == [11, 2, 10, 10]
    low = read(ROMME, "X 2H 3H")
    assert (cards_of(low), meld_points(rules, low)) == ("X:AH 2H 3H", 6)


def test_the_cards_of_a_meld_are_those_that_lie_in_it() -> None:
    assert texts(held(read(ROMME, "9D TD X QD"))) == ["9D", "TD", "X", "QD"]
