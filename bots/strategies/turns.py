"""The frame that every strategy fills: which question a position asks, and what is done where nothing is wished."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Literal

from bots.seen import Facts, Seen
from rummy.moves import Lay, Move, Pass

Until = Literal["my_turn", "deal_end"] | None
"""How far a seat answers claim windows ahead; None: this one only."""

LAST_RESORT = ("draw_stock", "take_discard", "pass", "discard", "knock", "take_back", "lay", "ready", "decline")
"""Order in which kinds are tried where a strategy names no move."""


@dataclass(frozen=True)
class Strategy:
    """A way to play: five questions, each answered from the facts alone."""

    take: Callable[[Facts, Random], bool]
    """Whether to take the open card instead of the top of the stock, or of nothing."""
    claim: Callable[[Facts, Random], bool]
    """Whether to ask out of turn for the card just thrown."""
    ahead: Callable[[Facts], Until]
    """Where it does not ask: how far it passes ahead, so that nobody need wait for it."""
    rebuy: Callable[[Facts, Random], bool]
    """Whether to buy back into the match."""
    play: Callable[[Facts, Random], Move | None]
    """The move after the draw; None where only a last resort is left."""

    def choose(self, seen: Seen, rng: Random) -> Move:
        """A legal move. Raises ValueError where the seat has none, because it is not to act."""
        if not seen.legal:
            raise ValueError("the seat is not to act")
        if len(seen.legal) == 1:
            return seen.legal[0]
        facts = Facts(seen)
        return self._wish(facts, rng) or last_resort(facts)

    def _wish(self, facts: Facts, rng: Random) -> Move | None:
        kinds = facts.kinds
        if "rebuy" in kinds:
            return facts.first("rebuy") if self.rebuy(facts, rng) else None
        if "claim" in kinds:
            return facts.first("claim") if self.claim(facts, rng) else _pass(facts, self.ahead(facts))
        if kinds & {"draw_stock", "take_discard"}:
            if "take_discard" in kinds and self.take(facts, rng):
                return facts.first("take_discard")
            return facts.first("draw_stock") or facts.first("pass")
        return self.play(facts, rng)


def _pass(facts: Facts, until: Until) -> Move | None:
    ahead = Pass(until)
    return ahead if ahead in facts.legal else facts.first("pass")


def last_resort(facts: Facts) -> Move:
    """Some legal move: an undone turn before a lay that was not wished for, the lay with most placements first."""
    for kind in LAST_RESORT:
        if kind == "lay" and facts.lays:
            return max(facts.lays, key=_placements)
        move = facts.first(kind)
        if move:
            return move
    return facts.legal[0]


def _placements(lay: Lay) -> int:
    return len(lay.placements)
