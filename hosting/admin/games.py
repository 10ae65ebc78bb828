"""Games and seats: lists to search in, and a page for each game as its spectators see it."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.views.decorators.http import require_POST

from hosting.admin.log import details
from hosting.admin.looking import ReadOnly
from hosting.disclosures import PERMISSION, disclose
from hosting.log import entry_of, shown
from hosting.models import Event, Game, Seat
from hosting.selectors import Table, view
from rummy.profile import RuleProfile
from variants.admin.rules import HouseRuleAdmin
from variants.admin_texts import language, lazily, name_model
from variants.models import HouseRule
from variants.words import changes

_SECRET = ("state", "profile", "nonces", "salts", "next_salts", "arranged")
"""Columns that no list reads: they are large, and most are not to be seen."""
_EVENTS = 100


@admin.register(Game)
class GameAdmin(ReadOnly):
    """Games, newest first. Hidden cards only for whoever may see them, and each look is logged."""

    list_display = ("id", "variant", "status", "players", "owner", "created", "version")
    list_filter = ("status", "visibility", "variant")
    search_fields = ("=id", "variant", "seats__name", "owner__name")
    search_help_text = lazily("search_games")
    ordering = ("-created",)
    list_select_related = ("owner",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        """With the seats, without what is large or secret."""
        return super().get_queryset(request).defer(*_SECRET).prefetch_related("seats")

    def get_urls(self) -> list[URLPattern]:
        """Also the page with the hidden cards."""
        look = self.admin_site.admin_view(require_POST(self.hidden_view))
        return [path("<path:object_id>/hidden/", look, name="hosting_game_hidden"), *super().get_urls()]

    @admin.display(description=lazily("players"))
    def players(self, game: Game) -> str:
        """Who sits there."""
        return ", ".join(seat.name or (f"({seat.bot})" if seat.bot else "–") for seat in game.seats.all())

    def change_view(self, request: HttpRequest, object_id: str, *_args: Any, **extra: Any) -> HttpResponse:
        """The game as a spectator sees it."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        return self._page(request, self._game(object_id), extra.get("extra_context") or {})

    def hidden_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """The same with all that is hidden; that it was looked at is written down first."""
        if not (self.has_view_permission(request) and request.user.has_perm(PERMISSION)):
            raise PermissionDenied
        game = self._game(object_id)
        hidden = disclose(game=game, who=request.user.get_username())
        return self._page(request, game, {"hidden": hidden})

    def _game(self, object_id: str) -> Game:
        """The game of an address, in which Django writes ``_`` and the like as ``_5F``."""
        game = Game.objects.select_related("owner").prefetch_related("seats").filter(pk=unquote(object_id)).first()
        if game is None:
            raise Http404
        return game

    def _page(self, request: HttpRequest, game: Game, extra: dict[str, Any]) -> HttpResponse:
        table = Table(game, None)
        seen = view(table, timezone.now())
        hidden = extra.get("hidden")
        rows = Event.objects.filter(game=game).order_by("-seq")[:_EVENTS]
        entries = hidden["events"] if hidden else [shown(entry_of(row), None) for row in rows]
        hands = hidden["hands"] if hidden else [None] * len(seen["seats"])
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": str(game),
            "game": game,
            "view": seen,
            "rules": changes(table.profile.stated, RuleProfile(), language()),
            "seats": [{**line, "hand": hand} for line, hand in zip(seen["seats"], hands, strict=True)],
            "events": [{**entry, "details": details(entry)} for entry in entries],
            "may_look": request.user.has_perm(PERMISSION),
            **extra,
        }
        return TemplateResponse(request, "admin/hosting/game.html", context)


@admin.register(Seat)
class SeatAdmin(ReadOnly):
    """Seats: who sits where."""

    list_display = ("of_game", "number", "name", "bot", "controller", "with_key", "misses")
    list_display_links = ("number",)
    list_filter = ("controller", "bot")
    search_fields = ("=game__id", "name")
    search_help_text = lazily("search_seats")
    ordering = ("-pk",)
    fields = list_display
    readonly_fields = fields


admin.site.unregister(HouseRule)


@admin.register(HouseRule)
class PlayedRuleAdmin(HouseRuleAdmin):
    """House rules, and how many games were made with each: the rules' own room knows no games."""

    list_display = (*HouseRuleAdmin.list_display, "games")

    def get_queryset(self, request: HttpRequest) -> QuerySet[HouseRule]:
        """With the number of games."""
        games = Game.objects.filter(variant=OuterRef("slug")).order_by().values("variant")
        counted = Subquery(games.annotate(number=Count("pk")).values("number"))
        return super().get_queryset(request).annotate(game_count=Coalesce(counted, 0))

    @admin.display(description=lazily("games_played"), ordering="game_count")
    def games(self, rule: HouseRule) -> int:
        """How many games were made with it."""
        return int(rule.game_count)  # type: ignore[attr-defined]  # annotated above


name_model(
    Game, "game", "games", id="game_id", variant="variant", status="status", owner="owner", created="created",
    version="events_so_far", visibility="visibility",
)  # fmt: skip
name_model(
    Seat, "seat", "seats", number="seat_place", name="name", bot="bot", controller="controller", with_key="with_key",
    misses="misses",
)  # fmt: skip
