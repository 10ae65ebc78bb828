"""The page on which something went wrong, in a real browser: it keeps to its own policy, and everybody can read it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.player import Player, overflow, small_targets, violations

pytestmark = [pytest.mark.browser, pytest.mark.processes, pytest.mark.timeout(240)]


@pytest.mark.parametrize(
    ("language", "scheme", "heading", "way"),
    [
        ("en-GB", "light", "There is nothing here", "To the start page"),
        ("de-DE", "dark", "Hier ist nichts", "Zur Startseite"),
        ("nl-NL", "light", "Hier is niets", "Naar de startpagina"),
    ],
)
def test_an_unknown_address_leads_back_to_the_start(
    visit: Callable[..., Player], language: str, scheme: str, heading: str, way: str
) -> None:
    ada = visit("Ada", language=language, width=360, height=740)
    ada.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    ada.page.goto(f"{ada.address}/nothing")
    expect(ada.page.get_by_role("heading", level=1)).to_have_text(heading)
    assert ada.page.evaluate("getComputedStyle(document.querySelector('a')).borderRadius") == "8px", "its style is on"
    # Scripts are nowhere allowed here, so axe is put in past the policy.
    assert (overflow(ada), small_targets(ada), violations(ada)) == (0, [], [])
    ada.page.get_by_role("link", name=way).click()
    expect(ada.page.locator("form")).to_be_visible()
