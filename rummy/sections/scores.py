"""Scores of deals and matches: scoring, rating, match, ledger."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from rummy.sections.base import Section


class Scoring(Section):
    """What a deal is worth."""

    method: Literal["winner_takes", "zero_sum", "penalty", "difference"] = "winner_takes"
    """The winner gets the others' points; so, and they lose theirs; each books his own; the difference of two hands."""
    no_winner: Literal["void", "count"] = "void"
    """A deal nobody won: no scores, or everybody books his hand."""
    hand_out_factor: Annotated[int, Field(ge=1, le=4)] = 2
    """Multiplies what the others' hands are worth when the winner went out in one turn, with nothing laid before."""
    winner_relief: Annotated[int, Field(ge=0, le=200)] = 0
    """Taken off the winner's running total, not below 0."""
    opener_penalty: Annotated[int, Field(ge=0, le=200)] = 0
    """Booked to the first seat of the deal that melded, unless it won."""
    clean_knock_bonus: Annotated[int, Field(ge=0, le=100)] = 0
    """For a knock with no points left."""
    whole_hand_bonus: Annotated[int, Field(ge=0, le=100)] = 0
    """Instead, for a knock with all cards melded and no discard."""
    undercut_bonus: Annotated[int, Field(ge=0, le=100)] = 0
    """For the opponent who beats the knocker."""
    doubling_upcard: Literal["none", "spades"] = "none"
    """The deal counts double if its upcard was of that suit."""


class Band(Section):
    """A band of a rating table: from this many points in hand on, so many rating points."""

    model_config = ConfigDict(populate_by_name=True)

    from_: Annotated[int, Field(ge=0, alias="from")]
    """Least points in hand."""
    points: Annotated[int, Field(ge=0, le=100)]
    """Rating points."""


class Rating(Section):
    """A second score list by bands of hand points, for tournaments."""

    bands: tuple[Band, ...] = Field(default=(), strict=False, max_length=20)
    """Rating points of a seat that did not win, by its hand points; none: no rating."""
    win: Annotated[int, Field(ge=0, le=100)] = 0
    """Rating points of the winner."""
    hand_win: Annotated[int, Field(ge=0, le=100)] = 0
    """Instead, for going out in one turn with nothing laid before."""
    factor: Annotated[int, Field(ge=1, le=100)] = 1
    """With bands the match result is factor x rating points - points; high wins."""


class Match(Section):
    """When a match ends and who wins it."""

    target: Annotated[int, Field(ge=0, le=10000)] = 100
    """The match ends after the deal in which a total reaches this; 0: off."""
    deals: Annotated[int, Field(ge=0, le=200)] = 0
    """The match ends after so many deals; 0: off."""
    rounds: Annotated[int, Field(ge=0, le=50)] = 0
    """The match ends after so many deals per seat; 0: off."""
    out_at: Annotated[int, Field(ge=0, le=10000)] = 0
    """A total that reaches this puts the seat out, and the last seat in wins; 0: off."""
    tie: Literal["extra_deal", "shared"] = "extra_deal"
    """A tie for first place: everybody plays one more deal, or places are shared."""
    tie_breaks: tuple[Literal["wins", "points"], ...] = Field(default=(), strict=False, max_length=2)
    """Tried first, in order: more deals won; fewer points."""
    game_bonus: Annotated[int, Field(ge=0, le=500)] = 0
    """Added to the match winner's total."""
    box_bonus: Annotated[int, Field(ge=0, le=100)] = 0
    """Added at the end for each deal won."""
    shutout_factor: Annotated[int, Field(ge=1, le=4)] = 1
    """Multiplies the match winner's result if nobody else won a deal."""


class Ledger(Section):
    """Chips: stakes, the pot and buying back."""

    ante: Annotated[int, Field(ge=0, le=1000)] = 0
    """Chips each seat pays into the pot when the match starts."""
    per_deal: Annotated[int, Field(ge=0, le=1000)] = 0
    """Chips every other seat of the deal pays to its winner or knocker."""
    rebuys: Annotated[int, Field(ge=0, le=9)] = 0
    """How often in a match a seat may buy back."""
    rebuy_from: Annotated[int, Field(ge=0, le=10000)] = 0
    """Buying back is offered from this total on, below `match.out_at`."""
    rebuy_fee: Annotated[int, Field(ge=0, le=1000)] = 0
    """Chips into the pot; the total becomes the highest of the other seats still in."""
