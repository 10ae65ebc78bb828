"""Cases that other people's tests and bug reports state (``cases.json``, read from the README beside it).

Each case is either run here by its ``fn``, or listed in ``elsewhere.py`` with the place where it is tested.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rummy import solver
from rummy.cards import CARD_TEXT, RANK, RANKS, parse_cards, parse_slots, remove
from rummy.errors import IllegalMove
from rummy.melds import Meld, add_cards, meld_points, read_meld
from rummy.scoring import hand_points
from rummy.solver.deadwood import counting
from rummy.solver.tables import Tables, key_of
from tests.cases.elsewhere import ELSEWHERE
from tests.rummy.meld_rules import Rules, rules_of
from tests.rummy.oracle import House

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "cases.json").read_text("utf-8"))
RUN = [case for case in CASES if "check" in case and case["id"] not in ELSEWHERE]


def rules_for(cfg: dict[str, Any], *, ace: int = 11) -> Rules:
    """The rules of a case: what its ``cfg`` says, the README's defaults for the rest."""
    known = {"ace", "min_run", "joker_adjacent", "joker_majority"}
    assert set(cfg) <= known, cfg
    return rules_of(
        House(
            ace=cfg.get("ace", "low"),
            run_min=cfg.get("min_run", 3),
            half=not cfg.get("joker_majority", True),
            gap=0 if cfg.get("joker_adjacent", True) else 1,
            ace_points=ace,
        )
    )


def is_meld(rules: Rules, cards: str) -> bool:
    try:
        read_meld(rules, parse_slots(cards))
    except IllegalMove as refused:
        return refused.code == "ambiguous_meld"
    return True


def meld(args: dict[str, Any]) -> bool:
    return is_meld(rules_for(args.get("cfg", {})), args["cards"])


def melds_all(args: dict[str, Any]) -> bool:
    return all(is_meld(rules_for({}), cards) for cards in args["melds"])


def meld_value(args: dict[str, Any]) -> int:
    rules = rules_for(args["cfg"])
    return meld_points(rules, read_meld(rules, parse_slots(args["cards"])))


def score(args: dict[str, Any]) -> int:
    vals = args["vals"]
    assert set(vals) <= {"A", "X"}, "pips are no field of a profile"
    rules = rules_of(House(ace_points=vals["A"], joker_points=vals.get("X", 20)))
    return hand_points(rules, parse_cards(args["cards"]))


def counter_for(args: dict[str, Any]) -> Callable[[bytes], int]:
    """``deadwood`` under a case's card values; where they are not ours they replace those of the tables."""
    rules = rules_for(args.get("cfg", {}), ace=1)
    vals = args.get("vals", {})
    if not vals:
        return solver.counter(rules)
    key = key_of(rules)
    points = bytes(vals.get(RANKS[RANK[face]], key.points[face]) for face in range(52)) + key.points[52:]
    return counting(Tables(key._replace(points=points, ace_low=points[0])))


def deadwood(args: dict[str, Any]) -> int:
    hand = parse_cards(args["hand"])
    left = counter_for(args)(hand)
    if "vals" not in args:
        assert solver.best_melds(rules_for(args.get("cfg", {}), ace=1), hand).deadwood == left
    return left


def after_discard(args: dict[str, Any]) -> dict[str, Any]:
    found = solver.discards(rules_for({}, ace=1), parse_cards(args["hand"]))
    least = min(found.values())
    return {"min": least, "discards": sorted(CARD_TEXT[face] for face, left in found.items() if left == least)}


def discard_vector(args: dict[str, Any]) -> list[int]:
    count = counter_for(args)
    hand = parse_cards(args["hand"])
    return [count(remove(hand, face)) for face in hand]


def count_melds(args: dict[str, Any]) -> int:
    most = args.get("cap", 99)
    return sum(len(found.cards) <= most for found in solver.all_melds(rules_for({}), parse_cards(args["hand"])))


def table_of(rules: Rules, melds: list[str]) -> list[Meld]:
    return [read_meld(rules, parse_slots(cards)) for cards in melds]


def gin_layoff(args: dict[str, Any]) -> int:
    rules = rules_for({}, ace=1)
    return solver.best_defence(rules, parse_cards(args["hand"]), table_of(rules, args["melds"])).deadwood


def layoff_one(args: dict[str, Any]) -> bool:
    rules = rules_for(args["cfg"])
    table = read_meld(rules, parse_slots(args["meld"]))
    try:
        add_cards(rules, table, parse_slots(args["card"]))
    except IllegalMove as refused:
        return refused.code != "does_not_fit"
    return True


def layoff_max(args: dict[str, Any]) -> int:
    rules = rules_for(args.get("cfg", {}))
    lay_offs = solver.best_lay_offs(rules, parse_cards(args["hand"]), table_of(rules, args["melds"]))
    return sum(len(slots) for _, slots in lay_offs)


def max_play(args: dict[str, Any]) -> int:
    rules = rules_for(args.get("cfg", {}))
    hand = parse_cards(args["hand"])
    table = [piece(rules, cards) for cards in args["table"]]
    found = solver.rebuild(rules, hand, table, "free")
    assert found.exact
    return len(hand) - len(found.rest)


def piece(rules: Rules, cards: str) -> Meld:
    """A meld of the table; some cases state loose pieces, which only the sum of cards matters for."""
    if is_meld(rules, cards):
        return read_meld(rules, parse_slots(cards))
    return Meld("run", parse_slots(cards))


def opening_max(args: dict[str, Any]) -> int:
    return solver.best_melds(rules_for(args["cfg"]), parse_cards(args["hand"]), "points", keep=args["keep"]).points


FUNCTIONS = {
    function.__name__: function
    for function in (
        meld, melds_all, meld_value, score, deadwood, after_discard, discard_vector, count_melds, gin_layoff,
        layoff_one, layoff_max, max_play, opening_max,
    )
}  # fmt: skip


@pytest.mark.parametrize("case", RUN, ids=lambda case: case["id"])
def test_a_case_comes_out_as_its_source_says(case: dict[str, Any]) -> None:
    check = case["check"]
    assert FUNCTIONS[check["fn"]](check["args"]) == check["want"]


@pytest.mark.parametrize(
    "case", [case for case in RUN if case["check"]["fn"] == "opening_max"], ids=lambda case: case["id"]
)
def test_an_opening_is_possible_where_the_source_says_so(case: dict[str, Any]) -> None:
    given = case["input"]
    rules = rules_for(case["check"]["args"]["cfg"])
    opening = solver.best_opening(
        rules, parse_cards(given["hand"]), given["threshold"], keep=given["must_keep_cards_for_discard"]
    )
    assert (opening is not None) is case["expected"]["can_open"]


def test_every_case_is_run_or_listed() -> None:
    ids = [case["id"] for case in CASES]
    assert len(ids) == len(set(ids)) == 210
    assert {case["id"] for case in RUN}.isdisjoint(ELSEWHERE)
    assert {case["id"] for case in RUN} | set(ELSEWHERE) == set(ids)


def test_a_case_that_is_not_run_names_its_place_or_a_reason() -> None:
    root = Path(__file__).parents[2]
    for name, place in ELSEWHERE.items():
        assert place.startswith(("tests/", "none: ")), name
        if "::" in place:
            path, test = place.split("::")
            assert f"def {test}(" in (root / path).read_text("utf-8"), (name, place)
