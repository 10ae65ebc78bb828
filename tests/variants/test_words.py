"""Differences between rules are told in the words of card players."""

import pytest

from rummy import texts
from rummy.profile import RuleProfile
from variants.catalogue import parent_diff, variant, variants
from variants.words import changes


def test_each_change_is_told_with_what_the_base_says() -> None:
    base = variant("romme").profile
    told = changes({"opening": {"min_points": 40}, "deck": {"jokers": 4}}, base, "de")
    assert [(each.path, each.section, each.title, each.before, each.after) for each in told] == [
        ("deck.jokers", "Karten", "Joker", "6", "4"),
        ("opening.min_points", "Erste Meldung", "Punkte für die erste Meldung", "30", "40"),
    ]
    assert str(told[1]) == "Punkte für die erste Meldung: 30 → 40"


def test_what_the_base_says_too_is_no_change() -> None:
    values = {"deal": {"cards": {"2": 10, "3": 7, "4": 7, "5": 6, "6": 6}}, "match": {"target": 100}}
    assert changes(values, RuleProfile(), "en") == ()


def test_values_in_python_form_are_told_alike() -> None:
    one, other = ({"deal": {"cards": cards}} for cards in ({2: 10, 3: 7}, {"2": 10, "3": 7}))
    assert changes(one, RuleProfile(), "nl") == changes(other, RuleProfile(), "nl") != ()


@pytest.mark.parametrize("language", texts.LANGUAGES)
@pytest.mark.parametrize("name", [each.id for each in variants()])
def test_the_catalogue_is_told_whole(name: str, language: str) -> None:
    found = variant(name)
    parent = variant(found.parent) if found.parent else None
    told = parent_diff(found, parent)
    rows = changes(told, parent.profile if parent else RuleProfile(), language)
    assert [row.path for row in rows] == [f"{section}.{field}" for section in told for field in told[section]]
    assert not any(set("{}[]_") & set(f"{row}{row.section}") for row in rows)


def test_a_faulty_draft_can_be_told() -> None:
    told = changes({"match": {"target": "soon", "colour": 1}, "weather": {"sun": True}, "deck": 7}, RuleProfile(), "en")
    assert [str(each) for each in told] == ["Target: 100 → soon", "match.colour: - → 1", "weather.sun: - → True"]
