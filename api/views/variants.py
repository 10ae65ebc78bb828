"""The catalogue: variants, one variant, the schema of a profile."""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.language import language_of
from api.parsing import Query
from api.plain import plain
from api.schema import HASH, PAGE
from api.shapes.variants import VariantsOut, VariantWhole
from api.views.base import ApiView
from rummy.bounds import longest_deal, turn_bounds
from rummy.profile import RuleProfile, profile_to_json
from variants import catalogue, lookup
from variants.options import Option

PAGE_SIZE: Final = 100


class Variants(ApiView):
    """What can be played here."""

    @extend_schema(operation_id="variants_list", parameters=PAGE, responses=VariantsOut)
    def get(self, request: Request) -> Response:
        """Catalogue and house rules, with the options a host may turn; texts by ``Accept-Language``."""
        query = Query(plain(request))
        limit = query.number("limit", default=PAGE_SIZE, least=1, most=PAGE_SIZE)
        after = query.cursor("cursor", r"[a-z0-9-]{1,80}") or ""
        query.check()
        found = [variant for variant in lookup.listed() if variant.id > after]
        page = found[:limit]
        language = language_of(plain(request))
        return Response({
            "results": [_listed(variant, language) for variant in page],
            "next": page[-1].id if len(found) > limit else None,
        })  # fmt: skip


class Variant(ApiView):
    """One variant, whole."""

    @extend_schema(operation_id="variants_retrieve", parameters=[HASH], responses=VariantWhole)
    def get(self, request: Request, variant_id: str) -> Response:
        """The variant with its resolved profile, and what differs from its parent."""
        query = Query(plain(request))
        wanted = query.hash("hash")
        query.check()
        variant = lookup.find(variant_id, wanted)
        return Response({
            **_listed(variant, language_of(plain(request))),
            "profile": profile_to_json(variant.profile),
            "diff": catalogue.parent_diff(variant, lookup.parent_of(variant)),
            "bound": _bound(variant),
        })  # fmt: skip


class ProfileSchema(ApiView):
    """What a profile may say."""

    @extend_schema(operation_id="profile_schema_retrieve", responses=OpenApiTypes.OBJECT)
    def get(self, _request: Request) -> Response:
        """JSON Schema of a profile."""
        return Response(RuleProfile.model_json_schema())


def _bound(variant: catalogue.Variant) -> dict[str, Any]:
    by_seats = [{"seats": seats, "turns": bound.turns} for seats, bound in turn_bounds(variant.profile).items()]
    return {"turns": longest_deal(variant.profile), "by_seats": by_seats}


def _listed(variant: catalogue.Variant, language: str) -> dict[str, Any]:
    players = variant.profile.players
    return {
        "id": variant.id,
        "title": variant.title(language),
        "summary": variant.summary(language),
        "aliases": list(variant.aliases(language)),
        "difficulty": variant.difficulty,
        "minutes": variant.minutes,
        "related": list(variant.related),
        "players": {"min": players.min, "max": players.max},
        "options": [_option(option, language) for option in variant.options],
        "hash": variant.hash,
        "parent": variant.parent,
    }


def _option(option: Option, language: str) -> dict[str, Any]:
    """An option as a form needs it: bounds of a range, or the values of a choice with what they are called."""
    values: dict[str, Any] = (
        {"min": option.values[0], "max": option.values[-1], "step": option.step}
        if option.kind == "range"
        else {
            "values": list(option.values),
            "labels": [option.label(value, language) for value in option.values],
        }
    )
    about = {"path": option.path, "name": option.name, "title": option.title(language), "kind": option.kind}
    return {**about, **values, "default": option.default}
