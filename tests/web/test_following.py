"""What the table hears of others: the other player, another tab, a server that comes back, those who watch."""

import re
import uuid
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.servers import Server
from tests.web.player import ADA, BEN, Player, two_hands, violations

pytestmark = [pytest.mark.browser, pytest.mark.processes, pytest.mark.timeout(240)]

Visit = Callable[..., Player]


def test_two_people_meet_by_the_link_and_play(visit: Visit) -> None:
    ada, ben = visit("Ada"), visit("<b>Ben</b>", language="de-DE")
    ada.open_table("A friend")
    link = ada.page.get_by_label("Link for your friends").input_value()
    ben.page.goto(link)
    assert violations(ben) == []
    ben.page.get_by_label("Dein Name").fill(ben.name)
    ben.button("Platz nehmen").click()
    expect(ada.page.get_by_text("<b>Ben</b>").first).to_be_visible()
    expect(ben.page.locator(".seat.mine")).to_contain_text("<b>Ben</b> (du)")
    expect(ben.page.get_by_role("button", name=re.compile("^Vom Talon ziehen"))).to_be_visible()

    # Seat 0 begins; each sees what the other does, and only that.
    assert ada.my_turn()
    ada.draw()
    expect(ben.page.locator(".log")).to_contain_text("Ada zieht vom Talon.")
    expect(ben.page.locator("main > [aria-live=polite]")).to_have_text("Ada zieht vom Talon. Ada ist am Zug.")
    thrown = ada.hand()[0]
    ada.choose(thrown)
    ada.button("Discard").click()
    expect(ben.prompt).to_contain_text("Du bist am Zug")
    expect(ada.prompt).to_have_text("<b>Ben</b> is to move.")
    ben.page.locator(".spot.live").nth(1).click()
    ben.settled()
    assert thrown in ben.hand()
    taken = thrown[0].replace("T", "10") + "♠♥♦♣"["SHDC".index(thrown[1])]
    expect(ada.page.locator(".log")).to_contain_text(f"<b>Ben</b> takes {taken} from the discard pile.")
    ben.page.locator(f'button.held[data-card="{thrown}"]').click()
    ben.button("Abwerfen").click()
    # The card just taken may not go back: the server says so, in Ben's language.
    expect(ben.note).to_have_attribute("role", "status")
    expect(ben.note).to_contain_text(re.compile(r"\b(darf|nicht|abgelegt|abgeworfen)\b"))
    assert len(ben.hand()) == 11


def test_the_table_says_who_is_away_while_nobody_moves(visit: Visit, server: Server, app_key: str) -> None:
    """Who comes or goes changes no version: the page must not wait for a move to see it."""
    game, (first, second) = two_hands(server, app_key, ADA, BEN, stock="7C 3D", upcard="4D")
    ada, ben = visit("Ada"), visit("Ben", language="nl-NL")
    other = ada.page.locator(".seat:not(.mine)")
    ada.sit(game, first, 0)
    expect(other).to_contain_text("away")
    ben.sit(game, second, 1)
    expect(other).not_to_contain_text("away")
    ben.page.goto("about:blank")
    expect(other).to_contain_text("away")


def test_the_second_tab_says_it_too(visit: Visit, server: Server, app_key: str) -> None:
    """One tab of a browser has the stream; the other asks."""
    game, (first, second) = two_hands(server, app_key, ADA, BEN, stock="7C 3D", upcard="4D")
    ada, ben = visit("Ada"), visit("Ben")
    ada.sit(game, first, 0)
    tab = ada.page.context.new_page()
    tab.goto(ada.page.url)
    others = [page.locator(".seat:not(.mine)") for page in (ada.page, tab)]
    for other in others:
        expect(other).to_contain_text("away")
    ben.sit(game, second, 1)
    for other in others:
        expect(other).not_to_contain_text("away")
    ben.page.goto("about:blank")
    for other in others:
        expect(other).to_contain_text("away")


def test_a_stale_table_is_a_friendly_note_and_brought_up_to_date(visit: Visit, server: Server, app_key: str) -> None:
    game, (token, _) = two_hands(server, app_key, ADA, BEN, stock="7C 3D", upcard="4D")
    here, there = visit("Ada"), visit("Ada")
    here.sit(game, token, 0)
    there.sit(game, token, 0)
    here.page.context.route("**/events*", lambda route: route.abort())
    here.page.reload()
    expect(here.stock).to_be_enabled()
    # One browser plays a whole turn's begin; the other has not heard of it when it clicks.
    here.page.context.route(f"**/games/{game}", lambda route: route.abort())
    there.draw()
    here.page.context.unroute(f"**/games/{game}")
    here.stock.click()
    expect(here.note).to_contain_text("moved on")
    expect(here.page.locator("button.held")).to_have_count(11)


