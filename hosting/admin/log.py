"""The event logs, app keys, and who looked at hidden cards."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format

from hosting.admin.looking import ReadOnly
from hosting.log import entry_of, shown
from hosting.models import AppKey, Disclosure, Event
from variants.admin_texts import lazily, name_model

_FRAME = ("seq", "at", "seat", "kind")


def details(entry: dict[str, Any]) -> str:
    """An event's own fields and effects, in a line."""
    own = {key: value for key, value in entry.items() if key not in _FRAME and value not in ([], None)}
    return json.dumps(own, ensure_ascii=False) if own else ""


@admin.register(Event)
class EventAdmin(ReadOnly):
    """All logs, newest first, as a spectator of each game may read them."""

    list_display = ("of_game", "seq", "moment", "seat", "kind", "seen")
    list_display_links = ("seq",)
    list_filter = ("kind",)
    search_fields = ("=game__id", "=kind")
    search_help_text = lazily("search_events")
    ordering = ("-pk",)
    fields = ("of_game", "seq", "moment", "seat", "kind", "seen")
    readonly_fields = fields

    @admin.display(description=lazily("moment"), ordering="at")
    def moment(self, row: Event) -> str:
        """When it happened, to the second."""
        return date_format(timezone.localtime(row.at), "DATETIME_FORMAT")

    @admin.display(description=lazily("open_details"))
    def seen(self, row: Event) -> str:
        """What a spectator may see of it."""
        return details(shown(entry_of(row), None))


@admin.register(AppKey)
class AppKeyAdmin(ReadOnly):
    """The keys of apps: what they may do, never what they are."""

    list_display = ("name", "prefix", "allowed", "created", "revoked")
    search_fields = ("name", "prefix")
    ordering = ("-created",)
    fields = ("name", "prefix", "allowed", "created", "revoked")
    readonly_fields = fields

    @admin.display(description=lazily("scopes"))
    def allowed(self, row: AppKey) -> str:
        """Its scopes."""
        return ", ".join(row.scopes) or "–"


@admin.register(Disclosure)
class DisclosureAdmin(ReadOnly):
    """Who looked at the hidden cards of which game, and when."""

    list_display = ("at", "who", "of_game", "version")
    search_fields = ("who", "=game__id")
    fields = list_display
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Disclosure]:
        """Without the games: their numbers are enough."""
        return super().get_queryset(request).only("at", "who", "game_id", "version")


name_model(Event, "event", "events", seat="seat_place", kind="kind", seq="event_number")
name_model(AppKey, "app_key", "app_keys", name="name", prefix="prefix", created="created", revoked="revoked")
name_model(Disclosure, "disclosure", "disclosures", at="moment", who="who", version="events_so_far")
