"""Every fault of a profile (profile.md 3.1): when it speaks, when not, where, and what would mend it."""

import re
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummy.profile import RuleProfile
from rummy.sense import CHECKS, SEVERITY, Fault, faults_of, sense_of
from rummy.sense.openings import best_opening
from rummy.texts import LANGUAGES, sentence
from tests.strategies import Values, overrides, profiles
from tests.variants.family import FAMILY

QUIET: Values = {"match": {"target": 0, "deals": 4}}
"""Base Rummy without its one warning, that a match to a target may go on for long."""

KEEP = {"stock_empty": {"open_card": "keep"}}
SEALED = {"claims": {"mode": "sealed"}}
PENALTY = {"scoring": {"method": "penalty"}}
CONCEALED: Values = {"laying": {"mode": "concealed"}, "knocking": {"limit_by": "number", "limit": 10}}


def put(*parts: Values) -> Values:
    """Sections merged field by field, over the quiet profile."""
    merged: Values = {}
    for part in (QUIET, *parts):
        for section, fields in part.items():
            merged[section] = {**merged.get(section, {}), **fields}
    return merged


# (code, pointer, what differs from the quiet profile)
CASES: list[tuple[str, str, Values]] = [
    ("player_range", "/players/min", {"players": {"min": 5, "max": 4}, "deal": {"cards": 7}}),
    ("knock_at_once", "/knocking/limit", {"knocking": {"limit_by": "number", "limit": 8}}),
    ("sit_out_too_many", "/players/max", {
        "players": {"max": 6, "max_active": 4}, "deal": {"cards": 7}, "match": {"deals": 60},
    }),
    ("hand_size_missing", "/deal/cards", {"deal": {"cards": {"2": 10, "3": 7, "4": 7}}}),
    ("hand_size_unused", "/deal/cards", {"players": {"max": 4}}),
    ("deck_too_small", "/deal/cards", {"deal": {"cards": 10}}),
    ("upcard_missing", "/deal/upcard", {"deal": {"upcard": False, "first_turn": "upcard_offer"}}),
    ("no_way_out", "/laying/mode", {"laying": {"mode": "concealed"}}),
    ("concealed_needs", "/knocking/last_go", {"knocking": {"last_go": "one_each"}}),
    ("concealed_needs", "/knocking/lay_off", {"knocking": {"lay_off": "on_knocker"}}),
    ("taken_card_unusable", "/draw/taken_card", {
        "draw": {"taken_card": "lay_now"}, "deal": {"first_turn": "upcard_offer"},
    }),
    ("taken_card_unusable", "/draw/taken_card", {"draw": {"taken_card": "lay_now"}, **CONCEALED}),
    ("claim_unusable", "/claims/mode", {**SEALED, **KEEP, "draw": {"taken_card": "lay_now"}}),
    ("claims_need_three", "/claims/mode", {**SEALED, **KEEP, "players": {"max": 2}, "deal": {"cards": 10}}),
    ("claim_renewal", "/claims/mode", SEALED),
    ("set_suits", "/sets/suits", {"sets": {"max_size": 5}}),
    ("set_suits", "/sets/suits", {"sets": {"suits": "any"}}),
    ("set_suits", "/sets/suits", {"sets": {"suits": "any", "max_size": 9}, "deck": {"packs": 2}}),
    ("set_suits", "/sets/min_size", {"sets": {"min_size": 4, "max_size": 3}}),
    ("swap_sets", "/joker_swap/from_sets", {
        "deck": {"packs": 2, "jokers": 2}, "sets": {"suits": "any"},
        "joker_swap": {"mode": "to_hand", "from_sets": "all_suits"},
    }),
    ("opening_unreachable", "/opening/min_points", {"opening": {"min_points": 71}}),
    ("opening_remote", "/laying/max_melds", {"opening": {"min_points": 41}, "laying": {"max_melds": 1}}),
    ("opening_counts", "/opening/counts", {
        "opening": {"min_points": 30, "applies": "every_lay", "counts": "melds_and_lay_offs"},
    }),
    ("low_water_renewal", "/stock_empty/low_water", {"stock_empty": {"low_water": 2}}),
    ("difference_needs_two", "/scoring/method", {**CONCEALED, "scoring": {"method": "difference"}}),
    ("count_needs_penalty", "/scoring/no_winner", {"scoring": {"no_winner": "count"}}),
    ("penalty_only", "/scoring/winner_relief", {"scoring": {"winner_relief": 40}}),
    ("penalty_only", "/scoring/opener_penalty", {"scoring": {"opener_penalty": 20}}),
    ("penalty_only", "/rating/bands", {"rating": {"bands": [{"from": 0, "points": 1}]}}),
    ("penalty_only", "/match/out_at", {"match": {"out_at": 100, "tie": "shared"}}),
    ("method_only", "/deal/next_dealer", {"deal": {"next_dealer": "loser"}}),
    ("method_only", "/scoring/doubling_upcard", {"scoring": {"doubling_upcard": "spades"}}),
    ("method_only", "/knocking/undercut", {
        **CONCEALED, "knocking": {"limit_by": "number", "limit": 5, "undercut": "lower"},
    }),
    ("bonus_unused", "/scoring/clean_knock_bonus", {"scoring": {"clean_knock_bonus": 25}}),
    ("bonus_unused", "/scoring/whole_hand_bonus", {"scoring": {"whole_hand_bonus": 25}}),
    ("bonus_unused", "/scoring/undercut_bonus", {"scoring": {"undercut_bonus": 25}}),
    ("bonus_unused", "/match/game_bonus", {"match": {"game_bonus": 100}}),
    ("bonus_unused", "/match/box_bonus", {"match": {"box_bonus": 25}}),
    ("rating_bands", "/rating/bands", {**PENALTY, "rating": {"bands": [{"from": 1, "points": 1}]}}),
    ("rating_bands", "/rating/bands", {
        **PENALTY, "rating": {"bands": [{"from": 0, "points": 1}, {"from": 0, "points": 2}]},
    }),
    ("match_never_ends", "/match/target", {"match": {"deals": 0}}),
    ("match_may_not_end", "/match/target", {"match": {"deals": 0, "target": 100}}),
    ("match_may_not_end", "/match/target", {
        "match": {"deals": 0, "target": 100}, "scoring": {"method": "zero_sum"},
    }),
    ("tie_needs_shared", "/match/out_at", {**PENALTY, "match": {"out_at": 100}}),
    ("rebuy_range", "/ledger/rebuys", {"ledger": {"rebuys": 1, "rebuy_from": 81}}),
    ("uneven_sit_outs", "/players/max_active", {
        "players": {"min": 3, "max": 4, "max_active": 3}, "deal": {"cards": 7}, "match": {"deals": 6},
    }),
    ("dead_field", "/values/ace_low", {"runs": {"ace": "high"}, "values": {"ace_low": 5}}),
    ("dead_field", "/opening/counts", {"opening": {"counts": "touched"}}),
    ("dead_field", "/wilds/min_gap", {"wilds": {"min_gap": 2}}),
    ("dead_field", "/joker_swap/from_sets", {"deck": {"jokers": 2}, "joker_swap": {"from_sets": "full"}}),
    ("dead_field", "/stock_empty/renewals", {"stock_empty": {"action": "end", "renewals": 5}}),
    ("dead_field", "/laying/max_melds", {
        "laying": {"mode": "concealed", "max_melds": 2}, "knocking": {"limit_by": "number"},
    }),
    ("long_deal", "/deadlock/idle_laps", {
        "deck": {"packs": 4, "jokers": 12}, "joker_swap": {"mode": "to_hand"}, "deadlock": {"idle_laps": 30},
        "stock_empty": {"action": "shuffle", "renewals": "unlimited"},
    }),
]  # fmt: skip


