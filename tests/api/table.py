"""Tables of the cast: Alice made the game and has its key, Bob shares it, Charlie is an outsider."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rummy.cards import CARD_TEXT, deck, texts
from tests.api.caller import Answer, Caller


@dataclass(frozen=True)
class Table:
    """A running game and those who play it, by seat."""

    id: str
    players: tuple[Caller, ...]

    @property
    def path(self) -> str:
        return f"games/{self.id}"

    def view(self, seat: int = 0) -> Any:
        return self.players[seat].get(self.path).json

    def play(self, seat: int, *moves: dict[str, Any], version: int | None = None, **headers: str) -> Answer:
        """Sends moves of a seat; by default with the version that it sees now."""
        known = self.view(seat)["version"] if version is None else version
        return self.players[seat].post(f"{self.path}/moves", {"moves": list(moves)}, version=known, **headers)

    def turn(self, seat: int, *steps: dict[str, Any]) -> Any:
        """Plays the moves one by one, each with the version of the answer before; the last view."""
        view = self.view(seat)
        for step in steps:
            answer = self.play(seat, step, version=view["version"])
            assert answer.status == 200, (step, answer.json)
            view = answer.json
        return view


DRAW: dict[str, Any] = {"kind": "draw_stock"}
TAKE: dict[str, Any] = {"kind": "take_discard"}


def discard(card: str) -> dict[str, Any]:
    return {"kind": "discard", "card": card}


def meld(cards: str) -> dict[str, Any]:
    return {"kind": "meld", "cards": cards.split()}


def add(name: str, cards: str) -> dict[str, Any]:
    return {"kind": "add", "meld": name, "cards": cards.split()}


def lay(*placements: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "lay", "placements": list(placements)}


def arranged(hands: Sequence[str], *, stock: str, upcard: str = "", packs: int = 1, jokers: int = 0) -> dict[str, Any]:
    """A deal: hands by seat, the next cards of the stock, the open card; what is left of the deck lies below."""
    rest = texts(deck(packs, jokers))
    for card in [*" ".join(hands).split(), *stock.split(), *upcard.split()]:
        rest.remove(card)
    return {"hands": [hand.split() for hand in hands], "stock": [*stock.split(), *rest], "discard": upcard.split()}


def still(view: dict[str, Any]) -> dict[str, Any]:
    """A view without what changes by itself."""
    seats = [{**seat, "time_left_s": 0} for seat in view["seats"]]
    return {**view, "now": 0, "seats": seats}


def names(cards: Iterable[str]) -> list[str]:
    """Cards in canonical order, to compare hands."""
    return sorted(cards, key=CARD_TEXT.index)
