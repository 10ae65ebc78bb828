"""The course of a turn and the end of a deal: draw, claims, discarding, going out, knocking, stock, deadlock."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rummy.sections.base import Section


class Draw(Section):
    """Taking the top card of the discard pile."""

    taken_card: Literal["keep", "lay_now"] = "keep"
    """`lay_now`: the discard taken must be on the table before the turn ends, or be put back."""
    with_one_card: Literal["allowed", "not_to_go_out", "forbidden"] = "allowed"
    """Whether a seat with one card may take a discard; `not_to_go_out`: not one with which it could end the deal."""


class Claims(Section):
    """Asking out of turn for the card just discarded."""

    mode: Literal["none", "sealed", "preemption"] = "none"
    """`sealed`: all are asked at once, unseen; `preemption`: one by one, farthest first, a nearer claim wins."""
    who: Literal["anyone", "opened"] = "anyone"
    """`opened`: only seats with a meld of their own are asked."""
    penalty_cards: Annotated[int, Field(ge=0, le=3)] = 1
    """Stock cards that a successful claimant draws besides the card."""


class Discarding(Section):
    """What may be thrown at the end of a turn."""

    taken_card: Literal["allowed", "only_last", "forbidden"] = "only_last"
    """Whether the card taken from the discards may be thrown in the same turn; `only_last`: only as the last card."""
    joker: Literal["allowed", "only_last", "forbidden"] = "allowed"
    """Whether a joker may be thrown; `only_last`: only as the last card, which ends the deal."""
    look_back: Literal["top", "all"] = "top"
    """What of the discard pile is shown: its top card, or all."""


class GoingOut(Section):
    """Getting rid of the last card."""

    final_discard: Literal["required", "optional"] = "optional"
    """Whether the last card must be discarded; with concealed melds, whether a knock must discard."""


class Knocking(Section):
    """Ending the deal with few points left."""

    limit_by: Literal["none", "number", "upcard"] = "none"
    """No knocking; a fixed limit; or the value of the deal's upcard, 0 for an ace."""
    limit: Annotated[int, Field(ge=0, le=50)] = 0
    """Most points that may be left after the discard."""
    last_go: Literal["none", "one_each"] = "none"
    """After a knock with points left the others may each draw and discard once more."""
    lay_off: Literal["none", "on_knocker"] = "none"
    """After a knock with points left the others' unmatched cards may join the knocker's melds."""
    undercut: Literal["none", "lower", "lower_or_equal"] = "none"
    """When an opponent beats the knocker."""


class StockEmpty(Section):
    """What happens when the stock runs out."""

    action: Literal["end", "flip", "shuffle"] = "flip"
    """At the end of that turn: end the deal, turn the discards over, or shuffle them."""
    open_card: Literal["none", "keep", "turn"] = "none"
    """When renewing: no open card; the top discard stays; or one card is turned up."""
    low_water: Annotated[int, Field(ge=0, le=4)] = 0
    """The stock counts as exhausted at this many cards."""
    renewals: Annotated[int, Field(ge=1, le=20)] | Literal["unlimited"] = 2
    """Renewals in a deal; at the next exhaustion the deal ends."""
    last_discard: Literal["none", "knock"] = "none"
    """When the deal would end so: nothing more, or the next seat may take the discard if it can knock with it."""


class Deadlock(Section):
    """When a deal that leads nowhere ends."""

    idle_renewals: Annotated[int, Field(ge=1, le=10)] = 2
    """Instead of a renewal the deal ends if this many came since the table last changed."""
    idle_laps: Annotated[int, Field(ge=2, le=30)] = 8
    """The deal ends after this many laps in which no card left the stock and the table did not change."""
    takes: Annotated[int, Field(ge=0, le=200)] = 0
    """The deal ends when the discard is taken for this many times, an offered upcard not counted; 0: off."""
    put_backs: Annotated[int, Field(ge=0, le=10)] = 0
    """The deal ends after so many turns in a row in which the card taken was thrown again; 0: off."""
