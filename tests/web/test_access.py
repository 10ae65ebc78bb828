"""The table for everybody: by keyboard, on a phone, in three languages, in the order one likes."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.servers import Server
from tests.web.player import ADA, BEN, Player, overflow, small_targets, two_hands
from tests.web.scenes import rebuilding, rebuying, sit

pytestmark = [pytest.mark.browser, pytest.mark.processes, pytest.mark.timeout(240)]

Visit = Callable[..., Player]


def test_a_turn_is_played_by_keyboard_alone(visit: Visit, server: Server, app_key: str) -> None:
    game, (token, _) = two_hands(server, app_key, ADA, BEN, stock="7C 3D", upcard="4D")
    ada = visit("Ada")
    ada.sit(game, token, 0)
    keys = ada.page.keyboard

    def tab_to(name: str) -> None:
        for _ in range(40):
            keys.press("Tab")
            label: str = ada.page.evaluate(
                "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent.trim()"
            )
            if label.startswith(name):
                return
        raise AssertionError(f"no way to {name!r} by Tab")

    expect(ada.stock).to_be_enabled()
    tab_to("Draw from the stock")
    outline = ada.page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"
    keys.press("Enter")
    expect(ada.page.locator("button.held")).to_have_count(11)
    ada.settled()
    tab_to("By rank")
    keys.press("Enter")
    keys.press("Tab")
    keys.press("Home")
    for card in ada.hand():
        if card in ("7S", "7H", "7D"):
            keys.press("Space")
        keys.press("ArrowRight")
    expect(ada.page.locator('button.held[aria-pressed="true"]')).to_have_count(3)
    tab_to("Meld")
    keys.press("Enter")
    expect(
        ada.page.get_by_role("img", name="Set of Ada (you): 7 of spades, 7 of hearts, 7 of diamonds")
    ).to_be_visible()
    ada.settled()
    # A card is moved within the hand: the second comes first.
    first, second = ada.hand()[:2]
    tab_to("By rank")
    keys.press("Tab")
    keys.press("Home")
    keys.press("ArrowRight")
    keys.press("Shift+ArrowLeft")
    assert ada.hand()[:2] == [second, first]
    keys.press("End")
    keys.press("Space")
    tab_to("Discard")
    keys.press("Enter")
    expect(ada.prompt).to_have_text("Ben is to move.")


def test_the_hand_is_sorted_by_suit_by_rank_and_by_dragging(visit: Visit, server: Server, app_key: str) -> None:
    game, (token, _) = two_hands(server, app_key, ADA, BEN, stock="7C 3D", upcard="4D")
    ada = visit("Ada")
    ada.sit(game, token, 0)
    ada.button("By suit").click()
    assert ada.hand() == ["4S", "5S", "6S", "7S", "2H", "7H", "KC", "7D", "9D", "TD"]
    ada.button("By rank").click()
    assert ada.hand() == ["2H", "4S", "5S", "6S", "7S", "7H", "7D", "9D", "TD", "KC"]
    held = ada.page.locator("button.held")
    start, end = held.nth(9).bounding_box(), held.nth(0).bounding_box()
    assert start
    assert end
    mouse = ada.page.mouse
    mouse.move(start["x"] + 20, start["y"] + 30)
    mouse.down()
    mouse.move(end["x"] + 5, end["y"] + 30, steps=12)
    mouse.up()
    expected = ["KC", "2H", "4S", "5S", "6S", "7S", "7H", "7D", "9D", "TD"]
    assert ada.hand() == expected
    assert ada.page.locator('button.held[aria-pressed="true"]').count() == 0
    ada.page.reload()
    expect(held).to_have_count(10)
    assert ada.hand() == expected


def test_a_phone_shows_everything_without_scrolling_sideways(visit: Visit, server: Server, app_key: str) -> None:
    game, (token, _) = two_hands(server, app_key, ADA, BEN, stock="7C 3D", upcard="4D")
    for language in ("en-GB", "de-DE", "nl-NL"):
        ada = visit("Ada", language=language, width=360, height=740)
        expect(ada.page.locator("form")).to_be_visible()
        assert (overflow(ada), small_targets(ada)) == (0, [])
        ada.sit(game, token, 0)
        expect(ada.page.locator(".spot").first).to_be_visible()
        assert (overflow(ada), small_targets(ada)) == (0, [])


@pytest.mark.parametrize("language", ["en-GB", "de-DE", "nl-NL"])
def test_a_phone_shows_the_hand_and_its_moves_without_scrolling(country: Callable[..., Player], language: str) -> None:
    ada = country(language, width=360, height=740)
    ada.page.locator(".spot.live").first.click()
    expect(ada.page.locator("button.held")).to_have_count(11)
    moves = ada.page.locator(".controls .button")
    expect(moves.first).to_be_visible()
    lowest = moves.evaluate_all("all => Math.max(...all.map(one => one.getBoundingClientRect().bottom))")
    assert lowest <= 740


def test_a_phone_keeps_the_hand_in_reach_however_much_lies_on_the_table(
    visit: Visit, server: Server, app_key: str
) -> None:
    """The hand stands over the lower part of the table; what takes the focus comes out from under it."""
    ada = visit("Ada", language="de-DE", width=360, height=740)
    sit(ada, rebuilding(server, app_key))
    moves = ada.page.locator(".controls .button")
    expect(moves.first).to_be_visible()

    def lowest() -> float:
        return float(moves.evaluate_all("all => Math.max(...all.map(one => one.getBoundingClientRect().bottom))"))

    piles = ada.page.locator(".pile .count").first.bounding_box()
    block = ada.page.locator(".my-side").bounding_box()
    assert piles
    assert block
    assert lowest() <= 740
    assert piles["y"] + piles["height"] <= block["y"]
    ada.choose("8H")
    for meld in ada.page.locator(".meld.target").all():
        ada.page.evaluate("scrollTo(0, 0)")
        meld.focus()
        place, block = meld.bounding_box(), ada.page.locator(".my-side").bounding_box()
        assert place
        assert block
        assert place["y"] + place["height"] <= block["y"]
        assert lowest() <= 740
    ada.page.locator(".log summary").focus()
    log, block = ada.page.locator(".log").bounding_box(), ada.page.locator(".my-side").bounding_box()
    assert log
    assert block
    assert block["y"] + block["height"] <= log["y"]


def test_the_easiest_rules_come_first_and_are_chosen_for_a_newcomer(visit: Visit) -> None:
    ada = visit("Ada")
    told = ada.page.locator(".variant small")
    expect(told.first).to_be_visible()
    ease = [text.rsplit(" ", 1)[1] for text in told.all_inner_texts()]
    assert ease == sorted(ease, key=["easy", "medium", "hard"].index)
    expect(ada.page.get_by_role("radio").first).to_be_checked()


@pytest.mark.parametrize("language", ["en-GB", "de-DE", "nl-NL"])
def test_who_comes_for_the_first_time_is_offered_base_rummy(visit: Visit, language: str) -> None:
    """The easiest rules come first, whatever they are called in a language."""
    chosen = visit("Ada", language=language).page.locator(".variant input:checked")
    expect(chosen).to_have_value("rummy")


@pytest.mark.parametrize("width", [360, 1200])
def test_every_index_of_a_shown_hand_can_be_read(visit: Visit, server: Server, app_key: str, width: int) -> None:
    table = rebuying(server, app_key)
    ada = visit("Ada", width=width)
    ada.sit(table.game, table.tokens[0], 0)
    expect(ada.results).to_be_visible()
    covered = ada.page.locator(".result .row").evaluate_all(
        """rows => rows.flatMap(row => [...row.children].slice(1).map((card, at) => [row.children[at], card]))
        .map(([card, next]) => [card.querySelector(".rank"), next.getBoundingClientRect()])
        .filter(([rank, next]) => {
            const box = rank.getBoundingClientRect();
            return next.top < box.bottom && next.bottom > box.top && next.left < box.right - 1;
        }).map(([rank]) => rank.dataset.rank)"""
    )
    assert covered == []


def test_the_language_is_the_browsers_and_can_be_changed(visit: Visit) -> None:
    ben = visit("Ben", language="nl-NL")
    expect(ben.page.get_by_role("heading", level=1)).to_have_text("Rummy spelen")
    assert ben.page.evaluate("document.documentElement.lang") == "nl"
    ben.page.get_by_label("Taal").select_option(label="Deutsch")
    expect(ben.page.get_by_role("heading", level=1)).to_have_text("Rummy spielen")
    expect(ben.page.get_by_role("radio", name=re.compile("^Niederländisches Rummy"))).to_be_visible()
    ben.page.reload()
    expect(ben.page.get_by_role("heading", level=1)).to_have_text("Rummy spielen")


@pytest.mark.parametrize(
    ("language", "letters", "queen", "line"),
    [
        ("en-GB", "10 J Q K A", "Queen of diamonds", "You discard Q♦."),
        ("de-DE", "10 B D K A", "Karo Dame", "Du wirfst D♦ ab."),
        ("nl-NL", "10 B V H A", "ruitenvrouw", "Je legt V♦ af."),
    ],
)
def test_cards_have_the_letters_of_their_country(
    country: Callable[..., Player], language: str, letters: str, queen: str, line: str
) -> None:
    ada = country(language)
    ada.page.locator(".spot.live").first.click()
    expect(ada.page.locator("button.held")).to_have_count(11)
    ada.settled()
    held = [ada.page.locator(f'.held[data-card="{card}"] .rank') for card in ("TS", "JS", "QD", "KC", "AH")]
    assert " ".join(str(rank.get_attribute("data-rank")) for rank in held) == letters
    card = ada.page.get_by_role("button", name=queen, exact=True)
    assert card.get_attribute("data-card") == "QD", "the code stays what it is"
    card.click()
    ada.page.locator(".spot.live").click()
    expect(ada.page.locator(".log")).to_contain_text(line)


@pytest.fixture
def country(visit: Visit, server: Server, app_key: str) -> Callable[..., Player]:
    """Ada with a ten, a jack, a queen, a king and an ace, in a browser of a language."""

    def come(language: str, **window: int) -> Player:
        first, second = "TS JS QD KC AH 4S 5D 2H 9D 8D", "8C 7H 9S 2C 7S JH JC 5H 3S 6C"
        game, (token, _) = two_hands(server, app_key, first, second, stock="7C 3D", upcard="4D")
        ada = visit("Ada", language=language, **window)
        ada.sit(game, token, 0)
        return ada

    return come


def test_options_come_from_the_list_of_variants(visit: Visit) -> None:
    ada = visit("Ada")
    ada.page.get_by_role("radio", name=re.compile("^Dutch Rummy")).check()
    options = ada.page.locator("fieldset.options select")
    expect(options).to_have_count(7)
    ada.page.locator("#option-opening-min_points").select_option(index=1)
    ada.open_table("Bot: Easy", variant="Dutch Rummy")
    expect(ada.page.locator(".duty").first).to_have_text("Your first melds must be worth 50 points together.")
