"""Which card to throw: what stays in the hand, what hope goes with the card, whom it feeds."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from random import Random

from bots.prospects import chance, danger, gains
from bots.seen import Facts
from rummy import solver
from rummy.cards import JOKER, remove

CLOSE = 0.5
"""Scores (points) closer than this count as equal: chance decides, so that a bot is not read like a book."""
KEEP_JOKER = 100.0


@dataclass(frozen=True)
class Weights:
    """What a throw is weighed by, in points of the hand."""

    hope: float
    """Points for each live card that would complete a meld with the thrown one."""
    feed: float = 0.0
    """Points for a card that is sure to help the next player."""
    draws: float = 0.0
    """How many draws to look ahead: each is worth the points that it is expected to meld."""


def costs(
    facts: Facts, hand: bytes, choices: Collection[int], live: Sequence[int], weights: Weights
) -> dict[int, float]:
    """By face: what throwing it costs, in points; less is better."""
    after = solver.discards(facts.profile, hand)
    result = {}
    for face in choices:
        cost = float(after[face])
        if weights.hope:
            cost += weights.hope * chance(facts, hand, face, live)
        if weights.draws:
            cost -= weights.draws * gains(facts, remove(hand, face), live)
        if face == JOKER and len(hand) > 1:
            cost += KEEP_JOKER
        if weights.feed and facts.rivals:
            cost += weights.feed * danger(facts, face, facts.rivals[0], live)
        result[face] = cost
    return result


def cheapest(costs_by_face: dict[int, float], rng: Random) -> int:
    """A face of least cost; one of them at random where they are close."""
    least = min(costs_by_face.values())
    return rng.choice([face for face, cost in costs_by_face.items() if cost - least < CLOSE])
