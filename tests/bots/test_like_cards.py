"""What bots make of like cards: where a suit may repeat in a set, two of them wait for a third."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any, Literal

import pytest

from bots.levels import choose
from bots.prospects import chance, danger, outs
from bots.seen import Facts, look
from bots.strategies import medium
from rummy.cards import FACE
from rummy.moves import Discard
from tests.bots.test_lays import turn

ANY: dict[str, Any] = {"sets": {"max_size": 8, "suits": "any"}}
LOOSE = "2H 9C 4D 7D"
"""Cards that meld with no king."""


def facts(hand: str, suits: dict[str, Any], **memory: Any) -> Facts:
    """A turn with two packs and six jokers in which no king lies open."""
    seen = look(turn(suits, f"{hand} {LOOSE}", [], stock="5S"), 0)
    return Facts(replace(seen, memory=seen.memory | memory))


@pytest.mark.parametrize(
    ("hand", "suits", "waiting"),
    [
        ("KS KS", ANY, 6),  # all other kings
        ("KS KH", ANY, 6),
        ("KS KH", {}, 4),  # those of the suits that lack
        ("KS KS", {}, 0),
        ("KS QS", ANY, 4),  # jacks and aces of spades: like cards make no run
    ],
)
def test_two_like_cards_wait_for_a_third_where_a_set_may_hold_them(
    hand: str, suits: dict[str, Any], waiting: int
) -> None:
    at = facts(hand, suits)
    king, cards = FACE["KS"], at.hand
    assert outs(at, cards, king, at.live) == waiting
    assert int(chance(at, cards, king, at.live)) == waiting  # what lacks two cards adds a small part


def test_a_second_like_card_takes_no_hope_of_a_run_along() -> None:
    """One king may go: the other still waits for the jack."""
    at = facts("KS KS QS", {})
    assert chance(at, at.hand, FACE["KS"], at.live) == 0


@pytest.mark.parametrize(("suits", "sure"), [(ANY, True), ({}, False)])
def test_who_holds_two_like_cards_is_fed_by_a_third_where_a_set_may_hold_them(
    suits: dict[str, Any], *, sure: bool
) -> None:
    at = facts("KH 3C", suits, known=[[], ["KS", "KS"]])
    assert (danger(at, FACE["KH"], 1, at.live) == 1) is sure


@pytest.mark.parametrize(("suits", "until"), [(ANY, None), ({}, "my_turn")])
def test_nobody_passes_ahead_who_waits_with_two_like_cards(
    suits: dict[str, Any], until: Literal["my_turn"] | None
) -> None:
    claims = {"claims": {"mode": "sealed", "penalty_cards": 1}}
    assert medium.ahead(facts("KS KS", suits | claims)) == until


@pytest.mark.parametrize("level", ["medium", "hard"])
@pytest.mark.parametrize(("suits", "thrown"), [(ANY, "QH"), ({}, "KS")])
def test_two_like_cards_are_kept_where_a_third_makes_a_set(level: str, suits: dict[str, Any], thrown: str) -> None:
    knocks = suits | {"knocking": {"limit_by": "number", "limit": 9}}
    assert choose(level, facts("KS KS QH", knocks).seen, Random(1)) == Discard(thrown)
