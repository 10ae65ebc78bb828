"""Situations of the Rommé games, on real tables: arranged deals, the other seats played over the API.

Every scene names its table and the token of the seat that looks at it in the browser.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import httpx

from tests.api.table import DRAW, arranged, discard, lay, meld
from tests.servers import Server
from tests.web.player import Player, arranged_game
from variants.catalogue import variant

PASS: dict[str, Any] = {"kind": "pass"}
PATIENT: dict[str, Any] = {"turn_s": 3600, "claim_s": 60}
LOW = "2S 2D 3S 3C 4C 5D 6S 8S 8D 9C TC JC QC"
"""Thirteen cards of little use."""
DULL = "2C 3D 4D 5S 6D 8H 8C 9S TS JS QS KD AD"
IDLE = "2C 3H 4H 5C 6C 7S 8H 9C TH JH KD AS QD"


@dataclass(frozen=True)
class Scene:
    """A running game, and the tokens of its seats."""

    address: str
    game: str
    tokens: Sequence[str]

    def play(self, seat: int, *moves: dict[str, Any]) -> dict[str, Any]:
        """Plays moves of a seat one by one; the last view."""
        headers = {"Authorization": f"Bearer {self.tokens[seat]}"}
        with httpx.Client(base_url=self.address, headers=headers, timeout=60) as http:
            path = f"/api/v1/games/{self.game}"
            view = http.get(path).json()
            for move in moves:
                match = {"If-Match": f'"{view["version"]}"'}
                answer = http.post(f"{path}/moves", json={"moves": [move]}, headers=match)
                assert answer.status_code == 200, (move, answer.text)
                view = answer.json()
        return dict(view)

    def turn(self, seat: int, *moves: dict[str, Any], throw: str) -> None:
        """A whole turn: draws, does the moves, discards."""
        self.play(seat, DRAW, *moves, discard(throw))


def scene(
    server: Server,
    key: str,
    name: str,
    hands: Sequence[str],
    *,
    stock: str,
    upcard: str = "",
    deck: str = "",
    clock: dict[str, Any] | None = None,
    **options: Any,
) -> Scene:
    """A table of people with this deal; ``deck``: the variant whose cards it has, where ``name`` is a house rule."""
    chosen = variant(deck or name).profile.deck
    deal = arranged(hands, stock=stock, upcard=upcard, packs=chosen.packs, jokers=chosen.jokers)
    seats = [{"name": person} for person in ("Ada", "Ben", "Cem", "Dora")[: len(hands)]]
    body = {"variant": name, "seats": seats, "deal": deal, "options": options, "clock": clock}
    game, tokens = arranged_game(server.url, key, body)
    return Scene(server.url, game, tokens)


def house_rule(server: Server, key: str, slug: str, title: dict[str, str], **body: Any) -> str:
    """Writes a house rule and publishes it, or publishes it anew with another title; the hash of its version."""
    headers = {"Authorization": f"Bearer {key}"}
    with httpx.Client(base_url=f"{server.url}/api/v1/", headers=headers, timeout=60) as http:
        known = {rule["slug"]: rule["id"] for rule in http.get("house-rules").json()["results"]}
        if slug in known:
            path = f"house-rules/{known[slug]}"
            made = http.patch(path, json={"title": title, **body}, headers={"If-Match": http.get(path).headers["ETag"]})
        else:
            made = http.post("house-rules", json={"slug": slug, "title": title, **body})
            path = f"house-rules/{made.json()['id']}"
        assert made.status_code in (200, 201), made.text
        published = http.post(f"{path}/publish", headers={"If-Match": made.headers["ETag"]})
        assert published.status_code == 200, published.text
        return str(published.json()["hash"])


def sit(player: Player, at: Scene, seat: int = 0) -> None:
    """The browser takes this seat."""
    player.sit(at.game, at.tokens[seat], seat)


def claiming(server: Server, key: str, name: str, seats: int) -> Scene:
    """Ben is about to throw the jack that makes Ada's run of hearts; Cem is next, at four Dora after him.

    The window to ask for it is open for a minute: whoever looks at the page meanwhile may take her time.
    """
    ada = "KH QH 7C 7D 5H 6H 2H 3H 9D TD 9S AC TH 4S"
    found = scene(
        server, key, name, [ada, LOW.replace("JC", "JH"), DULL, IDLE][:seats], stock="4C 9H 8S 7H", clock=PATIENT
    )
    found.play(0, discard("4S"))
    for asked in range(seats - 1, 1, -1):
        found.play(asked, PASS)
    found.play(1, DRAW)
    return found


def swapping(server: Server, key: str, *, opened: bool = True) -> Scene:
    """Rommé: on the table lies Ben's joker for a king; Ada, who may have opened, holds the king and is to play."""
    ada = "KS QH QD QC 2H 3H 5C 6C 7D 9D TD AC AS 4S"
    ben = "KH KD X KC 2D 3S 3C 4C 5D 6S 8S 8D JC"
    found = scene(server, key, "romme", [ada, ben], stock="4H 9H 8H 7H 5H")
    found.play(0, discard("4S"))
    found.turn(1, throw="JC")
    found.turn(0, *([lay(meld("QH QD QC"))] if opened else []), throw="7D")
    found.turn(1, lay(meld("KH KD X")), throw="8D")
    found.play(0, DRAW)
    return found


