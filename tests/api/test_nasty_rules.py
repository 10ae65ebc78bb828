"""Monstrous numbers and nestings in a house rule's body: refused, whatever call they come by."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from tests.api.caller import Caller
from tests.variants.nasty import TEXTS
from variants.models import HouseRule

pytestmark = pytest.mark.django_db(transaction=True)

BODY = {"slug": "club", "extends": "romme", "title": {"de": "Verein"}}
PLACES = (
    '"overrides": {{"match": {{"target": {}}}}}',
    '"overrides": {{"match": {}}}',
    '"options": {{"match.target": [{}]}}',
)


@pytest.mark.parametrize("value", TEXTS.values(), ids=TEXTS)
def test_no_value_is_too_much_for_a_refusal(key: Callable[..., Caller], value: str) -> None:
    club = key("rules:write")
    rule = f"house-rules/{club.post('house-rules', BODY).json['id']}"
    for place in PLACES:
        part = place.format(value)
        whole = (json.dumps({**BODY, "slug": "other"})[:-1] + f", {part}}}").encode()
        assert club.post("house-rules", whole).status in (400, 422)
        assert club.send("PATCH", rule, f"{{{part}}}".encode(), If_Match='"1"').status in (400, 422)
        judged = club.post(f"{rule}/validate", f"{{{part}}}".encode())
        assert judged.status in (400, 422) or not judged.json["valid"]
    assert HouseRule.objects.get().revision == 1
