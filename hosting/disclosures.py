"""Hidden cards shown to somebody of the house: never without a row that says who looked at which game, and when.

This is the one place where cards leave other than by ``rummy.view``.
"""

from __future__ import annotations

from typing import Any, Final

from django.db import transaction

from hosting.log import entry_of
from hosting.models import Disclosure, Event, Game
from hosting.selectors import Table
from rummy.cards import texts

PERMISSION: Final = "hosting.view_hidden_cards"
_EVENTS: Final = 100


def disclose(*, game: Game, who: str) -> dict[str, Any]:
    """All that is hidden in a game: ``hands`` by seat, ``stock`` (next card first) and the newest events, whole."""
    with transaction.atomic():
        Disclosure.objects.create(game=game, who=who, version=game.version)
    state = Table(game, None).state
    rows = Event.objects.filter(game=game).order_by("-seq")[:_EVENTS]
    return {
        "hands": [texts(player.hand) for player in state.players],
        "stock": texts(state.stock),
        "events": [entry_of(row) for row in rows],
    }
