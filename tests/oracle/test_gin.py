"""Gin against OpenSpiel: ``ORACLE_GAMES`` games of each setting, eight times as many of the default one."""

from __future__ import annotations

import os
from random import Random

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (make bench-setup): Gin has no outside judge here")

from tests.oracle.judge import Judged, Parameters, Tally

GAMES = int(os.environ.get("ORACLE_GAMES", "8"))
MANY = 100
"""So many games of a part meet everything that can end a deal."""
PARTS = 8
DEFAULT = Parameters()
SETTINGS = [
    Parameters(knock_card=0),
    Parameters(knock_card=1, hand_size=7),
    Parameters(knock_card=5),
    Parameters(knock_card=7, gin_bonus=20, undercut_bonus=10),
    Parameters(gin_bonus=0),
    Parameters(gin_bonus=50, undercut_bonus=0),
    Parameters(undercut_bonus=20),
    Parameters(hand_size=9),
    Parameters(hand_size=7),
    Parameters(hand_size=5, knock_card=4),
    Parameters(hand_size=3, knock_card=6),
    Parameters(oklahoma=True),
    Parameters(oklahoma=True, hand_size=8, gin_bonus=31),
    Parameters(oklahoma=True, undercut_bonus=10),
]


def judged(parameters: Parameters, games: int, seed: str) -> Tally:
    """Half of the games play towards knocks, an eighth towards one at the last chance, most others anyhow."""
    tally = Tally()
    for game in range(games):
        mind = ("eager", "random", "eager", "late", "eager", "random", "eager", "taking")[game % 8]
        Judged(parameters, Random(f"{seed}/{game}"), tally).play(mind)
    return tally


@pytest.mark.timeout(1200)
@pytest.mark.parametrize("part", range(PARTS))
def test_gin_is_played_as_the_outside_judge_plays_it(part: int) -> None:
    tally = judged(DEFAULT, GAMES, f"default {part}")
    assert tally.games == GAMES
    if GAMES >= MANY:
        assert set(tally.ends) == {"knock", "stock", "deadlock"}
        assert min(tally.lay_offs, tally.capped, tally.last_chances), tally


@pytest.mark.timeout(1200)
@pytest.mark.parametrize("parameters", SETTINGS, ids=str)
def test_other_settings_are_played_as_the_outside_judge_plays_them(parameters: Parameters) -> None:
    assert judged(parameters, GAMES, str(parameters)).games == GAMES
