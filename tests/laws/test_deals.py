"""Laws 1, 2, 3, 4 and 6 over random deals and matches of every profile in the catalogue (design.md 7)."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

import pytest

from bots.levels import LEVELS
from rummy.state import State
from tests.laws.laws import Laws, judge_complete, judge_replay
from tests.laws.tables import SAMPLE, Setting, deals_of, part, play, settings
from variants.catalogue import Variant, variant, variants

IDS = [each.id for each in variants()]
PARTS = 16
SEED = "deals"


def watched(setting: Setting, *, whole_match: bool = False, often: float = 0.2, most: int | None = None) -> None:
    """Play a deal, a whole match, or ``most`` moves of a deal, and watch; a failure names the table and its seed."""
    laws = Laws(setting.profile, random.Random(setting.seed), often)

    def until(state: State) -> bool:
        return bool(state.results) and not whole_match

    try:
        match = play(setting, until=until, watch=laws.watch, most=most)
        judge_replay(match)
        assert match.state.phase == "finished" if whole_match else match.state.results or most
    except Exception as error:
        raise AssertionError(f"{setting}: {error}") from error


def matches(each: Variant, most: int) -> list[Setting]:
    """Tables of bots for whole matches, at least one for each number of seats.

    Players without a plan are left to single deals: with them a match may take hundreds of deals.
    """
    seats = each.profile.players.max - each.profile.players.min + 1
    found = settings(each, max(most, seats), "matches")[: max(most, seats)]
    return [replace(table, minds=tuple(mind if mind in LEVELS else "easy" for mind in table.minds)) for table in found]


@pytest.mark.parametrize("name", IDS)
def test_every_option_value_and_every_pair_of_values_occurs(name: str) -> None:
    each = variant(name)
    rows = [dict(setting.options) for setting in settings(each, 0, SEED)]
    for option in each.options:
        assert {row[option.path] for row in rows} == set(option.values)
    for one, other in combinations(each.options, 2):
        pairs = {(row[one.path], row[other.path]) for row in rows}
        assert pairs == {(a, b) for a in one.values for b in other.values}
    counts = {setting.seats for setting in settings(each, 30, SEED)}
    assert counts == set(range(each.profile.players.min, each.profile.players.max + 1))


@pytest.mark.parametrize("name", IDS)
def test_the_laws_hold_over_a_sample(name: str) -> None:
    """``SAMPLE`` deals; at the other tables that it takes for every pair of option values, their first moves."""
    for number, setting in enumerate(settings(variant(name), SAMPLE, SEED)):
        watched(setting, most=None if number < SAMPLE else 30)


@pytest.mark.parametrize("name", IDS)
def test_the_laws_hold_over_whole_matches(name: str) -> None:
    for setting in matches(variant(name), 0)[:1]:
        watched(setting, whole_match=True, often=0.02)


@pytest.mark.parametrize("name", IDS)
def test_the_list_of_lays_is_complete(name: str) -> None:
    for setting in settings(variant(name), 0, "complete")[:4]:
        complete(setting)


def complete(setting: Setting) -> None:
    rng = random.Random(setting.seed)

    def look_at(_before: State, _seat: object, _action: object, after: State) -> None:
        if after.phase == "play" and rng.random() < 0.03:
            judge_complete(after, after.seat)

    try:
        play(setting, watch=look_at)
    except Exception as error:
        raise AssertionError(f"{setting}: {error}") from error


@pytest.mark.laws
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("number", range(PARTS))
@pytest.mark.parametrize("name", IDS)
def test_the_laws_hold_over_many_deals(name: str, number: int) -> None:
    each, deals = variant(name), deals_of(name)
    for setting in part(settings(each, deals, SEED), number, PARTS):
        watched(setting, often=0.1)
    for setting in part(matches(each, deals // 100), number, PARTS):
        watched(setting, whole_match=True, often=0.02)
    for setting in part(settings(each, 0, "complete")[: deals // 20], number, PARTS):
        complete(setting)
