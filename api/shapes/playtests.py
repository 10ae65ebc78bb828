"""Playtests and their reports, as callers get them."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from api.shapes.base import Shape


class ShareOut(Shape):
    """How often it was so, out of how many; the share with its 95 % interval (Wilson), None where nothing counts."""

    count: float
    of: int
    share: float | None
    low: float | None
    high: float | None


class SeatShareOut(ShareOut):
    """How many of its deals a seat won, and how many matches (shared ones in parts)."""

    seat: int
    matches: ShareOut


class EndOut(ShareOut):
    """How many deals ended in one way."""

    how: str


class LongestOut(Shape):
    """The deal with the most turns, the bound that the rules prove, and where it was played."""

    turns: int
    bound: int
    match: int
    first: int = Field(description="The first deal of that match")
    deal: int


class ValueOut(Shape):
    """How often so many points were booked."""

    points: int
    count: int


class PointsOut(Shape):
    """Points booked to a seat in a deal."""

    count: int
    mean: float | None
    quartiles: list[int] | None = Field(description="Least, first quartile, median, third quartile, most")
    values: list[ValueOut] = Field(description="Every number that was booked, the least first")


class UseOut(Shape):
    """How often a special rule that the profile has was used."""

    name: str
    rules: list[str] = Field(description="Profile paths")
    count: int
    per_deal: float | None
    deals: ShareOut


class ReportOut(Shape):
    """What was counted. Every hand could move, or the playtest has failed."""

    deals: int
    void: ShareOut
    turns_per_deal: float | None
    longest: LongestOut
    matches: int
    deals_per_match: float | None
    turns_per_match: float | None
    seats: list[SeatShareOut]
    first_turn: ShareOut = Field(description="Deals won by the seat that had the first turn")
    ends: list[EndOut]
    points: PointsOut
    rules: list[UseOut]
    seconds_per_deal: float | None = Field(description="Time on the processor")


class FailureOut(BaseModel):
    """What must never happen, and in which deal; `manage.py replay_playtest` plays it again."""

    model_config = ConfigDict(extra="allow")
    code: Literal["exception", "stuck", "bound", "no_answer"]
    deal: int
    detail: str


class PlaytestAloneOut(Shape):
    """A playtest: what was asked for, how far it is, and what came of it."""

    id: str
    variant: str
    hash: str
    options: dict[str, Any]
    seats: int
    level: str
    seed: int
    state: Literal["queued", "running", "done", "failed", "cancelled"]
    done: int
    deals: int
    report: ReportOut | None
    failure: FailureOut | None


class PlaytestOut(PlaytestAloneOut):
    """The same, and the playtest of the variant that it builds on."""

    base: PlaytestAloneOut | None
