"""``legal_moves`` is complete: on small states it lists what trial of every placement finds (design.md 3)."""

from __future__ import annotations

import random

import pytest

from rummy.engine import legal_moves
from rummy.moves import Lay, Rebuild
from tests.rummy.brute_force import agree, legal, random_state

STATES = 240
PARTS = 4


@pytest.mark.parametrize("part", range(PARTS))
def test_what_is_listed_is_what_trial_finds(part: int) -> None:
    for number in range(part, STATES, PARTS):
        agree(random_state(random.Random(f"small state {number}")))


def test_the_small_states_are_of_every_kind() -> None:
    kinds: set[tuple[str, str, bool]] = set()
    for number in range(STATES):
        lays, _ = legal(random_state(random.Random(f"small state {number}")), 0)
        kinds.update((kind, shape, any(card.startswith("X:") for card in cards)) for kind, _, shape, cards, _ in lays)
    assert kinds >= {(kind, shape, wild) for kind in ("meld", "add") for shape in ("set", "run") for wild in (0, 1)}
    assert {kind for kind, *_ in kinds} == {"meld", "add", "swap"}


def test_moves_come_in_one_order() -> None:
    for number in range(STATES):
        state = random_state(random.Random(f"small state {number}"))
        moves = legal_moves(state, 0)
        assert moves == legal_moves(state, 0)
        lays = [move.placements for move in moves if isinstance(move, Lay)]
        singles = [parts[0].kind for parts in lays if len(parts) == 1 and not isinstance(parts[0], Rebuild)]
        melds = singles.count("meld")
        assert singles[:melds] == ["meld"] * melds
        if state.turn.replay < 2:
            # What single placements do not amount to comes after them.
            assert all(len(parts) == 1 for parts in lays[: len(singles)])
