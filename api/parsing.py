"""Reading what callers send: bodies, headers and query parameters, each refused with all its faults."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Final, TypeVar

from django.http import HttpRequest
from django.http.request import RawPostDataException, UnreadablePostError
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails, from_json

from api.bodies import BODY_CODES
from api.problems import MOST_FAULTS, Fault, Problem
from api.rendering import JSON
from rummy.errors import reading_faults

BODY_LIMIT: Final = 256 * 1024
"""Most bytes of a request's body."""

Body = TypeVar("Body", bound=BaseModel)


def check_size(request: HttpRequest) -> None:
    """Raises Problem 413 when the body is announced as larger than ``BODY_LIMIT``."""
    announced = request.META.get("CONTENT_LENGTH") or "0"
    if not announced.isascii() or not announced.isdigit():
        raise Problem(400, "bad_header", header="Content-Length", form=f"0-{BODY_LIMIT}")
    if len(announced) > 12 or int(announced) > BODY_LIMIT:
        raise Problem(413, "too_large", limit=BODY_LIMIT)


def raw_body(request: HttpRequest) -> bytes:
    """The bytes of the body; asked for once. Raises Problem 413 when there are more than ``BODY_LIMIT``."""
    check_size(request)
    try:
        raw = request.read(BODY_LIMIT + 1)
    except (UnreadablePostError, RawPostDataException) as error:
        raise Problem(400, "bad_request") from error
    if len(raw) > BODY_LIMIT:
        raise Problem(413, "too_large", limit=BODY_LIMIT)
    return raw


def read_body(
    request: HttpRequest,
    model: type[Body],
    *,
    optional: bool = False,
    also: Callable[[Mapping[str, Any], Collection[str]], Iterable[Fault]] | None = None,
) -> Body:
    """The body as ``model``; where it is ``optional``, no body is an empty one.

    ``also``: what is to be said of the sound fields of a body (name -> value) that has faults in others (their names);
    what it says of those is not told.
    Raises Problem: 413 too large, 415 not JSON by its type, 400 not JSON, 422 with all faults.
    """
    raw = raw_body(request)
    if not raw:
        if not optional:
            raise Problem(400, "not_json")
        raw = b"{}"
    elif request.content_type != JSON:
        raise Problem(415, "unsupported_media_type", got=(request.content_type or "")[:60])
    try:
        return model.model_validate_json(raw)
    except ValidationError as error:
        details = error.errors(include_url=False)
        if details[0]["type"] == "json_invalid":
            raise Problem(400, "not_json") from error
        given = from_json(raw)
        told = _worth_telling(details)[:MOST_FAULTS]
        faults = [
            Fault(fault.pointer, detail["type"] if detail["type"] in BODY_CODES else fault.code, fault.data)
            for fault, detail in zip(reading_faults(told, given), told, strict=True)
        ]
        if also is not None and isinstance(given, dict):
            faulty = {str(detail["loc"][0]) for detail in details if detail["loc"]}
            sound = {name: given[name] for name in model.model_fields if name in given and name not in faulty}
            faults += [fault for fault in also(sound, faulty) if _field(fault) not in faulty]
        raise Problem(422, "invalid", errors=faults) from error


def _field(fault: Fault) -> str:
    """The field of a body in which a fault stands."""
    return "".join((fault.pointer or "").split("/")[1:2])


def _worth_telling(details: list[ErrorDetails]) -> list[ErrorDetails]:
    """The faults worth telling: a list is not also too short because its faulty values were not counted."""
    around = {place[:depth] for place in (detail["loc"] for detail in details) for depth in range(len(place))}
    return [detail for detail in details if detail["type"] != "too_short" or detail["loc"] not in around]


_HASH: Final = "[0-9a-f]{64}"
_ETAG: Final = re.compile(r'(?:W/)?"(\d{1,9})(?:-[0-9a-zA-Z_-]{1,64})?"', re.ASCII)


def if_match(request: HttpRequest) -> int:
    """The version the caller saw. Raises Problem: 428 without ``If-Match``, 400 when it cannot be read."""
    seen = if_match_given(request)
    if seen is None:
        raise Problem(428, "if_match_needed")
    return seen


