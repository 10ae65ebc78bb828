"""All faults of a profile at once."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from pydantic import ValidationError

from rummy.profile import SECTIONS, RuleProfile
from rummy.sense import melding, scores, table
from rummy.sense.dead import dead_fields
from rummy.sense.faults import Check, Fault
from rummy.sense.shapes import shape_faults

CHECKS: Final[tuple[Check, ...]] = (*table.CHECKS, *melding.CHECKS, *scores.CHECKS)


def sense_of(profile: RuleProfile, stated: Collection[str] = ()) -> list[Fault]:
    """The faults of sense of a readable profile; ``stated``: paths of the fields that it states itself."""
    found = [fault for check in CHECKS for fault in check.run(profile)]
    return [*found, *dead_fields(profile, stated)]


def faults_of(data: Any, stated: Collection[str] | None = None) -> list[Fault]:
    """All faults of a profile's JSON value (section -> field -> value): types and bounds, then sense.

    Sections that cannot be read are left out of the checks of sense, so that one slip is not reported twice.
    ``stated``: paths of the fields that count as stated; by default all that ``data`` holds.
    """
    try:
        profile = RuleProfile.model_validate(data)
    except ValidationError as error:
        found = shape_faults(error, data, stated)
        readable = _readable(data, found)
        if readable is None:
            return found
        profile, faulty = readable
        sense = [fault for check in CHECKS if not check.reads & faulty for fault in check.run(profile)]
        return [*found, *sense]
    return sense_of(profile, _paths(data) if stated is None else stated)


def _readable(data: Any, found: list[Fault]) -> tuple[RuleProfile, frozenset[str]] | None:
    """The profile without its faulty sections, and their names; None where there is none."""
    if not isinstance(data, Mapping):
        return None
    faulty = frozenset(fault.pointer.split("/")[1] for fault in found)
    sound = {name: data[name] for name in SECTIONS if name in data and name not in faulty}
    return RuleProfile.model_validate(sound), faulty


def _paths(data: Mapping[str, Mapping[str, Any]]) -> frozenset[str]:
    return frozenset(f"{section}.{field}" for section, fields in data.items() for field in fields)
