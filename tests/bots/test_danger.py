"""What a bot makes of the cards that the next player let go."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bots.levels import choose
from bots.prospects import danger
from bots.seen import Facts, look
from rummy.cards import FACE, deck, parse_cards
from rummy.engine import arranged, new_match, step
from rummy.formats import load_profile
from rummy.moves import Discard, DrawStock, Move, TakeDiscard
from rummy.profile import FORMAT
from rummy.state import State
from tests.bots.test_lays import turn

MINE, THEIRS = "8H 8D KS 2C 4D", "TC QD 7C AD 6S"


def after(mine: str, theirs: str, *, takes: bool = False) -> Facts:
    """What seat 0 knows in its second turn: it threw ``mine``, seat 1 took that card or drew, and threw ``theirs``."""
    profile = load_profile({"format": FORMAT, "deal": {"cards": 5}})
    hands = [parse_cards(MINE), parse_cards(THEIRS)]
    rest = bytes(face for face in deck(1, 0) if face not in hands[0] + hands[1])
    state = step(new_match(profile, seats=2), None, arranged(profile, 2, hands=hands, stock=rest[1:], discard=rest[:1]))
    moves: list[Move] = [
        DrawStock(),
        Discard(mine),
        TakeDiscard() if takes else DrawStock(),
        Discard(theirs),
        DrawStock(),
    ]
    return Facts(look(_played(state.state, moves), 0))


def _played(state: State, moves: list[Move]) -> State:
    for move in moves:
        state = step(state, state.to_act[0], move).state
    return state


def risk(facts: Facts, card: str) -> float:
    """The danger of a card, everything else unseen, so that only what was let go differs."""
    return danger(facts, FACE[card], 1, [1] * 53)


@pytest.mark.parametrize(("mine", "theirs"), [("8H", "QD"), ("KS", "TC")])
def test_a_card_is_safer_where_the_next_player_let_one_go_that_needs_the_same_cards(mine: str, theirs: str) -> None:
    """Whoever keeps two eights takes a third; whoever keeps jack and queen does not throw the ten."""
    near, far = {"8H": ("8D", "KS"), "KS": ("KC", "8D")}[mine]
    assert risk(after(mine, theirs), near) < risk(after("2C", "AD"), near)
    assert risk(after(mine, theirs), far) <= risk(after("2C", "AD"), far)


def test_a_card_that_was_taken_was_not_let_go() -> None:
    assert after("8H", "QD").let_go(1) == parse_cards("QD 8H")
    assert after("8H", "QD", takes=True).let_go(1) == parse_cards("QD")


@pytest.mark.parametrize(
    ("level", "known", "thrown"), [("hard", "KS KD", "9C"), ("hard", "", "KH"), ("medium", "KS KD", "KH")]
)
def test_where_a_light_hand_ends_the_deal_hard_keeps_what_melds_in_the_next_hand(
    level: str, known: str, thrown: str
) -> None:
    """The king would take thirty points off that hand, and saves one more than the nine."""
    seen = look(turn({"knocking": {"limit_by": "number", "limit": 9}}, "KH 9C 2H 4D 7S", [], stock="5S"), 0)
    seen = replace(seen, memory=seen.memory | {"known": [[], known.split()]})
    assert choose(level, seen, Random(1)) == Discard(thrown)
