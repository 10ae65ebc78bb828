"""Who plays, with which cards, how they are dealt and what they are worth: players, deck, deal, values."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rummy.sections.base import Section

HandSize = Annotated[int, Field(ge=3, le=26)]
_SeatCount = Annotated[int, Field(ge=2, le=8, strict=False)]


class Players(Section):
    """How many seats a table has."""

    min: Annotated[int, Field(ge=2, le=8)] = 2
    """Fewest seats a table may have."""
    max: Annotated[int, Field(ge=2, le=8)] = 6
    """Most seats a table may have."""
    max_active: Annotated[int, Field(ge=2, le=8)] = 8
    """With more seats than this in the match, the dealer sits the deal out."""


class Deck(Section):
    """The cards that are shuffled together."""

    packs: Annotated[int, Field(ge=1, le=4)] = 1
    """Number of packs of 52 cards."""
    jokers: Annotated[int, Field(ge=0, le=12)] = 0
    """Jokers in the whole deck."""


class Deal(Section):
    """How a deal begins."""

    cards: HandSize | Annotated[dict[_SeatCount, HandSize], Field(min_length=1)] = Field(
        default={2: 10, 3: 7, 4: 7, 5: 6, 6: 6}
    )
    """Hand size: one for all, or by number of active seats."""
    upcard: bool = True
    """Whether the first card after the deal starts the discard pile."""
    first_actor: Literal["left_of_dealer", "dealer"] = "left_of_dealer"
    """Who has the first turn."""
    first_turn: Literal["draw", "no_draw", "upcard_offer"] = "draw"
    """`no_draw`: who begins is dealt one more card and does not draw; `upcard_offer`: the upcard is offered round."""
    next_dealer: Literal["left", "winner", "loser"] = "left"
    """Who deals next; the same dealer again if nobody won, unless it goes to the left."""

    def hand_size(self, active: int) -> int:
        """Cards per hand with this number of active seats. Raises KeyError where the profile names none."""
        return self.cards if isinstance(self.cards, int) else self.cards[active]

    def __hash__(self) -> int:
        sizes = self.cards if isinstance(self.cards, int) else tuple(sorted(self.cards.items()))
        return hash((sizes, self.upcard, self.first_actor, self.first_turn, self.next_dealer))


class Values(Section):
    """What cards are worth, in points."""

    ace: Annotated[int, Field(ge=1, le=25)] = 1
    """An ace in a hand, in a set, or after the king."""
    ace_low: Annotated[int, Field(ge=1, le=25)] = 1
    """An ace that begins a run, before the two."""
    joker: Annotated[int, Field(ge=0, le=50)] = 20
    """A joker in a hand; on the table it is worth its card."""
