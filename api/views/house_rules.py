"""House rules of the caller's key: write, judge, publish, retire, share."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import asdict, replace
from functools import partial
from typing import Any, Final

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from api import problems
from api.bodies import Empty, HouseRuleChange, HouseRuleIn
from api.language import language_of
from api.parsing import Query, if_match, if_match_given, read_body
from api.plain import plain
from api.problems import fault_json, fault_of
from api.rendering import JSON, JSONRenderer
from api.schema import IF_MATCH, IF_MATCH_OPTIONAL, PAGE
from api.shapes.variants import HouseRuleOut, HouseRulesOut, JudgementOut
from api.views.base import ApiView
from rummy.sense import Fault
from variants import drafts, house_rules
from variants.drafts import Draft
from variants.house_rules import Author
from variants.models import HouseRule as Row

TOML: Final = "application/toml"
PAGE_SIZE: Final = 100


class TomlRenderer(BaseRenderer):
    """A file's text as it is."""

    media_type = TOML
    format = "toml"
    charset = "utf-8"

    def render(self, data: Any, *_: object, **__: object) -> bytes:
        """The text in UTF-8."""
        return str(data).encode()


_NOTHING: Final = Draft("", "", {})


def also_wrong(
    before: Draft, rule: Row | None, said: Mapping[str, Any], faulty: Collection[str]
) -> Iterator[problems.Fault]:
    """What is wrong with the fields of a body that can be read, where others cannot be.

    Those are blank, for what they were before is not what they shall be; and what a host may set cannot be judged
    without the fields that it is of.
    """
    unknown = {*faulty, "options"} if "overrides" in faulty else faulty
    blank = {name: value for name, value in vars(_NOTHING).items() if name in unknown}
    return map(fault_of, drafts.judge(replace(before, **{**said, **blank}), rule).errors)


class RuleView(ApiView):
    """What all calls share: a key with the scope ``rules:write`` sees and writes the rules that it made."""

    judges = False
    """Whether reading takes a judgement too."""

    def rate_bucket(self, request: Request) -> tuple[str, str]:
        """Judging takes a while, so writing has a bucket of its own."""
        bucket, caller = super().rate_bucket(request)
        judged = self.judges or request.method in ("POST", "PATCH")
        return ("rules" if bucket == "reads" and judged else bucket), caller

    def author(self, request: Request) -> Author:
        """The caller. Raises Problem 401 or 403."""
        self.need_scope(request, "rules:write")
        identity = self.who(request)
        return Author(str(identity.key), identity.key_name)

    @staticmethod
    def rule_response(rule: Row, status: int = 200, **headers: str) -> Response:
        """A house rule with its ``ETag``."""
        return Response(_shown(rule), status=status, headers={"ETag": f'"{rule.revision}"', **headers})


class HouseRules(RuleView):
    """The key's house rules, and new ones."""

    @extend_schema(operation_id="house_rules_list", parameters=PAGE, responses=HouseRulesOut)
    def get(self, request: Request) -> Response:
        """The house rules that the caller's key made, oldest first."""
        author = self.author(request)
        query = Query(plain(request))
        limit = query.number("limit", default=PAGE_SIZE, least=1, most=PAGE_SIZE)
        after = query.cursor("cursor", r"\d{1,18}") or "0"
        query.check()
        rules = house_rules.rules_of(author, after=int(after), limit=limit + 1)
        page = rules[:limit]
        return Response({
            "results": [_shown(rule) for rule in page],
            "next": str(page[-1].pk) if len(rules) > limit else None,
        })  # fmt: skip

    @extend_schema(operation_id="house_rules_create", request={JSON: HouseRuleIn}, responses={201: HouseRuleOut})
    def post(self, request: Request) -> Response:
        """A new draft. A faulty one is not stored: 422 with all its faults."""
        author = self.author(request)
        body = read_body(plain(request), HouseRuleIn, also=partial(also_wrong, _NOTHING, None))
        rule = house_rules.create(draft=Draft(**body.model_dump()), by=author)
        return self.rule_response(rule, 201, Location=f"{plain(request).path}/{rule.pk}")


