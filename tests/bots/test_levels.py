"""What holds for every level under every rule: it acts legally, from what its seat may see, and always alike."""

from __future__ import annotations

import copy
import time
from random import Random

import pytest

from bots.arena import run
from bots.levels import LEVELS, choose
from bots.seen import Seen, look
from rummy.engine import check, new_match
from rummy.moves import Move
from rummy.state import State
from tests.bots.rules import FIELDS, rules

SECONDS = 1.5
"""Time box of random play for one rule; at least one deal is played."""


@pytest.mark.parametrize("name", FIELDS)
def test_every_level_moves_legally_until_the_deal_is_over(name: str) -> None:
    profile = rules(name)
    ends = time.monotonic() + SECONDS
    for game in range(50):
        rng = Random(f"{name}/{game}")
        seats = rng.randint(profile.players.min, min(4, profile.players.max))
        names = [rng.choice(list(LEVELS)) for _ in range(seats)]

        def judged(state: State, seat: int, move: Move) -> None:
            check(state, seat, move)

        state, _ = run(
            new_match(profile, seats=seats), [LEVELS[level] for level in names], rng, lambda s: bool(s.results), judged
        )
        assert state.results, "the deal came to its end"
        if time.monotonic() > ends:
            break


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", ["base", "claims and freed jokers", "offer, knock, undercut"])
def test_equal_sight_and_equal_chance_give_the_equal_move_and_change_nothing(name: str, level: str) -> None:
    for seen in positions(name, level, 40):
        before = copy.deepcopy((seen.view, seen.memory, seen.legal))
        first = choose(level, seen, Random(7))
        again = Seen(copy.deepcopy(seen.view), seen.profile, seen.seat, seen.legal, copy.deepcopy(seen.memory))
        assert choose(level, again, Random(7)) == first
        assert (seen.view, seen.memory, seen.legal) == before


@pytest.mark.parametrize("level", LEVELS)
def test_a_hidden_card_elsewhere_does_not_change_the_move(level: str) -> None:
    """Law 5 of design.md 7, as far as it concerns a bot: cards swapped out of sight leave its choice as it was."""
    swapped = 0
    profile = rules("base")

    def compare(state: State, seat: int, _move: Move) -> None:
        nonlocal swapped
        other = 1 - seat
        hidden = [face for face in state.players[other].hand if face not in state.players[other].known]
        if not hidden or not state.stock or state.stock_known:
            return
        hand = bytes(sorted((*_without(state.players[other].hand, hidden[0]), state.stock[-1])))
        moved = state.with_player(other, hand=hand)
        moved = type(state)(**{**moved.__dict__, "stock": state.stock[:-1] + hidden[:1][0].to_bytes()})
        assert choose(level, look(moved, seat), Random(3)) == choose(level, look(state, seat), Random(3))
        swapped += 1

    run(new_match(profile, seats=2), [LEVELS[level]] * 2, Random(5), lambda s: bool(s.results), compare)
    assert swapped > 5


def test_tables_offer_the_levels_that_there_are() -> None:
    from variants.levels import BOT_LEVELS

    assert tuple(LEVELS) == BOT_LEVELS


def test_a_seat_that_is_not_to_act_has_no_move() -> None:
    seen = next(iter(positions("base", "easy", 1)))
    with pytest.raises(ValueError, match="not to act"):
        choose("easy", Seen(seen.view, seen.profile, seen.seat, (), seen.memory), Random(1))


def positions(name: str, level: str, most: int) -> list[Seen]:
    """Positions met by a level that plays a deal with itself."""
    profile = rules(name)
    met: list[Seen] = []

    def keep(state: State, seat: int, _move: Move) -> None:
        met.append(look(state, seat))

    seats = min(3, profile.players.max)
    run(new_match(profile, seats=seats), [LEVELS[level]] * seats, Random(11), lambda s: bool(s.results), keep)
    return met[:: max(1, len(met) // most)]


def _without(hand: bytes, face: int) -> bytes:
    at = hand.index(face)
    return hand[:at] + hand[at + 1 :]
