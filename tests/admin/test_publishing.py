"""Publishing is a rule's main button exactly where it would change what is offered; elsewhere the page says why not."""

import html
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from rummy.texts import LANGUAGES
from tests.admin.test_house_rules import filled, page
from tests.admin.test_playtests import asked
from tests.variants.houses import ANNA, made, published
from variants import house_rules
from variants.admin_texts import sentences
from variants.models import HouseRule, HouseRuleVersion, Playtest, PlaytestState

FORTY = {"opening": {"min_points": 40}}
FIFTY = {"opening": {"min_points": 50}}
TOO_MUCH = {"opening": {"min_points": 999}}


def edited(rule: HouseRule, **changes: Any) -> HouseRule:
    return house_rules.edit(rule_id=rule.pk, changes=changes, by=ANNA, keep_faulty=True)


def on_a_base_published_anew() -> HouseRule:
    base = published("club-base", overrides=FORTY)
    rule = published("club-child", extends="club-base", overrides={"claims": {"mode": "none"}})
    edited(base, overrides=FIFTY)
    house_rules.publish(rule_id=base.pk, by=ANNA)
    return rule


def that_failed_with_bots() -> HouseRule:
    rule = made("club-failed")
    Playtest.objects.filter(pk=asked(rule).pk).update(state=PlaytestState.FAILED, failure={"deal": 1})
    return rule


NEWS: dict[str, Callable[[], HouseRule]] = {
    "a draft": lambda: made("club-draft"),
    "rules changed": lambda: edited(published("club-rules", overrides=FORTY), overrides=FIFTY),
    "only a title changed": lambda: edited(published("club-title"), title={"de": "Neu"}),
    "only what hosts may choose changed": lambda: edited(published("club-options"), options={}),
    "the base was published anew": on_a_base_published_anew,
    "retired": lambda: house_rules.retire(rule_id=published("club-retired").pk, by=ANNA),
}
NO_NEWS: dict[str, tuple[str, Callable[[], HouseRule]]] = {
    "published": ("publish_nothing", lambda: published("club-published")),
    "changed and changed back": (
        "publish_nothing",
        lambda: edited(edited(published("club-back", overrides=FORTY), overrides=FIFTY), overrides=FORTY),
    ),
    "a faulty draft": ("publish_faulty", lambda: edited(made("club-faulty"), overrides=TOO_MUCH)),
    "faulty since": ("publish_faulty", lambda: edited(published("club-since"), overrides=TOO_MUCH)),
    "failed with bots": ("playtest_failed", that_failed_with_bots),
}


def button(answer: Any) -> tuple[bool, str]:
    """Whether the button is the main one, and the sentence that describes it."""
    body = answer.content.decode()
    (attributes,) = re.findall(r"<button ([^>]*)>(?:Publish|Veröffentlichen|Publiceren)</button>", body)
    described = re.findall(r'aria-describedby="(\w+)"', attributes)
    told = [html.unescape(re.findall(f'id="{place}">([^<]*)<', body)[0]) for place in described]
    return "main" in attributes, " ".join(told)


def offered(rule: HouseRule) -> tuple[int, str]:
    rule.refresh_from_db()
    return HouseRuleVersion.objects.filter(rule=rule).count(), rule.state


def published_by_click(client: Client, rule: HouseRule) -> bool:
    before = offered(rule)
    client.post(page(rule, "publish"), {"revision": rule.revision})
    return offered(rule) != before


@pytest.mark.parametrize("name", NEWS)
def test_it_is_the_main_button_where_it_changes_what_is_offered(alice: Client, name: str) -> None:
    rule = NEWS[name]()
    assert button(alice.get(page(rule))) == (True, "")
    assert published_by_click(alice, rule)
    main, why = button(alice.get(page(rule)))
    assert (main, "Nothing new" in why) == (False, True)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NO_NEWS)
def test_elsewhere_the_page_says_why_not(alice: Client, name: str, language: str) -> None:
    alice.cookies["django_language"] = language
    key, make = NO_NEWS[name]
    rule = make()
    main, why = button(alice.get(page(rule)))
    assert not main
    assert why.startswith(re.split(r"[{]", sentences(language)[key])[0])
    assert not published_by_click(alice, rule)


@pytest.mark.usefixtures("db")
def test_what_is_typed_and_not_saved_is_not_what_would_be_published(alice: Client) -> None:
    rule = made("club-typed")
    typed = filled(alice.get(page(rule)), opening__min_points="50")
    assert button(alice.post(page(rule), {**typed, "_check": "1"})) == (False, sentences("en")["publish_unsaved"])


@pytest.mark.usefixtures("db")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [*NEWS, *NO_NEWS])
def test_checking_what_is_saved_says_nothing_else_than_the_page_of_it(alice: Client, name: str, language: str) -> None:
    alice.cookies["django_language"] = language
    rule = NEWS[name]() if name in NEWS else NO_NEWS[name][1]()
    seen = alice.get(page(rule))
    checked = alice.post(page(rule), {**filled(seen), "_check": "1"})
    assert button(checked) == button(seen)
    words = sentences(language)
    assert words["nothing_wrong"] not in checked.content.decode()
    assert (words["nothing_wrong_saved"] in checked.content.decode()) is (not seen.context["faults"])
