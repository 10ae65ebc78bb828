"""Cards: what they are and how they are written.

A *face* is an int: ``suit * 13 + rank`` with suits S H D C and ranks A, 2 .. K (0..12); a joker in a hand or a pile is
``JOKER`` (52). Copies of a card are interchangeable, so piles and hands are ``bytes`` of faces.

A card in a meld is a *slot*, also one byte: a face, ``RUN_JOKER + face`` (a joker standing for that card of a run,
written ``X:7H``) or ``SET_JOKER + rank`` (a joker in a set, its suit open, written ``X:9``).
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable
from typing import Final

RANKS: Final = "A23456789TJQK"
SUITS: Final = "SHDC"
ACE: Final = 0
KING: Final = 12
JOKER: Final = 52
RUN_JOKER: Final = 64
SET_JOKER: Final = 128

RANK: Final = bytes(face % 13 for face in range(52)) + b"\xff"
"""Rank of a face, 255 for a joker."""

BYTE: Final = tuple(bytes((face,)) for face in range(JOKER + 1))
"""Face -> a pile of that card alone."""

CARD_TEXT: Final[tuple[str, ...]] = (*(r + s for s in SUITS for r in RANKS), "X")
"""Text of a face (``"KS"``) or a joker (``"X"``)."""

SLOT_TEXT: Final[dict[int, str]] = {
    **dict(enumerate(CARD_TEXT)),
    **{RUN_JOKER + face: f"X:{CARD_TEXT[face]}" for face in range(52)},
    **{SET_JOKER + rank: f"X:{RANKS[rank]}" for rank in range(13)},
}
FACE: Final[dict[str, int]] = {text: face for face, text in enumerate(CARD_TEXT)}
SLOT: Final[dict[str, int]] = {text: slot for slot, text in SLOT_TEXT.items()}

_SIGNS: Final = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C", "♤": "S", "♡": "H", "♢": "D", "♧": "C"})
_LONGEST: Final = 8


def canonical(text: str) -> str:
    """The canonical text of a card or a joker in a meld: takes ``10H``, lower case and suit signs too.

    Raises ValueError when the text names no card.
    """
    if text in SLOT:
        return text
    if len(text) <= _LONGEST:
        plain = text.strip().translate(_SIGNS).replace("\ufe0f", "")
        upper = plain.upper().replace("10", "T") if plain.isascii() else ""
        if upper in SLOT:
            return upper
    raise ValueError("not a card")


def parse_cards(text: str | Iterable[str]) -> bytes:
    """Faces of a hand or pile written as text (``"8S 10H x"`` or a list of cards). Raises ValueError."""
    words = text.split() if isinstance(text, str) else text
    return bytes(_face(word) for word in words)


def _face(word: str) -> int:
    face = FACE.get(canonical(word))
    if face is None:
        raise ValueError("a joker in a hand stands for nothing yet")
    return face


def parse_slots(text: str | Iterable[str]) -> bytes:
    """Slots of a meld as written: jokers plain or with their card. Raises ValueError."""
    words = text.split() if isinstance(text, str) else text
    return bytes(SLOT[canonical(word)] for word in words)


def texts(slots: Iterable[int]) -> list[str]:
    """The texts of faces or slots, in order."""
    return [SLOT_TEXT[slot] for slot in slots]


def physical(slot: int) -> int:
    """The face of the card that lies in a slot: itself, or a joker."""
    return slot if slot < RUN_JOKER else JOKER


def deck(packs: int, jokers: int) -> bytes:
    """All faces of a deck in canonical order, jokers last."""
    return bytes(face for face in range(52) for _ in range(packs)) + bytes([JOKER]) * jokers


def remove(cards: bytes, face: int) -> bytes:
    """The pile less one copy of a face. Raises ValueError when it holds none."""
    at = cards.index(face)
    return cards[:at] + cards[at + 1 :]


def insert(cards: bytes, face: int) -> bytes:
    """A sorted hand with one more card, still sorted."""
    at = bisect(cards, face)
    return cards[:at] + BYTE[face] + cards[at:]
