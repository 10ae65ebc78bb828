"""What a seat can do, and what chance brings. Each move is defined once: the dataclass is the wire form too.

Cards stand in moves in their canonical text (``"KS"``, ``"X"``, in a meld also ``"X:7H"``); input may be written
``10h``, ``K♠`` and so on. Fields and their meaning: api.md, Shapes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError

from rummy.cards import FACE, canonical
from rummy.errors import InvalidMove, reading_faults

MOST_CARDS = 60
"""Most cards one list of a move may name: more than any hand or meld can hold."""

_CONFIG = ConfigDict(extra="forbid", json_schema_serialization_defaults_required=True)


def _plain(text: str) -> str:
    card = canonical(text)
    if card not in FACE:
        raise ValueError("a joker outside a meld stands for nothing")
    return card


_Text = Annotated[str, StringConstraints(max_length=12)]
Card = Annotated[_Text, AfterValidator(_plain)]
"""A card of a hand or pile: ``KS``, or ``X``."""
MeldCard = Annotated[_Text, AfterValidator(canonical)]
"""A card of a meld: ``KS``, ``X``, ``X:7H`` or ``X:9``."""
Cards = Annotated[tuple[MeldCard, ...], Field(max_length=MOST_CARDS)]
MeldName = Annotated[str, StringConstraints(max_length=12)]
"""A meld on the table (``m3``), or one that the same lay makes (``new:0``)."""


@dataclass(frozen=True, slots=True)
class NewMeld:
    """A new meld from the hand."""

    __pydantic_config__ = _CONFIG
    cards: Cards
    kind: Literal["meld"] = "meld"


@dataclass(frozen=True, slots=True)
class Add:
    """Lay off: hand cards join a meld."""

    __pydantic_config__ = _CONFIG
    meld: MeldName
    cards: Annotated[Cards, Field(min_length=1)]
    kind: Literal["add"] = "add"


@dataclass(frozen=True, slots=True)
class Swap:
    """A real card from the hand takes the place of the joker that stands for it."""

    __pydantic_config__ = _CONFIG
    meld: MeldName
    card: Card
    kind: Literal["swap"] = "swap"


@dataclass(frozen=True, slots=True)
class Rebuild:
    """Named melds and hand cards are put together anew."""

    __pydantic_config__ = _CONFIG
    melds: Annotated[tuple[MeldName, ...], Field(min_length=1, max_length=MOST_CARDS)]
    into: Annotated[tuple[Cards, ...], Field(min_length=1, max_length=MOST_CARDS)]
    kind: Literal["rebuild"] = "rebuild"


Placement = Annotated[NewMeld | Add | Swap | Rebuild, Field(discriminator="kind")]


@dataclass(frozen=True, slots=True)
class DrawStock:
    """Draw the top card of the stock."""

    __pydantic_config__ = _CONFIG
    kind: Literal["draw_stock"] = "draw_stock"


@dataclass(frozen=True, slots=True)
class TakeDiscard:
    """Take the top card of the discard pile."""

    __pydantic_config__ = _CONFIG
    count: Annotated[int, Field(strict=True, ge=1, le=1)] = 1
    kind: Literal["take_discard"] = "take_discard"


@dataclass(frozen=True, slots=True)
class Lay:
    """Meld, lay off, swap and rebuild: all of it or nothing."""

    __pydantic_config__ = _CONFIG
    placements: Annotated[tuple[Placement, ...], Field(max_length=MOST_CARDS)]
    kind: Literal["lay"] = "lay"


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Undo the lays of this turn."""

    __pydantic_config__ = _CONFIG
    kind: Literal["take_back"] = "take_back"


@dataclass(frozen=True, slots=True)
class Discard:
    """Throw a card: the end of the turn."""

    __pydantic_config__ = _CONFIG
    card: Card
    kind: Literal["discard"] = "discard"


