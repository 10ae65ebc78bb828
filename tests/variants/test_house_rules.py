"""House rules: written, judged, published, retired; what was published never changes."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db.models import ProtectedError

from rummy.formats import load_profile
from tests.variants.houses import ANNA, CLUB, GUEST, draft, made, published
from variants import catalogue, house_rules, lookup
from variants.errors import FaultyHouseRule, HouseRuleConflict, HouseRuleNotFound, StaleHouseRule
from variants.house_rules import Author
from variants.models import HouseRule, HouseRuleVersion

pytestmark = pytest.mark.django_db


def edited(rule: HouseRule, **changes: Any) -> HouseRule:
    return house_rules.edit(rule_id=rule.pk, changes=changes, by=ANNA)


def again(rule: HouseRule) -> house_rules.Published:
    return house_rules.publish(rule_id=rule.pk, by=ANNA)


def test_a_draft_is_no_variant_yet() -> None:
    made()
    with pytest.raises(catalogue.UnknownVariant):
        lookup.find("club-romme")
    assert "club-romme" not in {each.id for each in lookup.listed()}


def test_a_published_rule_is_a_variant_among_the_others() -> None:
    published()
    found = lookup.find("club-romme")
    assert found in lookup.listed()
    assert [each.id for each in lookup.listed()] == sorted(each.id for each in lookup.listed())
    romme = catalogue.variant("romme")
    assert catalogue.parent_diff(found, lookup.parent_of(found)) == {
        "claims": {"mode": "none"},
        "opening": {"min_points": 40},
    }
    assert (found.parent, found.parent_hash) == ("romme", romme.hash)
    assert (found.title("de"), found.summary("de")) == ("Vereins-Rommé", "Ohne Klopfen,\nab 40 Augen.")
    assert found.title("nl") == "Vereins-Rommé", "in no language it would have no name"
    # The base's options, less those whose field the rule states itself.
    assert [option.path for option in found.options] == ["deck.jokers", "match.rounds"]
    assert catalogue.with_options(found, {"jokers": 2}).deck.jokers == 2


def test_own_options_replace_those_of_the_base() -> None:
    published(options={"opening.min_points": [40, 30]})
    (option,) = lookup.find("club-romme").options
    assert (option.name, option.values, option.default) == ("min_points", (40, 30), 40)


def test_an_edit_touches_nothing_that_was_published() -> None:
    rule = published()
    before = lookup.find("club-romme")
    rule = edited(rule, overrides={"opening": {"min_points": 51}}, title={"de": "Anders"})
    assert lookup.find("club-romme") == before
    assert (rule.state, rule.revision, rule.hash == before.hash) == ("published", 3, False)
    version = again(rule).version
    after = lookup.find("club-romme")
    assert (version.number, after.profile.opening.min_points, after.title("de")) == (2, 51, "Anders")
    assert lookup.find("club-romme", before.hash) == before


def test_publishing_the_same_makes_no_version() -> None:
    rule = published()
    revision = rule.revision
    result = again(rule)
    assert (result.new, result.version.number, result.rule.revision) == (False, 1, revision)
    assert HouseRuleVersion.objects.count() == 1


def test_a_title_alone_makes_a_version_with_the_same_hash() -> None:
    rule = published()
    first = lookup.find("club-romme")
    result = again(edited(rule, title={"de": "Neuer Name"}))
    assert (result.new, result.version.number, result.version.hash) == (True, 2, first.hash)
    assert lookup.find("club-romme", first.hash).title("de") == "Neuer Name"


def test_a_version_is_never_written_again() -> None:
    version = published().current
    assert version is not None
    with pytest.raises(ValueError, match="never changes"):
        version.save()
    with pytest.raises(ProtectedError):
        version.rule.delete()


def test_a_retired_rule_is_found_and_not_offered() -> None:
    rule = published()
    found = lookup.find("club-romme")
    assert house_rules.retire(rule_id=rule.pk, by=ANNA).state == "retired"
    assert lookup.find("club-romme") == found
    assert lookup.find("club-romme", found.hash) == found
    assert found not in lookup.listed()
    with pytest.raises(lookup.RetiredVariant):
        lookup.playable("club-romme")


def test_publishing_a_retired_rule_offers_it_again() -> None:
    rule = house_rules.retire(rule_id=published().pk, by=ANNA)
    result = again(rule)
    assert (result.new, result.version.number, result.rule.state) == (False, 1, "published")
    assert lookup.playable("club-romme").id == "club-romme"


def test_retiring_twice_changes_nothing() -> None:
    rule = house_rules.retire(rule_id=published().pk, by=ANNA)
    assert house_rules.retire(rule_id=rule.pk, by=ANNA).revision == rule.revision


def test_what_was_never_published_cannot_retire_but_be_thrown_away() -> None:
    rule = made()
    with pytest.raises(HouseRuleConflict, match="house_rule_unpublished"):
        house_rules.retire(rule_id=rule.pk, by=ANNA)
    house_rules.delete(rule_id=rule.pk, by=ANNA)
    assert not HouseRule.objects.exists()
    with pytest.raises(HouseRuleConflict, match="house_rule_published"):
        house_rules.delete(rule_id=published().pk, by=ANNA)


def test_a_rule_on_a_house_rule_keeps_what_that_said_then() -> None:
    """A version is whole: a base that is published anew comes in when the rule is published again."""
    base = published()
    child = published("club-lang", extends="club-romme", overrides={"match": {"rounds": 4}}, options={})
    before = lookup.find("club-lang")
    assert (before.parent, before.profile.opening.min_points, before.profile.match.rounds) == ("club-romme", 40, 4)
    again(edited(base, overrides={"claims": {"mode": "none"}, "opening": {"min_points": 51}}))
    assert lookup.find("club-lang") == before
    parent = lookup.parent_of(before)
    assert catalogue.parent_diff(before, parent) == {"match": {"rounds": 4}}, "compared with what it was built on"
    assert again(child).new
    assert lookup.find("club-lang").profile.opening.min_points == 51


def test_a_rule_outlives_its_retired_base() -> None:
    base = published()
    published("club-lang", extends="club-romme", overrides={"match": {"rounds": 4}})
    house_rules.retire(rule_id=base.pk, by=ANNA)
    assert lookup.playable("club-lang").profile.match.rounds == 4


def test_duplicate_is_a_draft_of_its_own() -> None:
    rule = published()
    copy = house_rules.duplicate(rule_id=rule.pk, slug="club-zwei", by=ANNA)
    assert (copy.state, copy.overrides, copy.title, copy.current) == ("draft", rule.overrides, rule.title, None)
    with pytest.raises(FaultyHouseRule) as refused:
        house_rules.duplicate(rule_id=rule.pk, slug="club-romme", by=ANNA)
    assert [(fault.pointer, fault.code) for fault in refused.value.faults] == [("/slug", "slug_taken")]


def test_the_second_of_two_editors_is_told() -> None:
    rule = made()
    house_rules.edit(rule_id=rule.pk, changes={"title": {"de": "Eins"}}, by=CLUB_ADMIN, expected=1)
    with pytest.raises(StaleHouseRule) as refused:
        house_rules.edit(rule_id=rule.pk, changes={"title": {"de": "Zwei"}}, by=ANNA, expected=1)
    assert refused.value.data == {"revision": 2, "author": "Bert"}
    assert HouseRule.objects.get().title == {"de": "Eins"}


CLUB_ADMIN = Author("Bert")


def test_a_rule_is_its_owners() -> None:
    rule = made(by=CLUB)
    assert house_rules.get(rule.pk, by=ANNA) == house_rules.get(rule.pk, by=CLUB) == rule
    for call in (house_rules.publish, house_rules.retire, house_rules.delete, house_rules.duplicate):
        more: dict[str, Any] = {"slug": "mine"} if call is house_rules.duplicate else {}
        with pytest.raises(HouseRuleNotFound):
            call(rule_id=rule.pk, by=GUEST, **more)
    with pytest.raises(HouseRuleNotFound):
        house_rules.edit(rule_id=rule.pk, changes={"title": {"de": "Meins"}}, by=GUEST)
    assert house_rules.rules_of(CLUB) == house_rules.rules_of(ANNA) == [rule]
    assert house_rules.rules_of(GUEST) == []


def test_the_history_says_who_changed_what() -> None:
    user = get_user_model().objects.create(username="anna")
    anna = Author("anna", user=user)
    rule = house_rules.create(draft=draft(), by=anna)
    house_rules.edit(rule_id=rule.pk, changes={"overrides": {"opening": {"min_points": 51}}}, by=CLUB_ADMIN)
    house_rules.publish(rule_id=rule.pk, by=anna)
    last, edit, first = rule.history.all()
    assert [each.history_user for each in (first, edit, last)] == [user, None, user]
    assert [each.history_change_reason for each in (first, edit, last)] == [
        "anna: created",
        "Bert: edited",
        "anna: published as version 1",
    ]
    changes = {change.field: (change.old, change.new) for change in edit.diff_against(first).changes}
    assert changes["overrides"][1] == {"opening": {"min_points": 51}}
    assert changes["author"] == ("anna", "Bert")


def test_the_admin_may_keep_a_faulty_draft_and_not_publish_it() -> None:
    rule = house_rules.create(draft=draft(overrides={"match": {"rounds": 0}}), by=ANNA, keep_faulty=True)
    assert (rule.faults, rule.hash, rule.state) == (1, "", "draft")
    with pytest.raises(FaultyHouseRule) as refused:
        again(rule)
    assert [fault.code for fault in refused.value.faults] == ["match_never_ends"]
    assert HouseRule.objects.get().revision == 1
    with pytest.raises(FaultyHouseRule):
        house_rules.variant_of(rule)
    mended = edited(rule, overrides={"match": {"rounds": 3}})
    assert mended.faults == 0
    assert house_rules.variant_of(mended).hash == mended.hash == again(mended).version.hash


def test_a_published_rule_may_be_edited_into_a_faulty_one_which_nobody_plays() -> None:
    rule = published()
    before = lookup.find("club-romme")
    house_rules.edit(rule_id=rule.pk, changes={"extends": "nowhere"}, by=ANNA, keep_faulty=True)
    assert lookup.find("club-romme") == before
    with pytest.raises(FaultyHouseRule):
        again(rule)
    assert lookup.find("club-romme") == before


def test_a_stored_version_is_what_was_judged() -> None:
    rule = published()
    version = rule.current
    assert version is not None
    assert load_profile(version.profile) == house_rules.variant_of(rule).profile == lookup.find(rule.slug).profile