def test_a_double_click_sends_one_move(visit: Visit, server: Server, app_key: str) -> None:
    game, (token, _) = two_hands(server, app_key, ADA, BEN, stock="7C 3D", upcard="4D")
    ada = visit("Ada")
    ada.sit(game, token, 0)
    expect(ada.stock).to_be_enabled()
    ada.sent.clear()
    ada.stock.dblclick()
    ada.settled()
    expect(ada.page.locator("button.held")).to_have_count(11)
    assert len([line for line in ada.sent if line.startswith("POST") and line.endswith("/moves")]) == 1
    expect(ada.note).to_be_empty()


def test_a_public_table_is_in_the_lobby_and_can_be_joined(visit: Visit) -> None:
    ada, ben = visit("Ada"), visit("Ben")
    ada.page.get_by_label("Who may join").select_option("public")
    ada.open_table("A friend")
    expect(ada.button("Start now")).to_be_visible()
    ben.page.reload()
    ben.page.get_by_role("link", name=re.compile("^Join")).first.click()
    ben.page.get_by_label("Your name").fill("Ben")
    ben.button("Take the seat").click()
    expect(ben.page.locator("button.held")).to_have_count(10)
    expect(ada.page.locator("button.held")).to_have_count(10)


def test_a_table_lives_on_when_the_server_comes_back_and_when_the_page_is_reloaded(
    visit: Visit, tmp_path: Path
) -> None:
    folder = tmp_path / "data"
    with Server(folder) as server:
        ada = visit("Ada", at=server)
        ada.open_table("Bot: Easy")
        assert ada.my_turn()
        hand = ada.hand()
    expect(ada.page.locator(".connection")).to_have_text("No connection. Trying again …", timeout=30_000)
    assert ada.hand() == hand
    with Server(folder, port=server.port):
        expect(ada.page.locator(".connection")).to_have_count(0, timeout=30_000)
        ada.draw()
        ada.page.reload()
        expect(ada.page.locator("button.held")).to_have_count(len(hand) + 1)
        ada.settled()
        ada.choose(ada.hand()[0])
        ada.button("Discard").click()
        # The bot's answer comes by the stream of the new server.
        expect(ada.page.locator(".log")).to_contain_text("Bot 1 discards")
        assert ada.my_turn()


def test_a_public_game_can_be_watched_without_a_hand(visit: Visit) -> None:
    ada, ben = visit("Ada"), visit("Ben")
    ada.page.get_by_label("Who may join").select_option("public")
    ada.open_table("Bot: Easy")
    assert ada.my_turn()
    ben.page.reload()
    ben.page.get_by_role("link", name=re.compile("^Watch")).first.click()
    expect(ben.page.locator(".top")).to_contain_text("You are watching")
    expect(ben.prompt).to_have_text("Ada is to move.")
    ada.draw()
    expect(ben.page.locator(".log")).to_contain_text("Ada draws from the stock.")
    assert ben.hand() == []
    assert violations(ben) == []


def test_where_nothing_streams_it_asks_and_sends_keys_of_its_own_making(visit: Visit) -> None:
    """As on a plain-http address behind a proxy that holds streams back."""
    ada = visit("Ada")
    context = ada.page.context
    context.add_init_script("Crypto.prototype.randomUUID = undefined")
    context.route(
        "**/events*",
        lambda route: route.abort() if "event-stream" in route.request.headers["accept"] else route.continue_(),
    )
    ada.page.reload()
    with ada.page.expect_request(lambda request: request.method == "POST") as sent:
        ada.open_table("Bot: Easy")
    assert uuid.UUID(sent.value.headers["idempotency-key"]).version == 4
    assert ada.my_turn()
    ada.draw()
    ada.choose(ada.hand()[0])
    ada.button("Discard").click()
    expect(ada.page.locator(".log")).to_contain_text("Bot 1 discards", timeout=30_000)
    assert ada.my_turn()


def test_a_second_tab_takes_the_stream_and_the_first_still_follows(visit: Visit, server: Server, app_key: str) -> None:
    game, (token, _) = two_hands(server, app_key, ADA, BEN, stock="7C 3D", upcard="4D")
    ada = visit("Ada")
    ada.sit(game, token, 0)
    expect(ada.stock).to_be_enabled()
    first = ada.page
    second = first.context.new_page()
    second.goto(first.url)
    second.get_by_role("button", name=re.compile("^Draw from the stock")).click()
    expect(second.locator("button.held")).to_have_count(11)
    expect(first.locator("button.held")).to_have_count(11)
    expect(first.locator(".prompt")).to_contain_text("meld and lay off")
