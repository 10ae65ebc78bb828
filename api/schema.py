"""OpenAPI 3.1 from the pydantic models of bodies and shapes."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from drf_spectacular.drainage import set_override
from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.utils import Direction, OpenApiParameter
from pydantic.json_schema import JsonSchemaMode, model_json_schema

from api.shapes.base import ProblemOut
from api.shapes.games import EventsOut
from rummy.texts import LANGUAGES

_COMPONENT: Final[Any] = ResolvedComponent
_REF: Final = "#/components/schemas/{model}"


class ModelExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]  # registers itself
    """A pydantic model as a component: what is sent in validation mode, what is answered in serialization mode."""

    target_class = "pydantic.BaseModel"
    match_subclasses = True
    priority = 1

    def get_name(self, *_: object) -> str | None:
        """The name of the component."""
        set_override(self.target, "suppress_collision_warning", True)
        return str(self.target.__name__)

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:
        """The model's JSON Schema; models inside it become components of their own."""
        schema = schema_of(self.target, "validation" if direction == "request" else "serialization")
        for name, inner in schema.pop("$defs", {}).items():
            component = _COMPONENT(name=name, type=ResolvedComponent.SCHEMA, object=name, schema=inner)
            auto_schema.registry.register_on_missing(component)
        return schema


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # registers itself
    """A seat's or an app's token in ``Authorization``."""

    target_class = "api.auth.TokenAuthentication"
    name = "token"

    def get_security_definition(self, *_: object) -> dict[str, Any]:
        """The security scheme."""
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "`rs_...` plays one seat; `rk_...` is a key, and `Rummy-Seat: n` says for which seat.",
        }

    def get_security_requirement(self, *_: object) -> list[dict[str, list[str]]]:
        """The token, or none: what may be done without one is the game's to say."""
        return [{self.name: []}, {}]


def schema_of(model: type[Any], mode: JsonSchemaMode) -> dict[str, Any]:
    """JSON Schema of a model; the tag of a tagged union is required, though it has a default."""
    schema = model_json_schema(model, ref_template=_REF, mode=mode)
    for part in (schema, *schema.get("$defs", {}).values()):
        properties = part.get("properties", {})
        if "const" in properties.get("kind", {}) and "default" in properties["kind"]:
            given = [name for name in part.get("required", ()) if "default" not in properties[name]]
            part["required"] = ["kind", *given]
    return schema


