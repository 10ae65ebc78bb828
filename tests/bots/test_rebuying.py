"""When a bot buys back: where the pot that it may expect is worth the fee."""

from __future__ import annotations

from random import Random

import pytest

from bots.levels import choose
from bots.seen import look
from rummy.moves import Decline, Move, Rebuy
from tests.rummy.builder import table, with_totals
from variants.catalogue import variant

WIENER = variant("wiener-rummy").profile


def answer(level: str, totals: tuple[int, ...], pot: int) -> Move:
    """What seat 0 does between two deals; a total of 101 or more is out."""
    lines = "\n".join(f"{seat}: {seat + 2}S" for seat in range(len(totals)))
    still_in = tuple(seat for seat, total in enumerate(totals) if total < 101)
    state = with_totals(table(lines, WIENER, phase="between", to_act=still_in, pot=pot), *totals)
    for seat in set(range(len(totals))) - set(still_in):
        state = state.with_player(seat, status="out")
    return choose(level, look(state, 0), Random(1))


@pytest.mark.parametrize("level", ["medium", "hard"])
@pytest.mark.parametrize(
    ("totals", "pot", "expected"),
    [
        ((95, 10), 10, Rebuy()),  # nothing to hope for with 95, half of 15 with 10
        ((95, 20, 110), 20, Rebuy()),
        ((95, 90, 90, 20), 20, Decline()),  # with 90 hardly more to hope for than with 95
        ((84, 80), 10, Decline()),  # the fee is dearer than the 4 points
        ((100, 99, 99, 99, 99, 10), 200, Decline()),  # even a big pot is lost to the seat with 10
    ],
)
def test_it_buys_back_where_that_pays(level: str, totals: tuple[int, ...], pot: int, expected: Move) -> None:
    assert answer(level, totals, pot) == expected


@pytest.mark.parametrize("pot", [10, 200])
def test_the_easy_one_never_does(pot: int) -> None:
    assert answer("easy", (95, 10), pot) == Decline()
