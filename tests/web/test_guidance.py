"""What the table tells of itself: why something cannot be done, and where the keyboard begins and goes on."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.servers import Server
from tests.web.player import ADA, BEN, Player, two_hands

pytestmark = [pytest.mark.browser, pytest.mark.processes, pytest.mark.timeout(240)]

Visit = Callable[..., Player]


def test_what_cannot_be_done_says_why(visit: Visit, server: Server, app_key: str) -> None:
    game, (token, other) = two_hands(server, app_key, ADA, BEN, stock="7C 3D", upcard="4D")
    ada, ben = visit("Ada"), visit("Ben", language="de-DE")
    ada.sit(game, token, 0)
    ben.sit(game, other, 1)
    ben.page.locator(".spot").first.click(force=True)
    expect(ben.note).to_have_text("Du bist nicht am Zug.")
    ada.button("Discard").click(force=True)
    expect(ada.note).to_have_text("Draw or take a card first.")
    ada.draw()
    expect(ada.note).to_be_empty()
    reasons = {
        "Meld": "Choose cards of your hand first.",
        "Lay off": "Nothing is on the table yet.",
        "Discard": "Choose exactly one card to discard.",
    }
    for name, reason in reasons.items():
        ada.button(name).click(force=True)
        expect(ada.note).to_have_text(reason)
        expect(ada.button(name)).to_have_accessible_description(reason)
    ada.stock.click(force=True)
    expect(ada.note).to_contain_text("There is nothing to draw now")
    ada.choose("KC")
    expect(ada.note).to_be_empty()
    expect(ada.button("Discard")).to_have_accessible_description("")
    ada.choose("KC", "2H")
    ada.button("Discard").click(force=True)
    expect(ada.note).to_have_text("Choose exactly one card to discard.")
    assert sorted(ada.hand()) == sorted(f"{ADA} 7C".split())
    ada.choose("KC")
    ada.button("Discard").click()
    expect(ben.prompt).to_contain_text("Du bist am Zug")
    # It was true before the turn came.
    expect(ben.note).to_be_empty()


def test_the_keyboard_begins_at_whose_turn_it_is_and_goes_on_where_a_turn_begins(
    visit: Visit, server: Server, app_key: str
) -> None:
    game, (token, other) = two_hands(server, app_key, ADA, BEN, stock="7C 3D", upcard="4D")
    ada, ben = visit("Ada"), visit("Ben")
    ada.sit(game, token, 0)
    ben.sit(game, other, 1)
    expect(ada.prompt).to_be_focused()
    expect(ben.prompt).to_be_focused()
    ada.draw()
    ada.choose("KC")
    ada.button("Discard").press("Enter")
    expect(ben.stock).to_be_focused()
    expect(ada.button("Discard")).to_be_focused()
    ben.draw()
    ben.choose("QD")
    ben.button("Discard").press("Enter")
    expect(ada.stock).to_be_focused()
    # Who is at a place of her own stays there.
    ada.draw()
    ada.choose("2H")
    ada.button("Discard").click()
    expect(ada.prompt).to_have_text("Ben is to move.")
    ada.button("By suit").focus()
    ben.pile.click()
    ben.settled()
    ben.choose("8C")
    ben.button("Discard").click()
    expect(ada.page.locator(".spot.live").first).to_be_visible()
    ada.settled()
    expect(ada.button("By suit")).to_be_focused()
