"""Refusals as ``application/problem+json`` (RFC 9457). The only place that knows which refusal has which HTTP status.

``Problem`` is what the API itself refuses; ``problem_of`` makes one of every refusal that comes from below or from
Django and DRF. Sentences are in the caller's language, codes and data never.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import BadRequest, PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from pydantic_core import to_json
from rest_framework import exceptions as drf

from api.language import language_of
from api.plain import plain
from api.rendering import finish
from api.texts import sentence
from hosting import errors as table
from rummy.errors import IllegalMove, InvalidMove
from variants import errors as rules
from variants.catalogue import UnknownVariant
from variants.options import InvalidOptions

log = logging.getLogger(__name__)
PROBLEM_JSON: Final = "application/problem+json"
CHALLENGE: Final = {"WWW-Authenticate": 'Bearer realm="rummy"'}
RETRY_S: Final = 1
MOST_FAULTS: Final = 100
"""Most faults of one body that are told."""
PLAYTEST_RETRY_S: Final = 30
"""A playtest takes about so long, be it of a few deals or of many: sooner none of those that are waited for is over."""

STATUS: Final[dict[type[Exception], int]] = {
    IllegalMove: 409,
    InvalidMove: 422,
    InvalidOptions: 422,
    UnknownVariant: 404,
    rules.FaultyHouseRule: 422,
    rules.HouseRuleNotFound: 404,
    rules.HouseRuleConflict: 409,
    rules.StaleHouseRule: 412,
    rules.InvalidPlaytest: 422,
    rules.PlaytestNotFound: 404,
    rules.TooManyPlaytests: 429,
    table.GameNotFound: 404,
    table.NotAllowed: 403,
    table.InvalidSetup: 422,
    table.RevealsMidway: 422,
    table.StaleVersion: 412,
    table.Conflict: 409,
}
"""Refusals of the rules and of the table, and what they are over HTTP."""

STATUS_OF_CODE: Final = {"wrong_invite": 403}
"""Where one code of a kind is another thing over HTTP."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: where it stands in the body (JSON Pointer; None for a query parameter), its code and its data."""

    pointer: str | None
    code: str
    data: Mapping[str, Any] = field(default_factory=dict)


class Problem(Exception):
    """A refusal: HTTP status, stable code, what its sentence needs, single faults, more headers."""

    def __init__(
        self,
        status: int,
        code: str,
        *,
        errors: Sequence[Fault] = (),
        headers: Mapping[str, str] | None = None,
        **data: Any,
    ) -> None:
        super().__init__(f"{status} {code} {data}" if data else f"{status} {code}")
        self.status = status
        self.code = code
        self.data = data
        self.errors = tuple(errors[:MOST_FAULTS])
        self.headers = dict(headers or {})


def problem_of(error: BaseException) -> Problem | None:
    """The problem that an exception is to the caller; None for one that nobody foresaw."""
    match error:
        case Problem():
            return error
        case OperationalError():
            log.warning("the database could not answer: %s", error)
            return Problem(503, "unavailable", headers={"Retry-After": str(RETRY_S)})
        case drf.APIException():
            return _of_drf(error)
        case Http404():
            return Problem(404, "not_found")
        case PermissionDenied():
            return Problem(403, "not_allowed")
        case RequestDataTooBig():
            return Problem(413, "too_large", limit=settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
        case SuspiciousOperation() | BadRequest():
            return Problem(400, "bad_request")
    return _of_rooms_below(error)


def _of_drf(error: drf.APIException) -> Problem:
    match error:
        case drf.NotAuthenticated():
            return Problem(401, "token_missing", headers=CHALLENGE)
        case drf.AuthenticationFailed():
            return Problem(401, "token_invalid", headers=CHALLENGE)
        case drf.MethodNotAllowed():
            return Problem(405, "method_not_allowed")
        case drf.NotAcceptable():
            renderers = getattr(error, "available_renderers", None) or ()
            return Problem(406, "not_acceptable", offered=[renderer.media_type for renderer in renderers])
        case drf.UnsupportedMediaType():
            return Problem(415, "unsupported_media_type", got="")
        case drf.Throttled():
            wait = max(1, math.ceil(getattr(error, "wait", None) or 1))
            return Problem(429, "too_many_requests", headers={"Retry-After": str(wait)}, wait=wait)
        case drf.NotFound():
            return Problem(404, "not_found")
        case drf.PermissionDenied():
            return Problem(403, "not_allowed")
    return Problem(error.status_code, "bad_request" if error.status_code < 500 else "internal_error")


def _of_rooms_below(error: BaseException) -> Problem | None:
    for kind in type(error).__mro__:
        if kind in STATUS:
            break
    else:
        return None
    status = STATUS[kind]
    data = dict(getattr(error, "data", {}))
    rule = getattr(error, "rule", None)
    if rule is not None:
        data["rule"] = rule
    pointer = getattr(error, "pointer", None)
    code: str = getattr(error, "code")  # noqa: B009  # every kind in the table has one
    faults = [fault_of(fault) for fault in getattr(error, "faults", ())]
    if pointer is not None:
        faults = [Fault(pointer, code, data)]
    headers = {"Retry-After": str(PLAYTEST_RETRY_S)} if status == 429 else {}
    return Problem(STATUS_OF_CODE.get(code, status), code, errors=faults, headers=headers, **data)


def fault_of(below: Any) -> Fault:
    """A fault of the rooms below as one of ours, with what would mend it."""
    suggestion = getattr(below, "suggestion", None)
    return Fault(
        below.pointer, below.code, below.data if suggestion is None else {**below.data, "suggestion": suggestion}
    )


def problem_response(problem: Problem, request: HttpRequest) -> HttpResponse:
    """The answer that tells a problem in the caller's language."""
    language = language_of(request)
    body: dict[str, Any] = {
        "type": f"urn:rummy:problem:{problem.code}",
        "title": sentence(f"title_{problem.status}", language, {}),
        "status": problem.status,
        "detail": sentence(problem.code, language, problem.data),
        "code": problem.code,
        **{key: value for key, value in problem.data.items() if key not in _MEMBERS},
        "errors": [fault_json(fault, language) for fault in problem.errors],
    }
    response = HttpResponse(to_json(body), status=problem.status, content_type=PROBLEM_JSON)
    for name, value in problem.headers.items():
        response.headers[name] = value
    return finish(request, response)


_MEMBERS: Final = frozenset(("type", "title", "status", "detail", "code", "errors"))


def fault_json(fault: Fault, language: str) -> dict[str, Any]:
    """A fault as it is sent."""
    place = {} if fault.pointer is None else {"pointer": fault.pointer}
    data = {key: value for key, value in fault.data.items() if key not in _MEMBERS and key != "pointer"}
    return {**place, "code": fault.code, "detail": sentence(fault.code, language, fault.data), **data}


def handle(error: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """DRF's exception handler. None for what nobody foresaw: Django logs it and answers 500."""
    problem = problem_of(error)
    return None if problem is None else problem_response(problem, plain(context["request"]))