class HouseRule(RuleView):
    """One house rule."""

    @extend_schema(operation_id="house_rules_retrieve", responses=HouseRuleOut)
    def get(self, request: Request, rule_id: int) -> Response:
        """What it says now, and what of it is played."""
        return self.rule_response(house_rules.get(rule_id, by=self.author(request)))

    @extend_schema(
        operation_id="house_rules_update",
        parameters=[IF_MATCH],
        request={JSON: HouseRuleChange},
        responses=HouseRuleOut,
    )
    def patch(self, request: Request, rule_id: int) -> Response:
        """Writes it; each field given is replaced whole. Games and published versions stay as they are."""
        author = self.author(request)
        rule = house_rules.get(rule_id, by=author)
        body = read_body(plain(request), HouseRuleChange, also=partial(also_wrong, Draft.of(rule), rule))
        seen = if_match(plain(request))
        return self.rule_response(house_rules.edit(rule_id=rule_id, changes=body.given(), by=author, expected=seen))


class Validate(RuleView):
    """The judgement of a house rule."""

    @extend_schema(operation_id="house_rules_validate", request={JSON: HouseRuleChange}, responses=JudgementOut)
    def post(self, request: Request, rule_id: int) -> Response:
        """All faults that it would have with these changes (without a body: that it has now). Nothing is stored."""
        rule = house_rules.get(rule_id, by=self.author(request))
        also = partial(also_wrong, Draft.of(rule), rule)
        body = read_body(plain(request), HouseRuleChange, optional=True, also=also)
        judged = drafts.judge(replace(Draft.of(rule), **body.given()), rule)
        language = language_of(plain(request))

        def told(faults: tuple[Fault, ...]) -> list[dict[str, Any]]:
            return [fault_json(fault_of(fault), language) for fault in faults[: problems.MOST_FAULTS]]

        return Response({
            "valid": judged.variant is not None,
            "hash": judged.variant.hash if judged.variant else None,
            "errors": told(judged.errors),
            "warnings": told(judged.warnings),
            "diff": judged.diff,
        })  # fmt: skip


class Publish(RuleView):
    """What a house rule says now becomes its newest version."""

    @extend_schema(
        operation_id="house_rules_publish",
        parameters=[IF_MATCH_OPTIONAL],
        request={JSON: Empty},
        responses=HouseRuleOut,
    )
    def post(self, request: Request, rule_id: int) -> Response:
        """New games are played by it from now on. Where nothing has changed no version is made."""
        author = self.author(request)
        read_body(plain(request), Empty, optional=True)
        seen = if_match_given(plain(request))
        return self.rule_response(house_rules.publish(rule_id=rule_id, by=author, expected=seen).rule)


class Retire(RuleView):
    """A house rule that is no longer offered."""

    @extend_schema(
        operation_id="house_rules_retire",
        parameters=[IF_MATCH_OPTIONAL],
        request={JSON: Empty},
        responses=HouseRuleOut,
    )
    def post(self, request: Request, rule_id: int) -> Response:
        """Its games go on, and no new one begins."""
        author = self.author(request)
        read_body(plain(request), Empty, optional=True)
        seen = if_match_given(plain(request))
        return self.rule_response(house_rules.retire(rule_id=rule_id, by=author, expected=seen))


class File(RuleView):
    """A house rule as a file."""

    renderer_classes = (TomlRenderer, JSONRenderer)
    judges = True

    @extend_schema(
        operation_id="house_rules_file", responses={(200, TOML): OpenApiResponse(OpenApiTypes.STR, "The file")}
    )
    def get(self, request: Request, rule_id: int) -> Response:
        """What it says now, as a file of the catalogue's kind that another house can read."""
        rule = house_rules.get(rule_id, by=self.author(request))
        return Response(
            house_rules.file_of(rule),
            content_type=f"{TOML}; charset=utf-8",
            headers={"Content-Disposition": f'attachment; filename="{rule.slug}.toml"'},
        )


def _shown(rule: Row) -> dict[str, Any]:
    version = rule.current
    return {
        "id": rule.pk,
        **asdict(Draft.of(rule)),
        "state": rule.state,
        "hash": rule.hash or None,
        "revision": rule.revision,
        "author": rule.author,
        "updated_at": rule.updated_at.isoformat(),
        "published": None
        if version is None
        else {
            "number": version.number,
            "hash": version.hash,
            "extends": version.extends,
            "published_at": version.published_at.isoformat(),
        },
    }
