"""Gin Rummy and Oklahoma Gin in a real Chromium: what may be knocked with, what a knock brings, and why."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.api.table import DRAW, arranged
from tests.servers import Server
from tests.web import scenes
from tests.web.player import Player, arranged_game, overflow, small_targets, violations
from tests.web.scenes import PASS, Scene, sit

pytestmark = [pytest.mark.browser, pytest.mark.processes, pytest.mark.timeout(240)]

Visit = Callable[..., Player]
SETS = "7S 7H 7D 8S 8H 8D 8C"


def sound(player: Player) -> bool:
    """Whether the page as it is now can be used by everybody, on a phone too."""
    assert (violations(player), overflow(player), small_targets(player)) == ([], 0, [])
    return True


def passed(player: Player, table: Scene) -> None:
    """Ada refuses the open card, and so does Ben: she has to draw."""
    player.button("Pass").click()
    expect(player.prompt).to_have_text("Ben is to move.")
    table.play(1, PASS)


def test_a_whole_deal_is_played_against_a_bot_by_keyboard(visit: Visit, server: Server, app_key: str) -> None:
    """Every card that may be drawn is a two, so two of them make the third set, whatever the bot does meanwhile."""
    bot = "3S 4H 5D 6C 9S JH QD KC AS TD"
    deal = arranged([f"{SETS} TS 2C QH", bot], stock="2H 2D 2S", upcard="KH")
    body = {"variant": "gin-rummy", "seats": [{"name": "Ada"}, {"bot": "medium"}], "deal": deal}
    game, (token,) = arranged_game(server.url, app_key, body)
    ada = visit("Ada")
    ada.sit(game, token, 0)
    keyboard = ada.page.keyboard
    expect(ada.prompt).to_have_text("Take the open card, or pass.")
    ada.button("Pass").focus()
    keyboard.press("Enter")
    for thrown in ("QH", "TS"):
        assert ada.my_turn()
        ada.stock.focus()
        keyboard.press("Enter")
        expect(ada.page.locator("button.held")).to_have_count(11)
        ada.settled()
        ada.page.locator(f'button.held[data-card="{thrown}"]').focus()
        keyboard.press("Space")
        way = "Discard" if thrown == "QH" else "Knock"
        ada.button(way).focus()
        keyboard.press("Enter")
        ada.settled()
    expect(ada.results).to_contain_text("A clean knock! Nothing of yours is left over, and you win the deal.")
    expect(ada.results.get_by_role("heading", name="Deal 1 is over")).to_be_focused()
    won = ada.results.locator("tr.won td")
    expect(ada.results.locator(".gain")).to_have_text(
        f"Difference of what is left: {_left(ada)} + for the clean knock: 25 = {_left(ada) + 25} points"
    )
    expect(won.last).to_have_text(str(_left(ada) + 25))
    expect(ada.button("Next deal")).to_be_visible()


def _left(player: Player) -> int:
    """What the bot had left, as its line says."""
    return int(player.results.locator("table.dealt tr:not(.won) td:not(.shown)").first.inner_text())


def test_it_says_what_the_hand_leaves_and_why_it_cannot_be_knocked(visit: Visit, server: Server, app_key: str) -> None:
    """Oklahoma Gin: the six of spades sets the limit and doubles the deal; Ben knocks, Ada lays off and loses all."""
    ada_holds, ben_holds = "7C 9S TD JH 4S 2H KC KD QC 5H", "7S 7H 7D 8S 8H 8D 4C 5C 6C KH"
    table = scenes.scene(server, app_key, "oklahoma-gin", [ada_holds, ben_holds], stock="QS 2D", upcard="6S", target=50)
    ada = visit("Ada", width=360, height=740)
    sit(ada, table)
    stakes = "The first open card sets the limit. Knock with at most 6 points left. This deal counts double."
    expect(ada.page.locator(".stakes")).to_have_text(stakes)
    passed(ada, table)
    expect(ada.prompt).to_have_text("Your turn: draw from the stock.")
    ada.draw()
    mine = ada.page.get_by_role("region", name="My melds")
    expect(ada.prompt).to_have_text("Your turn: discard a card.")
    expect(mine).to_contain_text("77 points are left at best: without Q♠")
    expect(ada.page.locator(".verdict")).to_have_text("You cannot knock yet.")
    ada.choose("2H")
    expect(mine).to_contain_text("Without 2♥ 85 points are left")
    assert sound(ada)
    ada.choose("QS")
    ada.button("Discard").click()
    table.play(1, DRAW, {"kind": "knock", "discard": "KH"})
    expect(ada.results.get_by_role("heading", level=2)).to_have_text("Ben wins the match")
    expect(ada.results).to_contain_text("Ben knocks and wins the deal. It counts double!")
    expect(ada.results.get_by_role("img", name="Laid off: 7 of clubs")).to_be_visible()
    expect(ada.results.locator(".gain")).to_have_text("Difference of what is left: 68 × 2 = 136 points")
    course = ada.results.locator("table", has_text="All deals").locator("tbody tr")
    assert [row.locator("th, td").all_inner_texts() for row in course.all()] == [
        ["1", "0", "136"],
        ["For deals won", "0", "25"],
        ["For the match", "0", "100"],
        ["No deal lost to the other", "–", "× 2"],
        ["Total", "0", "522"],
    ]
    assert sound(ada)


def test_an_undercut_is_told_with_its_bonus(visit: Visit, server: Server, app_key: str) -> None:
    hands = [f"{SETS} 4C 2C 3D", "2S 2H 2D 4S 4H 4D AS AH AD 5C"]
    table = scenes.scene(server, app_key, "gin-rummy", hands, stock="KD", upcard="KH")
    ada = visit("Ada")
    sit(ada, table)
    passed(ada, table)
    ada.draw()
    expect(ada.prompt).to_have_text("Your turn: discard a card, or knock with it.")
    expect(ada.page.locator(".verdict")).to_have_text("To knock, discard: K♦")
    ada.choose("KD")
    ada.button("Knock").click()
    expect(ada.results).to_contain_text("Undercut! The knock did not beat Ben, who wins the deal.")
    expect(ada.results.locator(".gain")).to_have_text(
        "Difference of what is left: 4 + for the undercut: 25 = 29 points"
    )
    expect(ada.page.locator(".log")).to_contain_text("You knock with 9 left and discard K♦.")


@pytest.mark.parametrize(("last", "may"), [("QS", True), ("KD", False)])
def test_when_the_stock_is_used_up_the_last_discard_may_be_knocked_with(
    visit: Visit, server: Server, app_key: str, last: str, *, may: bool
) -> None:
    """``stock_empty.last_discard``: 29 cards are drawn and thrown; Ben may take the last, but only to knock."""
    scenes.house_rule(
        server, app_key, "last-knock", {"en": "Last knock"}, extends="gin-rummy",
        overrides={"stock_empty": {"last_discard": "knock"}},
    )  # fmt: skip
    hands = ["3S 4H 5D 6C 9S JH QD KC AS AC", f"{SETS} TS JS KH"]
    others = arranged(hands, stock=last, upcard="QH")["stock"][1:]
    order = [*others[:28], last, *others[28:]]
    table = scenes.scene(server, app_key, "last-knock", hands, stock=" ".join(order), upcard="QH", deck="gin-rummy")
    table.play(0, PASS)
    table.play(1, PASS)
    for draw, card in enumerate(order[:28]):
        table.turn(draw % 2, throw=card)
    ben = visit("Ben", width=360, height=740)
    sit(ben, table, 1)
    table.turn(0, throw=last)
    if not may:
        expect(ben.prompt).to_have_text("The stock is used up, and with the discard you cannot knock: pass.")
        ben.button("Pass").click()
        expect(ben.results).to_contain_text("The stock ran out; nobody wins the deal.")
        return
    expect(ben.prompt).to_have_text(
        "The stock is used up: you may take the discard, but only to knock with it. Or pass."
    )
    expect(ben.stock).to_have_attribute("aria-disabled", "true")
    expect(ben.button("Pass")).to_be_visible()
    assert sound(ben)
    ben.pile.click()
    expect(ben.prompt).to_have_text("Knock: you took the discard for that.")
    ben.settled()
    ben.choose("TS")
    expect(ben.button("Discard")).to_have_attribute("aria-disabled", "true")
    expect(ben.button("Knock")).to_have_attribute("aria-disabled", "true")
    assert sound(ben)
    ben.choose("KH")
    expect(ben.button("Discard")).to_have_attribute("aria-disabled", "true")
    ben.button("Knock").click()
    expect(ben.results).to_contain_text("A clean knock! Nothing of yours is left over, and you win the deal.")
