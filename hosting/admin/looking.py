"""What all pages of hosting share: they can be read by whoever has the permission, and change nothing."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from variants.admin.lists import ListAdmin
from variants.admin_texts import lazily


class ReadOnly(ListAdmin):
    """A list and a page that only show."""

    actions = None
    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002  # Django's own
        """Nobody."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002
        """Nobody."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002
        """Nobody."""
        return False

    @admin.display(description=lazily("game_id"), ordering="game_id")
    def of_game(self, row: Any) -> str:
        """The number of its game, without a look at the game."""
        return str(row.game_id)
