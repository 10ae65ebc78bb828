"""``POST variants/{id}/check-meld`` and ``POST games/{id}/check-meld``."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.caller import Caller
from tests.api.table import Table


def ask(caller: Caller, cards: str, variant: str = "rummy", **more: Any) -> Any:
    answer = caller.post(f"variants/{variant}/check-meld", {"cards": cards.split(), **more})
    assert answer.status == 200, answer.json
    return answer.json


@pytest.mark.parametrize(
    ("cards", "kind", "lies", "points"),
    [
        ("8S 8H 8D", "set", "8S 8H 8D", 24),
        ("4H 5H 6H 7H", "run", "4H 5H 6H 7H", 22),
        ("7H 6H 5H", "run", "5H 6H 7H", 18),
        ("5h 10h 6♥", None, "", 0),
        ("AS 2S 3S", "run", "AS 2S 3S", 6),
        ("10h J♥ qh", "run", "TH JH QH", 30),
    ],
)
def test_it_reads_a_meld(anyone: Caller, cards: str, kind: str | None, lies: str, points: int) -> None:
    verdict = ask(anyone, cards)
    if kind is None:
        assert verdict["valid"] is False
    else:
        assert verdict == {"valid": True, "kind": kind, "cards": lies.split(), "points": points}


@pytest.mark.parametrize(
    ("cards", "code", "rule"),
    [
        ("", "meld_too_small", "runs.min_size"),
        ("KS", "meld_too_small", "runs.min_size"),
        ("QH KH AH", "ace_position", "runs.ace"),
        ("KH AH 2H", "ace_position", "runs.ace"),
        ("8S 8H 8D 8C 8S", "set_too_large", "sets.max_size"),
        ("8S 8S 8D", "suit_repeated", "sets.suits"),
        ("4H 5H 7H", "run_gap", "runs.min_size"),
        ("4H 5H 6S", "suits_differ", "runs.min_size"),
    ],
)
def test_it_says_which_rule_forbids(anyone: Caller, cards: str, code: str, rule: str) -> None:
    verdict = ask(anyone, cards)
    assert (verdict["valid"], verdict["code"], verdict["rule"]) == (False, code, rule)
    assert verdict["detail"] != code


def test_options_count(anyone: Caller) -> None:
    """Dutch Rummy: the ace is high too, unless the host says otherwise (rules.md A.5)."""
    assert ask(anyone, "QH KH AH", "rummy-dutch")["valid"] is True
    assert ask(anyone, "QH KH AH", "rummy-dutch", options={"runs.ace": "low"})["code"] == "ace_position"


def test_faulty_options_are_all_named(anyone: Caller) -> None:
    answer = anyone.post("variants/rummy/check-meld", {"cards": [], "options": {"target": 60, "nothing": 1}})
    assert (answer.status, answer.faults) == (
        422, [("/options/target", "option_value"), ("/options/nothing", "option_unknown")],
    )  # fmt: skip


def test_a_joker_is_no_card_of_a_deck_without_jokers(anyone: Caller) -> None:
    answer = anyone.post("variants/rummy/check-meld", {"cards": ["8S", "X", "8D"]})
    assert (answer.status, answer.faults) == (422, [("/cards/1", "not_in_deck")])


@pytest.mark.parametrize(
    ("variant", "cards", "missing"),
    [
        ("romme-kurz", "7S 7S 7S", ["/cards/2"]),
        ("romme-kurz", "7S X 7H 7S 7S", ["/cards/4"]),
        ("wiener-rummy", "3C X 5C X 7C 8C 9C X:TC", ["/cards/7"]),
    ],
)
def test_a_meld_has_no_card_more_often_than_the_deck(
    anyone: Caller, variant: str, cards: str, missing: list[str]
) -> None:
    answer = anyone.post(f"variants/{variant}/check-meld", {"cards": cards.split()})
    assert (answer.status, answer.faults) == (422, [(pointer, "not_in_deck") for pointer in missing])
    fewer = [card for at, card in enumerate(cards.split()) if f"/cards/{at}" not in missing]
    assert anyone.post(f"variants/{variant}/check-meld", {"cards": fewer}).json["valid"] is (len(fewer) > 2)


@pytest.mark.django_db(transaction=True)
def test_a_game_answers_by_its_own_rules(seat_table: Any) -> None:
    table: Table = seat_table("rummy-dutch", options={"runs.ace": "low"})
    answer = table.players[0].post(f"{table.path}/check-meld", {"cards": ["QH", "KH", "AH"]})
    assert answer.json["code"] == "ace_position"
    refused = table.players[0].post(f"{table.path}/check-meld", {"cards": [], "options": {}})
    assert (refused.status, refused.faults) == (422, [("/options", "unknown_field")])