@pytest.mark.parametrize(("code", "pointer", "values"), CASES, ids=[f"{code}-{at}" for code, at, _ in CASES])
def test_a_fault_is_reported_alone_and_in_its_place(code: str, pointer: str, values: Values) -> None:
    found = faults_of(put(values))
    assert [(fault.code, fault.pointer, fault.severity) for fault in found] == [(code, pointer, SEVERITY[code])]


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_that_do_not_last_for_the_deal_are_told_without_a_number_below_zero(language: str) -> None:
    values: Values = {"players": {"max": 5}, "deck": {"packs": 1, "jokers": 4}, "deal": {"cards": 12}}
    (fault,) = [each for each in faults_of(values) if each.code == "deck_too_small"]
    said = sentence(fault.code, language, fault.data)
    assert fault.data["left"] < 0
    assert "-" not in said
    assert {str(fault.data[name]) for name in ("seats", "cards", "dealt", "needed")} <= set(re.findall(r"\d+", said))


def test_every_code_has_a_case() -> None:
    assert {code for code, _, _ in CASES} == set(SEVERITY)


@pytest.mark.parametrize(("code", "pointer", "values"), CASES, ids=[f"{code}-{at}" for code, at, _ in CASES])
def test_a_suggestion_mends_the_fault(code: str, pointer: str, values: Values) -> None:
    data = put(values)
    (found,) = faults_of(data)
    for path, value in (found.suggestion or {}).items():
        section, field = path.split(".")
        data.setdefault(section, {})[field] = value
    again = {(fault.code, fault.pointer) for fault in faults_of(data)}
    assert ((code, pointer) in again) == (found.suggestion is None)


