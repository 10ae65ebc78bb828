"""What every answer is made of, and how refusals look."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class Shape(BaseModel):
    """Base of all shapes; every field is always there."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=True)


class FaultOut(BaseModel):
    """One fault of a request."""

    model_config = ConfigDict(extra="allow")
    code: str
    detail: str
    pointer: str | None = Field(default=None, description="JSON Pointer into the body")
    parameter: str | None = Field(default=None, description="Name of the query parameter")


class ProblemOut(BaseModel):
    """RFC 9457. ``code`` is stable; ``detail`` is in the caller's language; the numbers that matter are members."""

    model_config = ConfigDict(extra="allow")
    type: str
    title: str
    status: int
    detail: str
    code: str
    errors: list[FaultOut]
    rule: str | None = Field(default=None, description="Profile path of the rule that forbids the move")
