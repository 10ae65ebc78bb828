"""Requests made up from the published description: whatever comes, no fault of the server, and answers as described."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance

from tests.api.caller import Caller
from tests.api.table import Table

pytestmark = pytest.mark.django_db(transaction=True)

CHECKS = (not_a_server_error, content_type_conformance, response_schema_conformance)
schema = schemathesis.openapi.from_wsgi("/api/v1/schema", get_wsgi_application())


@schema.parametrize()
@settings(max_examples=15, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_made_up_requests_are_answered_as_described(case: Any, table: Table, key: Callable[..., Caller]) -> None:
    token = table.players[0].token
    ids = {"game_id": table.id, "variant_id": "rummy"}
    if "house-rules" in case.path:
        club = key("rules:write")
        body = {"slug": f"club-{uuid4().hex}", "extends": "rummy", "title": {"en": "Ours"}}
        ids["rule_id"], token = club.post("house-rules", body).json["id"], club.token
    if "playtest_id" in case.path:
        asked = {"deals": 1, "seats": 2, "level": "easy"}
        ids["playtest_id"] = key("rules:write").post("variants/rummy/playtest", asked).json["id"]
    case.path_parameters = {name: ids[name] for name in (case.path_parameters or {})}
    case.query = {**(case.query or {}), **({"wait": 0} if "wait" in (case.query or {}) else {})}
    case.call_and_validate(checks=list(CHECKS), headers={"Authorization": f"Bearer {token}"})
