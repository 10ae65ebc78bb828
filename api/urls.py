"""Addresses under ``/api/v1/``."""

from __future__ import annotations

from django.urls import path, register_converter
from django.urls.converters import IntConverter, StringConverter

from api.events import events
from api.solving import in_solver_threads
from api.views import games, house_rules, melds, moves, pages, playtests, rules, variants

app_name = "api"


class GameId(StringConverter):
    """Ids of games: nothing else reaches the database."""

    regex = "[A-Za-z0-9_-]{1,40}"


class VariantId(StringConverter):
    """Ids of variants."""

    regex = "[A-Za-z0-9_-]{1,80}"


class RuleId(IntConverter):
    """Ids of house rules, no larger than a database has."""

    regex = "[0-9]{1,18}"


register_converter(RuleId, "rule")
register_converter(GameId, "game")
register_converter(VariantId, "variant")

urlpatterns = [
    path("variants", variants.Variants.as_view(), name="variants"),
    path("variants/<variant:variant_id>", variants.Variant.as_view(), name="variant"),
    path("variants/<variant:variant_id>/check-meld", melds.VariantCheckMeld.as_view(), name="variant-check-meld"),
    path(
        "variants/<variant:variant_id>/analyse",
        in_solver_threads(melds.VariantAnalyse.as_view()),
        name="variant-analyse",
    ),
    path("variants/<variant:variant_id>/rules", rules.VariantRules.as_view(), name="variant-rules"),
    path("variants/<variant:variant_id>/playtest", playtests.VariantPlaytest.as_view(), name="variant-playtest"),
    path("playtests/<game:playtest_id>", playtests.Playtest.as_view(), name="playtest"),
    path("profile-schema", variants.ProfileSchema.as_view(), name="profile-schema"),
    path("house-rules", in_solver_threads(house_rules.HouseRules.as_view()), name="house-rules"),
    path("house-rules/<rule:rule_id>", in_solver_threads(house_rules.HouseRule.as_view()), name="house-rule"),
    path(
        "house-rules/<rule:rule_id>/validate",
        in_solver_threads(house_rules.Validate.as_view()),
        name="house-rule-validate",
    ),
    path(
        "house-rules/<rule:rule_id>/publish",
        in_solver_threads(house_rules.Publish.as_view()),
        name="house-rule-publish",
    ),
    path("house-rules/<rule:rule_id>/retire", house_rules.Retire.as_view(), name="house-rule-retire"),
    path("house-rules/<rule:rule_id>/playtest", playtests.HouseRulePlaytest.as_view(), name="house-rule-playtest"),
    path("house-rules/<rule:rule_id>/file", in_solver_threads(house_rules.File.as_view()), name="house-rule-file"),
    path("games", games.Games.as_view(), name="games"),
    path("lobby", games.Lobby.as_view(), name="lobby"),
    path("games/<game:game_id>", games.Game.as_view(), name="game"),
    path("games/<game:game_id>/join", games.Join.as_view(), name="join"),
    path("games/<game:game_id>/start", games.Start.as_view(), name="start"),
    path("games/<game:game_id>/profile", games.Profile.as_view(), name="game-profile"),
    path("games/<game:game_id>/rules", rules.GameRules.as_view(), name="game-rules"),
    path("games/<game:game_id>/legal-moves", moves.LegalMoves.as_view(), name="legal-moves"),
    path("games/<game:game_id>/hint", moves.Hint.as_view(), name="hint"),
    path("games/<game:game_id>/moves", moves.GameMoves.as_view(), name="moves"),
    path("games/<game:game_id>/events", events, name="events"),
    path("games/<game:game_id>/check-meld", melds.GameCheckMeld.as_view(), name="game-check-meld"),
    path("games/<game:game_id>/analyse", in_solver_threads(melds.GameAnalyse.as_view()), name="game-analyse"),
    path("schema", pages.schema, name="schema"),
    path("docs", pages.Docs.as_view(), name="docs"),
]
