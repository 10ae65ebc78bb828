"""What a meld is and when it may be laid: sets, runs, wilds, joker swap, opening, laying."""

from __future__ import annotations

from typing import Annotated, Literal, Protocol

from pydantic import Field

from rummy.sections.base import Section
from rummy.sections.cards import Values


class Sets(Section):
    """Sets: cards of one rank."""

    min_size: Annotated[int, Field(ge=3, le=4)] = 3
    """Least cards of a set."""
    max_size: Annotated[int, Field(ge=3, le=12)] = 4
    """Most cards of a set, jokers included."""
    suits: Literal["distinct", "any"] = "distinct"
    """Whether a suit may repeat in a set."""


class Runs(Section):
    """Runs: consecutive cards of one suit."""

    min_size: Annotated[int, Field(ge=3, le=5)] = 3
    """Least cards of a run."""
    ace: Literal["low", "high", "both", "wrap"] = "low"
    """Where the ace stands: before the two, after the king, at either end, or also in the middle (K-A-2)."""


class Wilds(Section):
    """Limits on jokers in a meld."""

    share: Literal["half", "any"] = "half"
    """`half`: jokers may not outnumber natural cards; `any`: one natural card is enough."""
    min_gap: Annotated[int, Field(ge=0, le=3)] = 0
    """Least number of natural cards between two jokers of a run; 0: they may touch."""


class JokerSwap(Section):
    """Exchanging the real card for the joker that stands for it."""

    mode: Literal["forbidden", "to_hand", "replay"] = "forbidden"
    """Whether a joker may be exchanged, and whether it is kept or owed to the table in the same turn."""
    from_sets: Literal["any", "full", "all_suits"] = "any"
    """From a set: for any missing suit; only if the set has four cards; only if then all four suits lie there."""


class Opening(Section):
    """The minimum for the first lay."""

    min_points: Annotated[int, Field(ge=0, le=150)] = 0
    """Least value of the lay that `applies` names; 0: none."""
    applies: Literal["first", "every_lay"] = "first"
    """Tested on the seat's first own meld, or on every lay."""
    counts: Literal["melds", "melds_and_lay_offs", "touched"] = "melds"
    """What counts: own new melds; also cards laid off in the same lay; or every meld that gets a hand card, whole."""
    failure: Literal["refuse", "lock"] = "refuse"
    """A lay too low is refused, or shown, taken back, and the seat may lay no more in this turn."""
    waived: Literal["never", "going_out"] = "never"
    """`going_out`: no minimum for a lay after which the seat ends the deal at once."""


class Laying(Section):
    """When and what a seat may lay."""

    mode: Literal["table", "concealed"] = "table"
    """Melds are laid on the table, or kept in the hand until the end."""
    from_lap: Annotated[int, Field(ge=1, le=3)] = 1
    """First lap in which a seat may lay or knock."""
    before_opening: Literal["none", "lay_off", "all"] = "lay_off"
    """What a seat without a meld of its own may do besides: nothing, lay off, or also swap and rearrange."""
    max_melds: Annotated[int, Field(ge=0, le=9)] = 0
    """New melds a turn; 0: no limit. Cards laid off are not counted."""
    rearrange: Literal["none", "take", "free"] = "none"
    """`take`: cards leave a meld if a valid meld of its own cards stays; `free`: only the result counts."""
    take_backs: Annotated[int, Field(ge=0, le=9)] = 3
    """How often in a turn a seat may undo its lays."""


class MeldRules(Protocol):
    """All that a meld and its worth depend on; a rule profile is one."""

    @property
    def sets(self) -> Sets:
        """What a set is."""
        ...

    @property
    def runs(self) -> Runs:
        """What a run is."""
        ...

    @property
    def wilds(self) -> Wilds:
        """Limits on jokers."""
        ...

    @property
    def joker_swap(self) -> JokerSwap:
        """How a joker is freed."""
        ...

    @property
    def values(self) -> Values:
        """What cards are worth."""
        ...
