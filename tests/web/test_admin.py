"""An administrator makes the club's own game in the admin, publishes it, and plays it in the browser."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.servers import Server
from tests.web.player import AXE, Player

pytestmark = [pytest.mark.browser, pytest.mark.processes, pytest.mark.timeout(240)]


def violations(page: Page) -> list[str]:
    """What axe finds wrong in the house's own part of the page."""
    page.evaluate(AXE)
    found = page.evaluate("() => axe.run('.house', {runOnly: ['wcag2a', 'wcag2aa']})")
    return [f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in found["violations"]]


def test_from_the_login_over_a_faulty_draft_and_its_publication_to_a_game(
    office: Page, server: Server, visit: Callable[..., Player]
) -> None:
    page = office
    expect(page.get_by_role("term").first).to_have_text("Hausregeln")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.goto(f"{server.url}/admin/variants/houserule/add/")
    page.get_by_label("Grundlage").select_option(label="Niederländisches Rummy")
    page.get_by_role("button", name="Weiter").click()
    page.get_by_label("Titel (Deutsch)").fill("Vereinsrummy mit fünfzig")
    opening = page.locator("details", has=page.get_by_role("heading", name="Erste Meldung", exact=True))
    opening.locator("summary").click()
    points = page.get_by_label("Punkte für die erste Meldung")
    expect(points).to_have_attribute("placeholder", "0")
    points.fill("500")
    assert violations(page) == []
    page.get_by_role("button", name="Speichern", exact=True).click()
    faults = page.locator("#faults")
    expect(faults).to_contain_text("500 ist zu viel; höchstens 150.")
    page.get_by_role("button", name="Veröffentlichen").click()
    expect(page.get_by_text("Nicht veröffentlicht")).to_be_visible()
    assert violations(page) == []

    page.locator("#faults").get_by_role("link", name="Punkte für die erste Meldung").click()
    points.fill("50")
    page.get_by_role("button", name="Speichern", exact=True).click()
    expect(page.get_by_role("row", name="Punkte für die erste Meldung kein Minimum 50")).to_be_visible()
    page.get_by_role("link", name="Spielregeln").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Vereinsrummy mit fünfzig")
    expect(page.locator("main")).to_contain_text("50")
    page.go_back()
    page.get_by_role("button", name="Veröffentlichen").dblclick()
    expect(page.get_by_text(re.compile("Fassung 1")).first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360

    ada = visit("Ada", language="de-DE")
    ada.page.get_by_label("Dein Name").fill("Ada")
    ada.page.get_by_role("radio", name=re.compile("^Vereinsrummy mit fünfzig")).check()
    ada.page.get_by_role("button", name="Tisch eröffnen").click()
    ada.page.wait_for_url("**/#/game/*")
    expect(ada.page.locator("button.held")).to_have_count(10)
    assert ada.my_turn()
    ada.page.get_by_role("button", name=re.compile("^Vom Talon ziehen")).click()
    expect(ada.page.locator("button.held")).to_have_count(11)
