"""The solver against a second opinion in large numbers: ``LAWS_HANDS`` hands of each rule family, 600 by default."""

from __future__ import annotations

import os
import random

import pytest

from tests.rummy.meld_rules import FAMILIES
from tests.rummy.second_opinion import agree_on_hand, agree_on_table, random_hand, random_table

pytestmark = [pytest.mark.laws, pytest.mark.timeout(1800)]

HANDS = int(os.environ.get("LAWS_HANDS", "600"))
PARTS = 6


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("family", FAMILIES)
def test_best_melds_agree_with_a_second_opinion(family: str, part: int) -> None:
    rng = random.Random(f"laws of {family}, part {part}")
    for _ in range(HANDS // PARTS):
        agree_on_hand(family, random_hand(family, rng))


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("take", [True, False], ids=["take", "free"])
def test_rebuilding_agrees_with_a_second_opinion(part: int, *, take: bool) -> None:
    rng = random.Random(f"tables {take}, part {part}")
    proven = sum(agree_on_table(*random_table(rng), take=take) for _ in range(HANDS // PARTS // 5))
    assert proven
