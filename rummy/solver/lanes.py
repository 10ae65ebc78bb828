"""Lanes: the cards of one suit as counts, three bits a rank; and what runs can make of them, from memory."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from operator import add
from typing import Final, Literal

from rummy.cards import JOKER, RUN_JOKER
from rummy.melds import Meld
from rummy.solver.tables import SPREAD, RunShape, Tables

Goal = Literal["deadwood", "cards", "points"]
Lanes = tuple[int, int, int, int]

FIRST: Final = 1 << 20
SECOND: Final = 1 << 8
"""A value is ``FIRST`` x what the goal counts + ``SECOND`` x what breaks a tie - the number of melds."""
KEPT_LANES: Final = 200_000
KEPT_MELDS: Final = 20_000

UNIT: Final = tuple(1 << 3 * (face % 13) for face in range(52))
"""Face -> one card in its lane."""
_ONES: Final = SPREAD[8191]
_RANKS: Final = {lane: mask for mask, lane in enumerate(SPREAD)}


def lanes_of(hand: bytes) -> tuple[Lanes, int]:
    """The lanes of a hand, and its jokers."""
    lanes = [0, 0, 0, 0, 0]
    for face in hand:
        if face < JOKER:
            lanes[face // 13] += UNIT[face]
    return (lanes[0], lanes[1], lanes[2], lanes[3]), hand.count(JOKER)


def ranks_of(cards: int) -> int:
    """The mask of the ranks of a lane."""
    return _RANKS[(cards | cards >> 1 | cards >> 2) & _ONES]


def holds(lane: int, part: int) -> bool:
    """Whether a lane holds the cards of another."""
    while part:
        shift = ((part & -part).bit_length() - 1) // 3 * 3
        if lane >> shift & 7 < part >> shift & 7:
            return False
        part &= ~(7 << shift)
    return True


@lru_cache(maxsize=KEPT_MELDS)
def run_of(suit: int, mask: int, shape: RunShape) -> Meld:
    """The run of a shape, jokers where the mask has no natural."""
    faces = (suit * 13 + (shape.start + place) % 13 for place in range(shape.size))
    return Meld("run", bytes(face if mask >> face % 13 & 1 else RUN_JOKER + face for face in faces))


_NONE: Final[dict[int, tuple[int, ...]]] = {}


class Runs:
    """What runs can make of lanes, for one goal under one set of rules; it remembers the lanes that it met."""

    extra = 0
    """Added to what a joker is worth, where jokers have to be placed."""

    def __init__(self, tables: Tables, goal: Goal) -> None:
        self.tables = tables
        self.goal: Goal = goal
        points = tables.points
        if goal == "deadwood":
            self.worth = [FIRST * points[rank] + SECOND for rank in range(13)]
            self.joker = FIRST * points[JOKER] + SECOND
        elif goal == "cards":
            self.worth = [FIRST + SECOND * points[rank] for rank in range(13)]
            self.joker = FIRST + SECOND * points[JOKER]
        else:
            self.worth = [FIRST * points[rank] + SECOND for rank in range(13)]
            self.joker = SECOND
        self._lanes: dict[int, dict[int, tuple[int, ...]]] = {}
        self._runs: dict[int, tuple[tuple[int, int], ...]] = {}

    def run_value(self, mask: int, shape: RunShape) -> int:
        """What a run is worth for the goal."""
        if self.goal == "points":
            return FIRST * shape.points + SECOND * shape.size - 1 + self.extra * shape.jokers
        return sum(self.worth[rank] for rank in range(13) if mask >> rank & 1) + shape.jokers * self.joker - 1

    def lane(self, cards: int, jokers: int) -> tuple[int, ...]:
        """Most value of runs in a lane with at most 0, 1 .. ``jokers`` jokers."""
        known = self._lanes.get(jokers)
        if known is None:
            known = self._lanes[jokers] = {0: (0,) * (jokers + 1)}
        found = known.get(cards)
        if found is None:
            found = self._lane(cards, jokers)
            if len(known) >= KEPT_LANES:
                known.clear()
                known[0] = (0,) * (jokers + 1)
            known[cards] = found
        return found

    def _lane(self, cards: int, jokers: int) -> tuple[int, ...]:
        lowest = cards & -cards
        rank = (lowest.bit_length() - 1) // 3
        unit = 1 << 3 * rank
        best = self._without(cards, unit, jokers)
        for mask in self.tables.masks(ranks_of(cards), rank, jokers):
            for wild, value in self._run_values(mask):
                if wild > jokers:
                    break
                tail = self.lane(self.use(cards, SPREAD[mask]), jokers - wild)
                for have in range(wild, jokers + 1):
                    best[have] = max(best[have], tail[have - wild] + value)
        return tuple(best)

    def use(self, cards: int, part: int) -> int:
        """What is left of a lane when a part of it is melded."""
        return cards - part

    def _without(self, cards: int, unit: int, jokers: int) -> list[int]:
        """Most value of a lane, one card of which stays out of every run."""
        return list(self.lane(cards - unit, jokers))

    def tick(self, steps: int = 1) -> None:
        """Steps of a search that has to meld some cards; it may give up."""

    def _run_values(self, mask: int) -> tuple[tuple[int, int], ...]:
        found = self._runs.get(mask)
        if found is None:
            shapes = self.tables.runs(mask)
            found = self._runs[mask] = tuple((shape.jokers, self.run_value(mask, shape)) for shape in shapes)
        return found

    def lanes_value(self, lanes: Lanes, jokers: int) -> int:
        """Most value of runs in all four lanes with at most so many jokers."""
        if not jokers:
            return sum(self.lane(cards, 0)[0] for cards in lanes)
        return self.shared(lanes, jokers)[-1]

    def shared(self, lanes: tuple[int, ...], jokers: int) -> list[int]:
        """Most value of runs in the lanes for each number of jokers: the jokers are shared out among them."""
        total = [0] * (jokers + 1)
        known = self._lanes.get(jokers, _NONE)
        for cards in lanes:
            if not cards:
                continue
            lane = known.get(cards) or self.lane(cards, jokers)
            most = lane[jokers]
            if not most:
                continue
            if lane[0] == most:
                total = [value + most for value in total]
            elif not total[jokers]:
                total = list(lane)
            else:
                total = [max(map(add, total, lane[have::-1])) for have in range(jokers + 1)]
        return total

    def lane_melds(self, suit: int, cards: int, jokers: int) -> list[Meld]:
        """The runs of a lane that are worth most with so many jokers."""
        found = []
        while cards:
            value = self.lane(cards, jokers)[jokers]
            if not value:
                break
            rank = ((cards & -cards).bit_length() - 1) // 3
            for mask, shape, worth in self._steps(cards, rank, jokers):
                left = self.use(cards, SPREAD[mask])
                tail = self.lane(left, jokers - shape.jokers)
                if tail[jokers - shape.jokers] + worth == value:
                    found.append(run_of(suit, mask, shape))
                    cards = left
                    jokers -= shape.jokers
                    break
            else:
                cards -= 1 << 3 * rank
        return found

    def _steps(self, cards: int, rank: int, jokers: int) -> Iterator[tuple[int, RunShape, int]]:
        for mask in self.tables.masks(ranks_of(cards), rank, jokers):
            for shape, (wild, worth) in zip(self.tables.runs(mask), self._run_values(mask), strict=True):
                if wild <= jokers:
                    yield mask, shape, worth
