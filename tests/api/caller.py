"""A caller of the API: sends requests as one of the cast, and holds every answer to the published schema."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from django.test import Client
from jsonschema import Draft202012Validator

from api.schema import whole_schema
from tests.refusals import untold

BASE = "/api/v1/"


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    headers: dict[str, str]
    content: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.content)

    @property
    def code(self) -> str:
        """The code of a refusal."""
        assert self.headers["content-type"] == "application/problem+json", (self.status, self.content[:300])
        code: str = self.json["code"]
        return code

    @property
    def faults(self) -> list[tuple[str | None, str]]:
        """Pointer and code of each fault of a refusal."""
        return [(fault.get("pointer", fault.get("parameter")), fault["code"]) for fault in self.json["errors"]]


@dataclass(frozen=True)
class Caller:
    """Someone with or without a token."""

    client: Client
    token: str | None = None
    seat: int | None = None
    language: str | None = None

    def but(self, **changes: Any) -> Caller:
        """The same caller with another token, seat or language."""
        return replace(self, **changes)

    def get(self, path: str, **headers: str) -> Answer:
        return self.send("GET", path, None, **headers)

    def post(self, path: str, body: Any = None, *, version: int | str | None = None, **headers: str) -> Answer:
        if version is not None:
            headers["If-Match"] = f'"{version}"' if isinstance(version, int) else version
        raw = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.send("POST", path, raw, **headers)

    def send(self, method: str, path: str, raw: bytes | None, **headers: str) -> Answer:
        """One request; header names may be written with underscores."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token:
            sent.setdefault("Authorization", f"Bearer {self.token}")
        if self.seat is not None:
            sent.setdefault("Rummy-Seat", str(self.seat))
        if self.language:
            sent.setdefault("Accept-Language", self.language)
        kind = sent.pop("Content-Type", "application/json")
        address = path if path.startswith("/") else BASE + path
        response = self.client.generic(method, address, raw or b"", content_type=kind, headers=sent)
        answer = Answer(
            response.status_code,
            {k.lower(): v for k, v in response.headers.items()},
            b"" if response.streaming else response.content,
        )
        check_answer(method, address, answer)
        return answer


def check_answer(method: str, address: str, answer: Answer) -> None:
    """Raises AssertionError when the answer is not what docs/openapi.yml and docs/refusals.md say of it."""
    if answer.status >= 400:
        schema = {"$ref": "#/components/schemas/ProblemOut"}
        assert answer.headers["content-type"] == "application/problem+json", (answer.status, answer.content[:500])
        assert answer.json["status"] == answer.status
        assert not untold(answer.json), "docs/refusals.md does not say this"
    else:
        found = operation(method, address.partition("?")[0])
        if found is None:
            return
        described = {name.lower() for name in found["responses"][str(answer.status)].get("headers", {})}
        assert {"etag", "location", "ratelimit", "ratelimit-policy"} & set(answer.headers) <= described, address
        if answer.status == 304 or not answer.content:
            return
        content = found["responses"][str(answer.status)].get("content", {})
        if "application/json" not in content or not answer.headers["content-type"].startswith("application/json"):
            return
        schema = content["application/json"]["schema"]
    errors = sorted(validator(json.dumps(schema)).iter_errors(answer.json), key=lambda error: list(error.absolute_path))
    assert not errors, [f"{list(error.absolute_path)}: {error.message[:300]}" for error in errors[:5]]


@cache
def validator(schema: str) -> Draft202012Validator:
    """A validator in which objects are closed: what the schema does not name is not sent."""
    components = json.loads(json.dumps(whole_schema()["components"]))
    for part in components["schemas"].values():
        if part.get("type") == "object" and "additionalProperties" not in part and part.get("properties"):
            part["additionalProperties"] = False
    return Draft202012Validator({**json.loads(schema), "components": components})


@cache
def operation(method: str, address: str) -> dict[str, Any] | None:
    """The operation of the schema that an address belongs to; None for addresses outside it."""
    for path, operations in whole_schema()["paths"].items():
        if re.fullmatch(re.sub(r"\{[^}]+\}", "[^/]+", path), address) and method.lower() in operations:
            found: dict[str, Any] = operations[method.lower()]
            return found
    return None
