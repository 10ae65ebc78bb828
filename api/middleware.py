"""Django's own answers to addresses of the API, as problems: unknown addresses, refused hosts, unforeseen errors."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from inspect import iscoroutinefunction
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from api.problems import PROBLEM_JSON, Problem, problem_response

PREFIX: Final = "/api/"
_CODES: Final = {
    400: "bad_request",
    403: "not_allowed",
    404: "not_found",
    405: "method_not_allowed",
    413: "too_large",
    503: "unavailable",
}

_OF_THE_BODY: Final = ("Content-Type", "Content-Length", "Content-Language", "Content-Security-Policy")

_Next = Callable[[HttpRequest], HttpResponseBase] | Callable[[HttpRequest], Awaitable[HttpResponseBase]]


@sync_and_async_middleware
def problem_middleware(get_response: _Next) -> _Next:
    """Rewrites what is not a problem yet, under ``/api/`` only."""
    if iscoroutinefunction(get_response):

        async def asynchronous(request: HttpRequest) -> HttpResponseBase:
            return _as_problem(request, await get_response(request))

        return asynchronous

    def synchronous(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        assert isinstance(response, HttpResponseBase)  # noqa: S101  # the other branch is asynchronous
        return _as_problem(request, response)

    return synchronous


def _as_problem(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    status = response.status_code
    if status < 400 or not request.path.startswith(PREFIX) or response.headers.get("Content-Type") == PROBLEM_JSON:
        return response
    code = _CODES.get(status, "internal_error" if status >= 500 else "bad_request")
    problem = Problem(status if status in _CODES or status >= 500 else 400, code)
    answer: HttpResponse = problem_response(problem, request)
    for name, value in response.headers.items():
        if name not in _OF_THE_BODY:
            answer.headers.setdefault(name, value)
    return answer
