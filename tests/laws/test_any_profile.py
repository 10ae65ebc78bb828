"""The laws over profiles that no catalogue has: random valid ones."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as budget
from hypothesis import strategies as st

from rummy.profile import RuleProfile
from tests.laws.laws import Laws, judge_replay
from tests.laws.tables import SOME, WILD, Setting, play
from tests.laws.test_secrecy import secret_kept
from tests.strategies import profiles

PARTS = 4
MOST_MOVES = 600
"""A random profile may make for deals of thousands of turns; this much of one is played."""


def one_deal(profile: RuleProfile, seats: int, seed: int) -> None:
    setting = Setting("random profile", profile, seats, (random.Random(seed).choice(WILD),) * seats, (), str(seed))
    laws = Laws(profile, random.Random(seed), often=0.1)
    match = play(setting, until=lambda state: len(state.results) > 1, watch=laws.watch, most=MOST_MOVES)
    judge_replay(match)
    secret_kept(setting, 2)


@st.composite
def tables(draw: st.DrawFn) -> tuple[RuleProfile, int, int]:
    profile = draw(profiles())
    return profile, draw(st.integers(profile.players.min, profile.players.max)), draw(st.integers(0, 10**6))


@given(tables())
@budget(max_examples=30, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_the_laws_hold_for_random_profiles(table: tuple[RuleProfile, int, int]) -> None:
    one_deal(*table)


@pytest.mark.laws
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("number", range(PARTS))
def test_the_laws_hold_for_many_random_profiles(number: int) -> None:
    @given(tables())
    @budget(max_examples=SOME // PARTS, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    def hold(table: tuple[RuleProfile, int, int]) -> None:
        one_deal(*table)

    assert number < PARTS
    hold()
