"""What a table refuses.

``HostingError``
    ``GameNotFound``     unknown, or not the caller's to see
    ``NotAllowed``       known, and not the caller's to do
    ``InvalidSetup``     a request that can be read and makes no sense: all faults at once
    ``RevealsMidway``    a move that reveals something hidden, and is not the last of its request
    ``StaleVersion``     the caller has not seen what happened since
    ``Conflict``         against the state of the table now
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any


class HostingError(Exception):
    """Base of a table's refusals. ``code`` is stable; ``data`` holds what its sentence needs (JSON values)."""

    def __init__(self, code: str, **data: Any) -> None:
        super().__init__(f"{code} {data}" if data else code)
        self.code = code
        self.data = data


class GameNotFound(HostingError):
    """No such game, or nothing of it may be seen."""

    def __init__(self) -> None:
        super().__init__("game_not_found")


class NotAllowed(HostingError):
    """The caller may see the game, and may not do this: ``not_host``, ``seat_not_yours``."""


@dataclass(frozen=True, slots=True)
class SetupFault:
    """One fault of a request: its place (JSON Pointer into the body), a stable code, its data."""

    pointer: str
    code: str
    data: dict[str, Any] = field(default_factory=dict)


class InvalidSetup(HostingError):
    """A table that cannot be set up like this; ``faults`` names everything that is wrong."""

    def __init__(self, faults: Sequence[SetupFault]) -> None:
        super().__init__("invalid_setup")
        self.faults = tuple(faults)


class RevealsMidway(HostingError):
    """Several moves at once, and one before the last would reveal something hidden."""

    def __init__(self, index: int, kind: str) -> None:
        super().__init__("reveals_midway", kind=kind)
        self.pointer = f"/moves/{index}"


class StaleVersion(HostingError):
    """The caller acts on a version that is over. ``events``: what happened since, as the caller may see it."""

    def __init__(self, *, version: int, decision: int, events: list[dict[str, Any]]) -> None:
        super().__init__("stale_version", version=version, decision=decision, events=events)


class Conflict(HostingError):
    """``table_full``, ``name_taken``, ``not_started``, ``already_started``, ``wrong_invite``, ``game_aborted``."""
