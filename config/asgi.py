"""The ASGI application: the whole server in the embedded set-up, the event streams in a large one."""

import os
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import django
from django.conf import settings
from django.core.handlers.asgi import ASGIHandler
from django.core.signals import request_started
from django.db import close_old_connections, reset_queries
from django.db.backends.signals import connection_created
from django.urls import get_resolver
from servestatic import ServeStaticASGI

from config import patience
from config.static import add_static_files

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

Receive = Callable[[], Awaitable[Mapping[str, Any]]]


class Handler(ASGIHandler):
    """Django's handler without a new thread, and so a new database connection, for every request.

    Synchronous views then run one after the other in one thread of the process, which suits SQLite and is 3.5 times
    as fast; whatever waits (event streams, long polls) is an asynchronous view.
    """

    async def __call__(
        self,
        scope: dict[str, Any],
        receive: Receive,
        send: Callable[[Mapping[str, Any]], Awaitable[None]],
    ) -> None:
        """Serves one request. Raises `ValueError` for anything but HTTP, as Django's own does."""
        if scope["type"] != "http":
            raise ValueError(f"Only HTTP is served here, not {scope['type']}.")
        await self.handle(scope, _bounded(scope, receive), send)


def _bounded(scope: Mapping[str, Any], receive: Receive) -> Receive:
    """``receive`` with an end to the body: one that is too long reaches the views cut off behind what they may read.

    Django would take in all of it before the first view can refuse it. A body that is announced as too long is not
    read at all: the views see its announced length, and refuse that.
    """
    limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    announced = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
    left = 0 if announced.isdigit() and int(announced[:18]) > limit else limit + 1
    ended = False

    async def bounded() -> Mapping[str, Any]:
        nonlocal left, ended
        if not ended and not left:
            ended = True
            return {"type": "http.request", "body": b"", "more_body": False}
        message = await receive()
        while ended and message["type"] == "http.request":
            message = await receive()
        if message["type"] != "http.request":
            return message
        body = message.get("body", b"")[:left]
        left -= len(body)
        ended = not left or not message.get("more_body", False)
        return {**message, "body": body, "more_body": not ended}

    return bounded


django.setup(set_prefix=False)
# Else every request, also one that touches no database, would wait at its beginning for the views' thread, and so for
# whatever a view waits for. Old connections are closed at the end of each request too, in that thread.
for _receiver in (close_old_connections, reset_queries):
    request_started.disconnect(_receiver)
connection_created.connect(patience.teach)
# The first request would otherwise wait 0.7 s for every view to be imported.
_ = get_resolver().url_patterns
application = add_static_files(ServeStaticASGI(Handler(), autorefresh=settings.DEBUG, allow_all_origins=False))
