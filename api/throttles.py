"""How often a caller may call: token buckets in the cache, one per caller and kind of call.

A bucket holds ``burst`` calls and refills at ``per_s``. The cache is read and written without a lock: two calls at one
moment may cost one, which a limit of this kind can bear.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from rest_framework.throttling import BaseThrottle

from api.plain import plain


@dataclass(frozen=True, slots=True)
class Rate:
    """A bucket's size (calls) and how fast it fills (calls a second)."""

    burst: int
    per_s: float


CHARGE: Final = "api_charge"
"""The attribute of a request that holds what it cost."""

RATES: Final[dict[str, Rate]] = {
    "new_games": Rate(60, 1.0),
    "stateless": Rate(200, 50.0),
    "reads": Rate(400, 100.0),
    "moves": Rate(100, 20.0),
    "rules": Rate(60, 2.0),
}
"""New games and stateless calls count per address, reads per token, moves per seat, writing rules per key."""


@dataclass(frozen=True, slots=True)
class Charge:
    """What a call cost: its bucket, and how it stands now."""

    name: str
    key: str
    level: float
    allowed: bool

    @property
    def wait_s(self) -> int:
        """Seconds until the bucket holds a call again."""
        return max(1, math.ceil((1 - self.level) / rate_of(self.name).per_s)) if self.level < 1 else 0


def rate_of(name: str) -> Rate:
    """The rate of a kind of call; the setting ``API_RATES`` may name others as ``{name: (burst, per_s)}``."""
    other = getattr(settings, "API_RATES", {}).get(name)
    return RATES[name] if other is None else Rate(*other)


def charge(name: str, caller: str) -> Charge:
    """Takes one call from a caller's bucket, if it holds one."""
    rate, now = rate_of(name), time.time()
    key = f"rate:{name}:{caller}"
    level, stamp = cache.get(key) or (float(rate.burst), now)
    level = min(float(rate.burst), level + max(0.0, now - stamp) * rate.per_s)
    allowed = level >= 1
    if allowed:
        level -= 1
        cache.set(key, (level, now), timeout=math.ceil(rate.burst / rate.per_s) + 1)
    return Charge(name, key, level, allowed)


def give_back(cost: Charge) -> None:
    """Undoes a charge: the call was of a kind that is not counted."""
    kept = cache.get(cost.key)
    if kept is not None:
        rate = rate_of(cost.name)
        cache.set(
            cost.key, (min(float(rate.burst), kept[0] + 1), kept[1]), timeout=math.ceil(rate.burst / rate.per_s) + 1
        )


def add_fields(response: HttpResponseBase, cost: Charge) -> None:
    """The ``RateLimit`` fields: the policy, and what is left of it."""
    rate = rate_of(cost.name)
    response.headers["RateLimit-Policy"] = f'"{cost.name}";q={rate.burst};w={math.ceil(rate.burst / rate.per_s)}'
    response.headers["RateLimit"] = f'"{cost.name}";r={max(0, math.floor(cost.level))};t={cost.wait_s}'


def address_of(request: HttpRequest) -> str:
    """The caller's address, as ``NUM_PROXIES`` lets it be believed."""
    return str(BaseThrottle().get_ident(request))  # type: ignore[arg-type]  # it reads META only


class CallThrottle(BaseThrottle):
    """DRF's door to the buckets: the view says in ``rate`` which kind of call it takes."""

    def __init__(self) -> None:
        self._cost: Charge | None = None

    def allow_request(self, request: Any, view: Any) -> bool:
        """Charges the call; False when the bucket is empty."""
        name, caller = view.rate_bucket(request)
        cost = charge(name, caller)
        self._cost = cost
        setattr(plain(request), CHARGE, cost)
        return cost.allowed

    def wait(self) -> float | None:
        """Seconds until the next call is allowed."""
        return None if self._cost is None else float(self._cost.wait_s)
