"""Whether a table can be set up as asked: everything that is wrong, at once (api.md, ``POST games``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from hosting.errors import InvalidSetup, SetupFault
from hosting.names import clean_name, same_name
from rummy import engine
from rummy.cards import parse_cards
from rummy.moves import move_to_json
from rummy.profile import RuleProfile
from variants import catalogue, lookup
from variants.levels import BOT_LEVELS
from variants.options import InvalidOptions

FALLBACK_LEVEL: Final = "medium"
"""Level of a bot that takes a seat for which nobody chose one."""

_FREE: Final = {"name": None, "bot": None}


@dataclass(frozen=True)
class Setup:
    """A table that can be set up."""

    variant: str
    variant_version: str
    profile: RuleProfile
    options: dict[str, Any]
    seats: list[dict[str, Any]]
    arranged: dict[str, Any] | None
    """The first deal, as a ``dealt`` action; None where it is shuffled."""


def setup_of(
    *,
    variant: str,
    options: Mapping[str, Any],
    seats: Sequence[Mapping[str, Any]],
    deal: Mapping[str, Any] | None,
    keyed: bool,
) -> Setup:
    """The table as asked for; ``keyed``: an app's key asks, so that the table has a host. Raises InvalidSetup."""
    faults: list[SetupFault] = []
    cleaned = _seats(seats, faults)
    if not keyed and any(seat == _FREE for seat in cleaned) and not any(seat["name"] for seat in cleaned):
        faults.append(SetupFault("/seats", "nobody_hosts"))
    try:
        chosen = lookup.playable(variant)
    except catalogue.UnknownVariant as error:
        faults.append(SetupFault("/variant", error.code, error.data))
        raise InvalidSetup(faults) from error
    profile = _rules(chosen, options, faults)
    if profile is not None or not any(option.path.startswith("players.") for option in chosen.options):
        players = (profile or chosen.profile).players
        if not players.min <= len(seats) <= players.max:
            data = {"min": players.min, "max": players.max, "got": len(seats)}
            faults.append(SetupFault("/seats", "seat_count", data))
    arranged = None
    if deal is not None and profile is not None and not faults:
        arranged = _arranged(profile, len(seats), deal, faults)
    if profile is None or faults:
        raise InvalidSetup(faults)
    return Setup(chosen.id, chosen.version, profile, catalogue.options_of(chosen, profile), cleaned, arranged)


def faults_of(said: Mapping[str, Any], *, keyed: bool) -> list[SetupFault]:
    """All that is wrong with a table; ``said``: the arguments of ``setup_of`` that can be read, by name."""
    asked: dict[str, Any] = {"variant": "", "options": {}, "seats": (), "deal": None}
    try:
        setup_of(**{name: said.get(name, absent) for name, absent in asked.items()}, keyed=keyed)
    except InvalidSetup as error:
        return list(error.faults)
    return []


def _rules(chosen: catalogue.Variant, options: Mapping[str, Any], faults: list[SetupFault]) -> RuleProfile | None:
    try:
        return catalogue.with_options(chosen, options)
    except InvalidOptions as error:
        faults += [SetupFault(f"/options{fault.pointer}", fault.code, dict(fault.data)) for fault in error.faults]
    return None


def _seats(seats: Sequence[Mapping[str, Any]], faults: list[SetupFault]) -> list[dict[str, Any]]:
    cleaned: list[dict[str, Any]] = []
    taken: set[str] = set()
    for number, seat in enumerate(seats):
        name, bot = seat.get("name"), seat.get("bot")
        if name is not None:
            try:
                name = clean_name(name)
            except ValueError as error:
                faults.append(SetupFault(f"/seats/{number}/name", str(error), {"limit": 40}))
            if same_name(name) in taken:
                faults.append(SetupFault(f"/seats/{number}/name", "name_taken", {"name": name}))
            taken.add(same_name(name))
        if bot is not None and bot not in BOT_LEVELS:
            faults.append(
                SetupFault(f"/seats/{number}/bot", "unknown_level", {"level": bot, "levels": list(BOT_LEVELS)})
            )
        cleaned.append({"name": name, "bot": bot})
    return cleaned


def _arranged(
    profile: RuleProfile, seats: int, deal: Mapping[str, Any], faults: list[SetupFault]
) -> dict[str, Any] | None:
    try:
        action = engine.arranged(
            profile,
            seats,
            hands=[parse_cards(hand) for hand in deal["hands"]],
            stock=parse_cards(deal["stock"]),
            discard=parse_cards(deal.get("discard", ())),
            dealer=deal.get("dealer"),
        )
    except ValueError as error:
        faults.append(SetupFault("/deal", "invalid_deal", {"reason": str(error)}))
        return None
    payload = move_to_json(action)
    del payload["kind"]
    return payload