def finish_schema(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:  # noqa: ARG001, FBT001  # the hook's signature
    """Adds what the generator cannot see: the asynchronous view, and the problems every operation may answer."""
    schemas = result["components"]["schemas"]
    for model in (ProblemOut, EventsOut):
        schema = schema_of(model, "serialization")
        schemas.update(schema.pop("$defs", {}))
        schemas[model.__name__] = schema
    for path in result["paths"].values():
        for operation in path.values():
            _summarise(operation)
    result["paths"][EVENTS_PATH] = {"get": _events_operation()}
    result["components"]["headers"] = {
        name: {"description": text, "schema": {"type": "string"}} for name, text in _HEADERS.items()
    }
    result["components"].setdefault("responses", {})["Problem"] = {
        "description": "A refusal (RFC 9457).",
        "headers": _headers("Retry-After", *_RATE),
        "content": {"application/problem+json": {"schema": {"$ref": _REF.format(model="ProblemOut")}}},
    }
    for path in result["paths"].values():
        for operation in path.values():
            _tell_headers(operation)
            operation["responses"]["default"] = {"$ref": "#/components/responses/Problem"}
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    result["paths"] = dict(sorted(result["paths"].items()))
    return result


def _summarise(operation: dict[str, Any]) -> None:
    """Its first sentence tells an operation from the others where a page lists them; the rest stays its description."""
    first, _, rest = " ".join(operation.pop("description").split()).partition(". ")
    operation["summary"] = first.rstrip(".").replace("``", "")  # shown as it is
    if rest:
        operation["description"] = rest


_HEADERS: Final = {
    "ETag": "What `If-Match` and `If-None-Match` take",
    "Location": "Address of what was made",
    "RateLimit": '`"<bucket>";r=<calls left>;t=<seconds until the next one>`',
    "RateLimit-Policy": '`"<bucket>";q=<calls at once>;w=<seconds in which it fills>`',
    "Retry-After": "Seconds to wait, with 429 and 503",
}
_RATE: Final = ("RateLimit", "RateLimit-Policy")
_LOCATED: Final = frozenset(("house_rules_create", "house_rules_playtest", "variants_playtest"))
_TAGGED: Final = frozenset((
    "games_create", "games_join", "games_moves_create", "games_retrieve", "games_rules_retrieve", "games_start",
    "house_rules_create", "house_rules_publish", "house_rules_retire", "house_rules_retrieve", "house_rules_update",
    "variants_rules_retrieve",
))  # fmt: skip
"""Operations whose answer has a ``Location``, and an ``ETag``."""


def _headers(*names: str) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _tell_headers(operation: dict[str, Any]) -> None:
    """Names the headers of an operation's answers."""
    own = [name for name, having in (("ETag", _TAGGED), ("Location", _LOCATED)) if operation["operationId"] in having]
    for response in operation["responses"].values():
        response["headers"] = _headers(*own, *_RATE)


EVENTS_PATH: Final = "/api/v1/games/{game_id}/events"


def _events_operation() -> dict[str, Any]:
    number = {"type": "integer", "minimum": 0}

    def parameter(name: str, place: str, schema: dict[str, Any], text: str) -> dict[str, Any]:
        return {"name": name, "in": place, "required": place == "path", "schema": schema, "description": text}

    return {
        "operationId": "games_events_list",
        "summary": "What happened, as the caller may see it",
        "description": "A list, at once or as soon as there is something (`wait`); with `Accept: text/event-stream` a "
        "stream whose `id` is the event's number, resumed by `Last-Event-ID`. Every number appears for every viewer.",
        "tags": ["games"],
        "security": [{"token": []}, {}],
        "parameters": [
            parameter("game_id", "path", {"type": "string"}, "The game"),
            parameter("after", "query", {**number, "default": 0}, "The last event already seen; at most the `version`"),
            parameter("limit", "query", {**number, "minimum": 1, "maximum": 1000, "default": 200}, "Most events"),
            parameter(
                "wait",
                "query",
                {**number, "maximum": 30, "default": 0},
                "Most seconds to wait for an event, or for who comes or goes",
            ),
            parameter("Last-Event-ID", "header", {"type": "string"}, "In a stream: as `after`"),
            parameter("Rummy-Seat", "header", {"type": "integer"}, "The seat that an app's key acts for"),
        ],
        "responses": {
            "200": {
                "description": "Events",
                "content": {
                    "application/json": {"schema": {"$ref": _REF.format(model="EventsOut")}},
                    "text/event-stream": {"schema": {"type": "string"}},
                },
            },
        },
    }


LIMIT: Final = OpenApiParameter("limit", int, description="Most entries of a page")
CURSOR: Final = OpenApiParameter("cursor", str, description="`next` of the page before")
PAGE: Final = [LIMIT, CURSOR]
RUMMY_SEAT: Final = OpenApiParameter(
    "Rummy-Seat", int, OpenApiParameter.HEADER, description="The seat that an app's key acts for"
)
IF_MATCH: Final = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    required=True,
    description='`"<number>"` as you saw it, or the `ETag`; of a game any number from its `decision` to its `version`',
)
IF_MATCH_OPTIONAL: Final = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER, description="The `ETag` you saw: 412 where it is over"
)
IF_NONE_MATCH: Final = OpenApiParameter(
    "If-None-Match", str, OpenApiParameter.HEADER, description="The `ETag` you have: 304 while it holds"
)
DRY_RUN: Final = OpenApiParameter("dry_run", bool, description="Only judge the moves; nothing is played")
LANGUAGE: Final = OpenApiParameter(
    "language", str, enum=list(LANGUAGES), description="Goes before `Accept-Language`, for links"
)
HASH: Final = OpenApiParameter("hash", str, description="A published version")


@cache
def whole_schema() -> dict[str, Any]:
    """The OpenAPI document, made once per process."""
    from drf_spectacular.generators import SchemaGenerator  # noqa: PLC0415  # reads settings when imported

    generator: Any = SchemaGenerator
    schema: dict[str, Any] = generator().get_schema(request=None, public=True)
    return schema
