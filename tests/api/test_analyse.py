"""``POST variants/{id}/analyse`` and ``POST games/{id}/analyse``."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.caller import Caller
from tests.api.table import Table, names


def ask(caller: Caller, hand: str, goal: str = "deadwood", *, variant: str = "rummy", **more: Any) -> Any:
    answer = caller.post(f"variants/{variant}/analyse", {"hand": hand.split(), "goal": goal, **more})
    assert answer.status == 200, answer.json
    return answer.json


def test_it_arranges_the_worked_hand(anyone: Caller) -> None:
    """Seed 000: the three eights and 4-7 of hearts, and a king left."""
    found = ask(anyone, "8S 8H 8D 4H 5H 6H 7H KC")
    assert found["melds"] == [["8S", "8H", "8D"], ["4H", "5H", "6H", "7H"]]
    assert (found["deadwood"], found["deadwood_points"], found["cards_placed"]) == (["KC"], 10, 7)
    assert (found["points"], found["exact"]) == (46, True)
    assert {line["card"]: line["deadwood_points"] for line in found["discards"]}["KC"] == 0
    assert [line["card"] for line in found["discards"]] == names({line["card"] for line in found["discards"]})


def test_it_lays_off_on_the_table(anyone: Caller) -> None:
    found = ask(anyone, "8C QD 9S AC", table=[["8S", "8H", "8D"], ["4H", "5H", "6H"]])
    assert (found["melds"], found["lay_offs"]) == ([], [{"meld": 0, "cards": ["8C"]}])
    assert (found["deadwood_points"], found["cards_placed"]) == (20, 1)


def test_goals_differ(anyone: Caller) -> None:
    """Least deadwood keeps the low cards in hand where most cards would lay them."""
    hand = "AS 2S 3S 4S KS KH KD 4H 4D"
    assert ask(anyone, hand, "deadwood")["deadwood_points"] <= ask(anyone, hand, "cards")["deadwood_points"]
    assert ask(anyone, hand, "cards")["cards_placed"] == 9


def test_an_opening_reaches_the_minimum_or_is_none(anyone: Caller) -> None:
    """Dutch Rummy with its option of 50 points for the first lay."""
    options = {"min_points": 50}
    found = ask(anyone, "KS KH KD 4S 4H 4D 9C", "opening", variant="rummy-dutch", options={"opening.min_points": 50})
    assert found["points"] < 50
    assert found["melds"] == [], options
    found = ask(anyone, "KS KH KD QS QH QD 9C", "opening", variant="rummy-dutch", options={"opening.min_points": 50})
    assert found["points"] == 60


def test_rearranging_is_refused_where_the_rules_forbid_it(anyone: Caller) -> None:
    answer = anyone.post("variants/rummy/analyse", {"hand": ["8S"], "goal": "rebuild"})
    assert (answer.status, answer.faults) == (422, [("/goal", "rearranging_forbidden")])


def test_an_empty_hand_has_nothing_left(anyone: Caller) -> None:
    found = ask(anyone, "")
    assert (found["melds"], found["deadwood_points"], found["discards"]) == ([], 0, [])


@pytest.mark.parametrize(
    ("body", "faults"),
    [
        ({"hand": ["8S"] * 500}, [("/hand", "too_long")]),
        ({"hand": ["8S", "8S"]}, [("/hand/1", "not_in_deck")]),
        ({"hand": ["8S"], "table": [["8S", "8H", "8D"]]}, [("/table/0/0", "not_in_deck")]),
        ({"hand": ["X"]}, [("/hand/0", "not_in_deck")]),
        ({"hand": ["X:8S"]}, [("/hand/0", "unknown_card")]),
        ({"hand": [], "table": [["8S", "9H", "8D"]]}, [("/table/0", "ranks_differ")]),
        ({"hand": [], "goal": "best"}, [("/goal", "unknown_value")]),
        ({"goal": "cards"}, [("/hand", "missing_field")]),
    ],
)
def test_it_names_what_it_cannot_use(anyone: Caller, body: Any, faults: list[tuple[str, str]]) -> None:
    answer = anyone.post("variants/rummy/analyse", body)
    assert (answer.status, answer.faults) == (422, faults)


@pytest.mark.django_db(transaction=True)
def test_a_game_answers_by_its_own_rules(table: Table) -> None:
    hand = table.view()["me"]["hand"]
    answer = table.players[0].post(f"{table.path}/analyse", {"hand": hand})
    assert answer.status == 200
    assert answer.json["cards_placed"] + len(answer.json["deadwood"]) == len(hand)
