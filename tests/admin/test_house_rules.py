"""A house rule's way through the admin: written, checked, published, edited, retired, copied, shared."""

from typing import Any

import pytest
from django.test import Client

from rummy.profile import RuleProfile, profile_to_json
from variants.models import HouseRule, HouseRuleVersion, RuleState

ADD = "/admin/variants/houserule/add/?extends=romme"


def page(rule: HouseRule, name: str = "change") -> str:
    return f"/admin/variants/houserule/{rule.pk}/{name}/"


def filled(answer: Any, **changed: str) -> dict[str, str]:
    """What a browser sends of a form: all its fields as they stand, but for those changed."""
    form = answer.context["form"]
    values = {name: form[name].value() for name in form.fields}
    return {**{name: "" if value is None else str(value) for name, value in values.items()}, **changed}


def made(client: Client, **fields: str) -> HouseRule:
    """A rule made on the form: what is left empty there is left out here."""
    sent = {"extends": "romme", "title_de": "Vereinsrommé", "title_en": "Club Rommé", **fields}
    answer = client.post(ADD, {**sent, "_save": "1"})
    assert answer.status_code == 302, answer.context["faults"]
    return HouseRule.objects.latest("pk")


def told(answer: Any) -> list[str]:
    """The messages on the page that follows."""
    return [str(message) for message in answer.context["messages"]]


def test_a_rule_begins_with_its_base(alice: Client) -> None:
    answer = alice.get("/admin/variants/houserule/add/")
    assert "romme" in [base[0] for base in answer.context["bases"]]


def test_only_what_is_stated_is_stored(alice: Client) -> None:
    rule = made(alice, opening__min_points="40", claims__mode='"none"')
    assert rule.overrides == {"claims": {"mode": "none"}, "opening": {"min_points": 40}}
    assert (rule.slug, rule.extends, rule.options, rule.state) == ("club-romme", "romme", None, RuleState.DRAFT)
    assert rule.author == "alice"
    assert rule.faults == 0


def test_the_slug_comes_from_the_title_and_gives_way_to_one_that_is_taken(alice: Client) -> None:
    sent = {"extends": "romme", "title_de": "Größe & Übermut", "_save": "1"}
    for _ in range(2):
        alice.post(ADD, sent)
    assert list(HouseRule.objects.values_list("slug", flat=True)) == ["groesse-uebermut", "groesse-uebermut-2"]


def test_every_field_shows_what_the_base_says(alice: Client) -> None:
    alice.cookies["django_language"] = "de"
    answer = alice.get(ADD)
    rows = {row.field.name: row for section in answer.context["sections"] for row in section.rows}
    assert len(rows) == sum(map(len, profile_to_json(RuleProfile()).values()))
    assert (rows["opening__min_points"].below, rows["claims__mode"].below) == ("30", "alle zugleich, verdeckt")
    assert all(row.below and row.field.label and row.field.help_text and not row.own for row in rows.values())
    assert "Punkte für die erste Meldung" in answer.content.decode()


VALUES = {
    "deal__cards": ("2: 10, 3: 7, 4: 7, 5: 6, 6: 6", {"2": 10, "3": 7, "4": 7, "5": 6, "6": 6}),
    "deal__upcard": ("true", True),
    "stock_empty__renewals": ('"unlimited"', "unlimited"),
    "match__tie_breaks": ('["wins", "points"]', ["wins", "points"]),
    "match__target": ("0", 0),
    "rating__bands": ("0: 3, 11: 2", [{"from": 0, "points": 3}, {"from": 11, "points": 2}]),
}


def test_every_kind_of_field_is_stored_and_shown_again(alice: Client) -> None:
    rule = made(alice, **{name: typed for name, (typed, _) in VALUES.items()})
    stored = {
        section: {name.partition("__")[2]: value for name, (_, value) in VALUES.items() if name.startswith(section)}
        for section in ("deal", "stock_empty", "rating", "match")
    }
    assert rule.overrides == stored
    again = alice.get(page(rule))
    form = again.context["form"]
    assert {name: str(form[name].value()) for name in VALUES} == {name: typed for name, (typed, _) in VALUES.items()}
    alice.post(page(rule), {**filled(again), "_save": "1"})
    rule.refresh_from_db()
    assert rule.overrides == stored


def test_a_field_that_is_emptied_is_inherited_again(alice: Client) -> None:
    rule = made(alice, opening__min_points="40")
    alice.post(page(rule), {**filled(alice.get(page(rule)), opening__min_points=""), "_save": "1"})
    rule.refresh_from_db()
    assert rule.overrides == {}


