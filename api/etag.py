"""The entity tag of a view: its version, and a hash of all that does not change by itself."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final

from pydantic_core import to_json

_PASSING: Final = frozenset(("now",))
_PASSING_OF_SEAT: Final = frozenset(("time_left_s", "online"))


def etag_of(view: Mapping[str, Any]) -> str:
    """``W/"<version>-<hash>"`` of a VIEW; weak, because the clock in the body goes on under the same tag."""
    stable = {key: value for key, value in view.items() if key not in _PASSING}
    stable["seats"] = [
        {key: value for key, value in seat.items() if key not in _PASSING_OF_SEAT} for seat in view["seats"]
    ]
    return f'W/"{view["version"]}-{sha256(to_json(stable)).hexdigest()[:16]}"'
