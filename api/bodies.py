"""What callers send: one frozen model per body. Anything not named here is refused."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Any, Final, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    model_validator,
)
from pydantic_core import PydanticCustomError

from hosting.names import clean_name
from rummy.moves import Card, Cards, MoveField
from variants.playtests import MOST_DEALS, MOST_SEED

MOST_SEATS: Final = 12
MOST_MOVES: Final = 32
MOST_DECK: Final = 224
"""Four packs and more jokers than any profile has: no pile is longer."""

BODY_CODES: Final = frozenset(("bad_name", "control_characters", "seat_is_two_things"))
"""Codes of the faults found here; those of the types are ``rummy.errors``'s."""


def _printable(text: str) -> str:
    for character in text:
        if unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp"):
            raise PydanticCustomError("control_characters", "control characters")
    return text


def _name(text: str) -> str:
    try:
        return clean_name(text)
    except ValueError as error:
        raise PydanticCustomError(str(error), "not a name") from error


def _one_fault(value: Any, read: ValidatorFunctionWrapHandler) -> Any:
    """A value of several types; one that is of none has one fault, at its own place, and not one for each type."""
    try:
        return read(value)
    except ValidationError as error:
        found = error.errors(include_url=False, include_input=False)
        near = next((each for each in found if not each["type"].endswith("_type")), None)
        if near is None:
            raise PydanticCustomError("value_type", "no value") from error
        raise PydanticCustomError(near["type"], "no such value", near.get("ctx")) from error


_Line = Annotated[str, StringConstraints(max_length=64), AfterValidator(_printable)]
Name = Annotated[str, StringConstraints(max_length=400), AfterValidator(_name)]
"""A player's name: trimmed, NFC, 1 to 40 characters, none of them a control character."""
Salt = Annotated[str, StringConstraints(max_length=64), AfterValidator(_printable)]
"""What a player adds to a shuffle."""
OptionValue = Annotated[
    bool | int | Annotated[float, Field(allow_inf_nan=False)] | _Line | None, WrapValidator(_one_fault)
]
Options = Annotated[dict[_Line, OptionValue], Field(max_length=64)]
"""Values of a variant's options, by name or by profile path."""
Pile = Annotated[tuple[Card, ...], Field(max_length=MOST_DECK)]


class Body(BaseModel):
    """Base of all bodies."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class SeatIn(Body):
    """A seat of a new game: ``name`` for one the caller plays, ``bot`` for a bot's level, neither for a free one."""

    name: Name | None = None
    bot: _Line | None = None

    @model_validator(mode="after")
    def _one_of(self) -> SeatIn:
        if self.name is not None and self.bot is not None:
            raise PydanticCustomError("seat_is_two_things", "a seat is a person's or a bot's")
        return self


class ClockIn(Body):
    """Time limits of a game; what is left out has the server's default."""

    turn_s: Annotated[int, Field(ge=1, le=604_800)] = 60
    bank_s: Annotated[int, Field(ge=0, le=604_800)] = 0
    claim_s: Annotated[int, Field(ge=1, le=3600)] = 8
    misses: Annotated[int, Field(ge=1, le=100)] = 3
    on_timeout: Literal["play", "bot"] = "play"


class DealIn(Body):
    """An arranged first deal. Together exactly the deck, jokers plain ``X``."""

    hands: Annotated[tuple[Pile, ...], Field(max_length=MOST_SEATS)]
    """By seat; empty for one who sits out."""
    stock: Pile
    """First is drawn next."""
    discard: Pile = ()
    """Last is on top."""
    dealer: Annotated[int, Field(ge=0, lt=MOST_SEATS)] | None = None
    """Default: the one for whom seat 0 begins."""


class CreateGame(Body):
    """A new game."""

    variant: _Line
    seats: Annotated[tuple[SeatIn, ...], Field(min_length=1, max_length=MOST_SEATS)]
    options: Options = Field(default_factory=dict, description="Name or path of an option of the variant -> its value")
    visibility: Literal["private", "public"] = "private"
    clock: ClockIn | None = None
    salt: Salt | None = None
    deal: DealIn | None = None


class JoinGame(Body):
    """A free seat for whoever sends this."""

    name: Name
    invite: _Line | None = None
    salt: Salt | None = None


class Empty(Body):
    """No fields."""


class Moves(Body):
    """Moves of the caller's seat, applied all or none."""

    moves: Annotated[tuple[MoveField, ...], Field(min_length=1, max_length=MOST_MOVES)]


class CheckMeld(Body):
    """Cards that may be a meld. In a game the options are the game's own."""

    cards: Cards
    options: Options | None = None


class Analyse(Body):
    """A hand, the melds on the table, and what is best to be found."""

    hand: Pile
    table: Annotated[tuple[Cards, ...], Field(max_length=60)] = ()
    goal: Literal["deadwood", "cards", "points", "opening", "rebuild"] = "deadwood"
    options: Options | None = None


_Field = Annotated[str, StringConstraints(max_length=80)]
_Text = Annotated[str, StringConstraints(max_length=4000)]
_Texts = Annotated[dict[_Line, _Text], Field(max_length=8)]
_Overrides = Annotated[dict[_Line, Annotated[dict[_Line, Any], Field(max_length=64)]], Field(max_length=64)]
_Offered = Annotated[dict[_Field, Any], Field(max_length=64)]


class HouseRuleIn(Body):
    """A new house rule: what it builds on, and what differs."""

    slug: _Line
    """Its id among the variants."""
    extends: _Field
    """Id of a variant: of the catalogue, or a published house rule."""
    title: _Texts
    """Language (en, de, nl) -> name; one at least."""
    description: _Texts = Field(default_factory=dict)
    """Language -> what it is, in a sentence or two."""
    overrides: _Overrides = Field(default_factory=dict)
    """Section -> field -> value, as in ``profile-schema``."""
    options: _Offered | None = None
    """Field path -> list of values, or ``min``, ``max`` and ``step``; null: the base's, less the fields stated here."""


class HouseRuleChange(Body):
    """What is to be changed of a house rule: a field given here replaces the old one whole."""

    slug: _Line = ""
    extends: _Field = ""
    title: _Texts = Field(default_factory=dict)
    description: _Texts = Field(default_factory=dict)
    overrides: _Overrides = Field(default_factory=dict)
    options: _Offered | None = None

    def given(self) -> dict[str, Any]:
        """The fields that the body has."""
        return self.model_dump(include=self.model_fields_set)


class PlaytestIn(Body):
    """Deals that bots are to play. The same seed gives the same deals."""

    deals: Annotated[int, Field(ge=1, le=MOST_DEALS)]
    seats: Annotated[int, Field(ge=1, le=MOST_SEATS)]
    level: _Line
    options: Options = Field(default_factory=dict)
    seed: Annotated[int, Field(ge=0, le=MOST_SEED)] = 1
    compare: bool | None = None
    """Whether the variant that it builds on is played too; default: for a house rule."""


def as_json(body: Body) -> dict[str, Any]:
    """A body as the plain JSON values that services take."""
    return body.model_dump(mode="json")
