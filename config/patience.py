"""How long the web process waits for SQLite's write lock while another program holds it: once, not for each caller.

Views run one after the other in one thread (`config.asgi`), so whoever waits there makes all others wait, also those
who only read: ten writers kept them for fifty seconds. So one writer waits, as long as the settings say; where that was
in vain, those after it are refused almost at once (the caller is told 503 and when to try again) until one of them gets
the lock, or nobody has tried for as long as a wait lasts. Reads are never refused, and wait for one writer at most.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any, Final

from django.db import OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper

SHORT_MS: Final = 20
"""As long as others of the house hold the lock: a writer that comes just as it is free again must not miss it."""
_WRITES: Final = ("BEGIN", "INSERT", "UPDATE", "DELETE", "REPLACE")
"""How statements begin that may have to wait for the lock; Django writes them so."""


class Patience:
    """Runs the statements of one connection (Django's ``execute_wrappers``)."""

    def __init__(self) -> None:
        self._lost_until = 0.0

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:  # noqa: FBT001  # Django's signature
        """The statement's answer. Raises what it raises; OperationalError where the lock is not to be had."""
        if not sql.startswith(_WRITES):
            return execute(sql, params, many, context)
        lost = time.monotonic() < self._lost_until
        try:
            with _short(context["connection"].connection) if lost else nullcontext():
                answer = execute(sql, params, many, context)
        except OperationalError as error:
            if getattr(error.__cause__, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
                self._lost_until = time.monotonic() + _wait_ms(context["connection"].connection) / 1000
            raise
        self._lost_until = 0.0
        return answer


def _wait_ms(source: sqlite3.Connection) -> int:
    (wait_ms,) = source.execute("PRAGMA busy_timeout").fetchone()
    return int(wait_ms)


@contextmanager
def _short(source: sqlite3.Connection) -> Iterator[None]:
    wait_ms = _wait_ms(source)
    source.execute(f"PRAGMA busy_timeout = {min(wait_ms, SHORT_MS)}")
    try:
        yield
    finally:
        source.execute(f"PRAGMA busy_timeout = {wait_ms}")


def teach(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Receives ``connection_created``; a connection that is opened again has learned it already."""
    wrappers = connection.execute_wrappers
    if connection.vendor == "sqlite" and not any(isinstance(each, Patience) for each in wrappers):
        wrappers.append(Patience())
