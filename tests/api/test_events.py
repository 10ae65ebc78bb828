"""``GET games/{id}/events``: the list, waiting for something, the stream."""

from __future__ import annotations

import asyncio
import functools
import json
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.test import AsyncClient

import api.events
from tests.api.caller import BASE, Caller
from tests.api.table import DRAW, Table, arranged, discard

pytestmark = pytest.mark.django_db(transaction=True)

ALICE = "8S 8H 8D 4H 5H 6H KC 2S 2D TD"
BOB = "8C QD 9S AC JS JH JC 5D 3S 6C"


@pytest.fixture
def dealt(arrange: Callable[..., Table]) -> Table:
    """Known cards: 7H is drawn next."""
    return arrange("rummy", arranged([ALICE, BOB], stock="7H 3D", upcard="4S"))


def test_every_number_appears_for_every_viewer(dealt: Table) -> None:
    dealt.turn(0, DRAW, discard("KC"))
    version = dealt.view()["version"]
    for player in dealt.players:
        answer = player.get(f"{dealt.path}/events").json
        assert [event["seq"] for event in answer["events"]] == list(range(1, version + 1))
        assert answer["next"] == version


def test_it_lists_what_came_after_a_number(dealt: Table) -> None:
    old = dealt.view()["version"]
    dealt.turn(0, DRAW, discard("KC"))
    answer = dealt.players[1].get(f"{dealt.path}/events?after={old}").json
    assert [(event["seq"], event["seat"], event["kind"]) for event in answer["events"]] == [
        (old + 1, 0, "draw_stock"), (old + 2, 0, "discard"),
    ]  # fmt: skip
    assert answer["events"][1]["card"] == "KC"


def test_it_pages(dealt: Table) -> None:
    dealt.turn(0, DRAW, discard("KC"))
    version = dealt.view()["version"]
    seen: list[int] = []
    after = 0
    while after < version:
        page = dealt.players[0].get(f"{dealt.path}/events?after={after}&limit=1").json
        seen += [event["seq"] for event in page["events"]]
        after = page["next"]
    assert seen == list(range(1, version + 1))


def test_nothing_new_is_an_empty_list(dealt: Table) -> None:
    version = dealt.view()["version"]
    assert dealt.players[0].get(f"{dealt.path}/events?after={version}").json == {
        "events": [],
        "next": version,
        "online": [],
    }


def test_what_was_shown_under_a_number_never_changes(dealt: Table) -> None:
    first = dealt.players[1].get(f"{dealt.path}/events").json["events"]
    dealt.turn(0, DRAW, discard("KC"))
    dealt.turn(1, DRAW, discard("3D"))
    assert dealt.players[1].get(f"{dealt.path}/events").json["events"][: len(first)] == first


def test_a_spectator_reads_the_events_of_a_public_game(arrange: Callable[..., Table], anyone: Caller) -> None:
    table = arrange("rummy", arranged([ALICE, BOB], stock="7H", upcard="4S"), visibility="public")
    table.turn(0, DRAW)
    content = anyone.get(f"{table.path}/events").content
    assert not [card for card in [*ALICE.split(), *BOB.split(), "7H"] if f'"{card}"'.encode() in content]


