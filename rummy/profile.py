"""``RuleProfile``: all that the engine asks about rules, as one frozen, validated value (profile.md)."""

from __future__ import annotations

import hashlib
import json
from functools import cached_property
from typing import Any, Final

from pydantic import BaseModel, ConfigDict

from rummy.sections import (
    Claims,
    Deadlock,
    Deal,
    Deck,
    Discarding,
    Draw,
    GoingOut,
    JokerSwap,
    Knocking,
    Laying,
    Ledger,
    Match,
    Opening,
    Players,
    Rating,
    Runs,
    Scoring,
    Section,
    Sets,
    StockEmpty,
    Values,
    Wilds,
)

FORMAT: Final = 1
"""Number of the stored form of a profile; ``rummy.formats`` knows the older ones."""


class RuleProfile(BaseModel):
    """The rules of one variant. A field left out is base Rummy's."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    players: Players = Players()
    """How many seats a table has."""
    deck: Deck = Deck()
    """The cards that are shuffled together."""
    deal: Deal = Deal()
    """How a deal begins."""
    draw: Draw = Draw()
    """Taking the top card of the discard pile."""
    claims: Claims = Claims()
    """Asking out of turn for the card just discarded."""
    sets: Sets = Sets()
    """Sets: cards of one rank."""
    runs: Runs = Runs()
    """Runs: consecutive cards of one suit."""
    wilds: Wilds = Wilds()
    """Limits on jokers in a meld."""
    joker_swap: JokerSwap = JokerSwap()
    """Exchanging the real card for the joker that stands for it."""
    opening: Opening = Opening()
    """The minimum for the first lay."""
    laying: Laying = Laying()
    """When and what a seat may lay."""
    discarding: Discarding = Discarding()
    """What may be thrown at the end of a turn."""
    going_out: GoingOut = GoingOut()
    """Getting rid of the last card."""
    knocking: Knocking = Knocking()
    """Ending the deal with few points left."""
    stock_empty: StockEmpty = StockEmpty()
    """What happens when the stock runs out."""
    deadlock: Deadlock = Deadlock()
    """When a deal that leads nowhere ends."""
    values: Values = Values()
    """What cards are worth, in points."""
    scoring: Scoring = Scoring()
    """What a deal is worth."""
    rating: Rating = Rating()
    """A second score list by bands of hand points, for tournaments."""
    match: Match = Match()
    """When a match ends and who wins it."""
    ledger: Ledger = Ledger()
    """Chips: stakes, the pot and buying back."""

    @cached_property
    def stated(self) -> dict[str, dict[str, Any]]:
        """The fields that differ from their default, as JSON: section -> field -> value."""
        return _differences(self, RuleProfile())

    @cached_property
    def hash(self) -> str:
        """SHA-256 (hex) over the canonical JSON of ``stated``: a new field at its default changes no hash."""
        text = json.dumps({"format": FORMAT, "profile": self.stated}, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    @cached_property
    def _key(self) -> int:
        return hash(tuple(getattr(self, name) for name in SECTIONS))

    def __hash__(self) -> int:
        return self._key


SECTIONS: Final = tuple(RuleProfile.model_fields)


def profile_to_json(profile: RuleProfile) -> dict[str, dict[str, Any]]:
    """The whole profile as JSON values: section -> field -> value."""
    return profile.model_dump(mode="json", by_alias=True)


FIELD_PATHS: Final = tuple(
    f"{section}.{field}" for section, fields in profile_to_json(RuleProfile()).items() for field in fields
)
"""The paths of all fields (``match.target``), in their order."""


def diff(profile: RuleProfile, parent: RuleProfile) -> dict[str, dict[str, Any]]:
    """The fields in which a profile differs from its parent, with the profile's values: section -> field -> value."""
    return _differences(profile, parent)


def _differences(profile: RuleProfile, other: RuleProfile) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for name in SECTIONS:
        mine: Section = getattr(profile, name)
        theirs: Section = getattr(other, name)
        if mine == theirs:
            continue
        whole = mine.model_dump(mode="json", by_alias=True)
        found[name] = {
            field: whole[field] for field in type(mine).model_fields if getattr(mine, field) != getattr(theirs, field)
        }
    return found
