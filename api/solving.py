"""Solver work in threads of its own, so that a hard hand never holds up the thread that serves everything else."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from typing import Any, Final

from asgiref.sync import sync_to_async
from django.db import close_old_connections
from django.http import HttpRequest
from django.http.response import HttpResponseBase

AT_ONCE: Final = 2

_threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="solver")


def in_solver_threads(view: Callable[..., HttpResponseBase]) -> Callable[..., Any]:
    """A DRF view (as ``as_view`` makes it) that runs in the solver's threads, at most two at once."""

    def run(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        finally:
            close_old_connections()

    @wraps(view)
    async def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return await sync_to_async(run, thread_sensitive=False, executor=_threads)(request, *args, **kwargs)

    return wrapped
