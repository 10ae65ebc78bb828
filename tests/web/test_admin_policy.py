"""The admin's pages in a real browser under their security policy: all of each works, and nothing is refused."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Response, expect

from tests.servers import Server

pytestmark = [pytest.mark.browser, pytest.mark.processes, pytest.mark.timeout(240)]

WATCH = "document.addEventListener('securitypolicyviolation', e => console.error(e.violatedDirective, e.blockedURI))"


@pytest.fixture
def desk(office: Page) -> Iterator[Page]:
    """The office at a desk; every page of it has a policy."""
    pages: list[Response] = []
    office.set_viewport_size({"width": 1200, "height": 800})
    office.add_init_script(WATCH)
    office.on("response", lambda answer: pages.append(answer) if answer.request.is_navigation_request() else None)
    yield office
    assert len(pages) > 10
    assert [page.url for page in pages if "'unsafe-eval'" not in page.headers["content-security-policy"]] == []


def test_no_page_of_the_admin_is_refused_anything(desk: Page, server: Server) -> None:
    page, admin = desk, f"{server.url}/admin"
    page.goto(f"{admin}/variants/houserule/add/?extends=romme-kurz")
    page.get_by_label("Titel (Deutsch)").fill("Rommé unter Aufsicht")
    opening = page.locator("details", has=page.get_by_role("heading", name="Erste Meldung", exact=True))
    opening.locator("summary").click()
    page.get_by_label("Punkte für die erste Meldung").fill("30")
    page.get_by_role("button", name="Speichern", exact=True).click()
    expect(page.get_by_role("row", name=re.compile("^Punkte für die erste Meldung"))).to_be_visible()
    rule = page.url
    page.get_by_role("link", name="Spielregeln").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Rommé unter Aufsicht")

    page.goto(rule.replace("/houserule/", "/playtest/add/?rule=").replace("/change/", ""))
    page.get_by_label("Spiele", exact=True).fill("3")
    page.get_by_role("button", name="Bots spielen lassen").click()
    expect(page.locator("figure svg")).to_be_visible(timeout=90_000)

    page.goto(f"{admin}/variants/houserule/")
    page.get_by_role("link", name="romme-unter-aufsicht").click()
    page.goto(f"{admin}/variants/houserule/questionnaire/?base=romme")
    page.get_by_role("group", name="Wie viele Joker sind dabei?").get_by_role("radio", name="4 Joker").check()
    expect(page.get_by_text("Was bisher anders ist (1)")).to_be_visible()
    for path in (
        "",
        "variants/houserule/catalogue/",
        "variants/houserule/catalogue/romme/",
        "variants/houserule/catalogue/romme/sheet/",
        "variants/houserule/import/",
        "variants/playtest/",
        "hosting/game/",
        "hosting/event/",
        "hosting/appkey/",
        "auth/user/",
        "auth/user/add/",
        "auth/group/add/",
        "password_change/",
    ):
        page.goto(f"{admin}/{path}")
