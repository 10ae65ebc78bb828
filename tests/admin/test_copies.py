"""Names that the admin finds for rules, copies of rules, and rules found by their titles."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.variants.houses import ANNA, made
from variants import house_rules
from variants.admin import writers
from variants.admin.writers import copy_of, slug_from
from variants.drafts import is_slug
from variants.models import LONGEST_ID, HouseRule

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("length", range(LONGEST_ID - 2, LONGEST_ID + 1))
def test_a_rule_with_a_long_name_can_be_copied_again_and_again(alice: Client, length: int) -> None:
    """Wherever the name is cut, also at a hyphen."""
    rule = made(("ab-" * LONGEST_ID)[: length - 1] + "x")
    for _ in range(2):
        assert alice.post(f"/admin/variants/houserule/{rule.pk}/duplicate/").status_code == 302
    slugs = HouseRule.objects.values_list("slug", flat=True)
    assert len(slugs) == 3
    assert all(map(is_slug, slugs))


def test_of_two_copies_at_once_each_gets_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other copy is made after the free name was looked up."""
    rule, looked_up = made(), writers.free_slug

    def overtaken(wish: str) -> str:
        slug = looked_up(wish)
        if HouseRule.objects.count() == 1:
            house_rules.duplicate(rule_id=rule.pk, slug=slug, by=ANNA)
        return slug

    monkeypatch.setattr(writers, "free_slug", overtaken)
    assert copy_of(rule, ANNA).slug == "club-romme-3"


@pytest.mark.parametrize(
    "title",
    [
        "500 Rum",
        "51",
        "Zo",
        "Ä",
        "A_B",
        "x__y",
        "-- a --",
        "Größe & Übermut",
        "日本",
        "!?",
        "",
        "5" * 80,
        "a " * 40,
        "_",
    ],
)
def test_a_name_from_a_title_is_one_or_none(title: str) -> None:
    slug = slug_from([title])
    assert is_slug(slug) or slug == ""
    assert bool(slug) == any(sign.isascii() and sign.isalnum() for sign in title.replace("Ä", "Ae"))


@pytest.mark.parametrize("word", ["Rommé", "rommé", "ROMMÉ", "Übermut", "über", '"Rommé mit"', "Klub Rommé", "ß", "\\"])
def test_a_rule_is_found_by_its_title(alice: Client, word: str) -> None:
    made("one-rule", title={"de": "Rommé mit Übermut und ß, \\ Klub"})
    made("other-rule", title={"de": "Canasta"})
    answer = alice.get("/admin/variants/houserule/", {"q": word})
    assert [rule.slug for rule in answer.context["cl"].result_list] == ["one-rule"]
    assert not alice.get("/admin/variants/houserule/", {"q": word + " Kölsch"}).context["cl"].result_list
