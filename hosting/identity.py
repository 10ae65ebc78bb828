"""Who calls: an app's key, a seat's token, or nobody in particular."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hosting.models import AppKey

SCOPES = ("games:create", "games:arrange", "rules:write", "games:read-all")
"""What an app's key may be allowed."""


@dataclass(frozen=True, slots=True)
class Identity:
    """A caller. With a key, ``seat`` is the seat it wants to act for; with a token, the seat that it plays."""

    key: AppKey | None = None
    game_id: str | None = None
    ticket: int | None = None
    seat: int | None = None

    @property
    def anonymous(self) -> bool:
        """Whether the caller has shown neither key nor token."""
        return self.key is None and self.game_id is None

    @property
    def scopes(self) -> frozenset[str]:
        """What the caller's key allows."""
        return frozenset() if self.key is None else frozenset(self.key.scopes)

    @property
    def key_name(self) -> str:
        """A name to count this caller's requests by."""
        return f"key:{self.key.pk}" if self.key is not None else f"seat:{self.game_id}:{self.ticket}"
