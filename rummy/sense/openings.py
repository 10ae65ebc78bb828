"""The most that melds of so many cards can be worth: is a minimum for the first lay within reach?"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rummy.profile import RuleProfile

_RANKS = 13
_LONGEST_RUN = 13


class _Shape(NamedTuple):
    """A meld without suits: its points, its cards, and how many of them have each rank."""

    points: int
    size: int
    ranks: tuple[int, ...]


def best_opening(profile: RuleProfile, cards: int, max_melds: int, enough: int) -> int:
    """The most points that ``cards`` cards of the deck can have in melds; ``enough`` or more ends the search.

    ``max_melds`` 0: any number of melds. Never too low; where suits or the share of jokers would forbid what the
    ranks allow it may be too high, so a minimum above it is out of reach for certain.
    """
    rules = (profile.sets.min_size, profile.sets.max_size, profile.sets.suits == "distinct", profile.runs.min_size,
             profile.runs.ace, profile.values.ace, profile.values.ace_low)  # fmt: skip
    return _best(rules, _Room(4 * profile.deck.packs, profile.deck.jokers, cards, max_melds or cards), enough)


_Rules = tuple[int, int, bool, int, str, int, int]


class _Room(NamedTuple):
    """What there is: copies of a rank, jokers, cards of a hand, melds."""

    copies: int
    jokers: int
    cards: int
    melds: int


@lru_cache(maxsize=256)
def _shapes(rules: _Rules, most: int) -> tuple[_Shape, ...]:
    """All shapes of at most ``most`` cards, dearest cards first."""
    set_min, set_max, distinct, run_min, ace, ace_points, ace_low = rules
    points = [ace_points, *(min(rank + 1, 10) for rank in range(1, _RANKS))]
    found = []
    for size in range(set_min, min(set_max, 4 if distinct else set_max, most) + 1):
        for rank in range(_RANKS):
            ranks = tuple(size if other == rank else 0 for other in range(_RANKS))
            found.append(_Shape(points[rank] * size, size, ranks))
    for size in range(run_min, min(_LONGEST_RUN, most) + 1):
        for start in _starts(ace, size):
            places = [(start + step) % _RANKS for step in range(size)]
            worth = sum(points[place] for place in places) + (ace_low - ace_points if start == 0 else 0)
            found.append(_Shape(worth, size, tuple(places.count(rank) for rank in range(_RANKS))))
    found.sort(key=lambda shape: (-shape.points / shape.size, -shape.size))
    return tuple(found)


def _starts(ace: str, size: int) -> range:
    if ace == "wrap":
        return range(_RANKS)
    first, last = (1 if ace == "high" else 0), (_RANKS if ace == "low" else _RANKS + 1)
    return range(first, last - size + 1)


@lru_cache(maxsize=1024)
def _best(rules: _Rules, room: _Room, enough: int) -> int:
    shapes = _shapes(rules, room.cards)
    best = 0

    def search(first: int, left: int, melds: int, points: int, used: tuple[int, ...]) -> None:
        nonlocal best
        best = max(best, points)
        if not melds:
            return
        for index in range(first, len(shapes)):
            shape = shapes[index]
            if best >= enough or points * shape.size + left * shape.points <= best * shape.size:
                return
            if shape.size > left:
                continue
            after = tuple(have + more for have, more in zip(used, shape.ranks, strict=True))
            if sum(max(0, count - room.copies) for count in after) <= room.jokers:
                search(index, left - shape.size, melds - 1, points + shape.points, after)

    search(0, room.cards, room.melds, 0, (0,) * _RANKS)
    return best