def test_checking_says_all_faults_at_their_fields_and_stores_nothing(alice: Client) -> None:
    rule = made(alice)
    sent = filled(alice.get(page(rule)), opening__min_points="999", match__rounds="0", deck__jokers="many")
    answer = alice.post(page(rule), {**sent, "_check": "1"})
    rule.refresh_from_db()
    assert rule.overrides == {}
    rows = {row.field.name: row for section in answer.context["sections"] for row in section.rows}
    assert {name for name, row in rows.items() if row.faults} >= {"opening__min_points", "deck__jokers"}
    body = answer.content.decode()
    assert 'href="#id_opening__min_points"' in body
    assert 'value="999"' in body
    assert 'value="many"' in body


@pytest.mark.parametrize("button", ["_save", "_check"])
def test_a_slug_to_be_made_from_a_title_is_no_second_fault(alice: Client, button: str) -> None:
    answer = alice.post(ADD, {"extends": "romme", button: "1"})
    assert [place[0] for _, _, place in answer.context["faults"]] == ["id_title_en"]
    assert answer.context["errors"] == 1
    typed = alice.post(ADD, {"extends": "romme", "slug": "No", button: "1"})
    assert [place[0] for _, _, place in typed.context["faults"]] == ["id_slug", "id_title_en"]


def test_a_faulty_draft_is_kept_marked_and_cannot_be_published(alice: Client) -> None:
    rule = made(alice, opening__min_points="999")
    assert rule.faults == 1
    assert "⚠ 1" in alice.get("/admin/variants/houserule/").content.decode()
    answer = alice.post(page(rule, "publish"), {"revision": rule.revision}, follow=True)
    assert "mended" in told(answer)[-1]
    assert not HouseRuleVersion.objects.exists()
    assert answer.context["faults"]


def test_publishing_twice_makes_one_version(alice: Client) -> None:
    rule = made(alice, opening__min_points="40")
    sent = {"revision": rule.revision}
    first, second = (alice.post(page(rule, "publish"), sent, follow=True) for _ in range(2))
    assert "version 1" in told(first)[-1]
    assert "version 1" in told(second)[-1]
    rule.refresh_from_db()
    assert rule.state == RuleState.PUBLISHED
    assert HouseRuleVersion.objects.filter(rule=rule).count() == 1


def test_a_published_rule_is_edited_beside_what_is_played(alice: Client) -> None:
    rule = made(alice, opening__min_points="40")
    alice.post(page(rule, "publish"), {"revision": rule.revision})
    alice.post(page(rule), {**filled(alice.get(page(rule)), opening__min_points="50"), "_save": "1"})
    answer = alice.get(page(rule))
    assert [(row.before, row.after) for row in answer.context["unpublished"]] == [("40", "50")]
    assert HouseRuleVersion.objects.get(rule=rule).written["opening"] == {"min_points": 40}
    rule.refresh_from_db()
    alice.post(page(rule, "publish"), {"revision": rule.revision})
    assert HouseRuleVersion.objects.filter(rule=rule).count() == 2


def test_the_second_of_two_writers_is_told_and_loses_nothing(alice: Client) -> None:
    rule = made(alice, opening__min_points="40")
    mine = filled(alice.get(page(rule)), opening__min_points="50")
    theirs = filled(alice.get(page(rule)), deck__jokers="4")
    alice.post(page(rule), {**theirs, "_save": "1"})
    answer = alice.post(page(rule), {**mine, "_save": "1"})
    assert answer.status_code == 200
    said, rows = answer.context["overtaken"]
    assert "alice" in said
    assert any("Jokers" in row and "4" in row and "6" in row for row in rows)
    assert answer.context["form"]["opening__min_points"].value() == "50"
    rule.refresh_from_db()
    assert rule.overrides == {"deck": {"jokers": 4}, "opening": {"min_points": 40}}
    again = filled(answer)
    assert alice.post(page(rule), {**again, "_save": "1"}).status_code == 302
    rule.refresh_from_db()
    assert rule.overrides == {"opening": {"min_points": 50}}


def test_retiring_copying_and_throwing_away(alice: Client) -> None:
    rule = made(alice, opening__min_points="40")
    answer = alice.post(page(rule, "retire"), {"revision": rule.revision}, follow=True)
    assert "never published" in told(answer)[-1]
    alice.post(page(rule, "publish"), {"revision": rule.revision})
    rule.refresh_from_db()
    alice.post(page(rule, "discard"), {"revision": rule.revision})
    assert HouseRule.objects.filter(pk=rule.pk).exists()
    alice.post(page(rule, "retire"), {"revision": rule.revision})
    rule.refresh_from_db()
    assert rule.state == RuleState.RETIRED
    alice.post(page(rule, "duplicate"))
    copy = HouseRule.objects.latest("pk")
    assert (copy.slug, copy.overrides, copy.state) == ("club-romme-2", rule.overrides, RuleState.DRAFT)
    alice.post(page(copy, "discard"), {"revision": copy.revision})
    assert not HouseRule.objects.filter(pk=copy.pk).exists()
