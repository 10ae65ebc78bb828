"""Django's middleware, without what a call of the API does not need.

Each of Django's own would send every request to the views' thread and back, twice, also where it has nothing to do:
all of them together took a quarter of the time of a move. What only computes stays in the event loop here, and what
serves pages (sessions, the language of a page, forms, logins, messages) leaves calls of the API alone.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import iscoroutinefunction
from typing import Any, Final

from asgiref.sync import sync_to_async
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponseNotAllowed
from django.http.response import HttpResponseBase
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.middleware.common import CommonMiddleware
from django.middleware.csrf import CsrfViewMiddleware
from django.middleware.locale import LocaleMiddleware
from django.middleware.security import SecurityMiddleware
from django.utils.deprecation import MiddlewareMixin

from config.errors import method_not_allowed
from config.policy import PolicyMiddleware

NO_PAGES: Final = ("/api/", "/live", "/ready")


class _InTheLoop(MiddlewareMixin):
    """For middleware that waits for nothing."""

    async def __acall__(self, request: HttpRequest) -> Any:
        before = getattr(self, "process_request", None)
        after = getattr(self, "process_response", None)
        following: Any = self.get_response
        response = (before(request) if before else None) or await following(request)
        return after(request, response) if after else response


class _PagesOnly(MiddlewareMixin):
    """For middleware that only pages need."""

    def __call__(self, request: HttpRequest) -> Any:
        if request.path_info.startswith(NO_PAGES):
            return self.get_response(request)  # where all is asynchronous, this is awaited by the caller
        return super().__call__(request)


class Security(_InTheLoop, SecurityMiddleware):
    """Headers of every answer."""


class Policy(_InTheLoop, PolicyMiddleware):
    """What a page may load."""


class Frames(_InTheLoop, XFrameOptionsMiddleware):
    """No page is shown inside another."""


class Common(_InTheLoop, CommonMiddleware):
    """Addresses and lengths."""


class Session(_PagesOnly, SessionMiddleware):
    """Who is signed in at the admin."""


class Locale(_PagesOnly, LocaleMiddleware):
    """The language of a page; the API reads ``Accept-Language`` itself."""


class Csrf(_PagesOnly, CsrfViewMiddleware):
    """Forms of this site only. Calls of the API carry a token that no other site has."""

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        super().__init__(get_response)
        if iscoroutinefunction(get_response):
            self.process_view = self._process_view  # type: ignore[method-assign]  # either kind

    def process_view(self, request: HttpRequest, *view: Any) -> Any:
        """The refusal of a form that is not this site's."""
        return None if request.path_info.startswith(NO_PAGES) else super().process_view(request, *view)

    async def _process_view(self, request: HttpRequest, *view: Any) -> Any:
        if request.path_info.startswith(NO_PAGES):
            return None
        return await sync_to_async(super().process_view)(request, *view)


class Authentication(_PagesOnly, AuthenticationMiddleware):
    """The administrator of a session."""


class Messages(_PagesOnly, MessageMiddleware):
    """What a page tells after a form."""


class Methods(_InTheLoop, MiddlewareMixin):
    """Whoever calls a page in a way that it does not know is told so; Django's own answer has nothing in it."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """The page of the house in its place."""
        if not isinstance(response, HttpResponseNotAllowed) or request.path_info.startswith(NO_PAGES):
            return response
        return method_not_allowed(request, response.headers["Allow"])
