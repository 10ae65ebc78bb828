"""A person at the browser: sees what is on the page, clicks and types, and knows nothing else."""

from __future__ import annotations

import itertools
import json
import re
from collections import defaultdict
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import ConsoleMessage, Locator, Page, expect

from tests.api.table import arranged
from tests.servers import Server

RANKS = "A23456789TJQK"
AXE = (Path(__file__).parent / "axe.min.js").read_text()
DUE_S = 60_000
EXPECTED = re.compile(r"the server responded with a status of (409|412|422|404)|net::ERR_")
"""What Chromium says of refusals and of servers that are gone; every other message is a fault of the page."""


ADA = "7S 7H 7D 4S 5S 6S KC 2H 9D TD"
BEN = "8C QD 9S AC JS JH JC 5D 3S 6C"
"""Hands that arranged deals give them."""


class Player:
    """One person's page. ``faults``: what the page itself did wrong."""

    def __init__(self, page: Page, address: str, name: str) -> None:
        self.page, self.address, self.name = page, address, name
        self.faults: list[str] = []
        self.sent: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._heard)
        page.on("request", lambda request: self.sent.append(f"{request.method} {request.url}"))
        page.goto(address)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not EXPECTED.search(message.text):
            self.faults.append(message.text)

    # --- The start page

    def open_table(self, *seats: str, variant: str = "Rummy", **options: str) -> None:
        """Opens a table; ``seats`` are the labels of the other seats, in turn."""
        page = self.page
        page.get_by_label("Your name").fill(self.name)
        page.get_by_role("radio", name=re.compile(f"^{variant}")).check()
        page.get_by_label("Number of seats").select_option(str(len(seats) + 1))
        for number, label in enumerate(seats, start=2):
            page.get_by_label(f"Seat {number}").select_option(label=label)
        for title, value in options.items():
            page.get_by_label(title).select_option(value)
        page.get_by_role("button", name="Open the table").click()
        page.wait_for_url("**/#/game/*")

    def join(self, link: str) -> None:
        self.page.goto(link)
        self.page.get_by_label("Your name").fill(self.name)
        self.page.get_by_role("button", name="Take the seat").click()
        self.page.wait_for_url("**/#/game/*")

    def sit(self, game: str, token: str, seat: int) -> None:
        """Comes back to a seat whose token this browser holds."""
        kept = json.dumps({"token": token, "seat": seat, "variant": "rummy"})
        self.page.evaluate("([key, value]) => localStorage.setItem(key, value)", [f"meldhouse.game.{game}", kept])
        self.page.goto(f"{self.address}/#/game/{game}")
        expect(self.prompt).to_be_visible()

    # --- The table

    @property
    def prompt(self) -> Locator:
        return self.page.locator(".prompt")

    @property
    def note(self) -> Locator:
        """The line in which refusals are said."""
        return self.page.locator(".note")

    @property
    def results(self) -> Locator:
        return self.page.locator(".results")

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    @property
    def stock(self) -> Locator:
        return self.page.get_by_role("button", name=re.compile("^Draw from the stock"))

    @property
    def pile(self) -> Locator:
        return self.page.get_by_role("button", name=re.compile("^(Take the discard|Discard the chosen card),"))

    def hand(self) -> list[str]:
        cards: list[str] = self.page.locator("button.held").evaluate_all("all => all.map(one => one.dataset.card)")
        return cards

    def choose(self, *cards: str) -> None:
        """Clicks on cards; chooses nothing else before."""
        if self.button("Choose none").count():
            self.button("Choose none").click()
        for card in cards:
            self.page.locator(f'button.held[data-card="{card}"][aria-pressed="false"]').first.click()

    def draw(self) -> None:
        before = len(self.hand())
        self.stock.click()
        expect(self.page.locator("button.held")).to_have_count(before + 1)
        self.settled()

    def my_turn(self) -> bool:
        """Waits until it is this player's turn (True) or the deal is over (False)."""
        due = self.page.locator(".spot.live, .results").first
        due.wait_for(timeout=DUE_S)
        return self.results.count() == 0

    def take_turn(self) -> None:
        """Draws, melds and lays off all that is easily seen, discards the dearest card."""
        self.draw()
        while melds := melds_in(self.hand()):
            if not self._lays(melds[0]):
                return
        for card in self.hand():
            if self.page.locator(".meld").count() and not self._lays_off(card):
                return
        self.choose(max(self.hand(), key=lambda card: RANKS.index(card[0])))
        self.button("Discard").click()
        self.settled()

    def _lays(self, cards: list[str]) -> bool:
        left = len(self.hand()) - len(cards)
        self.choose(*cards)
        self.button("Meld").click()
        return self._still_holding(left)

    def _lays_off(self, card: str) -> bool:
        self.choose(card)
        fits = self.page.locator(".meld.fits")
        if fits.count() == 0:
            return True
        left = len(self.hand()) - 1
        fits.first.click()
        return self._still_holding(left)

    def _still_holding(self, left: int) -> bool:
        if left:
            expect(self.page.locator("button.held")).to_have_count(left)
        self.settled()
        return self.results.count() == 0

    def settled(self) -> None:
        """Waits until the page has heard the answer to what it sent, and knows what may be done now."""
        # What was just clicked is seen at the next frame: before it the page may still call itself idle.
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        expect(self.page.locator("main[data-idle=true]")).to_be_visible()

    def play_deal(self) -> None:
        """Plays until the deal is over."""
        for _ in range(200):
            if not self.my_turn():
                return
            self.take_turn()
        raise AssertionError("a deal does not take 200 turns")


