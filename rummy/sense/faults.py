"""What a fault of a profile is, and how grave each is (profile.md 3.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from rummy.profile import RuleProfile

Severity = Literal["error", "warning"]

_SENSE_ERRORS: Final = (
    "player_range", "sit_out_too_many", "hand_size_missing", "hand_size_unused", "deck_too_small", "upcard_missing",
    "no_way_out", "concealed_needs", "taken_card_unusable", "claim_unusable", "set_suits", "swap_sets",
    "opening_unreachable", "opening_counts", "low_water_renewal", "difference_needs_two", "count_needs_penalty",
    "penalty_only", "method_only", "bonus_unused", "rating_bands", "match_never_ends", "tie_needs_shared",
    "rebuy_range",
)  # fmt: skip
_SENSE_WARNINGS: Final = (
    "knock_at_once", "claims_need_three", "claim_renewal", "opening_remote", "match_may_not_end", "uneven_sit_outs",
    "dead_field", "long_deal",
)  # fmt: skip

SEVERITY: Final[Mapping[str, Severity]] = {
    **dict.fromkeys(_SENSE_ERRORS, "error"),
    **dict.fromkeys(_SENSE_WARNINGS, "warning"),
}
"""Every code of a sense check: an error refuses the profile, a warning is shown."""


@dataclass(frozen=True)
class Fault:
    """One fault of a profile.

    ``pointer``: JSON Pointer of the value at fault; ``data``: what its sentence needs (JSON values); ``suggestion``:
    field path -> value that would mend it, where there is one.
    """

    pointer: str
    code: str
    severity: Severity = "error"
    data: Mapping[str, Any] = field(default_factory=dict)
    suggestion: Mapping[str, Any] | None = None


Found = Iterator[Fault]


@dataclass(frozen=True)
class Check:
    """A sense check: the sections it reads, and what it finds in them."""

    reads: frozenset[str]
    run: Callable[[RuleProfile], Found]


def check(*reads: str) -> Callable[[Callable[[RuleProfile], Found]], Check]:
    """Make a check of a function that finds faults in the named sections."""
    return lambda run: Check(frozenset(reads), run)


def pointer_of(path: str) -> str:
    """The JSON Pointer of a field path (``match.target``)."""
    return "/" + path.replace(".", "/")


def fault(path: str, code: str, suggestion: Mapping[str, Any] | None = None, **data: Any) -> Fault:
    """The fault of a sense check at a field path."""
    return Fault(pointer_of(path), code, SEVERITY[code], data, suggestion)
