"""House rules for tests: who writes, and a rule quickly made."""

from __future__ import annotations

from typing import Any

from variants import house_rules
from variants.drafts import Draft
from variants.house_rules import Author
from variants.models import HouseRule

ANNA = Author("Anna")
"""Works in the admin."""
CLUB = Author("Club app", owner="key:1")
GUEST = Author("Guest app", owner="key:2")


def draft(slug: str = "club-romme", **fields: Any) -> Draft:
    """A sound draft: Rommé without claims, to 40."""
    said: dict[str, Any] = {
        "extends": "romme",
        "title": {"de": "Vereins-Rommé"},
        "description": {"de": "Ohne Klopfen,\nab 40 Augen."},
        "overrides": {"claims": {"mode": "none"}, "opening": {"min_points": 40}},
    }
    return Draft(slug, **{**said, **fields})


def made(slug: str = "club-romme", *, by: Author = ANNA, **fields: Any) -> HouseRule:
    """A draft that is stored."""
    return house_rules.create(draft=draft(slug, **fields), by=by)


def published(slug: str = "club-romme", *, by: Author = ANNA, **fields: Any) -> HouseRule:
    """A house rule that can be played."""
    return house_rules.publish(rule_id=made(slug, by=by, **fields).pk, by=by).rule