def in_loop(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Runs an asynchronous test; database work stays in this thread, as it does in the server."""

    @functools.wraps(test)
    def run(*args: Any, **kwargs: Any) -> None:
        async_to_sync(test)(*args, **kwargs)

    return run


def headers_of(table: Table, seat: int, **more: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {table.players[seat].token}", **more}


async def _move_soon(table: Table) -> None:
    await asyncio.sleep(0.2)
    await sync_to_async(table.turn)(0, DRAW)


@in_loop
async def test_waiting_ends_with_the_next_event(dealt: Table) -> None:
    version = (await sync_to_async(dealt.view)())["version"]
    mover = asyncio.create_task(_move_soon(dealt))
    start = time.monotonic()
    address = f"{BASE}{dealt.path}/events?after={version}&wait=20"
    response = await AsyncClient().get(address, headers=headers_of(dealt, 1))
    await mover
    assert [event["kind"] for event in json.loads(response.content)["events"]] == ["draw_stock"]
    assert 0.1 < time.monotonic() - start < 15


@in_loop
async def test_waiting_ends_by_itself(dealt: Table) -> None:
    version = (await sync_to_async(dealt.view)())["version"]
    start = time.monotonic()
    address = f"{BASE}{dealt.path}/events?after={version}&wait=1"
    response = await AsyncClient().get(address, headers=headers_of(dealt, 1))
    assert json.loads(response.content) == {"events": [], "next": version, "online": []}
    assert 0.9 < time.monotonic() - start < 15


async def opened(table: Table, seat: int, path: str = "", **more: str) -> Any:
    headers = headers_of(table, seat, Accept="text/event-stream", **more)
    return await AsyncClient().get(f"{BASE}{table.path}/events{path}", headers=headers)


async def read(stream: AsyncIterator[bytes], count: int) -> list[dict[str, Any]]:
    """The next events of a stream, each with its id."""
    found: list[dict[str, Any]] = []
    async with asyncio.timeout(20):
        while len(found) < count:
            for block in (await anext(stream)).decode().split("\n\n"):
                fields = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
                if "id" in fields:
                    found.append({"id": int(fields["id"]), **json.loads(fields["data"])})
    return found


@in_loop
async def test_a_stream_begins_with_the_past_and_goes_on(dealt: Table) -> None:
    version = (await sync_to_async(dealt.view)())["version"]
    response = await opened(dealt, 1)
    assert response.headers["content-type"] == "text/event-stream"
    assert response.headers["cache-control"] == "no-store"
    stream = aiter(response)
    past = await read(stream, version)
    assert [event["id"] for event in past] == list(range(1, version + 1))
    mover = asyncio.create_task(_move_soon(dealt))
    (event,) = await read(stream, 1)
    await mover
    assert (event["id"], event["seq"], event["kind"]) == (version + 1, version + 1, "draw_stock")
    assert "7H" not in json.dumps(event)
    await stream.aclose()


@in_loop
async def test_what_has_happened_comes_in_one_piece(dealt: Table) -> None:
    """Each piece that is written to a reader who has gone costs the log a line."""
    await sync_to_async(dealt.turn)(0, DRAW, discard("KC"))
    stream = aiter(await opened(dealt, 1))
    pieces = [await anext(stream) for _ in range(3)]
    assert [piece.count(b"id: ") for piece in pieces] == [0, 0, 4]
    await stream.aclose()


@in_loop
async def test_a_stream_is_resumed_where_it_broke(dealt: Table) -> None:
    await sync_to_async(dealt.turn)(0, DRAW, discard("KC"))
    version = (await sync_to_async(dealt.view)())["version"]
    response = await opened(dealt, 1, **{"Last-Event-ID": str(version - 1)})
    stream = aiter(response)
    (event,) = await read(stream, 1)
    assert (event["id"], event["kind"]) == (version, "discard")
    await stream.aclose()


@in_loop
async def test_a_stream_tells_who_is_there(dealt: Table) -> None:
    version = (await sync_to_async(dealt.view)())["version"]
    streams = [aiter(await opened(dealt, seat, f"?after={version}")) for seat in (0, 1)]
    seen = [[await anext(stream), await anext(stream)][-1] for stream in streams]
    assert seen == [b'event: presence\ndata: {"online":[0]}\n\n', b'event: presence\ndata: {"online":[0,1]}\n\n']
    view = await sync_to_async(dealt.view)()
    assert [seat["online"] for seat in view["seats"]] == [True, True]
    for stream in streams:
        await stream.aclose()
    view = await sync_to_async(dealt.view)()
    assert [seat["online"] for seat in view["seats"]] == [False, False]


async def told(stream: AsyncIterator[bytes]) -> list[int]:
    """Whom a stream names next, whatever else it says before."""
    async with asyncio.timeout(20):
        async for chunk in stream:
            if chunk.startswith(b"event: presence"):
                return list(json.loads(chunk.decode().split("data: ")[1])["online"])
    raise AssertionError("the stream has ended")


@in_loop
async def test_a_stream_tells_at_once_who_comes_and_goes(dealt: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api.events, "PING_S", 600)
    version = (await sync_to_async(dealt.view)())["version"]
    alice = aiter(await opened(dealt, 0, f"?after={version}"))
    assert await told(alice) == [0]
    bob = aiter(await opened(dealt, 1, f"?after={version}"))
    assert await told(bob) == [0, 1]
    assert await told(alice) == [0, 1]
    await bob.aclose()
    assert await told(alice) == [0]
    await alice.aclose()


@in_loop
async def test_a_poll_tells_who_is_there_and_ends_when_that_changes(dealt: Table) -> None:
    """An app without a stream, or the second tab of a browser."""
    version = (await sync_to_async(dealt.view)())["version"]

    async def polled(wait: int) -> dict[str, Any]:
        address = f"{BASE}{dealt.path}/events?after={version}&wait={wait}"
        answer: dict[str, Any] = json.loads((await AsyncClient().get(address, headers=headers_of(dealt, 1))).content)
        return answer

    nobody = {"events": [], "next": version, "online": []}
    assert await polled(0) == nobody
    async with asyncio.timeout(25):  # less than the wait
        waiting = asyncio.create_task(polled(30))
        await asyncio.sleep(0.5)
        stream = aiter(await opened(dealt, 0, f"?after={version}"))
        assert await told(stream) == [0]
        assert await waiting == {**nobody, "online": [0]}
        assert await polled(0) == {**nobody, "online": [0]}
        waiting = asyncio.create_task(polled(30))
        await asyncio.sleep(0.5)
        await stream.aclose()
        assert await waiting == nobody


@in_loop
async def test_who_is_back_at_once_has_not_been_away(dealt: Table) -> None:
    """A page that is loaded anew."""
    version = (await sync_to_async(dealt.view)())["version"]
    alice, bob = [aiter(await opened(dealt, seat, f"?after={version}")) for seat in (0, 1)]
    assert [await told(alice), await told(bob)] == [[0], [0, 1]]
    assert await told(alice) == [0, 1]
    onwards = asyncio.create_task(anext(alice))
    await asyncio.sleep(0.5)
    await bob.aclose()
    again = aiter(await opened(dealt, 1, f"?after={version}"))
    assert await told(again) == [0, 1]
    await sync_to_async(dealt.turn)(0, DRAW)
    async with asyncio.timeout(20):
        assert (await onwards).startswith(b"id: "), "the draw is the next that she hears"
    for stream in (alice, again):
        await stream.aclose()


@in_loop
async def test_a_quiet_stream_pings(dealt: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api.events, "PING_S", 0.2)
    version = (await sync_to_async(dealt.view)())["version"]
    response = await opened(dealt, 1, f"?after={version}")
    stream = aiter(response)
    chunks = [await anext(stream) for _ in range(4)]
    assert chunks[0] == b"retry: 1000\n\n"
    assert chunks[-2:] == [b": ping\n\n", b": ping\n\n"]
    await stream.aclose()


@pytest.mark.parametrize("value", ["x", "-1", "99999", "1.5"])
@in_loop
async def test_a_resume_point_that_is_none_is_refused(dealt: Table, value: str) -> None:
    response = await opened(dealt, 1, **{"Last-Event-ID": value})
    assert (response.status_code, json.loads(response.content)["code"]) == (400, "bad_header")


@in_loop
async def test_a_stream_is_authorised_before_it_begins(dealt: Table) -> None:
    response = await AsyncClient().get(f"{BASE}{dealt.path}/events", headers={"Accept": "text/event-stream"})
    assert (response.status_code, json.loads(response.content)["code"]) == (404, "game_not_found")
    assert response.headers["content-type"] == "application/problem+json"


@in_loop
async def test_too_many_waiting_are_sent_away(dealt: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api.events, "MOST_WAITING", 0)
    response = await opened(dealt, 1)
    assert (response.status_code, json.loads(response.content)["code"]) == (503, "unavailable")
    assert response.headers["retry-after"]
