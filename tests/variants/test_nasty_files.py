"""A file or a draft with monstrous numbers or nestings is refused as any faulty one is."""

from __future__ import annotations

from typing import Any

import pytest

from tests.variants.houses import ANNA, draft
from tests.variants.nasty import NUMBERS, TEXTS
from variants import house_rules
from variants.errors import FaultyHouseRule
from variants.models import HouseRule

pytestmark = pytest.mark.django_db

PLACES = {
    "a field": "[match]\ntarget = {}",
    "a field of pairs": "[deal]\ncards = {{ 2 = {} }}",
    "a section": "match = {}",
    "an option": '[options]\n"match.target" = [{}]',
    "a bound": '[options]\n"match.target" = {{ min = 0, max = {}, step = 1 }}',
    "texts of a language": "[text]\nde = {}",
    "a text": "[text.de]\ntitle = {}",
    "the texts": "text = {}",
    "elsewhere": "something = {}",
}


@pytest.mark.parametrize("value", [*TEXTS.values(), "0x" + "f" * 9000, "2026-13-99"], ids=[*TEXTS, "hex", "no date"])
@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
def test_a_file_is_refused(place: str, value: str) -> None:
    with pytest.raises(FaultyHouseRule) as refused:
        house_rules.import_file(
            text=f'extends = "romme"\n{place.format(value)}\n', slug="other", by=ANNA, keep_faulty=True
        )
    assert refused.value.faults
    assert not HouseRule.objects.exists()


@pytest.mark.parametrize("value", NUMBERS.values(), ids=NUMBERS)
def test_a_draft_is_refused(value: Any) -> None:
    for fields in (
        {"overrides": {"match": {"target": value}}},
        {"overrides": {"deal": {"cards": {"2": [value]}}}},
        {"options": {"match.target": [value]}},
        {"options": {"match.target": {"min": 0, "max": value, "step": 1}}},
    ):
        with pytest.raises(FaultyHouseRule):
            house_rules.create(draft=draft("other", **fields), by=ANNA, keep_faulty=True)
