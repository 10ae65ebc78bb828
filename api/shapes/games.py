"""Games, moves and events, as callers get them."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, RootModel

from api.shapes.base import Shape

Level = str | None


class SeatOut(Shape):
    """A seat as everybody sees it."""

    seat: int
    name: str | None
    bot: Level
    controller: Literal["app", "person", "bot"] | None
    state: Literal["playing", "sitting_out", "out", "left"]
    online: bool
    hand_count: int
    opened: bool
    score: int
    rating: int | None
    list_result: int | None = Field(description="Factor x rating points - points, where deals are rated")
    chips: int | None
    time_left_s: float | None
    deadline: str | None


class OpeningOut(Shape):
    """The opening minimum, what was laid towards it, and whether the seat has opened."""

    needed: int | None
    laid: int
    opened: bool


class RebuyOut(Shape):
    """What a rebuy would cost and bring."""

    fee: int
    new_score: int


class MeOut(Shape):
    """What only the caller's seat knows."""

    seat: int
    hand: list[str]
    drawn: list[str]
    obligations: list[Any]
    opening: OpeningOut
    rebuy: RebuyOut | None


class MeldOut(Shape):
    """A meld on the table."""

    id: str
    owner: int
    kind: Literal["run", "set"]
    cards: list[str]


class ClaimOut(Shape):
    """The card that may be claimed, and the penalty cards that come with it."""

    card: str
    penalty: int


class KnockOut(Shape):
    """A knock of this deal: the points left, and the arrangement shown."""

    seat: int
    points: int
    melds: list[list[str]]
    rest: list[str]


class SeatResultOut(Shape):
    """A seat's line in the result of a deal. ``points`` is the change of ``total``."""

    seat: int
    hand: list[str] | None
    deadwood: int | None
    points: int | None
    rating: int | None
    total: int


class DealOut(Shape):
    """How a deal ended. A void deal has no winner and shows no hand."""

    deal: int
    how: Literal["out", "knock", "stock", "deadlock", "aborted"]
    winner: int | None
    double: bool
    seats: list[SeatResultOut]


class EntryOut(Shape):
    """A line of the ledger."""

    deal: int
    seat: int
    kind: str
    chips: int


class LedgerOut(Shape):
    """Chips, where the variant plays for them."""

    pot: int
    entries: list[EntryOut]


class ViewOut(Shape):
    """A game as the caller may see it (VIEW)."""

    format: int | str
    id: str
    version: int = Field(description="The number of the last event")
    decision: int = Field(description="The version at which the present question was put; `If-Match` takes all since")
    now: str
    status: Literal["open", "playing", "finished", "aborted"]
    variant: str
    hash: str
    options: dict[str, Any] = Field(description="Name of an option -> its value in this game")
    arranged: bool
    deal: int
    deals_total: int | None
    target: int | None
    knock_limit: int | None = Field(description="Most points that a knock may leave in this deal; null: no knocks")
    doubled: bool = Field(description="Whether this deal counts double because of its upcard")
    lap: int
    dealer: int | None
    phase: Literal["waiting", "offer", "draw", "play", "claims", "last_draw", "last_play", "between", "finished"]
    to_act: list[int]
    seats: list[SeatOut]
    me: MeOut | None
    stock_count: int
    stock_renewals_left: int | None
    discard: list[str]
    discard_count: int
    melds: list[MeldOut]
    claim: ClaimOut | None
    knock: KnockOut | None
    results: list[DealOut]
    ledger: LedgerOut | None
    commitments: list[Any]
    winners: list[int]
    winner: int | None


class TokenOut(Shape):
    """The token that plays a seat."""

    seat: int
    token: str


class CreatedOut(Shape):
    """A new game, the tokens of the seats its maker plays, and the invitation to the free ones."""

    game: ViewOut
    tokens: list[TokenOut]
    invite: str | None


class JoinedOut(Shape):
    """A seat taken."""

    seat: int
    token: str
    game: ViewOut


class TableOut(BaseModel):
    """A game in a list: what the lobby may show."""

    model_config = ConfigDict(extra="allow")
    id: str
    variant: str
    title: str
    status: Literal["open", "playing", "finished", "aborted"]


class TablesOut(Shape):
    """A page of games."""

    results: list[TableOut]
    next: str | None


class LegalMovesOut(Shape):
    """Moves of the caller's seat at this version; ``next`` is the cursor of the next page."""

    version: int
    moves: list[dict[str, Any]]
    next: str | None


class HintOut(Shape):
    """A move for the caller's seat at this version; ``code`` says why, with the numbers in ``data``."""

    version: int
    move: dict[str, Any]
    code: str
    data: dict[str, Any]
    detail: str


class DryRunOut(BaseModel):
    """What the moves would bring about, as far as the caller could see it."""

    legal: Literal[True]
    version: int
    opening_points: int | None
    obligations: list[Any]
    hand_after: list[str]


class PlayedOut(RootModel[ViewOut | DryRunOut]):
    """The new view; of a dry run, what the moves would bring about."""


class EventOut(BaseModel):
    """One event as the caller may see it."""

    model_config = ConfigDict(extra="allow")
    seq: int
    at: str
    seat: int | None
    kind: str


class EventsOut(Shape):
    """Events after a number; ``next`` is what to ask after next time, ``online`` the seats that have a stream open."""

    events: list[EventOut]
    next: int
    online: list[int]
