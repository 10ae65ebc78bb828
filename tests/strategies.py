"""Hypothesis strategies over rule profiles: raw overrides, and valid random profiles."""

from typing import Any, Final, get_args

from hypothesis import strategies as st
from pydantic.fields import FieldInfo

from rummy.bounds import active_counts
from rummy.profile import SECTIONS, RuleProfile
from rummy.sense import Fault, sense_of

Values = dict[str, dict[str, Any]]

SKELETONS: Final[tuple[Values, ...]] = (
    {},
    {"deal": {"cards": 7}, "runs": {"ace": "both"}, "stock_empty": {"action": "shuffle", "renewals": "unlimited"}},
    {
        "deck": {"packs": 2, "jokers": 6},
        "deal": {"cards": 13, "upcard": False, "first_turn": "no_draw"},
        "joker_swap": {"mode": "to_hand"},
        "laying": {"from_lap": 2, "before_opening": "none"},
        "opening": {"min_points": 30},
        "going_out": {"final_discard": "required"},
        "stock_empty": {"action": "shuffle", "open_card": "keep"},
        "scoring": {"method": "penalty", "no_winner": "count"},
    },
    {
        "deck": {"packs": 2, "jokers": 4},
        "deal": {"cards": 10},
        "sets": {"suits": "any", "max_size": 8},
        "joker_swap": {"mode": "replay"},
        "laying": {"rearrange": "take", "before_opening": "all"},
    },
    {
        "players": {"max": 2},
        "deal": {"cards": 10},
        "laying": {"mode": "concealed"},
        "knocking": {"limit_by": "number", "limit": 10, "lay_off": "on_knocker", "undercut": "lower"},
        "stock_empty": {"action": "end"},
        "scoring": {"method": "difference"},
    },
    {
        "deck": {"packs": 2, "jokers": 2},
        "deal": {"cards": 10},
        "laying": {"mode": "concealed"},
        "knocking": {"limit_by": "number", "limit": 5, "last_go": "one_each"},
        "scoring": {"method": "penalty"},
        "match": {"target": 0, "out_at": 101, "tie": "shared"},
        "ledger": {"ante": 5, "per_deal": 1, "rebuys": 1, "rebuy_from": 81, "rebuy_fee": 5},
    },
)
"""Profiles of very different kinds to start from: what belongs together is rarely drawn together."""

_BANDS = st.sampled_from([
    [], [{"from": 0, "points": 3}, {"from": 11, "points": 2}, {"from": 31, "points": 1}], [{"from": 0, "points": 0}],
])  # fmt: skip
_SPECIAL: Final[dict[str, st.SearchStrategy[Any]]] = {
    "deal.cards": st.integers(3, 14) | st.fixed_dictionaries({str(seats): st.integers(3, 10) for seats in range(2, 9)}),
    "stock_empty.renewals": st.integers(1, 4) | st.just("unlimited"),
    "rating.bands": _BANDS,
    "match.tie_breaks": st.permutations(["wins", "points"]).map(lambda order: order[:1]) | st.just([]),
    # Small enough that a match of a random profile ends soon.
    "match.target": st.sampled_from([0, 50, 100]),
    "match.deals": st.integers(0, 4),
    "match.rounds": st.integers(0, 2),
    "match.out_at": st.sampled_from([0, 0, 60, 101]),
    "deadlock.idle_laps": st.integers(2, 8),
    "deadlock.idle_renewals": st.integers(1, 3),
    "players.min": st.integers(2, 4),
}


def field_values(path: str) -> st.SearchStrategy[Any]:
    """JSON values within the bounds of a field."""
    if path in _SPECIAL:
        return _SPECIAL[path]
    info = FIELDS[path]
    if info.annotation is bool:
        return st.booleans()
    if info.annotation is int:
        bounds: Any = info.metadata
        least, most = (next(getattr(each, name) for each in bounds if hasattr(each, name)) for name in ("ge", "le"))
        return st.sampled_from([least, most]) | st.integers(least, min(most, least + 20))
    return st.sampled_from(get_args(info.annotation))


def _fields_of(section: str) -> dict[str, FieldInfo]:
    model: Any = RuleProfile.model_fields[section].annotation
    return {f"{section}.{name}": info for name, info in model.model_fields.items()}


FIELDS: Final = {path: info for section in SECTIONS for path, info in _fields_of(section).items()}
"""All fields by path."""


@st.composite
def overrides(draw: st.DrawFn, most: int = 16) -> Values:
    """Some fields with values that are each within bounds; together they need not make sense."""
    paths = draw(st.lists(st.sampled_from(sorted(FIELDS)), unique=True, max_size=most))
    values: Values = {}
    for path in paths:
        section, field = path.split(".")
        values.setdefault(section, {})[field] = draw(field_values(path))
    return values


@st.composite
def profiles(draw: st.DrawFn, most: int = 16) -> RuleProfile:
    """Valid profiles: a skeleton with random fields, mended where they do not go together."""
    skeleton = draw(st.sampled_from(SKELETONS))
    changes = draw(overrides(most=most))
    merged = {
        section: {**skeleton.get(section, {}), **changes.get(section, {})}
        for section in SECTIONS
        if section in skeleton or section in changes
    }
    mended = mend(merged)
    return mended if mended is not None else RuleProfile.model_validate(skeleton)


def mend(values: Values) -> RuleProfile | None:
    """The nearest valid profile: the suggestion of each error is followed, or the field at fault gets its default."""
    data = {section: dict(fields) for section, fields in values.items()}
    for _ in range(40):
        profile = RuleProfile.model_validate(data)
        errors = [fault for fault in sense_of(profile) if fault.severity == "error"]
        if not errors:
            return profile
        _mend_one(data, errors[0], profile)
    return None


def _mend_one(data: Values, fault: Fault, profile: RuleProfile) -> None:
    if fault.code.startswith("hand_size") or fault.code == "deck_too_small":
        size = 3 if fault.code == "deck_too_small" else 5
        data.setdefault("deal", {})["cards"] = {str(count): size for count in active_counts(profile)}
        if fault.code == "deck_too_small" and profile.deal.cards == dict.fromkeys(active_counts(profile), 3):
            data.setdefault("deck", {})["packs"] = 2
        return
    if fault.suggestion is None:
        _, section, field = fault.pointer.split("/")
        data.get(section, {}).pop(field, None)
        return
    for path, value in fault.suggestion.items():
        section, field = path.split(".")
        data.setdefault(section, {})[field] = value
