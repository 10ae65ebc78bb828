"""Playtests: asked for with a key, played by the slow workers, and read by whoever knows their id."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.bodies import PlaytestIn, as_json
from api.parsing import read_body
from api.plain import plain
from api.problems import fault_of
from api.rendering import JSON
from api.shapes.playtests import PlaytestOut
from api.views.base import ApiView
from api.views.house_rules import RuleView
from variants import house_rules, lookup, playtests
from variants.catalogue import Variant
from variants.models import Playtest as Row


class VariantPlaytest(RuleView):
    """A playtest of a variant."""

    @extend_schema(operation_id="variants_playtest", request={JSON: PlaytestIn}, responses={202: PlaytestOut})
    def post(self, request: Request, variant_id: str) -> Response:
        """Lets bots play so many deals of it. ``compare`` plays the variant that it builds on as well."""
        author = self.author(request)
        variant = lookup.find(variant_id)
        body = asked(request, variant)
        return accepted(playtests.request(variant=variant, by=author.name, **as_json(body)))


class HouseRulePlaytest(RuleView):
    """A playtest of a house rule."""

    @extend_schema(operation_id="house_rules_playtest", request={JSON: PlaytestIn}, responses={202: PlaytestOut})
    def post(self, request: Request, rule_id: int) -> Response:
        """Lets bots play so many deals of it as it is written now, and of the variant that it builds on."""
        author = self.author(request)
        rule = house_rules.get(rule_id, by=author)
        variant = house_rules.variant_of(rule)
        body = asked(request, variant)
        return accepted(playtests.request(variant=variant, rule=rule, by=author.name, **as_json(body)))


class Playtest(ApiView):
    """A playtest."""

    @extend_schema(operation_id="playtests_retrieve", responses=PlaytestOut)
    def get(self, _request: Request, playtest_id: str) -> Response:
        """How far it is, and its report once it is over."""
        return Response(shown(playtests.get(playtest_id)))


def asked(request: Request, variant: Variant) -> PlaytestIn:
    """The body of a request; where it has faults, those that only the variant's rules show are told too."""
    return read_body(plain(request), PlaytestIn, also=lambda said, _: map(fault_of, playtests.faults_of(variant, said)))


def accepted(playtest: Row) -> Response:
    """The answer to a request: where to ask how far it is."""
    location = reverse("api:playtest", kwargs={"playtest_id": playtest.pk})
    return Response(shown(playtest), status=202, headers={"Location": location})


def shown(playtest: Row) -> dict[str, Any]:
    """A playtest as it is sent, with the one that was played beside it."""
    return {**_alone(playtest), "base": _alone(playtest.base) if playtest.base else None}


def _alone(playtest: Row) -> dict[str, Any]:
    """A playtest without its base; the traceback of a failure stays here."""
    failure = {key: value for key, value in playtest.failure.items() if key != "trace"} if playtest.failure else None
    return {
        "id": playtest.pk,
        "variant": playtest.variant,
        "hash": playtest.hash,
        "options": playtest.options,
        "seats": playtest.seats,
        "level": playtest.level,
        "seed": playtest.seed,
        "state": playtest.state,
        "done": playtest.done,
        "deals": playtest.deals,
        "report": playtest.report,
        "failure": failure,
    }
