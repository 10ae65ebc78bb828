"""The ASGI application, called as a server calls it."""

import asyncio
import threading
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import override_settings
from django.urls import path
from django.utils.module_loading import import_string
from django.views.decorators.csrf import csrf_exempt

from config.asgi import Handler, application

THREADS: set[int] = set()
LIMIT = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
assert LIMIT is not None


async def fetch(app: Any, *paths: str) -> list[httpx.Response]:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
        return await asyncio.gather(*(client.get(path) for path in paths))


def slow(_request: HttpRequest) -> HttpResponse:
    THREADS.add(threading.get_ident())
    return HttpResponse("slow")


async def patient(request: HttpRequest) -> HttpResponse:
    await request.scope["meeting"].wait()  # type: ignore[attr-defined]  # an ASGIRequest
    return HttpResponse("patient")


@csrf_exempt
def reader(request: HttpRequest) -> HttpResponse:
    return HttpResponse(str(len(request.read())))


urlpatterns = [path("slow", slow), path("patient", patient), path("reader", reader)]


@pytest.mark.parametrize("name", settings.MIDDLEWARE)
def test_no_middleware_holds_the_thread_while_a_view_waits(name: str) -> None:
    assert getattr(import_string(name), "async_capable", False)


def test_requests_share_one_thread_and_waiting_ones_take_none() -> None:
    """Three calls wait for one another and for this test, which comes when ten others have been answered."""

    async def answered() -> list[httpx.Response]:
        meeting, handler = asyncio.Barrier(4), Handler()

        async def app(scope: dict[str, Any], receive: Any, send: Any) -> None:
            await handler({**scope, "meeting": meeting}, receive, send)

        waiting = asyncio.create_task(fetch(app, "/patient", "/patient", "/patient"))
        others = await fetch(app, *["/slow"] * 10)
        assert not waiting.done()
        await meeting.wait()
        return others + await waiting

    with override_settings(ROOT_URLCONF=__name__):
        answers = asyncio.run(asyncio.wait_for(answered(), 60))
    assert [answer.status_code for answer in answers] == [200] * 13
    assert len(THREADS) == 1


def test_static_files_are_served_in_front_of_django() -> None:
    (icon, missing) = asyncio.run(fetch(application, "/static/web/icon.svg", "/static/web/none.svg"))
    assert icon.status_code == 200
    assert icon.headers["content-type"] == "image/svg+xml"
    assert "access-control-allow-origin" not in icon.headers
    assert missing.status_code == 404


def test_pages_say_what_a_browser_may_load() -> None:
    (page,) = asyncio.run(fetch(application, "/"))
    assert page.status_code == 200
    assert "default-src 'self'" in page.headers["content-security-policy"]
    assert page.headers["x-frame-options"] == "DENY"


def test_a_foreign_host_name_is_refused() -> None:
    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(application)
        async with httpx.AsyncClient(transport=transport, base_url="http://evil.example") as client:
            return await client.get("/api/v1/variants")

    assert asyncio.run(ask()).status_code == 400


@pytest.mark.parametrize(
    ("sent", "announced", "read"),
    [(1000, 1000, 1000), (1000, None, 1000), (LIMIT, LIMIT, LIMIT), (LIMIT, None, LIMIT), (50 * LIMIT, 50 * LIMIT, 0)],
)
def test_a_body_is_read_up_to_its_limit(sent: int, announced: int | None, read: int) -> None:
    answer = asyncio.run(post(sent, announced))
    assert (answer.status_code, answer.text) == (200, str(read))


def test_a_body_without_end_is_answered_before_its_end() -> None:
    answer = asyncio.run(post(2 * LIMIT, None, endless=True))
    assert answer.text == str(LIMIT + 1), "one byte too many, which is what a view must see to refuse it"


async def post(size: int, announced: int | None, *, endless: bool = False) -> httpx.Response:
    async def body() -> AsyncIterator[bytes]:
        for start in range(0, size, 4096):
            yield b"x" * min(4096, size - start)
        if endless:
            await asyncio.Event().wait()

    headers = {"content-length": str(announced)} if announced is not None else {}
    with override_settings(ROOT_URLCONF=__name__):
        app: Any = Handler()
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await asyncio.wait_for(client.post("/reader", content=body(), headers=headers), 10)
