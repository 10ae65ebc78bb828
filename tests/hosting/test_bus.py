"""The bus: who waits for a game learns of its next version soon, and of nothing else."""

from __future__ import annotations

import asyncio
import functools
import threading
import time
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.db import connection
from django.test.utils import CaptureQueriesContext

from hosting import bus, services
from hosting.models import Game
from rummy.moves import Discard
from tests.hosting.tables import DEAL, DRAW, new_game

pytestmark = pytest.mark.django_db(transaction=True)


def in_loop(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Runs an asynchronous test; database work stays in this thread, as it does in the server."""

    async def to_the_end(*args: Any, **kwargs: Any) -> None:
        try:
            await test(*args, **kwargs)
        finally:
            watching = [task for task in asyncio.all_tasks() if task.get_name() == "bus"]
            if watching and connection.vendor == "postgresql":
                # A loop that ends while psycopg connects would leave it half-connected.
                await asyncio.wait(watching, timeout=5)

    @functools.wraps(test)
    def run(*args: Any, **kwargs: Any) -> None:
        async_to_sync(to_the_end)(*args, **kwargs)

    return run


def elsewhere(call: Callable[[], Any]) -> None:
    """Does something on another connection, as another process would."""

    def run() -> None:
        try:
            call()
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(30)
    assert not thread.is_alive()


async def draws(game: Game, after_s: float = 0.0) -> None:
    """Seat 0 draws, in another thread."""
    await asyncio.sleep(after_s)
    move = functools.partial(services.play, game_id=game.id, seat=0, moves=[DRAW])
    await asyncio.to_thread(elsewhere, move)


async def timed(waiting: Coroutine[Any, Any, int]) -> tuple[int, float]:
    start = time.monotonic()
    return await waiting, time.monotonic() - start


@in_loop
async def test_it_tells_the_next_version_soon() -> None:
    game = await sync_to_async(new_game)()
    waiting = asyncio.create_task(timed(bus.wait(game.id, game.version, 20)))
    await draws(game, after_s=0.3)
    version, took = await waiting
    assert version == game.version + 1
    assert 0.25 < took < 15


@in_loop
async def test_what_has_passed_already_is_told_at_once() -> None:
    game = await sync_to_async(new_game)()
    version, took = await timed(bus.wait(game.id, game.version - 1, 20))
    assert version == game.version
    assert took < 15


@in_loop
async def test_it_gives_up_when_nothing_comes() -> None:
    game = await sync_to_async(new_game)()
    version, took = await timed(bus.wait(game.id, game.version, 0.4))
    assert version == game.version
    assert 0.35 < took < 15


@in_loop
async def test_there_is_nothing_to_wait_for_at_no_table() -> None:
    assert (await timed(bus.wait("nowhere", 0, 0.1)))[0] == 0


@in_loop
async def test_a_move_at_one_table_wakes_nobody_at_another() -> None:
    busy, quiet = await sync_to_async(new_game)(), await sync_to_async(new_game)()
    waiting = asyncio.create_task(timed(bus.wait(quiet.id, quiet.version, 0.8)))
    await draws(busy, after_s=0.2)
    version, took = await waiting
    assert version == quiet.version
    assert took > 0.75


@in_loop
async def test_a_change_between_the_look_and_the_wait_is_not_missed() -> None:
    """The move is made while the waiting call reads the version: again and again, at every moment of it."""
    for step in range(8):
        game = await sync_to_async(new_game)()
        waiting = asyncio.create_task(timed(bus.wait(game.id, game.version, 20)))
        await draws(game, after_s=step * 0.002)
        version, took = await waiting
        assert version == game.version + 1
        assert took < 15


@in_loop
async def test_two_hundred_streams_share_one_look() -> None:
    game = await sync_to_async(new_game)(deal=DEAL)
    waiting = [asyncio.create_task(timed(bus.wait(game.id, game.version, 20))) for _ in range(200)]
    for _ in range(60):  # until all have had their first look
        idle = CaptureQueriesContext(connection)
        await sync_to_async(idle.__enter__)()
        await asyncio.sleep(0.3)
        await sync_to_async(idle.__exit__)(None, None, None)
        if len(idle) <= 1:
            break
    assert len(idle) <= 1, "while nothing happens one look, if any, serves all"
    await draws(game)
    done = await asyncio.gather(*waiting)
    assert {version for version, _ in done} == {game.version + 1}
    await asyncio.to_thread(elsewhere, lambda: services.play(game_id=game.id, seat=0, moves=[Discard("KC")]))


@in_loop
async def test_who_hangs_up_as_he_is_told_waits_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream whose end gets lost would go on for ever, and its seat be there for ever."""
    monkeypatch.setattr(bus, "STIR_S", 0)
    game = await sync_to_async(new_game)()
    for turns in range(8):  # of the loop, between what is told and the end
        somebody_came = asyncio.Event()
        waiting = asyncio.create_task(bus.wait(game.id, game.version, 20, somebody_came.is_set))
        await asyncio.sleep(0.3)
        somebody_came.set()
        bus.stir(game.id)
        for _ in range(turns):
            await asyncio.sleep(0)
        hung_up = waiting.cancel()
        await asyncio.wait([waiting])
        assert waiting.cancelled() == hung_up, f"after {turns} turns"


@in_loop
async def test_who_comes_and_goes_all_the_time_keeps_nobody_busy() -> None:
    game = await sync_to_async(new_game)()
    told = 0
    end = time.monotonic() + 2
    while time.monotonic() < end:
        version = await bus.wait(game.id, game.version, 20, lambda: True)
        assert version == game.version
        told += 1
    assert 1 <= told <= 2 / bus.STIR_S + 1


@in_loop
async def test_nobody_watches_when_nobody_waits() -> None:
    game = await sync_to_async(new_game)()
    await bus.wait(game.id, game.version, 0.1)
    await draws(game)
    if watching := [task for task in asyncio.all_tasks() if task.get_name() == "bus"]:
        _, left = await asyncio.wait(watching, timeout=20)
        assert not left
