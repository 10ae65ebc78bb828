"""The log as it is read: events as they stand there, and as a seat may see them."""

from __future__ import annotations

from typing import Any, Final

from hosting.models import Event, Game
from rummy.formats import EVENT_FORMAT, EVENT_UPCASTERS, upcast
from rummy.view import event_for

OWN_KINDS: Final[dict[str, tuple[str, ...]]] = {
    "created": ("variant", "hash"),
    "joined": ("name",),
    "started": ("seats",),
    "timed_out": (),
    "taken_over": ("bot",),
}
"""Events of the table itself, and their fields: everybody sees them. All other events are the engine's."""
MOST_SINCE: Final = 500
"""Most events that a refusal of a stale version brings."""


def entry_of(row: Event) -> dict[str, Any]:
    """An event as it stands in the log: ``{"seq", "at", "seat", "kind", ...its own fields, "effects"}``."""
    payload = upcast({**row.payload, "format": row.format}, EVENT_FORMAT, EVENT_UPCASTERS)
    del payload["format"]
    return {"seq": row.seq, "at": row.at.isoformat(), "seat": row.seat, "kind": row.kind, **payload}


def shown(entry: dict[str, Any], seat: int | None) -> dict[str, Any]:
    """An event of the log as a seat (None: a spectator) may see it; the same for ever."""
    fields = OWN_KINDS.get(entry["kind"])
    if fields is None:
        return event_for(entry, seat)
    frame = {name: entry[name] for name in ("seq", "at", "seat", "kind")}
    return {**frame, **{name: entry[name] for name in fields}, "effects": []}


def events_since(game: Game, seat: int | None, after: int, limit: int = MOST_SINCE) -> list[dict[str, Any]]:
    """The events after a number, oldest first, as a seat may see them.

    None beyond the game as it was read: later ones may belong to seats that have other numbers by then.
    """
    rows = Event.objects.filter(game=game, seq__gt=after, seq__lte=game.version).order_by("seq")[:limit]
    return [shown(entry_of(row), seat) for row in rows]
