"""Who writes house rules in the admin, and what they are called where nobody says it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import count
from typing import Final

from django.http import HttpRequest
from django.utils.text import slugify

from rummy.sense import Fault
from variants import catalogue, house_rules
from variants.drafts import Judgement, is_slug
from variants.errors import FaultyHouseRule
from variants.house_rules import Author
from variants.models import LONGEST_ID, HouseRule

_SPELT: Final = {ord(sign): text for sign, text in zip("äöüß", ("ae", "oe", "ue", "ss"), strict=True)}

_FOR_NUMBER: Final = 8
"""Characters that a number after a slug may take."""

_ATTEMPTS: Final = 5


def author_of(request: HttpRequest) -> Author:
    """Whoever is logged in; the admin's pages let nobody else come so far."""
    return Author(request.user.get_username(), user=request.user)  # type: ignore[arg-type]  # see above


def slug_from(titles: Iterable[str]) -> str:
    """A free slug made from the first title that gives one, German umlauts spelt out; empty where none does."""
    made = (_words(title) for title in titles)
    return next((free_slug(slug) for slug in made if slug), "")


def told_of(judged: Judgement) -> tuple[Fault, ...]:
    """The faults of a draft; a slug that waits for a title to be made from is none beside that of the title."""
    waits = not judged.draft.slug and any(fault.pointer.startswith("/title") for fault in judged.faults)
    return tuple(fault for fault in judged.faults if not (waits and fault.pointer == "/slug"))


def _words(title: str) -> str:
    """A slug of a title's words; one that is too short, or begins with a digit, says what it is before them."""
    words = re.sub(r"[-_]+", "-", slugify(title.lower().translate(_SPELT))).strip("-")
    return next((slug for slug in (_cut(words), _cut(f"rules-{words}")) if words and is_slug(slug)), "")


def _cut(slug: str, longest: int = LONGEST_ID) -> str:
    return slug[:longest].rstrip("-")


def copy_of(rule: HouseRule, by: Author) -> HouseRule:
    """A new draft that says what a house rule says, under a free slug.

    Somebody else may take the slug at the same moment: then the next one is tried. Raises FaultyHouseRule.
    """
    for _ in range(_ATTEMPTS):
        try:
            return house_rules.duplicate(rule_id=rule.pk, slug=free_slug(rule.slug), by=by)
        except FaultyHouseRule as error:
            refused = error
            if [fault.code for fault in error.faults] != ["slug_taken"]:
                break
    raise refused


def free_slug(wish: str) -> str:
    """The slug that is wished for, or one like it, that no variant has yet."""
    stem = _cut(wish, LONGEST_ID - _FOR_NUMBER)
    taken = {each.id for each in catalogue.variants()}
    taken |= set(HouseRule.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    if wish not in taken:
        return wish
    return next(name for name in (f"{stem}-{number}" for number in count(2)) if name not in taken)
