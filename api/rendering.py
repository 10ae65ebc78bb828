"""Answers as JSON: one fast renderer for DRF and for the views outside it, and the headers every answer carries."""

from __future__ import annotations

from typing import Any, Final, TypeVar

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from pydantic_core import to_json
from rest_framework.renderers import BaseRenderer

from api.language import language_of

JSON: Final = "application/json"
VARY: Final = ("Authorization", "Rummy-Seat", "Accept", "Accept-Language")


class JSONRenderer(BaseRenderer):
    """Dicts and pydantic models to compact UTF-8 JSON."""

    media_type = JSON
    format = "json"
    charset = None

    def render(self, data: Any, *_: object, **__: object) -> bytes:
        """The JSON text of ``data``; nothing for an answer without a body."""
        return b"" if data is None else to_json(data)


def json_response(data: Any) -> HttpResponse:
    """An answer of a view that is not DRF's."""
    return HttpResponse(to_json(data), content_type=JSON)


Answer = TypeVar("Answer", bound=HttpResponseBase)


def finish(request: HttpRequest, response: Answer) -> Answer:
    """The response with the headers of every answer: what it varies by, its language, and that caches keep nothing.

    A view that allows caching has set ``Cache-Control`` itself.
    """
    patch_vary_headers(response, VARY)
    response.headers.setdefault("Cache-Control", "no-store")
    response.headers.setdefault("Content-Language", language_of(request))
    return response
