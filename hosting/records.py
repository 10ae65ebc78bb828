"""Records: a match as a file that replays to every state it went through, and whose shuffles can be verified.

``rummy-record/1`` is ``{"format", "game", "variant", "hash", "profile", "options", "arranged", "seats", "commitments",
"nonces", "events"}``; ``events`` is the log as it stands, hidden cards and orders included.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from hosting import shuffles
from hosting.errors import Conflict
from hosting.log import OWN_KINDS, entry_of
from hosting.models import Game, Status
from rummy import engine
from rummy.formats import RECORD_FORMAT, RECORD_UPCASTERS, load_profile, upcast
from rummy.moves import action_from_json
from rummy.state import Effect, State

Record = dict[str, Any]
_NAME: Final = "rummy-record"


@dataclass(frozen=True)
class Replayed:
    """An event replayed: its entry in the log, the state after it, and what it brings about today."""

    entry: Mapping[str, Any]
    state: State
    effects: list[Effect]


def record_of(game: Game) -> Record:
    """The record of a match that is over. Raises Conflict ``not_finished`` before: it holds everybody's cards."""
    if game.status not in (Status.FINISHED, Status.ABORTED):
        raise Conflict("not_finished")
    return {**whole_log(game), "nonces": game.nonces}


def whole_log(game: Game) -> Record:
    """The same of any game, without the secrets of its shuffles. For the host alone while the match runs."""
    return {
        "format": f"{_NAME}/{RECORD_FORMAT}",
        "game": game.id,
        "variant": game.variant,
        "hash": game.hash,
        "profile": game.profile,
        "options": game.options,
        "arranged": game.arranged is not None,
        "seats": [
            {"seat": seat.number, "name": seat.name, "bot": seat.bot or None, "controller": seat.controller}
            for seat in game.seats.all()
        ],
        "commitments": [shuffles.commitment(nonce) for nonce in game.nonces],
        "nonces": [],
        "events": [entry_of(row) for row in game.events.order_by("seq")],
    }


def read_record(data: Mapping[str, Any]) -> Record:
    """A record in the current format. Raises ValueError where it is none, or its profile is not the one it names."""
    name, _, number = str(data.get("format")).partition("/")
    if name != _NAME or not number.isdecimal():
        raise ValueError(f"{str(data.get('format'))[:40]!r} is not the format of a record")
    record = upcast({**data, "format": int(number)}, RECORD_FORMAT, RECORD_UPCASTERS)
    found = load_profile(record["profile"]).hash
    if found != record["hash"]:
        raise ValueError(f"the record names the profile {record['hash']} and holds {found}")
    return {**record, "format": f"{_NAME}/{RECORD_FORMAT}"}


def replay(data: Mapping[str, Any]) -> Iterator[Replayed]:
    """Every event of the engine in a record and the state after it; events of the table itself change none.

    Raises ValueError for what is no record or a gap in its numbers, IllegalMove for a move that the rules forbid.
    """
    record = read_record(data)
    state = engine.new_match(load_profile(record["profile"]), len(record["seats"]))
    for number, entry in enumerate(record["events"], 1):
        if entry["seq"] != number:
            raise ValueError(f"event {number} is missing; {entry['seq']} follows")
        if entry["kind"] in OWN_KINDS:
            continue
        step = engine.step(state, entry["seat"], action_from_json(entry))
        state = step.state
        yield Replayed(entry, state, step.effects)
