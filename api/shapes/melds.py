"""Judged melds and analysed hands, as callers get them."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

from api.shapes.base import Shape


class MeldVerdict(BaseModel):
    """Whether cards are a meld: as it would lie on the table, or why not."""

    valid: bool
    kind: Literal["run", "set"] | None = None
    cards: list[str] | None = None
    points: int | None = None
    code: str | None = None
    rule: str | None = None
    detail: str | None = None
    choices: list[Any] | None = None


class LayOffOut(Shape):
    """Cards that join a meld of the table."""

    meld: int
    cards: list[str]


class DiscardOut(Shape):
    """What is left when this card is thrown."""

    card: str
    deadwood_points: int


class RebuildOut(Shape):
    """Melds of the table, by place, and what they and hand cards become."""

    melds: list[int]
    into: list[list[str]]


class AnalysisOut(BaseModel):
    """The best that was found; ``exact`` says that there is nothing better."""

    melds: list[list[str]]
    lay_offs: list[LayOffOut]
    deadwood: list[str]
    deadwood_points: int
    cards_placed: int
    points: int
    discards: list[DiscardOut]
    exact: bool
    rebuild: RebuildOut | None = Field(default=None, description="Melds of the table put together anew, by place")
