"""The language of a caller's sentences."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.translation.trans_real import parse_accept_lang_header

from rummy.texts import FALLBACK, LANGUAGES


def language_of(request: HttpRequest) -> str:
    """The best of ``LANGUAGES`` for the request's ``Accept-Language``; no cookie and no path is looked at."""
    for tag, _quality in parse_accept_lang_header(request.headers.get("Accept-Language", "").lower()):
        language = tag.partition("-")[0]
        if language in LANGUAGES:
            return language
    return FALLBACK
