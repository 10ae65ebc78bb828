"""A playtest's report as the rows of a page, each figure beside that of the base."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.formats import number_format

from variants.admin.charts import Bar, Column, bar_of, columns
from variants.admin_texts import say

Report = Mapping[str, Any]


@dataclass(frozen=True)
class Cell:
    """A figure in words, and as a bar where it is a share."""

    text: str
    bar: Bar | None = None


@dataclass(frozen=True)
class Row:
    """A figure: what it is, and what it is here and in the base; a base that has not the rule has no cell."""

    title: str
    cells: tuple[Cell | None, ...]


def figures(reports: Sequence[Report]) -> list[Row]:
    """What was played, and how long it took."""

    def row(key: str, figure: Callable[[Report], Cell]) -> Row:
        return Row(say(key), tuple(figure(report) for report in reports))

    def number(name: str, digits: int = 1, factor: int = 1) -> Callable[[Report], Cell]:
        def figure(report: Report) -> Cell:
            value = report[name]
            return Cell(_number(None if value is None else factor * value, digits))

        return figure

    return [
        row("deals_played", number("deals", 0)),
        row("matches_played", number("matches", 0)),
        row("deals_per_match", number("deals_per_match")),
        row("turns_per_deal", number("turns_per_deal")),
        row("turns_per_match", number("turns_per_match", 0)),
        row("longest_deal", _longest),
        row("hands_stuck", lambda _: Cell(say("none_stuck"))),
        row("void_deals", lambda report: share_cell(report["void"])),
        row("won_by_first_turn", lambda report: share_cell(report["first_turn"])),
        row("points_mean", lambda report: Cell(_number(report["points"]["mean"], 1))),
        row("points_spread", _spread),
        row("time_per_deal", number("seconds_per_deal", 0, 1000)),
    ]


def endings(reports: Sequence[Report]) -> list[Row]:
    """How deals ended."""
    by_kind = [{end["how"]: end for end in report["ends"]} for report in reports]
    kinds = list(dict.fromkeys(how for ends in by_kind for how in ends))
    never = Cell(_number(0))
    return [
        Row(say(f"how_{how}"), tuple(share_cell(ends[how]) if how in ends else never for ends in by_kind))
        for how in kinds
    ]


def winners(reports: Sequence[Report]) -> dict[str, list[Row]]:
    """What each seat won: deals, and matches."""
    numbers = range(len(reports[0]["seats"]))
    return {
        "deals": [
            Row(say("seat_number", number=seat + 1), tuple(share_cell(report["seats"][seat]) for report in reports))
            for seat in numbers
        ],
        "matches": [
            Row(
                say("seat_number", number=seat + 1),
                tuple(share_cell(report["seats"][seat]["matches"]) for report in reports),
            )
            for seat in numbers
        ],
    }


def uses(reports: Sequence[Report]) -> list[Row]:
    """How often each special rule was used: in how many deals, and how often in a deal."""
    by_name = [{rule["name"]: rule for rule in report["rules"]} for report in reports]
    names = list(dict.fromkeys(name for rules in by_name for name in rules))
    return [Row(say(f"use_{name}"), tuple(_use(rules.get(name)) for rules in by_name)) for name in names]


def points(reports: Sequence[Report]) -> list[Column]:
    """The distribution of points, here and in the base."""
    return columns([report["points"]["values"] for report in reports])


def share_cell(share: Mapping[str, Any]) -> Cell:
    """A share with its interval, in words and as a bar."""
    bar = bar_of(share)
    if bar is None:
        return Cell("–")
    low, high = (_number(value, 1) for value in (bar.low, bar.high))
    return Cell(say("share", share=_number(bar.share, 1), low=low, high=high, count=_number(share["count"])), bar)


def _use(rule: Mapping[str, Any] | None) -> Cell | None:
    if rule is None:
        return None
    bar = bar_of(rule["deals"])
    share, per_deal = _number(bar.share if bar else None, 1), _number(rule["per_deal"], 2)
    return Cell(say("used", share=share, per_deal=per_deal, count=_number(rule["count"])), bar)


def _longest(report: Report) -> Cell:
    longest = report["longest"]
    return Cell(say("longest", turns=_number(longest["turns"]), bound=_number(longest["bound"]), deal=longest["deal"]))


def _spread(report: Report) -> Cell:
    quartiles = report["points"]["quartiles"]
    return Cell("–" if quartiles is None else " · ".join(_number(value) for value in quartiles))


def _number(value: float | None, digits: int = 0) -> str:
    return "–" if value is None else number_format(round(value, digits) + 0, digits, force_grouping=True)
