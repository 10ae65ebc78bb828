"""Logins of the admin: wrong passwords are counted, and after too many a name has to wait.

They are counted by name and address, so that nobody locks out others: neither the house behind one proxy, nor an
administrator who is somewhere else. The counts are in the cache and go by themselves; the database is not written to.
"""

from __future__ import annotations

import hashlib
import logging
from typing import Any, Final

from django.contrib import admin
from django.core.cache import cache
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.http import HttpRequest, HttpResponse
from unfold.forms import AuthenticationForm

from api.throttles import address_of
from variants.admin_texts import say

MOST_WRONG: Final = 10
"""Wrong passwords of a name from an address; the last one locks it."""
COOL_OFF_MIN: Final = 5
"""Minutes that a lock lasts, and after which wrong passwords that did not lock are forgotten."""
_COOL_OFF_S: Final = COOL_OFF_MIN * 60
MOST_TRIES: Final = 60
"""Logins that are tried from an address in that time, whatever the names: each costs a slow hash, and games wait."""
_LOCKED: Final = "locked"

log = logging.getLogger(__name__)


class LoginForm(AuthenticationForm):  # type: ignore[misc]  # the theme is not typed
    """The theme's own; it looks at no password of a name that has to wait."""

    def clean(self) -> dict[str, Any]:
        """Whoever may come in. Raises ValidationError; its code is ``locked`` where the name has to wait."""
        name, address = self.cleaned_data.get("username"), address_of(self.request)
        if not name or "password" not in self.cleaned_data:
            return super().clean()  # type: ignore[no-any-return]  # nothing was tried
        if _count(_key(address)) > MOST_TRIES:
            raise _refused("login_busy")
        key = _key(f"{address} {name}")
        # Counted before it is tried: of many at once no more are tried than one after another.
        tries = _count(key)
        if tries > MOST_WRONG:
            raise _refused("login_locked")
        try:
            found: dict[str, Any] = super().clean()
        except ValidationError as error:
            if tries < MOST_WRONG:
                raise
            cache.touch(key, _COOL_OFF_S)
            log.warning("%d wrong passwords for %r from %s: locked", tries, name, address)
            raise _refused("login_locked") from error
        cache.delete(key)
        return found


def login(request: HttpRequest) -> HttpResponse:
    """The admin's login; status 429 where a name has to wait."""
    answer = admin.site.login(request)
    form = (getattr(answer, "context_data", None) or {}).get("form")
    if form is not None and form.has_error(NON_FIELD_ERRORS, _LOCKED):
        answer.status_code = 429
        answer["Retry-After"] = str(_COOL_OFF_S)
    return answer


def _count(key: str) -> int:
    """One more; how many there are now."""
    if cache.add(key, 1, _COOL_OFF_S):
        return 1
    try:
        return cache.incr(key)
    except ValueError:  # it went at this moment
        cache.set(key, 1, _COOL_OFF_S)
        return 1


def _key(whose: str) -> str:
    return f"login:{hashlib.sha256(whose.encode()).hexdigest()}"


def _refused(why: str) -> ValidationError:
    return ValidationError(say(why, minutes=COOL_OFF_MIN), code=_LOCKED)
