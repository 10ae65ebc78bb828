"""docs/profile.md has every field of a profile, as the schema has it."""

from __future__ import annotations

import re

from rummy.profile import FIELD_PATHS
from tests.docs.profile import PAGE, page


def test_the_page_is_what_the_schema_says() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "make openapi writes it anew"


def test_every_field_is_there_once() -> None:
    assert re.findall(r"^\| `([a-z_.]+)` \|", page(), re.MULTILINE) == list(FIELD_PATHS)
