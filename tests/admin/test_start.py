"""The admin's start page: what a club comes for is first, and nobody is led where he may not go."""

import html
import re

import pytest
from django.test import Client

from rummy import texts
from tests.admin.conftest import staff
from variants.admin_texts import sentences

RULES = ["house_rules", "rule_by_questions", "catalogue", "playtests"]
TABLES = ["games", "seats", "events", "disclosures"]
ACCESS = ["app_keys", "users", "groups"]


def listed(client: Client) -> list[tuple[str, str]]:
    """The links of the page itself, without the side bar: address and words, from the top."""
    page = client.get("/admin/").content.decode()
    found = re.findall(r'<dt><a href="([^"]+)">([^<]+)</a></dt><dd class="quiet">[^<]+</dd>', page)
    return [(html.unescape(link), html.unescape(words)) for link, words in found]


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_rules_come_first_then_games_then_keys_and_users(alice: Client, language: str) -> None:
    alice.cookies["django_language"] = language
    words = sentences(language)
    assert [said for _, said in listed(alice)] == [words[key] for key in RULES + TABLES + ACCESS]


def test_all_of_it_can_be_opened_and_the_side_bar_marks_the_page_alone(alice: Client) -> None:
    links = listed(alice)
    for link, words in links:
        page = alice.get(link)
        assert page.status_code == 200, link
        bar = [item for group in page.context["sidebar_navigation"] for item in group["items"]]
        assert [(item["link"], item["title"]) for item in bar] == links
        assert [item["title"] for item in bar if item["active"]] == [words]


def test_a_page_below_one_of_them_is_marked_as_that_one(alice: Client) -> None:
    page = alice.get("/admin/variants/houserule/catalogue/romme/")
    bar = [item for group in page.context["sidebar_navigation"] for item in group["items"]]
    assert [item["link"] for item in bar if item["active"]] == ["/admin/variants/houserule/catalogue/"]


@pytest.mark.usefixtures("db")
def test_nobody_is_led_where_he_may_not_go() -> None:
    seen = [words for _, words in listed(staff("bob", "view_houserule", "view_user"))]
    english = sentences("en")
    assert seen == [english[key] for key in ("house_rules", "catalogue", "users")]
    nobody = staff("dora")
    assert listed(nobody) == []
    assert "have permission" in nobody.get("/admin/").content.decode()


@pytest.mark.usefixtures("db")
def test_who_may_change_something_is_led_there_too() -> None:
    views = [f"view_{name}" for name in ("houserule", "playtest", "game", "seat", "event", "disclosure", "appkey")]
    changes = [name.replace("view_", "change_") for name in views]
    emma = staff("emma", *changes)
    seen = listed(emma)
    assert seen == listed(staff("fred", *views))
    assert len(seen) == len(views) + 1, "house rules lead to the catalogue too"
    assert [emma.get(link).status_code for link, _ in seen] == [200] * len(seen)
