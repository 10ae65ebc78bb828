"""How those who wait learn that a game has a new version. A hint only: who wakes reads the log.

One watcher per process, while anybody waits. Embedded it looks at SQLite's ``data_version`` every 50 ms, on a
connection of its own (it sees only other connections' commits); on PostgreSQL it listens, with a look at the versions
every second for what was missed. What is not of the log, as who is there, wakes callers of its own process only.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
from collections import defaultdict
from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from asgiref.sync import sync_to_async
from django.db import close_old_connections, connection

CHANNEL: Final = "meldhouse_game"
STIR_S: Final = 0.5
"""Who comes or goes is told so much later: a page that is loaded anew wakes nobody, nor does a flood of streams."""
POLL_S: Final = 0.05
RECHECK_S: Final = 1.0
log = logging.getLogger(__name__)


def _never() -> bool:
    return False


class _Wish(NamedTuple):
    """What somebody waits for."""

    after: int
    otherwise: Callable[[], bool]


class _Watcher:
    """The waiting callers of one event loop, and the task that wakes them."""

    def __init__(self) -> None:
        self.waiting: dict[str, dict[asyncio.Future[int | None], _Wish]] = defaultdict(dict)
        self.stirred: set[str] = set()
        """Games whose callers are about to look again."""
        self.task: asyncio.Task[None] | None = None
        """The one that watches; None as soon as it is about to end."""

    def register(self, game_id: str, wish: _Wish) -> asyncio.Future[int | None]:
        future = asyncio.get_running_loop().create_future()
        self.waiting[game_id][future] = wish
        if self.task is None:
            self.task = asyncio.create_task(self._watch(), name="bus")
        return future

    def forget(self, game_id: str, future: asyncio.Future[int | None]) -> None:
        del self.waiting[game_id][future]
        if not self.waiting[game_id]:
            del self.waiting[game_id]

    async def _watch(self) -> None:
        """Wakes callers until nobody waits any more. A fault wakes all: they look for themselves.

        Who comes while the source is being closed needs another watch: this one is given up before that.
        """
        changes = _sqlite_changes() if connection.vendor == "sqlite" else _postgresql_changes()
        async with contextlib.aclosing(changes):
            try:
                async for game_id in changes:
                    if not self.waiting:
                        break
                    asked = list(self.waiting) if game_id is None else [game_id] if game_id in self.waiting else []
                    if asked:
                        self._wake(await _versions_now(asked))
            except Exception:
                log.exception("the bus lost its source; it begins anew with the next caller")
                self._wake(None)
            finally:
                self.task = None

    def _wake(self, versions: dict[str, int] | None) -> None:
        for game_id, callers in self.waiting.items():
            version = None if versions is None else versions.get(game_id, 0)
            for future, wish in callers.items():
                if not future.done() and (version is None or version > wish.after):
                    future.set_result(version)

    def stir(self, game_id: str) -> None:
        self.stirred.discard(game_id)
        for future, wish in self.waiting.get(game_id, {}).items():
            if not future.done() and wish.otherwise():
                future.set_result(wish.after)


_watchers: WeakKeyDictionary[asyncio.AbstractEventLoop, _Watcher] = WeakKeyDictionary()


def announce(game_id: str, version: int) -> None:  # noqa: ARG001  # the version is read from the log
    """Tells listeners of other processes that a game moved. Called after the commit."""
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, game_id])


def stir(game_id: str) -> None:
    """Something has changed that is not of the log: callers of this event loop look soon whether they wait for that.

    Elsewhere than in a loop nobody waits.
    """
    with contextlib.suppress(RuntimeError):
        loop = asyncio.get_running_loop()
        watcher = _watchers.get(loop)
        if watcher and game_id in watcher.waiting and game_id not in watcher.stirred:
            watcher.stirred.add(game_id)
            loop.call_later(STIR_S, watcher.stir, game_id)


async def wait(game_id: str, after: int, seconds: float, otherwise: Callable[[], bool] = _never) -> int:
    """The game's version as soon as it passes ``after``, or what it is when so many seconds are over (0: no game).

    ``otherwise``: what ends the wait too, and is looked at when the game is stirred; then ``after`` is the answer.
    """
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    watcher = _watchers.setdefault(loop, _Watcher())
    while True:
        # Registered before it looks: what changes in between is not missed.
        future = watcher.register(game_id, _Wish(after, otherwise))
        try:
            if otherwise():
                stir(game_id)  # late too, like all others: who comes and goes all the time keeps nobody busy
            version = (await _versions_now([game_id])).get(game_id, 0)
            left = end - loop.time()
            if version > after or left <= 0:
                return version
            # Not `wait_for`: Python 3.11's forgets that it was cancelled where the future is done at that moment.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(left):
                    told = await future
                if told is not None:
                    return told
        finally:
            watcher.forget(game_id, future)


async def _versions_now(game_ids: list[str]) -> dict[str, int]:
    return await sync_to_async(_versions_of, thread_sensitive=True)(game_ids)


def _versions_of(game_ids: list[str]) -> dict[str, int]:
    from hosting.models import Game  # noqa: PLC0415  # models need Django set up; the bus is imported before

    close_old_connections()
    try:
        return dict(Game.objects.filter(pk__in=game_ids).values_list("pk", "version"))
    finally:
        close_old_connections()


async def _sqlite_changes() -> AsyncGenerator[str | None]:
    source = sqlite3.connect(_address(connection.settings_dict["NAME"]), uri=True, check_same_thread=False)
    try:
        seen = None
        while True:
            version = source.execute("PRAGMA data_version").fetchone()[0]
            if version != seen:
                seen = version
                yield None
            await asyncio.sleep(POLL_S)
    finally:
        source.close()


def _address(database: str | Path) -> str:
    return f"{Path(database).absolute().as_uri()}?mode=ro"


async def _postgresql_changes() -> AsyncGenerator[str | None]:
    """What is notified; where one cannot listen (a pool of transactions, say), a look at the versions every second."""
    import psycopg  # noqa: PLC0415  # only where PostgreSQL is used

    parameters = connection.get_connection_params()
    known = ("host", "port", "user", "password", "dbname", "sslmode", "sslrootcert", "service", "connect_timeout")
    target = {name: parameters[name] for name in known if name in parameters}
    try:
        async with await psycopg.AsyncConnection.connect(**target, autocommit=True) as source:
            await source.execute(f"LISTEN {CHANNEL}")
            yield None  # what changed before it listened
            while True:
                async for note in source.notifies(timeout=RECHECK_S):
                    yield note.payload
                yield None
    except psycopg.Error as error:
        log.warning("the bus cannot listen and looks every %g s instead: %s", RECHECK_S, error)
    while True:
        yield None
        await asyncio.sleep(RECHECK_S)
