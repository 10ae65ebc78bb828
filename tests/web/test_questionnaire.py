"""House rules by questions in a real browser: from the login to a draft, with its script and without it."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.servers import ROOT, Server
from tests.web.conftest import PATIENCE_MS
from tests.web.player import AXE

pytestmark = [pytest.mark.browser, pytest.mark.processes, pytest.mark.timeout(240)]

NAME, WORD = "alice", "secret of alice"
SERIOUS: Final = ("serious", "critical")


@pytest.fixture(scope="module")
def house(server: Server) -> Server:
    """The server, and somebody who may use its admin."""
    kept = {name: value for name, value in os.environ.items() if name not in ("BROKER_URL", "DJANGO_SETTINGS_MODULE")}
    subprocess.run(
        [sys.executable, "manage.py", "createsuperuser", "--noinput", "--username", NAME, "--email", "a@example.org"],
        cwd=ROOT,
        env={**kept, "RUMMY_DATA_DIR": str(server.folder), "DJANGO_SUPERUSER_PASSWORD": WORD},
        check=True,
        capture_output=True,
    )
    return server


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    opened = browser.new_context(locale="de-DE", viewport={"width": 1200, "height": 800})
    opened.set_default_timeout(PATIENCE_MS)
    yield opened
    opened.close()


def begun(house: Server, context: BrowserContext, base: str) -> Page:
    """A page at the first questions, after the login, in German."""
    page = context.new_page()
    page.goto(f"{house.url}/admin/variants/houserule/add/")
    page.locator("input[name=username]").fill(NAME)
    page.locator("input[name=password]").fill(WORD)
    page.locator("[type=submit]").first.click()
    page.get_by_role("link", name="Lieber Fragen beantworten").click()
    page.get_by_label("Welches Spiel ist eurem am ähnlichsten?").select_option(label=base)
    page.get_by_role("button", name="Anfangen").click()
    expect(page.get_by_role("heading", name="Spieler und Karten")).to_be_visible()
    return page


def answer(page: Page, question: str, label: str) -> None:
    page.get_by_role("group", name=question).get_by_role("radio", name=label, exact=True).check()


def step(page: Page, name: str) -> None:
    page.get_by_role("navigation", name="Schritte").get_by_role("button", name=re.compile(f"^{name}")).click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()


def test_from_the_login_to_a_draft(house: Server, context: BrowserContext) -> None:
    """The Dutch club of seed 003: one meld a turn, the last card is thrown, fifty points to come out, two jokers."""
    page = begun(house, context, "Niederländisches Rummy")
    answer(page, "Wie viele Joker sind dabei?", "2 Joker")
    expect(page.get_by_text("Was bisher anders ist (1)")).to_be_visible()
    # An answer raises questions at once; what had the focus keeps it.
    step(page, "Die erste Meldung")
    expect(page.get_by_role("group", name="Was ist, wenn jemand zu wenig auslegt?")).to_be_hidden()
    answer(page, "Wie viele Punkte muss die erste Meldung haben?", "Mindestens 50 Punkte")
    expect(page.get_by_role("group", name="Was ist, wenn jemand zu wenig auslegt?")).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="kommen hier Fragen dazu")).to_be_visible()
    assert page.evaluate("document.activeElement.id") == "minimum-50"
    step(page, "Auslegen und Anlegen")
    answer(page, "Wie viele Meldungen darf man in einem Zug auslegen?", "Eine")
    step(page, "Schluss machen und leerer Talon")
    answer(page, "Muss man zum Schluss eine Karte ablegen?", "Ja, die letzte Karte kommt auf den Ablagestapel")
    step(page, "Das Ergebnis")
    rows = page.get_by_role("table").get_by_role("row")
    expect(rows).to_have_count(5)
    page.get_by_role("button", name="Entwurf anlegen").click()
    expect(page.locator("#title_told")).to_be_visible()
    page.get_by_label("Titel").fill("Unsere Mittwochsrunde")
    page.get_by_role("button", name="Entwurf anlegen").click()
    page.wait_for_url(re.compile(r"/admin/variants/houserule/\d+/change/"))
    expect(page.locator("[name=slug]")).to_have_value("unsere-mittwochsrunde")
    expect(page.get_by_text("Das ist dein Entwurf")).to_be_visible()


def test_where_its_script_does_not_arrive_it_goes_by_its_buttons(house: Server, context: BrowserContext) -> None:
    context.route("**/questionnaire.js", lambda route: route.abort())
    page = begun(house, context, "Rommé")
    answer(page, "Wie viele Joker sind dabei?", "4 Joker")
    step(page, "Die erste Meldung")
    page.get_by_role("textbox", name="Wie viele Punkte muss die erste Meldung haben?").fill("fünfzig")
    page.get_by_role("button", name="Auslegen und Anlegen →").click()
    expect(page.get_by_role("alert")).to_have_text("Bitte gib eine Zahl von 0 bis 150 an.")
    page.get_by_role("textbox", name="Wie viele Punkte muss die erste Meldung haben?").fill("45")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Was bisher anders ist (2)")).to_be_visible()
    step(page, "Das Ergebnis")
    page.get_by_label("Titel").fill("Ohne Skript")
    page.get_by_role("button", name="Entwurf anlegen").click()
    expect(page).to_have_url(re.compile(r"/admin/variants/houserule/\d+/change/"))


def test_it_is_used_by_keyboard_on_a_phone_and_with_a_screen_reader(house: Server, context: BrowserContext) -> None:
    page = begun(house, context, "Rommé")
    page.set_viewport_size({"width": 360, "height": 780})
    for name in ("Spieler und Karten", "Was zählt", "Das Ergebnis"):
        step(page, name)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        page.evaluate(AXE)
        found = page.evaluate("axe.run('#questionnaire')")["violations"]
        assert [each["id"] for each in found if each["impact"] in SERIOUS] == []
    step(page, "Joker")
    page.get_by_role("radio", name="Nein, mindestens die Hälfte sind echte Karten").focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_text("Was bisher anders ist (1)")).to_be_visible()
    expect(page.get_by_role("radio", name="Ja, eine echte Karte genügt")).to_be_focused()
    described = page.get_by_role("radio", name="Nein, mindestens die Hälfte sind echte Karten")
    expect(described).to_have_accessible_description(re.compile("wie in: Rommé"))


def test_the_script_is_small_and_writes_no_markup() -> None:
    text = (Path(ROOT) / "variants/static/variants/questionnaire.js").read_text(encoding="utf-8")
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|https?://", text)
