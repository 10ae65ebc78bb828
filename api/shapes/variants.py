"""Variants, house rules and their versions, as callers get them."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from api.shapes.base import Shape


class RuleFaultOut(BaseModel):
    """One fault of a house rule: an error, or only worth a second look."""

    model_config = ConfigDict(extra="allow")
    code: str
    detail: str
    pointer: str = Field(description="JSON Pointer into the body of a house rule")
    suggestion: dict[str, Any] | None = Field(default=None, description="Field path to a value that would mend it")


class PlayersOut(Shape):
    """Least and most seats."""

    min: int
    max: int


class OptionOut(BaseModel):
    """A knob that a host may turn when opening a table."""

    path: str
    name: str
    title: str
    kind: Literal["range", "choice"]
    default: Any
    min: int | None = None
    max: int | None = None
    step: int | None = None
    values: list[Any] | None = None
    labels: list[str] | None = Field(default=None, description="What the values are called")


class VariantOut(Shape):
    """A variant as the list shows it."""

    id: str
    title: str
    summary: str
    aliases: list[str]
    difficulty: str | None
    minutes: int | None
    related: list[str]
    players: PlayersOut
    options: list[OptionOut]
    hash: str
    parent: str | None


class VariantsOut(Shape):
    """A page of variants."""

    results: list[VariantOut]
    next: str | None


class SeatsBound(Shape):
    """The bound of a deal that so many seats take part in."""

    seats: int
    turns: int


class BoundOut(Shape):
    """A proof, no forecast: a deal is over after at most so many turns, by the seats that take part and altogether."""

    turns: int
    by_seats: list[SeatsBound]


class VariantWhole(VariantOut):
    """A variant with its rules."""

    profile: dict[str, Any]
    diff: Any
    bound: BoundOut


class VersionOut(Shape):
    """A house rule as it was published last."""

    number: int
    hash: str
    extends: str
    published_at: str


class HouseRuleOut(Shape):
    """A house rule as it is written now, and what is played of it."""

    id: int
    slug: str
    state: Literal["draft", "published", "retired"]
    extends: str
    title: dict[str, str]
    description: dict[str, str]
    overrides: dict[str, Any]
    options: dict[str, Any] | None
    hash: str | None = Field(description="Hash of the profile that it stood for when it was saved; null with errors")
    revision: int = Field(description="The `ETag`: counts the edits")
    author: str
    updated_at: str
    published: VersionOut | None


class HouseRulesOut(Shape):
    """A page of house rules."""

    results: list[HouseRuleOut]
    next: str | None


class JudgementOut(Shape):
    """Whether a house rule could be published, and in what it differs from its base."""

    valid: bool
    hash: str | None
    errors: list[RuleFaultOut]
    warnings: list[RuleFaultOut]
    diff: dict[str, Any]


class ProfileOut(Shape):
    """The rules of a game, its options applied, and their title in the caller's language."""

    title: str
    hash: str
    profile: dict[str, Any]
