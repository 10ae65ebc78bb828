"""Every special rule of the Rommé games, played in a real Chromium (issue: "Browser: all of it can be played")."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.api.table import DRAW, discard
from tests.servers import Server
from tests.web import scenes
from tests.web.player import Player, overflow, small_targets, violations
from tests.web.scenes import sit

pytestmark = [pytest.mark.browser, pytest.mark.processes, pytest.mark.timeout(240)]

Visit = Callable[..., Player]


def sound(player: Player) -> bool:
    """Whether the page as it is now can be used by everybody, on a phone too."""
    assert (violations(player), overflow(player), small_targets(player)) == ([], 0, [])
    return True


def set_aside(player: Player, *melds: str) -> None:
    """Sets these melds aside, to be laid together."""
    parts = player.page.locator(".tray li:not(.group)")
    for cards in melds:
        before = parts.count()
        player.choose(*cards.split())
        player.button("Set aside").click()
        expect(parts).to_have_count(before + 1)


def test_the_discard_is_claimed_out_of_turn(visit: Visit, server: Server, app_key: str) -> None:
    table = scenes.claiming(server, app_key, "romme", 3)
    ada = visit("Ada", width=360, height=740)
    sit(ada, table)
    table.play(1, discard("JH"))
    prompt = ada.page.get_by_role("region", name="Do you want this card: Jack of hearts?")
    expect(prompt).to_contain_text("You get a card from the stock with it.")
    expect(prompt.locator(".clock")).to_have_text(re.compile(r"^[1-6]?\d s left$"))
    assert sound(ada)
    ada.button("Claim it").focus()
    ada.page.keyboard.press("Enter")
    expect(ada.prompt).to_have_text("Cem is to move.")
    # The question and its buttons are gone: the keyboard goes on at the cards, not at the top of the page.
    expect(ada.page.locator("button.held").first).to_be_focused()
    table.play(2, DRAW)
    expect(ada.page.locator("button.held")).to_have_count(15)
    assert "JH" in ada.hand()


def test_who_passes_until_her_turn_is_not_asked_again(visit: Visit, server: Server, app_key: str) -> None:
    table = scenes.claiming(server, app_key, "romme-kaufen", 4)
    ada = visit("Ada")
    sit(ada, table)
    table.play(1, discard("JH"))
    expect(ada.button("Buy it")).to_be_visible()
    ada.button("Not until my turn").click()
    expect(ada.prompt).to_contain_text("Dora may ask for the discard.")
    table.play(3, scenes.PASS)
    assert table.play(2, DRAW, discard("AD"))["to_act"] == [1]


def test_a_joker_is_taken_into_the_hand_for_its_card(visit: Visit, server: Server, app_key: str) -> None:
    table = scenes.swapping(server, app_key)
    ada = visit("Ada")
    sit(ada, table)
    ada.choose("KS")
    ada.page.locator(".meld.fits").click()
    ada.page.get_by_role("dialog").get_by_role("button", name="Take the joker").click()
    expect(ada.page.get_by_role("img", name=re.compile("^Set of Ben.*King of spades"))).to_be_visible()
    assert "X" in ada.hand()
    assert "KS" not in ada.hand()


def test_a_joker_is_freed_within_the_lay_that_opens(visit: Visit, server: Server, app_key: str) -> None:
    table = scenes.swapping(server, app_key, opened=False)
    ada = visit("Ada")
    sit(ada, table)
    ada.choose("KS")
    ada.page.locator(".meld").click()
    ada.page.get_by_role("dialog").get_by_role("button", name="Take the joker").click()
    expect(ada.page.locator('button.held[data-card="X"]')).to_have_count(1)
    set_aside(ada, "QH QD QC")
    expect(ada.page.locator(".tray")).to_contain_text("30 points, 30 needed")
    ada.button("Lay all of it").click()
    expect(ada.page.get_by_role("img", name=re.compile("^Set of Ben.*King of spades"))).to_be_visible()
    expect(ada.page.locator(".meld")).to_have_count(2)
    assert "X" in ada.hand()


def test_a_joker_that_must_be_laid_again_is_asked_for(visit: Visit, server: Server, app_key: str) -> None:
    table = scenes.replaying(server, app_key)
    ada = visit("Ada")
    sit(ada, table)
    ada.choose("KS")
    ada.button("Take the joker").click()
    expect(ada.page.locator(".duty")).to_have_text("You must lay the freed joker in this turn.")
    ada.choose("4H")
    ada.button("Discard").click()
    expect(ada.note).to_be_visible()
    ada.choose("X")
    ada.page.locator(".meld").first.click()
    expect(ada.page.locator(".duty")).to_have_count(0)
    ada.choose("4H")
    ada.button("Discard").click()
    expect(ada.prompt).to_have_text("Ben is to move.")


def test_melds_are_taken_apart_and_put_together_anew(visit: Visit, server: Server, app_key: str) -> None:
    """Fixture 18 of rules.md C.2: 30 for the kings, 21 for the sevens; the run that only gave a card adds nothing."""
    table = scenes.rebuilding(server, app_key)
    ada = visit("Ada", width=360, height=740)
    sit(ada, table)
    set_aside(ada, "KH KD KC")
    expect(ada.page.locator(".tray")).to_contain_text("30 points, 40 needed")
    ada.button("Rearrange …").click()
    bench = ada.page.get_by_role("region", name="Taking melds apart")
    expect(bench.get_by_role("heading")).to_be_focused()
    run = ada.page.get_by_role("button", name=re.compile("^Take apart: Run of Ben"))
    run.click()
    bench.get_by_role("button", name="7 of spades").click()
    ada.choose("7H", "7D")
    assert sound(ada)
    bench.get_by_role("button", name="New group").click()
    expect(bench.locator(".group .verdict")).to_have_text(["A run, 15 points", "A set, 21 points"])
    # What lies on the bench goes back when its meld is left alone, and comes again.
    bench.get_by_role("button", name="Leave the melds").click()
    assert "7H" in ada.hand()
    ada.button("Rearrange …").click()
    expect(bench.get_by_role("heading")).to_be_focused()
    run.click()
    bench.get_by_role("button", name="7 of spades").click()
    ada.choose("7H", "7D")
    bench.get_by_role("button", name="New group").click()
    expect(ada.page.locator(".tray").last).to_contain_text("51 points, 40 needed")
    ada.button("Lay all of it").click()
    expect(ada.page.locator(".meld")).to_have_count(4)
    expect(bench).to_have_count(0)
    assert len(ada.hand()) == 9


def test_a_knock_shows_its_melds_and_the_others_have_one_more_go(visit: Visit, server: Server, app_key: str) -> None:
    table = scenes.knocking(server, app_key)
    ada = visit("Ada")
    sit(ada, table)
    expect(ada.page.get_by_role("region", name="My melds")).to_contain_text("3 points are left at best: without K♣")
    expect(ada.page.locator(".verdict")).to_have_text("To knock, discard: K♣")
    expect(ada.button("Meld")).to_have_count(0)
    ada.choose("3D")
    expect(ada.button("Knock")).to_have_attribute("aria-disabled", "true")
    ada.choose("KC")
    ada.button("Knock").click()
    expect(ada.page.get_by_role("heading", name="Ada (you) knocks with 3 points")).to_be_visible()
    assert sound(ada)
    table.play(1, DRAW, discard("TS"))
    won = ada.results.locator("tr.won").first
    expect(won.get_by_role("img", name="7 of spades, 7 of hearts, 7 of diamonds")).to_be_visible()
    expect(won.get_by_role("img", name="Left: 3 of diamonds")).to_be_visible()
    # Each paid 5 for the pot, and Ben one chip to the knocker.
    ada.page.locator(".ledger summary").click()
    expect(ada.page.locator(".ledger tr").last).to_have_text("Balance−4−6")
    assert sound(ada)


def test_it_is_knocked_without_a_discard_where_nothing_is_left(visit: Visit, server: Server, app_key: str) -> None:
    table = scenes.big_gin(server, app_key)
    ada = visit("Ada")
    sit(ada, table)
    expect(ada.button("Pass")).to_be_visible()
    ada.pile.click()
    ada.settled()
    ada.button("Knock").click()
    expect(ada.results).to_contain_text("The whole hand! All your cards are melded, and you win the deal.")


def test_a_buy_back_is_offered_with_its_price(visit: Visit, server: Server, app_key: str) -> None:
    table = scenes.rebuying(server, app_key)
    ada = visit("Ada", width=360, height=740)
    sit(ada, table)
    offer = ada.page.get_by_role("region", name="Buy back?")
    expect(offer).to_contain_text("You have 93 points. For 5 chips into the pot you go on with 2 points.")
    assert sound(ada)
    ada.button("Buy back for 5 chips").click()
    expect(ada.results).to_contain_text("Waiting for Ben.")
    expect(ada.page.locator(".seat.mine")).to_contain_text("2 points")
    expect(ada.page.locator(".top")).to_contain_text("pot: 15")


def test_an_opening_too_low_is_shown_and_taken_back(visit: Visit, server: Server, app_key: str) -> None:
    table = scenes.tournament(server, app_key)
    dora = visit("Dora")
    sit(dora, table, 3)
    expect(dora.page.get_by_text("You sit this deal out.")).to_be_visible()
    ada = visit("Ada")
    sit(ada, table)
    ada.draw()
    set_aside(ada, "KS KH KD", "2S 3S 4S")
    expect(ada.page.locator(".tray")).to_contain_text("39 points, 40 needed")
    ada.button("Lay all of it").click()
    expect(ada.note).to_contain_text("39 points, and 40 are needed")
    expect(ada.page.locator(".duty").first).to_have_text("You may lay nothing more in this turn.")
    expect(ada.page.locator("button.held")).to_have_count(14)
    ada.choose("KS", "KH", "KD")
    expect(ada.button("Meld")).to_have_attribute("aria-disabled", "true")


def test_a_rated_deal_shows_the_list(visit: Visit, server: Server, app_key: str) -> None:
    """rules.md A.1: 8 rating points for a hand-out, 1 from 31 points on; the list is 10 x rating - points."""
    table = scenes.handing_out(server, app_key)
    ada = visit("Ada")
    sit(ada, table)
    ada.draw()
    set_aside(ada, "KS KH KD KC", "2S 3S 4S", "5D 5H 5C")
    ada.choose("9D", "TD", "JD")
    ada.button("Meld").click()
    ada.settled()
    ada.choose("8H")
    ada.button("Discard").click()
    ten = {rank: min(10, place) for place, rank in enumerate("A23456789TJQK", start=1)} | {"A": 11}
    low, dull = (sum(ten[card[0]] for card in hand.split()) for hand in (scenes.LOW, scenes.DULL))
    rows = ada.results.locator("table.dealt tbody tr")
    expect(rows).to_have_count(3)
    shown = [row.locator("td:not(.shown)").all_inner_texts() for row in rows.all()]
    # Left, points, rating points, list, total.
    assert shown == [
        ["0", "0", "8", "80", "0"],
        [str(low), str(low), "1", f"−{low - 10}", str(low)],
        [str(dull), str(dull), "1", f"−{dull - 10}", str(dull)],
    ]
    expect(ada.results).to_contain_text("List: 10 × rating points − points")


def test_in_the_laps_before_one_may_lay_nothing_of_it_is_offered(visit: Visit, server: Server, app_key: str) -> None:
    """``laying.from_lap``: Räuber-Rommé, where Ada holds a set in her first turn."""
    hands = ["KH KD KC 7H 7D 2S 3S 5D 6D 9C TC JC 8H 2C", "4S 5S 6S 7S QH QD QC 2D 3D 8C 9S JS AD"]
    table = scenes.scene(server, app_key, "raeuber-romme", hands, stock="4H")
    ada = visit("Ada", language="de-DE", width=360, height=740)
    sit(ada, table)
    expect(ada.prompt).to_have_text("Du bist am Zug: Wirf eine Karte ab. Auslegen darfst du ab deinem 2. Zug.")
    ada.page.locator('button.held[data-card="KH"]').click()
    expect(ada.button("Melden")).to_have_attribute("aria-disabled", "true")
    ada.button("Abwerfen").click()
    expect(ada.prompt).to_have_text("Ben ist am Zug.")
    assert sound(ada)
