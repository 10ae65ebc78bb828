"""Bars and columns, ready to be drawn: plain numbers for a template's SVG, 0 to 100 where they are shares."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, Final

MOST_COLUMNS: Final = 24
"""Most columns of a distribution."""


@dataclass(frozen=True)
class Bar:
    """A share as a bar, with its interval as a whisker."""

    share: float
    low: float
    high: float


@dataclass(frozen=True)
class Column:
    """The values from one number to another, for each of those compared: the share of it, and the column's box."""

    least: int
    most: int
    shares: tuple[float, ...]
    boxes: tuple[tuple[float, float, float, float], ...]
    """x, y, width and height in a picture of 100 x 100."""

    @property
    def label(self) -> str:
        """The numbers that it stands for."""
        return str(self.least) if self.least == self.most else f"{self.least}…{self.most}"


def bar_of(share: Mapping[str, Any] | None) -> Bar | None:
    """The bar of a report's share; None where nothing was counted. Never minus zero."""
    if share is None or share["share"] is None:
        return None
    return Bar(*(round(100 * share[name], 1) + 0.0 for name in ("share", "low", "high")))


def columns(distributions: Sequence[Sequence[Mapping[str, int]]]) -> list[Column]:
    """Distributions (``points`` and ``count`` of each value) beside each other, over the same numbers.

    Heights are shares of each distribution's own sum, so that unequal sums can be compared.
    """
    found = [value["points"] for values in distributions for value in values]
    if not found:
        return []
    least, most = min(found), max(found)
    width = next(width for width in _widths() if most // width - least // width < MOST_COLUMNS)
    places = range(least // width, most // width + 1)
    shares = [_shares(values, width, places) for values in distributions]
    highest = max(max(each) for each in shares)
    step = 100 / len(places)
    thick = 0.84 * step / len(shares)
    return [
        Column(
            place * width,
            place * width + width - 1,
            tuple(round(100 * each[index], 1) for each in shares),
            tuple(
                (
                    round(index * step + 0.08 * step + side * thick, 2),
                    round(100 - 100 * each[index] / highest, 2),
                    round(thick, 2),
                    round(100 * each[index] / highest, 2),
                )
                for side, each in enumerate(shares)
            ),
        )
        for index, place in enumerate(places)
    ]


def _shares(values: Sequence[Mapping[str, int]], width: int, places: range) -> list[float]:
    total = sum(value["count"] for value in values) or 1
    heights = dict.fromkeys(places, 0)
    for value in values:
        heights[value["points"] // width] += value["count"]
    return [heights[place] / total for place in places]


def _widths() -> Iterator[int]:
    """1, 2, 5, 10, 20, 50, ..."""
    return (step * 10**power for power in count() for step in (1, 2, 5))
