"""Further facts of other people's tests and rules (``more.json``), which no test of ours stated.

``play``: a ``table`` in the words of ``tests/rummy/builder.py`` under a catalogue variant (``rules`` differ from it),
at the draw with ``phase``, else after it. ``want`` is the ``verdict`` on the last move, or what lies where after it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from rummy.cards import texts
from rummy.state import State
from tests.cases.test_cases import FUNCTIONS
from tests.rummy.builder import altered, hand, on_table, play, playing, shuffled, table, totals, verdict, with_totals
from tests.variants.family import FAMILY

FACTS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "more.json").read_text("utf-8"))

TOLD: Final[dict[str, Callable[[State], object]]] = {
    "phase": lambda state: state.phase,
    "to_act": lambda state: list(state.to_act),
    "totals": totals,
    "stock": lambda state: len(state.stock),
    "discard": lambda state: " ".join(texts(state.discard)),
    "melds": on_table,
}


def played(args: dict[str, Any], want: dict[str, Any]) -> dict[str, Any]:
    """What a fact asks for, after its moves."""
    profile = altered(FAMILY[args["variant"]].profile, **args.get("rules", {}))
    lies = table if args.get("phase") == "draw" else playing
    state = lies("\n".join(args["table"]), profile, turn=args.get("turn", 0))
    if "totals" in args:
        state = with_totals(state, *args["totals"])
    *before, last = args["moves"]
    for move in before:
        state = after(state, move)
    if "verdict" in want:
        return {"verdict": verdict(state, last)}
    state = after(state, last)
    return {name: told(state, name) for name in want}


def after(state: State, move: str) -> State:
    """The state after a move, or after chance has shuffled what is due."""
    return shuffled(state) if move == "shuffle" else play(state, move)


def told(state: State, name: str) -> object:
    """What a fact wants to know of a state: ``hand 0`` is the hand of seat 0."""
    return hand(state, int(name[5:])) if name.startswith("hand ") else TOLD[name](state)


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact["id"])
def test_a_fact_holds_here(fact: dict[str, Any]) -> None:
    check = fact["check"]
    if check["fn"] == "play":
        assert played(check["args"], check["want"]) == check["want"], fact.get("note")
    else:
        assert FUNCTIONS[check["fn"]](check["args"]) == check["want"]


def test_every_fact_has_a_name_and_a_source() -> None:
    names = [fact["id"] for fact in FACTS]
    assert len(names) == len(set(names))
    assert all(fact["source"] for fact in FACTS)