def if_match_given(request: HttpRequest) -> int | None:
    """The version the caller saw, if it says so. Raises Problem 400 when ``If-Match`` cannot be read."""
    header = request.headers.get("If-Match")
    if header is None:
        return None
    match = _ETAG.fullmatch(header.strip())
    if match is None:
        raise Problem(400, "bad_header", header="If-Match", form='"2"')
    return int(match[1])


def none_match(request: HttpRequest, etag: str) -> bool:
    """Whether ``If-None-Match`` names ``etag``, weak or not."""
    header = request.headers.get("If-None-Match", "")
    if header.strip() == "*":
        return True
    wanted = etag.removeprefix("W/")
    return any(tag.strip().removeprefix("W/") == wanted for tag in header[:4096].split(","))


def seat_header(request: HttpRequest) -> int | None:
    """The seat an app's key acts for. Raises Problem 400 when it is not a small number."""
    header = request.headers.get("Rummy-Seat")
    if header is None:
        return None
    if not re.fullmatch(r"\d{1,2}", header.strip(), re.ASCII):
        raise Problem(400, "bad_header", header="Rummy-Seat", form="0-99")
    return int(header)


def event_number(request: HttpRequest, *, most: int, default: int) -> int:
    """The event after which a stream is resumed (``Last-Event-ID``). Raises Problem 400 when there is no such event."""
    header = request.headers.get("Last-Event-ID")
    if header is None:
        return default
    if not re.fullmatch(r"\d{1,9}", header.strip(), re.ASCII) or int(header) > most:
        raise Problem(400, "bad_header", header="Last-Event-ID", form=f"0-{most}")
    return int(header)


def preferred(request: HttpRequest, *offered: str) -> str:
    """The media type of those offered that the caller likes best, the first among equals. Raises Problem 406."""
    best = request.get_preferred_type(offered)
    if best is None:
        raise Problem(406, "not_acceptable", offered=list(offered))
    return best


class Query:
    """A request's query parameters. Names nobody asked for are passed over; values that cannot be read are faults.

    Ask for all, then call ``check``.
    """

    def __init__(self, request: HttpRequest) -> None:
        self._values = request.GET
        self._faults: list[Fault] = []

    def number(self, name: str, *, default: int, least: int, most: int) -> int:
        """A whole number within bounds."""
        text = self._values.get(name)
        if text is None:
            return default
        if not re.fullmatch(r"-?\d{1,12}", text, re.ASCII):
            self._unreadable(name, f"{least}-{most}")
            return default
        value = int(text)
        if not least <= value <= most:
            data = {"parameter": name, "least": least, "most": most, "got": value}
            self._faults.append(Fault(None, "parameter_out_of_range", data))
            return default
        return value

    def flag(self, name: str) -> bool:
        """``true`` or ``false`` (also 1 and 0), false when absent."""
        text = self._values.get(name, "false").lower()
        if text not in ("true", "false", "1", "0"):
            self._unreadable(name, "true", "false")
        return text in ("true", "1")

    def choice(self, name: str, values: Sequence[str]) -> str | None:
        """One of the values, None when absent."""
        text = self._values.get(name)
        if text is not None and text not in values:
            self._unreadable(name, *values)
            return None
        return text

    def hash(self, name: str) -> str | None:
        """A hash as answers give it, None when absent."""
        return self._shaped(name, _HASH, Fault(None, "bad_parameter", {"parameter": name, "possible": [_HASH]}))

    def cursor(self, name: str, pattern: str) -> str | None:
        """Where a list goes on, None at its beginning; ``pattern``: the shape of this list's ``next``."""
        return self._shaped(name, pattern, Fault(None, "bad_cursor", {"parameter": name}))

    def _shaped(self, name: str, pattern: str, fault: Fault) -> str | None:
        text = self._values.get(name)
        if text is not None and not re.fullmatch(pattern, text, re.ASCII):
            self._faults.append(fault)
            return None
        return text

    def _unreadable(self, name: str, *possible: str) -> None:
        self._faults.append(Fault(None, "bad_parameter", {"parameter": name, "possible": list(possible)}))

    def fault(self, name: str, code: str) -> None:
        """Notes a fault that only the view can see."""
        self._faults.append(Fault(None, code, {"parameter": name}))

    def check(self) -> None:
        """Raises Problem 422 with all faults noted."""
        if self._faults:
            raise Problem(422, "invalid", errors=self._faults)
