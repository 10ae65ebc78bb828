"""Shuffles that nobody can choose afterwards (design.md 5).

Before the seats of a deal are asked, the table shows a commitment to a nonce; order k of the deal follows from nonce,
game, deal, k and the seats' salts. ``verify_shuffle`` computes the same again, from a record alone.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from hosting.verify_shuffle import commitment, shuffled

__all__ = ["commitment", "new_nonce", "order"]


def new_nonce() -> str:
    """32 random bytes as hex."""
    return secrets.token_hex(32)


def order(
    cards: list[str], *, nonce: str, game_id: str, deal: int, number: int, salts: Mapping[str, str]
) -> tuple[str, ...]:
    """The order that these cards get: ``number`` 0 is the deal's, 1 and on its reshuffles'; salts by seat number."""
    return tuple(shuffled(cards, nonce=nonce, game_id=game_id, deal=deal, number=number, salts=salts))
