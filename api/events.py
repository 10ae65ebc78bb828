"""The events of a game: a list, a list as soon as there is something, or a stream.

One asynchronous view outside DRF, which answers 406 to ``text/event-stream``, and whose waiting views would stop a
small server. It shares authenticator, problems and selectors with the rest, and holds no database connection while
it waits.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from asgiref.sync import sync_to_async
from django.db import close_old_connections
from django.http import HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.csrf import csrf_exempt
from pydantic_core import to_json

from api.auth import identify
from api.parsing import Query, check_size, event_number, preferred
from api.problems import Problem, problem_of, problem_response
from api.rendering import JSON, finish, json_response
from api.throttles import Charge, add_fields, address_of, charge
from hosting import bus, presence, selectors

STREAM: Final = "text/event-stream"
PING_S: Final = 15.0
MOST_WAIT_S: Final = 30
PAGE: Final = 200
MOST_EVENTS: Final = 1000
MOST_WAITING: Final = 2000
"""Most callers who wait or stream at one time in one process."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a caller wants of the events."""

    after: int
    limit: int
    wait: int
    stream: bool
    seat: int | None
    cost: Charge


class _Waiting:
    """How many callers this process has waiting."""

    def __init__(self) -> None:
        self.count = 0

    def __enter__(self) -> None:
        if self.count >= MOST_WAITING:
            raise Problem(503, "unavailable", headers={"Retry-After": "5"})
        self.count += 1

    def __exit__(self, *_: object) -> None:
        self.count -= 1


_waiting = _Waiting()


class _Stream(StreamingHttpResponse):
    """A stream that ends with its reader.

    The handler closes what it iterates over. Django would give it a generator around ours, which then stays open, and
    its seat online, until it is collected as garbage.
    """

    def __aiter__(self) -> AsyncIterator[bytes]:
        return aiter(self._iterator)  # type: ignore[attr-defined]  # not in the stubs


@csrf_exempt
async def events(request: HttpRequest, game_id: str) -> HttpResponseBase:
    """``GET games/{id}/events``."""
    try:
        return await _answer(request, game_id)
    except Exception as error:  # every refusal becomes a problem; what nobody foresaw goes on
        problem = problem_of(error)
        if problem is None:
            raise
        return problem_response(problem, request)


async def _answer(request: HttpRequest, game_id: str) -> HttpResponseBase:
    if request.method not in ("GET", "HEAD"):
        raise Problem(405, "method_not_allowed", headers={"Allow": "GET, HEAD"})
    asked, version = await _database(_admit, request, game_id)
    if asked.stream:
        with _waiting:
            pass
        response: HttpResponseBase = _Stream(_stream(request, game_id, asked), content_type=STREAM)
        response.headers["X-Accel-Buffering"] = "no"
    else:
        if asked.wait and version <= asked.after:
            here = presence.online(game_id)
            with _waiting:
                await bus.wait(game_id, asked.after, asked.wait, partial(presence.differs, game_id, here))
        found, _ = await _database(_read, request, game_id, asked.after, asked.limit)
        after = found[-1]["seq"] if found else asked.after
        response = json_response({"events": found, "next": after, "online": presence.online(game_id)})
    add_fields(response, asked.cost)
    return finish(request, response)


async def _stream(request: HttpRequest, game_id: str, asked: Asked) -> AsyncIterator[bytes]:
    """Events as they happen, and who is there when that changes (without a number: it is not of the log).

    The token is looked at anew before anything is shown: a withdrawn one sees no more, and one whose seat got another
    number begins again.
    """
    after = asked.after
    told: list[int] | None = None
    with _waiting, presence.watching(game_id, asked.seat):
        yield b"retry: 1000\n\n"
        while True:
            try:
                found, seat = await _database(_read, request, game_id, after, PAGE)
            except Exception as error:  # the stream has begun: its end is all that can be told
                if problem_of(error) is None:
                    raise
                return
            if seat != asked.seat:
                return
            online = presence.online(game_id)
            if online != told:
                told = online
                yield b"event: presence\ndata: %b\n\n" % to_json({"online": online})
            if found:
                after = found[-1]["seq"]
                # In one piece: the server tells of each that is written to somebody who has just gone.
                yield b"".join(b"id: %d\ndata: %b\n\n" % (event["seq"], to_json(event)) for event in found)
            if len(found) < PAGE:
                others = partial(presence.differs, game_id, told)
                if await bus.wait(game_id, after, PING_S, others) <= after and not others():
                    yield b": ping\n\n"


def _admit(request: HttpRequest, game_id: str) -> tuple[Asked, int]:
    """Judges the request: size, token, rate, game, parameters."""
    check_size(request)
    identity = identify(request)
    cost = charge("stateless", address_of(request)) if identity.anonymous else charge("reads", identity.key_name)
    if not cost.allowed:
        raise Problem(429, "too_many_requests", headers={"Retry-After": str(cost.wait_s)}, wait=cost.wait_s)
    table = selectors.table_for(game_id=game_id, identity=identity)
    version = table.game.version
    stream = preferred(request, JSON, STREAM) == STREAM and request.method == "GET"
    query = Query(request)
    after = query.number("after", default=0, least=0, most=version)
    limit = query.number("limit", default=PAGE, least=1, most=MOST_EVENTS)
    wait = query.number("wait", default=0, least=0, most=MOST_WAIT_S)
    query.check()
    if stream:
        after = event_number(request, most=version, default=after)
    return Asked(after, limit, wait, stream, table.seat, cost), version


def _read(request: HttpRequest, game_id: str, after: int, limit: int) -> tuple[list[dict[str, Any]], int | None]:
    """The next events, and the seat from which the caller sees them."""
    table = selectors.table_for(game_id=game_id, identity=identify(request))
    return selectors.events_after(table, after, limit), table.seat


async def _database(read: Any, *args: Any) -> Any:
    """Runs a read in a thread, and leaves no connection behind that is used up."""

    def run() -> Any:
        close_old_connections()
        try:
            return read(*args)
        finally:
            close_old_connections()

    return await sync_to_async(run, thread_sensitive=True)()
