"""Searches that may give up, and the one where some cards have to be melded: those that were taken from the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rummy.melds import Meld
from rummy.solver.lanes import Goal, Lanes
from rummy.solver.search import Choice, OutOfStepsError, Search, search
from rummy.solver.tables import Tables

LARGE: Final = 26
"""Hands up to this size, more than any deal gives, are always searched to the end."""
STEPS: Final = 40_000
"""Steps of a search in a larger hand, a few tenths of a second."""
_STEPS_TO_TELL: Final = 20_000
"""Steps more for saying what was found."""

_MUST: Final = 39
"""In a lane, the bits from here on say how many copies of each rank have to be melded."""
_COUNTS: Final = (1 << _MUST) - 1
_NEVER: Final = -(1 << 60)
_JOKER: Final = 1 << 44
"""Added to a joker's worth where jokers have to be placed."""


@dataclass
class Budget:
    """Steps that may still be taken."""

    left: int


class Limited(Search):
    """A search that gives up when its budget is used up: OutOfStepsError, or the best found so far."""

    limited = True

    def __init__(self, tables: Tables, goal: Goal, budget: Budget) -> None:
        super().__init__(tables, goal)
        self.budget = budget

    def tick(self, steps: int = 1) -> None:
        """Count steps. Raises OutOfStepsError when there are none left."""
        self.budget.left -= steps
        if self.budget.left < 0:
            raise OutOfStepsError

    def _lane(self, cards: int, jokers: int) -> tuple[int, ...]:
        self.tick(5)
        return super()._lane(cards, jokers)

    def melds(self, choice: Choice) -> list[Meld]:
        """The melds of a choice; the search may have ended with it."""
        before = self.budget.left
        self.budget.left = max(before, 0) + _STEPS_TO_TELL
        found = super().melds(choice)
        self.budget.left = before
        return found


class Cover(Limited):
    """A search whose lanes (``lane_with``) also say which cards have to be melded.

    With ``all_jokers`` no play is better than one that places more jokers.
    """

    musts = True

    def __init__(self, tables: Tables, goal: Goal, budget: Budget, *, all_jokers: bool) -> None:
        super().__init__(tables, goal, budget)
        self.free = Limited(tables, goal, budget)
        if all_jokers:
            self.joker += _JOKER
            self.extra = _JOKER

    def use(self, cards: int, part: int) -> int:
        """What is left of a lane; cards that have to be melded go first."""
        must = cards >> _MUST
        if must and part:
            for rank in range(13):
                shift = 3 * rank
                owed = must >> shift & 7
                must -= min(owed, part >> shift & 7) << shift
        return ((cards & _COUNTS) - part) | must << _MUST

    def less(self, lanes: Lanes, rank: int, used: tuple[int, ...]) -> Lanes:
        """The lanes without some cards of a rank."""
        shift = 3 * rank
        first, second, third, fourth = (
            self.use(cards, count << shift) for cards, count in zip(lanes, used, strict=True)
        )  # fmt: skip
        return first, second, third, fourth

    def _without(self, cards: int, unit: int, jokers: int) -> list[int]:
        seven = unit * 7
        if cards & seven == cards >> _MUST & seven:
            return [_NEVER] * (jokers + 1)
        return list(self.lane(cards - unit, jokers))

    def bounds(self, lanes: Lanes, jokers: int) -> list[int]:
        """Most that runs can be worth in these lanes, or in less of them, with at most 0, 1 .. ``jokers`` jokers."""
        found = self.free.shared(tuple(cards & _COUNTS for cards in lanes), jokers)
        return [value + have * self.extra for have, value in enumerate(found)]


def lane_with(cards: int, must: int) -> int:
    """A lane of ``cards`` (``must`` among them) for a ``Cover``."""
    return cards | must << _MUST


def search_for(tables: Tables, goal: Goal, cards: int) -> Search:
    """The search for hands of so many cards: with its memory, or with an end."""
    return search(tables, goal) if cards <= LARGE else Limited(tables, goal, Budget(STEPS))