def test_all_faults_come_at_once() -> None:
    values = {
        "match": {"target": "60", "tie": "maybe"}, "deal": {"cards": {"2": 50}}, "deck": {"pack": 2}, "nonsense": {},
        "scoring": {"no_winner": "count"}, "players": {"min": 5, "max": 4},
    }  # fmt: skip
    assert {(fault.code, fault.pointer) for fault in faults_of(values)} == {
        ("wrong_type", "/match/target"),
        ("unknown_value", "/match/tie"),
        ("value_too_high", "/deal/cards/2"),
        ("unknown_field", "/deck/pack"),
        ("unknown_field", "/nonsense"),
        ("count_needs_penalty", "/scoring/no_winner"),
        ("player_range", "/players/min"),
    }


@pytest.mark.parametrize(
    ("values", "code", "pointer", "data"),
    [
        ({"match": {"target": "60"}}, "wrong_type", "/match/target", {"expected": "integer", "got": "60"}),
        ({"match": {"target": True}}, "wrong_type", "/match/target", {"expected": "integer", "got": True}),
        ({"match": {"target": 60.0}}, "wrong_type", "/match/target", {"expected": "integer", "got": "float"}),
        ({"match": {"target": None}}, "wrong_type", "/match/target", {"expected": "integer", "got": None}),
        ({"match": {"target": 10**60}}, "value_too_high", "/match/target", {"limit": 10000, "got": "..."}),
        ({"deal": {"upcard": 1}}, "wrong_type", "/deal/upcard", {"expected": "boolean", "got": 1}),
        ({"deck": {"packs": 0}}, "value_too_low", "/deck/packs", {"limit": 1, "got": 0}),
        ({"deal": {"cards": 2}}, "value_too_low", "/deal/cards", {"limit": 3, "got": 2}),
        ({"deal": {"cards": "x"}}, "wrong_type", "/deal/cards", {"expected": "hand_sizes", "got": "x"}),
        ({"deal": {"cards": {}}}, "too_short", "/deal/cards", {"min_length": 1}),
        ({"deal": {"cards": {"9": 5}}}, "value_too_high", "/deal/cards/9", {"limit": 8, "got": "9"}),
        ({"deal": {"cards": {"a/b": 5}}}, "wrong_type", "/deal/cards/a~1b", {"expected": "integer", "got": "a/b"}),
        ({"stock_empty": {"renewals": 0}}, "value_too_low", "/stock_empty/renewals", {"limit": 1, "got": 0}),
        ({"stock_empty": {"renewals": "for ever"}}, "unknown_value", "/stock_empty/renewals",
         {"expected": ["unlimited"], "got": "for ever"}),
        ({"runs": {"ace": "round"}}, "unknown_value", "/runs/ace",
         {"expected": ["low", "high", "both", "wrap"], "got": "round"}),
        ({"match": {"tie_breaks": ["luck"]}}, "unknown_value", "/match/tie_breaks/0",
         {"expected": ["wins", "points"], "got": "luck"}),
        ({"rating": {"bands": [{"from": 0}]}}, "missing_field", "/rating/bands/0/points", {"field": "points"}),
        ({"rating": {"bands": "none"}}, "wrong_type", "/rating/bands", {"expected": "list", "got": "none"}),
        ({"deck": 4}, "wrong_type", "/deck", {"expected": "table", "got": 4}),
        ([], "wrong_type", "", {"expected": "table", "got": "list"}),
    ],
)  # fmt: skip
def test_types_and_bounds_are_named(values: Any, code: str, pointer: str, data: dict[str, Any]) -> None:
    (found,) = [fault for fault in faults_of(values) if fault.severity == "error"]
    assert (found.code, found.pointer, dict(found.data)) == (code, pointer, data)


def test_a_misspelt_field_gets_the_name_that_it_may_mean() -> None:
    (found,) = [fault for fault in faults_of({"match": {"tagret": 150}}) if fault.severity == "error"]
    assert found.suggestion == {"match.target": 150}


