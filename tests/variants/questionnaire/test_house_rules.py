"""House rules that people know, told to the questionnaire, and variants told to it from another one."""

import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

from rummy.profile import RuleProfile, diff, profile_to_json
from rummy.sense import faults_of
from tests.laws.tables import Setting, play
from tests.variants.family import FAMILY
from variants.catalogue import Variant, merge, with_options
from variants.questionnaire import outcome, overrides
from variants.questionnaire.asking import answer_of
from variants.questionnaire.data import catalogue

HOUSE_RULES: Final[dict[str, dict[str, Any]]] = tomllib.loads(
    Path(__file__).with_name("house_rules.toml").read_text(encoding="utf-8")
)
DUTCH_OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "one_meld_a_turn": {"laying.max_melds": 1},
    "ace_low": {"runs.ace": "low"},
    "discard_to_go_out": {"going_out.final_discard": "required"},
    "fifty": {"opening.min_points": 50},
    "jokers": {"deck.jokers": 2},
}
"""The Dutch house rules as the options that a host has for them."""


@pytest.mark.parametrize("name", HOUSE_RULES)
def test_a_house_rule_as_it_is_told_states_what_its_sources_state(name: str) -> None:
    told = HOUSE_RULES[name]
    result = outcome(FAMILY[told["base"]], told["answers"])
    assert result.overrides == told["states"]
    assert result.errors == ()
    base = profile_to_json(FAMILY[told["base"]].profile)
    assert RuleProfile.model_validate(result.profile) == RuleProfile.model_validate(merge(base, told["states"]))


@pytest.mark.parametrize("name", HOUSE_RULES)
def test_a_house_rule_as_it_is_told_can_be_played(name: str) -> None:
    told = HOUSE_RULES[name]
    profile = RuleProfile.model_validate(outcome(FAMILY[told["base"]], told["answers"]).profile)
    seats = profile.players.min
    match = play(Setting(name, profile, seats, ("easy",) * seats, (), name))
    (deal,) = match.state.results
    assert deal.how in ("out", "knock", "stock", "deadlock")


@pytest.mark.parametrize("name", DUTCH_OPTIONS)
def test_the_dutch_house_rules_are_those_that_a_host_may_choose(name: str) -> None:
    dutch = FAMILY["rummy-dutch"]
    told = outcome(dutch, HOUSE_RULES[name]["answers"])
    assert RuleProfile.model_validate(told.profile) == with_options(dutch, DUTCH_OPTIONS[name])


def test_all_five_dutch_house_rules_at_once() -> None:
    told = [HOUSE_RULES[name] for name in DUTCH_OPTIONS]
    answers = {question: answer for each in told for question, answer in each["answers"].items()}
    result = outcome(FAMILY["rummy-dutch"], answers)
    expected: dict[str, Any] = {}
    for each in told:
        expected |= each["states"]
    assert result.overrides == expected
    assert [fault.code for fault in result.faults if fault.severity == "error"] == []


def told_as(other: Variant) -> dict[str, str]:
    """The answers of somebody who plays another variant."""
    return {
        question.id: answer
        for question in catalogue().values()
        if (answer := answer_of(question, other.profile)) is not None
    }


@pytest.mark.parametrize("base", FAMILY)
def test_whoever_tells_another_variant_gets_its_rules(base: str) -> None:
    """From every base to every other: what still differs is at most what the other's values switch off, or never asked.

    Stated on the other variant, such a rest is dead, or it is one of the values below that are idle there.
    """
    for name, other in FAMILY.items():
        result = outcome(FAMILY[base], told_as(other))
        rest = diff(RuleProfile.model_validate(result.profile), other.profile)
        stated = {f"{section}.{field}" for section, fields in rest.items() for field in fields}
        faults = faults_of(merge(profile_to_json(other.profile), rest), stated=stated)
        dead = {fault.data["field"] for fault in faults if fault.code == "dead_field"}
        assert stated - dead <= idle_in(other), f"{base} -> {name}"


def idle_in(other: Variant) -> set[str]:
    """Fields that say nothing in a variant, whatever their value."""
    profile = other.profile
    idle = set()
    if profile.laying.mode == "concealed":
        idle |= {"laying.before_opening", "laying.take_backs", "draw.with_one_card", "scoring.hand_out_factor"}
    if profile.draw.taken_card == "lay_now":
        idle |= {"discarding.taken_card"}
    if profile.knocking.limit_by != "number":
        idle |= {"knocking.limit"}
    if profile.scoring.method != "difference":
        idle |= {"match.shutout_factor"}
    if not profile.rating.bands:
        idle |= {"rating.win", "rating.hand_win", "rating.factor"}
    if profile.players.max == 2:
        idle |= {"players.max_active", "claims.mode"}
    if not profile.ledger.rebuys:
        idle |= {"ledger.rebuy_from", "ledger.rebuy_fee"}
    if profile.deck.packs == 1:  # asked again where something is wrong, and so a mistake that is shown
        idle |= {"sets.suits", "sets.max_size"}
    return idle


@pytest.mark.parametrize(
    "name", ["raeuber-romme", "romme-anlegen", "romme-kaufen", "romme-kurz", "romme-turnier", "jokeren"]
)
def test_from_the_german_root_to_its_children_the_overrides_are_what_the_catalogue_states(name: str) -> None:
    root, child = FAMILY["romme"], FAMILY[name]
    assert overrides(root, told_as(child)) == diff(child.profile, root.profile)
