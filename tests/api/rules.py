"""A house rule of the club's, as it is sent; and how it is changed."""

from __future__ import annotations

import json
from typing import Any

from tests.api.caller import Answer, Caller

BODY: dict[str, Any] = {
    "slug": "club-romme",
    "extends": "romme",
    "title": {"de": "Vereins-Rommé", "en": "Our Rommé"},
    "description": {"de": "Ohne Klopfen."},
    "overrides": {"claims": {"mode": "none"}, "opening": {"min_points": 40}},
}


def patch(caller: Caller, path: str, body: Any, seen: str | None = '"1"') -> Answer:
    """The answer to a change; ``seen``: the revision that it is of."""
    return caller.send("PATCH", path, json.dumps(body).encode(), **({"If-Match": seen} if seen else {}))


def change_of(club: Caller, path: str, body: Any, seen: str) -> Answer:
    """The answer to a change, tried or made."""
    return club.post(path, body) if path.endswith("validate") else patch(club, path, body, seen)