def test_inherited_fields_are_not_called_dead() -> None:
    values = put({"runs": {"ace": "high"}, "values": {"ace_low": 5}})
    assert faults_of(values, stated=["runs.ace"]) == []


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
                    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
                        st.sampled_from(["deal", "cards", "match", "rating", "bands", "from", "x", "stock_empty",
                                         "renewals", "2"]), inner, max_size=4), max_leaves=12))  # fmt: skip
def test_whatever_is_not_a_profile_is_said_to_be_none(values: Any) -> None:
    found = faults_of(values)
    assert all(isinstance(fault, Fault) for fault in found)
    if not isinstance(values, dict):
        assert found


@given(overrides())
def test_a_profile_without_errors_is_readable_and_playable_on_paper(values: Values) -> None:
    errors = [fault for fault in faults_of(values) if fault.severity == "error"]
    assert errors == [fault for fault in sense_of(RuleProfile.model_validate(values)) if fault.severity == "error"]


class Recorder:
    """A profile that remembers which of its sections were read."""

    def __init__(self, profile: RuleProfile) -> None:
        self._profile = profile
        self.read: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        self.read.add(name)
        return getattr(self._profile, name)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.run.__name__)
def test_a_check_reads_the_sections_that_it_names(check: Any) -> None:
    read: set[str] = set()
    for profile in [
        *(RuleProfile.model_validate(put(case)) for *_, case in CASES),
        *(v.profile for v in FAMILY.values()),
    ]:
        recorder = Recorder(profile)
        list(check.run(recorder))
        read |= recorder.read
    assert read == check.reads


def melds_of(profile: RuleProfile) -> Iterator[tuple[frozenset[int], int]]:
    """All melds of one pack with their points, card by card: the second opinion."""
    points = [profile.values.ace, *range(2, 11), 10, 10, 10]
    for rank in range(13):
        cards = [suit * 13 + rank for suit in range(4)]
        for size in range(profile.sets.min_size, profile.sets.max_size + 1):
            for chosen in combinations(cards, size):
                yield frozenset(chosen), size * points[rank]
    places = {"low": range(13), "high": range(1, 14), "both": range(14)}[profile.runs.ace]
    for suit in range(4):
        for start in places:
            for end in range(start + profile.runs.min_size, min(places.stop, start + 13) + 1):
                worth = sum(points[place % 13] for place in range(start, end))
                worth += profile.values.ace_low - profile.values.ace if start == 0 else 0
                yield frozenset(suit * 13 + place % 13 for place in range(start, end)), worth


@pytest.mark.parametrize("ace", ["low", "high", "both"])
@pytest.mark.parametrize(("value", "value_low"), [(1, 1), (11, 1), (25, 25)])
@pytest.mark.parametrize("set_min", [3, 4])
def test_the_best_opening_is_that_of_all_pairs_of_melds(ace: str, value: int, value_low: int, set_min: int) -> None:
    profile = RuleProfile.model_validate(
        {"runs": {"ace": ace}, "values": {"ace": value, "ace_low": value_low}, "sets": {"min_size": set_min}}
    )
    melds = [(cards, worth) for cards, worth in melds_of(profile) if len(cards) <= 8]
    best = dict.fromkeys(range(3, 9), 0)
    for cards, worth in melds:
        best[len(cards)] = max(best[len(cards)], worth)
    single = {most: max(best[size] for size in best if size <= most) for most in best}
    for (cards, worth), (others, more) in combinations(melds, 2):
        if len(cards) + len(others) <= 8 and cards.isdisjoint(others):
            best[len(cards) + len(others)] = max(best[len(cards) + len(others)], worth + more)
    for most in range(3, 9):
        assert best_opening(profile, most, 1, 10_000) == single[most]
        assert best_opening(profile, most, 2, 10_000) == max(best[size] for size in best if size <= most)


def test_five_cards_are_worth_49_at_most() -> None:
    assert best_opening(RuleProfile(), 5, 0, 150) == 49  # 9-10-J-Q-K
    assert best_opening(RuleProfile(), 2, 0, 150) == 0
    assert best_opening(RuleProfile(), 16, 0, 1000) == 160  # the four sets of ten-point cards


@given(profiles())
def test_valid_profiles_have_no_error(profile: RuleProfile) -> None:
    assert [fault for fault in sense_of(profile) if fault.severity == "error"] == []
