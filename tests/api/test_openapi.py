"""The published description: valid, checked in as it is, complete, and served without the internet."""

from __future__ import annotations

import json
import re
from pathlib import Path

import yaml
from django.urls import URLResolver, get_resolver
from openapi_spec_validator import validate

from api.schema import whole_schema
from tests.api.caller import Caller

CHECKED_IN = Path(__file__).resolve().parents[2] / "docs" / "openapi.yml"


def test_the_schema_is_valid() -> None:
    validate(whole_schema())


def test_the_checked_in_schema_is_the_generated_one() -> None:
    """When this fails: `make openapi`, and look at the difference."""
    assert yaml.safe_load(CHECKED_IN.read_text(encoding="utf-8")) == json.loads(json.dumps(whole_schema()))


def test_every_address_of_the_api_is_described() -> None:
    (patterns,) = (
        found.url_patterns
        for found in get_resolver().url_patterns
        if isinstance(found, URLResolver) and str(found.pattern) == "api/v1/"
    )
    addresses = {re.sub(r"<\w+:(\w+)>", r"{\1}", f"/api/v1/{pattern.pattern}") for pattern in patterns}
    assert addresses - set(whole_schema()["paths"]) == {"/api/v1/schema", "/api/v1/docs"}
    assert set(whole_schema()["paths"]) <= addresses


def test_every_kind_of_move_is_described() -> None:
    moves = whole_schema()["components"]["schemas"]["Moves"]["properties"]["moves"]["items"]["discriminator"]["mapping"]
    assert sorted(moves) == sorted(
        [
            "draw_stock",
            "take_discard",
            "lay",
            "take_back",
            "discard",
            "knock",
            "claim",
            "pass",
            "ready",
            "rebuy",
            "decline",
        ]
    )


def test_it_is_served_as_yaml_and_as_json(anyone: Caller) -> None:
    as_json = anyone.get("schema", Accept="application/json")
    as_yaml = anyone.get("schema")
    assert as_json.json["openapi"] == "3.1.0"
    assert yaml.safe_load(as_yaml.content) == as_json.json


def test_its_page_takes_nothing_from_elsewhere(anyone: Caller) -> None:
    page = anyone.get("docs", Accept="text/html")
    script = anyone.get("docs?script", Accept="*/*")
    assert (page.status, script.status) == (200, 200)
    assert script.headers["content-type"].startswith("application/javascript")
    assert not re.search(rb"(?:src|href)=\"(?:https?:)?//", page.content)
    assert b"<script>" not in page.content
    assert "script-src 'self'" in page.headers["content-security-policy"]


def test_every_operation_says_in_a_line_what_it_does() -> None:
    """The page of the API lists them by it."""
    operations = [operation for path in whole_schema()["paths"].values() for operation in path.values()]
    summaries = [operation.get("summary", "") for operation in operations]
    assert all(0 < len(line) <= 120 and not set("\n`") & set(line) for line in summaries), summaries