def replaying(server: Server, key: str) -> Scene:
    """Jokeren: as in ``swapping``, but the joker that Ada frees must lie again in the same turn."""
    ada = "KS QH QD QC 2H 5C 6C AH AD AC 9D TD 4S"
    ben = "KH KD X 7S 8S 9S TS 2D 3S 3C 4C 5D JC"
    found = scene(server, key, "jokeren", [ada, ben], stock="4H 9H 8H 7H 5H", upcard="6D")
    found.turn(0, throw="4S")
    found.turn(1, throw="JC")
    found.turn(0, lay(meld("QH QD QC"), meld("AH AD AC")), throw="2H")
    found.turn(1, lay(meld("KH KD X"), meld("7S 8S 9S TS")), throw="2D")
    found.play(0, DRAW)
    return found


def rebuilding(server: Server, key: str) -> Scene:
    """Räuber-Rommé, fixture 18 of rules.md C.2: a run of four lies, its seven makes Ada's two sevens a set."""
    ada = "7H 7D KH KD KC 2S 3S 5D 6D 9C TC JC 8H 2C"
    ben = "4S 5S 6S 7S QH QD QC 2D 3D 8C 9S JS AD"
    found = scene(server, key, "raeuber-romme", [ada, ben], stock="4H 9H 8D 2H 5H")
    found.play(0, discard("2C"))
    found.turn(1, throw="AD")
    found.turn(0, throw="9C")
    found.turn(1, lay(meld("4S 5S 6S 7S"), meld("QH QD QC")), throw="JS")
    found.play(0, DRAW)
    return found


def knocking(server: Server, key: str) -> Scene:
    """Viennese Rummy: Ada, who deals, can knock in her first turn with 3 points; Ben has one more go."""
    ada = "7S 7H 7D 4C 5C 6C QS QH QD 3D KC"
    ben = "2C 3C 4D 5D JS JH 9S 9D TD TS"
    return scene(server, key, "wiener-rummy", [ada, ben], stock="JD 9H 8D")


def rebuying(server: Server, key: str) -> Scene:
    """Viennese Rummy after a deal in which Ada booked 93 points, and Ben, who knocked, 2."""
    ada = "KS KH QD QC JS JH TD TC AS 2H 4S"
    ben = "7S 7H 7D 4C 5C 6C QS QH QD 2C"
    found = scene(server, key, "wiener-rummy", [ada, ben], stock="9S")
    found.play(0, discard("4S"))
    found.play(1, DRAW, {"kind": "knock", "discard": "9S"})
    found.play(0, PASS)
    return found


def handing_out(server: Server, key: str) -> Scene:
    """Tournament Rommé at three: Ada can lay all she holds in her first turn, and throw the last card."""
    ada = "KS KH KD KC 2S 3S 4S 5D 5H 5C 9D TD JD"
    return scene(server, key, "romme-turnier", [ada, LOW, DULL], stock="8H", upcard="6D", deals=4)


def big_gin(server: Server, key: str) -> Scene:
    """Gin Rummy: with the open card, which Ada is offered, all her eleven cards are melded."""
    ada, ben = "7S 7H 7D 8S 8H 8D 8C TS JS QS", "2S 3H 4D 5C 6S 9H TD JC QH AS"
    return scene(server, key, "gin-rummy", [ada, ben], stock="2D", upcard="KS")


def tournament(server: Server, key: str) -> Scene:
    """Tournament Rommé at four: Dora deals and sits out; Ada may open, with 31 points or with 46."""
    ada = "KS KH KD 2S 3S 4S 5D 5H 5C 9D TD 7C QS"
    return scene(server, key, "romme-turnier", [ada, LOW, DULL, ""], stock="8H 9H 4H", upcard="6D", deals=4)
