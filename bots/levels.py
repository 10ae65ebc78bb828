"""The levels a bot can have, weakest first, and the strategy behind each name."""

from __future__ import annotations

from random import Random
from types import MappingProxyType
from typing import Final

from bots.seen import Seen
from bots.strategies import easy, hard, medium
from bots.strategies.turns import Strategy
from rummy.moves import Move

LEVELS: Final = MappingProxyType({"easy": easy.STRATEGY, "medium": medium.STRATEGY, "hard": hard.STRATEGY})
"""Strategies by the level's name, weakest first."""


def strategy(level: str) -> Strategy:
    """The strategy of a level. Raises KeyError for a name that is no level."""
    return LEVELS[level]


def choose(level: str, seen: Seen, rng: Random) -> Move:
    """What a bot of this level does: a legal move, the same one for equal ``seen`` and equally seeded ``rng``.

    Raises KeyError for a name that is no level, ValueError for a seat that is not to act.
    """
    return strategy(level).choose(seen, rng)