def melds_in(hand: list[str]) -> list[list[str]]:
    """Sets and runs (ace low) that a hand of one pack shows at a glance, longest first."""
    ranks, suits = defaultdict(list), defaultdict(list)
    for card in hand:
        ranks[card[0]].append(card)
        suits[card[1]].append(RANKS.index(card[0]))
    found = [cards for cards in ranks.values() if len(cards) >= 3]
    for suit, places in suits.items():
        for _, group in itertools.groupby(enumerate(sorted(places)), lambda pair: pair[1] - pair[0]):
            run = [f"{RANKS[place]}{suit}" for _, place in group]
            if len(run) >= 3:
                found.append(run)
    return sorted(found, key=len, reverse=True)


def arranged_game(address: str, key: str, body: dict[str, Any]) -> tuple[str, list[str]]:
    """A game made by an app: its id and the tokens of its named seats."""
    answer = httpx.post(f"{address}/api/v1/games", json=body, headers={"Authorization": f"Bearer {key}"}, timeout=60)
    assert answer.status_code == 201, answer.text
    made = answer.json()
    return made["game"]["id"], [line["token"] for line in made["tokens"]]


def violations(player: Player) -> list[str]:
    """What axe finds at fault on the page as it is now."""
    player.page.evaluate(AXE)
    found: list[str] = player.page.evaluate(
        """async () => (await axe.run()).violations
        .map(one => one.id + ': ' + one.nodes.map(node => node.html).join(' '))"""
    )
    return found


def overflow(player: Player) -> int:
    """By how many pixels the page is wider than the window."""
    width: int = player.page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    return width


def small_targets(player: Player) -> list[str]:
    """Buttons, links and fields that a finger would miss: under 44 px in height or width."""
    found: list[str] = player.page.evaluate(
        """() => [...document.querySelectorAll("button, a, select, input, summary")]
        .filter(one => !["radio", "checkbox"].includes(one.type))
        .map(one => [one, one.getBoundingClientRect()])
        .filter(([, box]) => box.width && (box.height < 43.5 || box.width < 43.5))
        .map(([one, box]) => `${one.outerHTML.slice(0, 80)} ${box.width}x${box.height}`)"""
    )
    return found


def two_hands(
    server: Server, app_key: str, first: str, second: str, *, stock: str, upcard: str
) -> tuple[str, list[str]]:
    """An arranged game of two people: its id and their tokens."""
    deal = arranged([first, second], stock=stock, upcard=upcard)
    body = {"variant": "rummy", "seats": [{"name": "Ada"}, {"name": "Ben"}], "deal": deal}
    return arranged_game(server.url, app_key, body)
