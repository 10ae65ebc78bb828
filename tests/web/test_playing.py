"""Playing at the table in a real Chromium over the real server: deals, refusals, choices, the end."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.api.table import arranged
from tests.servers import Server
from tests.web.player import ADA, BEN, Player, arranged_game, two_hands, violations

pytestmark = [pytest.mark.browser, pytest.mark.processes, pytest.mark.timeout(240)]

Visit = Callable[..., Player]
OUT = "8S 8H 8D 4H 5H 6H 2S 2D 2C KC"


def test_a_deal_against_a_bot_is_played_from_the_start_page_to_the_next_deal(visit: Visit) -> None:
    ada = visit("Ada")
    expect(ada.page.locator("form")).to_be_visible()
    assert violations(ada) == []
    ada.open_table("Bot: Hard", Target="300")
    assert ada.my_turn()
    assert violations(ada) == []
    ada.play_deal()
    expect(ada.results.get_by_role("heading", name="Deal 1 is over")).to_be_focused()
    expect(ada.results.locator("table.dealt tbody tr")).to_have_count(2)
    assert violations(ada) == []
    ada.button("Next deal").click()
    expect(ada.page.locator("button.held")).to_have_count(10)
    expect(ada.page.locator(".top")).to_contain_text("Deal 2")


def test_a_match_ends_with_its_winner_the_hands_and_another_match(visit: Visit, server: Server, app_key: str) -> None:
    """Out in one turn: twice the points of the hand that is left, far over a target of 50."""
    deal = arranged([OUT, BEN], stock="7H", upcard="4D")
    body = {"variant": "rummy", "seats": [{"name": "Ada"}, {"bot": "hard"}], "options": {"target": 50}, "deal": deal}
    game, (token,) = arranged_game(server.url, app_key, body)
    ada = visit("Ada")
    ada.sit(game, token, 0)
    ada.draw()
    for cards in ("8S 8H 8D", "4H 5H 6H 7H", "2S 2D 2C"):
        ada.choose(*cards.split())
        ada.button("Meld").click()
        ada.settled()
    ada.choose("KC")
    ada.button("Discard").click()
    heading = ada.results.get_by_role("heading", level=2)
    expect(heading).to_have_text("You win the match!")
    expect(heading).to_be_focused()
    expect(ada.results).to_contain_text("You went out. It counts double!")
    lost = sum(10 if card[0] in "TJQK" else "A23456789".index(card[0]) + 1 for card in BEN.split())
    expect(ada.results.locator("table.dealt tr.won td").last).to_have_text(str(2 * lost))
    expect(ada.results.get_by_role("img", name=re.compile("8 of clubs"))).to_be_visible()
    assert violations(ada) == []
    ada.button("Play again").click()
    ada.page.wait_for_url(lambda address: game not in address)
    expect(ada.page.locator("button.held")).to_have_count(10)
    expect(ada.page.locator(".top")).to_contain_text("to 50 points")


def test_a_refusal_changes_nothing_and_is_said_in_words(visit: Visit, server: Server, app_key: str) -> None:
    game, (token, _) = two_hands(server, app_key, ADA, BEN, stock="7C 3D", upcard="4D")
    ada = visit("Ada")
    ada.sit(game, token, 0)
    ada.draw()
    ada.choose("7S", "KC", "2H")
    expect(ada.page.locator(".verdict")).not_to_be_empty()
    ada.button("Meld").click()
    expect(ada.note).to_contain_text(re.compile("[a-z]{3}"))
    refused = ada.note.inner_text()
    assert "{" not in refused
    assert sorted(ada.hand()) == sorted(f"{ADA} 7C".split())
    assert violations(ada) == []
    expect(ada.page.get_by_text(refused, exact=True)).to_have_count(1)
    ada.choose("7S", "7H", "7D")
    expect(ada.note).to_be_empty()
    expect(ada.page.locator(".verdict")).to_have_text("A set, 21 points")
    ada.button("Meld").click()
    expect(ada.page.locator(".meld")).to_have_count(1)
    expect(ada.note).to_be_empty()


def test_it_asks_which_meld_where_several_take_the_card(visit: Visit, server: Server, app_key: str) -> None:
    hand = "8S 7H 7D 7C 4S 5S 6S KC 2H 9D"
    game, (token, _) = two_hands(server, app_key, hand, BEN, stock="7S 3D", upcard="4D")
    ada = visit("Ada")
    ada.sit(game, token, 0)
    ada.draw()
    for cards in ("7H 7D 7C", "4S 5S 6S"):
        ada.choose(*cards.split())
        ada.button("Meld").click()
        ada.settled()
    ada.choose("7S")
    expect(ada.page.locator(".meld.fits")).to_have_count(2)
    ada.button("Lay off").click()
    dialog = ada.page.get_by_role("dialog", name="At which meld?")
    expect(dialog.get_by_role("button")).to_have_count(3)
    assert violations(ada) == []
    dialog.get_by_role("button", name=re.compile("^Run of Ada")).click()
    expect(dialog).to_have_count(0)
    expect(ada.page.get_by_role("img", name=re.compile("^Run of Ada.*7 of spades$"))).to_be_visible()
    # The run now takes the 8 too; nothing else does, so there is nothing to ask.
    ada.choose("8S")
    ada.button("Lay off").click()
    expect(ada.page.get_by_role("img", name=re.compile("^Run of Ada.*8 of spades$"))).to_be_visible()
    ada.button("Take back").click()
    expect(ada.page.locator(".meld")).to_have_count(0)
    assert len(ada.hand()) == 11


def test_several_melds_are_set_aside_and_laid_together(visit: Visit, server: Server, app_key: str) -> None:
    hand = "KS KH KD 9S TS JS 2C 3D 5H 6H"
    deal = arranged([hand, "8C QD 9D AC 2S JH JC 5D 3S 6C"], stock="7C 4D", upcard="4C")
    seats = [{"name": "Ada"}, {"name": "Ben"}]
    body = {"variant": "rummy-dutch", "seats": seats, "deal": deal, "options": {"min_points": 50}}
    game, (token, _) = arranged_game(server.url, app_key, body)
    ada = visit("Ada")
    ada.sit(game, token, 0)
    ada.draw()
    ada.choose("KS", "KH", "KD")
    ada.button("Meld").click()
    expect(ada.note).to_contain_text("50")
    expect(ada.note).to_contain_text("30")
    ada.button("Set aside").click()
    expect(ada.note).to_be_empty()
    expect(ada.page.locator(".tray")).to_contain_text("30 points, 50 needed")
    expect(ada.button("Lay all of it")).to_have_attribute("aria-disabled", "true")
    expect(ada.button("Lay all of it")).to_have_accessible_description("30 points, 50 needed")
    ada.choose("9S", "TS", "JS")
    ada.button("Set aside").click()
    expect(ada.page.locator(".tray")).to_contain_text("59 points, 50 needed")
    assert violations(ada) == []
    ada.button("Lay all of it").click()
    expect(ada.page.locator(".meld")).to_have_count(2)
    expect(ada.page.locator(".tray")).to_have_count(0)
    assert len(ada.hand()) == 5


LAYS = """async ([placements, choice, melds]) =>
    (await import("/static/web/js/table/lays.js")).rewritten(placements, choice, melds)"""


def test_a_chosen_reading_is_written_into_the_placement_it_belongs_to(visit: Visit) -> None:
    """What a joker stands for, where the server asks (api.md: each choice is a whole meld)."""
    page = visit("Ada").page
    other = {"kind": "meld", "cards": ["2S", "2D", "2C"]}
    table = [{"id": "m1", "cards": ["4H", "5H", "6H"]}]
    heap = {"kind": "meld", "cards": ["8D", "X", "7D"]}
    read = ["7D", "8D", "X:9D"]
    assert page.evaluate(LAYS, [[other, heap], read, table]) == [other, {"kind": "meld", "cards": read}]
    joined = {"kind": "add", "meld": "m1", "cards": ["X"]}
    low = ["X:3H", "4H", "5H", "6H"]
    assert page.evaluate(LAYS, [[joined], low, table]) == [{"kind": "add", "meld": "m1", "cards": ["X:3H"]}]
    assert page.evaluate(LAYS, [[other], low, table]) is None
