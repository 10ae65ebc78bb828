"""``dead_field``: what a profile states although another value switches it off."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any, Final

from rummy.profile import RuleProfile
from rummy.sense.faults import Fault, fault


@dataclass(frozen=True)
class Switch:
    """A value that switches fields off.

    ``path``: where the value stands; ``off``: whether it does; ``fields``: path -> the value that is off already, so
    that stating it is no mistake.
    """

    path: str
    off: Callable[[Any], bool]
    fields: dict[str, Any]


_NOTHING: Final = object()

SWITCHES: Final = (
    Switch("laying.mode", lambda mode: mode == "concealed", {
        "opening.min_points": 0, "opening.applies": "first", "opening.counts": "melds", "opening.failure": "refuse",
        "opening.waived": "never", "laying.before_opening": "none", "laying.max_melds": 0, "laying.rearrange": "none",
        "laying.take_backs": 0, "joker_swap.mode": "forbidden", "joker_swap.from_sets": "any", "claims.who": "anyone",
        "scoring.opener_penalty": 0,
    }),
    Switch("opening.min_points", lambda points: points == 0, {
        "opening.applies": _NOTHING, "opening.counts": _NOTHING, "opening.failure": _NOTHING,
        "opening.waived": _NOTHING,
    }),
    Switch("deck.jokers", lambda jokers: jokers == 0, {
        "wilds.share": _NOTHING, "wilds.min_gap": _NOTHING, "joker_swap.mode": "forbidden",
        "joker_swap.from_sets": _NOTHING, "discarding.joker": _NOTHING, "values.joker": _NOTHING,
    }),
    Switch("joker_swap.mode", lambda mode: mode == "forbidden", {"joker_swap.from_sets": _NOTHING}),
    Switch("stock_empty.action", lambda action: action == "end", {
        "stock_empty.open_card": _NOTHING, "stock_empty.renewals": _NOTHING, "deadlock.idle_renewals": _NOTHING,
    }),
    Switch("knocking.limit_by", lambda by: by == "none", {"stock_empty.last_discard": "none"}),
    Switch("discarding.taken_card", lambda taken: taken == "forbidden", {"deadlock.put_backs": 0}),
    Switch("runs.ace", lambda ace: ace == "high", {"values.ace_low": _NOTHING}),
)  # fmt: skip


def value_at(profile: RuleProfile, path: str) -> Any:
    """The value of a field by its path (``match.target``)."""
    section, field = path.split(".")
    return getattr(getattr(profile, section), field)


def dead_fields(profile: RuleProfile, stated: Collection[str]) -> Iterator[Fault]:
    """The stated fields (paths) that another value switches off, each once."""
    seen: set[str] = set()
    for switch in SWITCHES:
        value = value_at(profile, switch.path)
        if not switch.off(value):
            continue
        for path, off in switch.fields.items():
            if path in stated and path not in seen and value_at(profile, path) != off:
                seen.add(path)
                yield fault(path, "dead_field", field=path, by=switch.path, value=value)
