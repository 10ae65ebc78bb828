"""What a bot knows when it chooses: the five things of ``Seen``, and how they are read.

A bot is fair because nothing else reaches it: the view and the memory come from ``rummy.view``, the one door by which
anything leaves for a seat. ``look`` builds a ``Seen`` from a state; strategies read it through ``Facts``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rummy.cards import FACE, JOKER, SLOT, deck, physical
from rummy.engine import legal_moves
from rummy.melds import Meld, card_points
from rummy.moves import Discard, Knock, Lay, Move, Pass
from rummy.profile import RuleProfile
from rummy.state import State
from rummy.view import memory_for, view_for

STEPS = 2_000
"""How long a bot looks how the table could be put together anew: some hundredths of a second at most."""


@dataclass(frozen=True)
class Seen:
    """Everything a strategy may use.

    ``view`` is the engine's part of the API's VIEW for ``seat``; ``legal`` the seat's legal moves in canonical order
    (never empty for a seat to act); ``memory`` what this seat has been shown in the deal: ``known`` (by seat: cards
    known to be in the hand), ``thrown`` and ``taken`` (by seat, oldest first), ``upcard`` (the card that began the
    discards, while it lies there), ``stock`` (the next cards of the stock where their order is public, else empty).
    Cards are texts.
    """

    view: dict[str, Any]
    profile: RuleProfile
    seat: int
    legal: tuple[Move, ...]
    memory: dict[str, Any]


def look(state: State, seat: int) -> Seen:
    """What ``seat`` knows in ``state``."""
    legal = tuple(legal_moves(state, seat, STEPS))
    return Seen(view_for(state, seat), state.profile, seat, legal, memory_for(state, seat))


def faces(cards: Iterable[str]) -> bytes:
    """Faces of card texts; a joker in a meld becomes a joker."""
    return bytes(physical(SLOT[card]) for card in cards)


def counts(cards: Iterable[int]) -> list[int]:
    """How many of each face (index 0..52) there are."""
    result = [0] * (JOKER + 1)
    for face in cards:
        result[face] += 1
    return result


def mask(cards: Iterable[int]) -> int:
    """Bit mask of the natural faces among ``cards``."""
    result = 0
    for face in cards:
        if face != JOKER:
            result |= 1 << face
    return result


class Facts:
    """A ``Seen`` read once: faces instead of texts, moves by kind. Computed lazily, never written to."""

    def __init__(self, seen: Seen) -> None:
        self.seen = seen
        self.profile = seen.profile
        self.view = seen.view
        self.seat = seen.seat
        self.legal = seen.legal

    @cached_property
    def hand(self) -> bytes:
        """My hand, sorted."""
        return bytes(sorted(faces(self.view["me"]["hand"])))

    @cached_property
    def kinds(self) -> frozenset[str]:
        """Kinds of move that are legal now."""
        return frozenset(move.kind for move in self.legal)

    def first(self, kind: str) -> Move | None:
        """The first legal move of a kind; a plain ``pass`` before one that answers ahead."""
        moves = [move for move in self.legal if move.kind == kind]
        plain = [move for move in moves if not (isinstance(move, Pass) and move.until)]
        return next(iter(plain or moves), None)

    @cached_property
    def discards(self) -> dict[int, Discard]:
        """Faces that may be thrown now."""
        return {FACE[move.card]: move for move in self.legal if isinstance(move, Discard)}

    @cached_property
    def knocks(self) -> dict[int | None, Knock]:
        """Faces that may be thrown with a knock now; None where none is thrown."""
        return {FACE[move.discard] if move.discard else None: move for move in self.legal if isinstance(move, Knock)}

    @cached_property
    def lays(self) -> list[Lay]:
        """The lays that are listed."""
        return [move for move in self.legal if isinstance(move, Lay)]

    @cached_property
    def open_card(self) -> int | None:
        """The card on top of the discard pile, or the one that may be claimed."""
        claim = self.view.get("claim")
        if claim:
            return FACE[claim["card"]]
        return FACE[self.view["discard"][-1]] if self.view["discard"] else None

    @cached_property
    def table(self) -> dict[str, Meld]:
        """Melds on the table by name."""
        return {
            meld["id"]: Meld(meld["kind"], bytes(SLOT[card] for card in meld["cards"])) for meld in self.view["melds"]
        }

    @property
    def concealed(self) -> bool:
        """Melds stay in the hand until the deal ends."""
        return self.profile.laying.mode == "concealed"

    @cached_property
    def rivals(self) -> list[int]:
        """The other seats of this deal, the next player first."""
        seats = self.view["seats"]
        around = [(self.seat + step) % len(seats) for step in range(1, len(seats))]
        return [seat for seat in around if seats[seat]["state"] == "playing"]

    def hand_count(self, seat: int) -> int:
        """How many cards a seat holds."""
        return int(self.view["seats"][seat]["hand_count"])

    def points(self, face: int) -> int:
        """What a card costs in the hand at the end of the deal."""
        return card_points(self.profile, face)

    @cached_property
    def on_table(self) -> bytes:
        """Faces of all cards in melds on the table."""
        return bytes(physical(slot) for meld in self.table.values() for slot in meld.cards)

    @cached_property
    def visible_live(self) -> list[int]:
        """By face: copies that lie neither in my hand, nor in melds, nor in what the view shows of the discards."""
        return self._left((*self.hand, *self.on_table, *faces(self.view["discard"])))

    @cached_property
    def live(self) -> list[int]:
        """By face: copies that may still come from the stock or lie unknown in another hand, by all I remember."""
        known = [face for seat in self.rivals for face in self.known(seat)]
        return self._left((*self.hand, *self.on_table, *self.pile, *known))

    def _left(self, gone: Iterable[int]) -> list[int]:
        left = counts(deck(self.profile.deck.packs, self.profile.deck.jokers))
        for face in gone:
            left[face] = max(0, left[face] - 1)
        return left

    def known(self, seat: int) -> bytes:
        """Faces known to be in a seat's hand."""
        return faces(self.seen.memory["known"][seat])

    def thrown(self, seat: int) -> bytes:
        """Faces that a seat has thrown in this deal, oldest first."""
        return faces(self.seen.memory["thrown"][seat])

    def let_go(self, seat: int) -> bytes:
        """Faces that a seat did not want: it threw them, or I threw them before its turn and it did not take them."""
        offered = self.thrown(self.seat) if seat == self.rivals[0] else b""
        left = bytearray(self.thrown(seat))
        taken = counts(faces(self.seen.memory["taken"][seat]))
        for face in offered:
            if taken[face]:
                taken[face] -= 1
            else:
                left.append(face)
        return bytes(left)

    @cached_property
    def coming(self) -> bytes:
        """The next cards of the stock where their order is public."""
        return faces(self.seen.memory["stock"])

    @cached_property
    def pile(self) -> bytes:
        """The discard pile as far as I remember it, top last; exact until the stock was renewed.

        Seats throw in turn, so the latest discards are found by going round backwards from the seat before the one
        on turn; cards that were taken are no longer there.
        """
        shown = faces(self.view["discard"])
        count = int(self.view["discard_count"])
        if count <= len(shown):
            return shown
        thrown = [list(self.thrown(seat)) for seat in range(len(self.view["seats"]))]
        taken = counts(face for seat in range(len(thrown)) for face in faces(self.seen.memory["taken"][seat]))
        found: list[int] = []
        while len(found) < count and any(thrown):
            for step in range(1, len(thrown) + 1):
                cards = thrown[self.seat - step]
                if not cards:
                    continue
                face = cards.pop()
                if taken[face]:
                    taken[face] -= 1
                elif len(found) < count:
                    found.append(face)
        if len(found) < count:
            found += faces(self.seen.memory["upcard"])
        return bytes(reversed(found))
