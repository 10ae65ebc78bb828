"""Secrets that callers hold. The database keeps no plain one: seat tokens and invitations are derived, keys hashed."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from typing import Final

from django.conf import settings

_SEAT: Final = re.compile(r"rs_([A-Za-z0-9_-]{1,40})\.(\d{1,3})\.([A-Za-z0-9_-]{22})", re.ASCII)


def new_game_id() -> str:
    """A text that nobody guesses."""
    return secrets.token_urlsafe(12)


def new_key() -> str:
    """An app's key: shown once."""
    return f"rk_{secrets.token_urlsafe(32)}"


def key_hash(key: str) -> str:
    """What is stored of an app's key. It is random and long, so one round of SHA-256 is enough."""
    return hashlib.sha256(key.encode()).hexdigest()


def seat_token(game_id: str, ticket: int, epoch: int) -> str:
    """The token that plays a seat, until its epoch changes."""
    return f"rs_{game_id}.{ticket}.{_mac('seat', game_id, ticket, epoch)}"


def read_seat_token(token: str) -> tuple[str, int] | None:
    """Game and ticket that a token claims to be for; ``seat_token_holds`` says whether it is."""
    match = _SEAT.fullmatch(token)
    return None if match is None else (match[1], int(match[2]))


def seat_token_holds(token: str, game_id: str, ticket: int, epoch: int) -> bool:
    """Whether a token is the seat's, in constant time."""
    return hmac.compare_digest(token.encode(), seat_token(game_id, ticket, epoch).encode())


def invitation(game_id: str) -> str:
    """What opens a free seat of a private table."""
    return _mac("invite", game_id, 0, 0)


def invitation_holds(invite: str | None, game_id: str) -> bool:
    """Whether an invitation is this table's, in constant time."""
    return invite is not None and hmac.compare_digest(invite.encode(), invitation(game_id).encode())


def _mac(kind: str, game_id: str, ticket: int, epoch: int) -> str:
    text = f"meldhouse/{kind}/1|{game_id}|{ticket}|{epoch}"
    digest = hmac.new(settings.SECRET_KEY.encode(), text.encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest[:16]).decode().rstrip("=")
