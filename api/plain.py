"""From DRF's request to Django's: parsing and rendering are the same for views in and outside DRF."""

from __future__ import annotations

from django.http import HttpRequest
from rest_framework.request import Request


def plain(request: Request | HttpRequest) -> HttpRequest:
    """Django's request, of DRF's or as it is."""
    return request._request if isinstance(request, Request) else request  # noqa: SLF001  # DRF has no public name for it