@dataclass(frozen=True, slots=True)
class Knock:
    """End the deal with few points left; ``discard`` is absent only where all cards are melded and none is needed."""

    __pydantic_config__ = _CONFIG
    discard: Card | None = None
    kind: Literal["knock"] = "knock"


@dataclass(frozen=True, slots=True)
class Claim:
    """Ask out of turn for the card just discarded."""

    __pydantic_config__ = _CONFIG
    kind: Literal["claim"] = "claim"


@dataclass(frozen=True, slots=True)
class Pass:
    """Let a card go by; ``until`` answers later windows of this deal ahead."""

    __pydantic_config__ = _CONFIG
    until: Literal["my_turn", "deal_end"] | None = None
    kind: Literal["pass"] = "pass"


@dataclass(frozen=True, slots=True)
class Ready:
    """Ask for the next deal; ``salt`` goes into its shuffle."""

    __pydantic_config__ = _CONFIG
    salt: Annotated[str, StringConstraints(max_length=64)] | None = None
    kind: Literal["ready"] = "ready"


@dataclass(frozen=True, slots=True)
class Rebuy:
    """Buy back into the match."""

    __pydantic_config__ = _CONFIG
    kind: Literal["rebuy"] = "rebuy"


@dataclass(frozen=True, slots=True)
class Decline:
    """Decline to buy back."""

    __pydantic_config__ = _CONFIG
    kind: Literal["decline"] = "decline"


@dataclass(frozen=True, slots=True)
class Dealt:
    """Chance: the order in which the deck lies, next card first.

    ``dealer`` only for the first deal (default: the one for whom seat 0 begins); ``discards``: how many cards follow
    the hands onto the discard pile, bottom first (default: the upcard, where the profile turns one up).
    """

    __pydantic_config__ = _CONFIG
    order: tuple[Card, ...]
    dealer: int | None = None
    discards: int | None = None
    kind: Literal["dealt"] = "dealt"


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """Chance: the order of the renewed stock, next card first."""

    __pydantic_config__ = _CONFIG
    order: tuple[Card, ...]
    kind: Literal["reshuffled"] = "reshuffled"


Move = (
    DrawStock | TakeDiscard | Lay | TakeBack | Discard | Knock | Claim | Pass | Ready | Rebuy | Decline
)  # fmt: skip
Chance = Dealt | Reshuffled
Action = Move | Chance

MoveField = Annotated[Move, Field(discriminator="kind")]
"""For pydantic models that hold a move."""

_ACTION: TypeAdapter[Action] = TypeAdapter(Annotated[Action, Field(discriminator="kind")])
_MOVE: TypeAdapter[Move] = TypeAdapter(MoveField)


def move_from_json(data: Any) -> Move:
    """A move from its JSON value. Raises InvalidMove (its first fault) when it cannot be read."""
    try:
        return _MOVE.validate_python(data)
    except ValidationError as error:
        fault = reading_faults(error.errors(include_url=False), data)[0]
        raise InvalidMove(fault.code, fault.pointer, **fault.data) from error


def action_from_json(data: dict[str, Any]) -> Action:
    """A move or a chance outcome from the log; further keys of an event are passed over."""
    kind = data["kind"]
    fields = {key: value for key, value in data.items() if key in ACTION_FIELDS.get(kind, ())}
    return _ACTION.validate_python(fields)


def move_to_json(action: Action) -> dict[str, Any]:
    """The JSON value of a move or a chance outcome, ``kind`` first, absent fields left out."""
    return {"kind": action.kind, **_ACTION.dump_python(action, mode="json", exclude_none=True, exclude={"kind"})}


ACTION_FIELDS: dict[str, tuple[str, ...]] = {
    str(action.__dataclass_fields__["kind"].default): tuple(action.__dataclass_fields__)
    for action in (
        DrawStock, TakeDiscard, Lay, TakeBack, Discard, Knock, Claim, Pass, Ready, Rebuy, Decline, Dealt, Reshuffled,
    )
}  # fmt: skip
"""Field names of each kind of action, as they stand in the log."""
