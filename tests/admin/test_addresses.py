"""Addresses that lead to no row: whatever stands where an id belongs, no page breaks down, on any database."""

import re
from collections.abc import Iterator
from urllib.parse import quote

import pytest
from django.contrib.contenttypes.models import ContentType
from django.test import Client
from django.urls import URLResolver, get_resolver

from hosting.models import Game
from tests.hosting.rig import hosted
from variants.catalogue import variant

IDS = ("\x00", "a\x00b", "a\n\x00", "_00", "9" * 30, "-1", "x" * 5000, "é%00", "..")


def routes(resolver: URLResolver, before: str = "/") -> Iterator[str]:
    """All routes that have a place for something."""
    for each in resolver.url_patterns:
        route = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from routes(each, route)
        elif "<" in route:
            yield route


ROUTES = sorted(route for route in routes(get_resolver()) if route.startswith("/admin/") and "(?" not in route)


@pytest.mark.parametrize("route", ROUTES)
def test_an_id_that_no_row_has_is_told_so(alice: Client, route: str) -> None:
    games = str(ContentType.objects.get_for_model(Game).pk)
    for number in IDS:
        address = re.sub("<[^>]*>", quote(number), route.replace("<path:content_type_id>", games))
        for answer in (alice.get(address), alice.post(address)):
            assert answer.status_code in (302, 403, 404, 405), number


def test_nothing_is_found_by_what_no_text_holds(alice: Client) -> None:
    hosted(variant("rummy").profile, 2)
    field = {"app_label": "hosting", "model_name": "event", "field_name": "game"}
    assert alice.get("/admin/autocomplete/", {**field, "term": "\x00"}).json()["results"] == []
