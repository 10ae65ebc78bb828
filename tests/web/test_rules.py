"""Rules in words, opened from the start page and from a table."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.servers import Server
from tests.web import scenes
from tests.web.player import Player, arranged_game, overflow, violations

pytestmark = [pytest.mark.browser, pytest.mark.processes, pytest.mark.timeout(240)]

Visit = Callable[..., Player]


def opened(player: Player, link: str, *, role: str) -> Player:
    """The page that a link or button opens in a tab of its own, with its own faults."""
    with player.page.expect_popup() as waiting:
        player.page.get_by_role(role, name=link, exact=True).click()  # type: ignore[arg-type]  # a role
    page: Page = waiting.value
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    shown = Player.__new__(Player)
    shown.page, shown.faults = page, player.faults
    return shown


def styled(player: Player) -> bool:
    """Whether its stylesheet has come."""
    return bool(player.page.evaluate("getComputedStyle(document.querySelector('caption')).textAlign === 'left'"))


def test_a_variants_rules_are_read_before_a_table_is_opened(visit: Visit) -> None:
    ada = visit("Ada", language="de-DE", width=360, height=740)
    ada.page.get_by_role("radio", name="Turnier-Rommé").check()
    sheet = opened(ada, "Regeln: Turnier-Rommé", role="link")
    expect(sheet.page.get_by_role("heading", level=1)).to_have_text("Turnier-Rommé: die Regeln")
    assert sheet.page.evaluate("document.documentElement.lang") == "de"
    assert styled(sheet)
    assert violations(sheet) == []
    assert overflow(sheet) == 0


def test_a_private_tables_rules_are_read_at_it_with_its_options(visit: Visit) -> None:
    ada = visit("Ada")
    ada.open_table("Bot: Easy", Target="250")
    sheet = opened(ada, "Rules", role="button")
    expect(sheet.page.locator("#match")).to_contain_text("reaches 250 points")
    expect(sheet.page.get_by_role("table", name="Chosen for this table")).to_contain_text("250")
    assert styled(sheet)
    assert violations(sheet) == []
    expect(ada.page.locator("button.held")).to_have_count(10)


def test_a_table_keeps_the_title_of_its_rules_when_they_are_published_anew(
    visit: Visit, server: Server, app_key: str
) -> None:
    """At the table and in both lists of tables; a new one is offered under the new title."""
    scenes.house_rule(
        server, app_key, "club-rummy", {"en": "Monday rummy", "de": "Montagsrummy"},
        extends="rummy", overrides={"values": {"ace": 11}},
    )  # fmt: skip
    body = {"variant": "club-rummy", "seats": [{"name": "Ada"}, {"name": "Ben"}], "visibility": "public"}
    game, (token, _) = arranged_game(server.url, app_key, {**body, "options": {"target": 200}})
    scenes.house_rule(
        server, app_key, "club-rummy", {"en": "Sunday rummy", "de": "Sonntagsrummy"},
        overrides={"values": {"ace": 15}},
    )  # fmt: skip
    ada, ben = visit("Ada"), visit("Ben", language="de-DE")
    ada.sit(game, token, 0)
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("Monday rummy")
    expect(ada.page.locator(".top")).to_contain_text("to 200 points")
    ada.page.get_by_role("link", name="Meldhouse").click()
    expect(ada.page.get_by_role("region", name="My games")).to_contain_text("Monday rummy")
    expect(ada.page.get_by_role("radio", name=re.compile("^Sunday rummy"))).to_have_count(1)
    ben.page.reload()
    expect(ben.page.get_by_role("region", name="Offene Tische")).to_contain_text("Montagsrummy")
    expect(ben.page.get_by_role("radio", name=re.compile("^Sonntagsrummy"))).to_have_count(1)
