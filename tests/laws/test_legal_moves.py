"""``legal_moves`` against brute force in large numbers: ten times ``LAWS_HANDS`` small states, 10,000 by default."""

from __future__ import annotations

import os
import random

import pytest

from tests.rummy.brute_force import agree, random_state

pytestmark = [pytest.mark.laws, pytest.mark.timeout(1800)]

STATES = 10 * int(os.environ.get("LAWS_HANDS", "1000"))
PARTS = 8


@pytest.mark.parametrize("part", range(PARTS))
def test_legal_moves_equal_brute_force(part: int) -> None:
    for number in range(part, STATES, PARTS):
        agree(random_state(random.Random(f"small state {number}")))
