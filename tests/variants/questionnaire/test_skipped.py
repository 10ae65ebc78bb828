"""A question that is skipped is settled: what it is about says nothing there, or an earlier answer has said it."""

from collections.abc import Iterator
from typing import Final

import pytest

from rummy.profile import RuleProfile, profile_to_json
from rummy.sense import faults_of
from tests.laws.test_fields import course
from tests.variants.family import FAMILY
from variants.questionnaire import outcome
from variants.questionnaire.answering import Standing, applied
from variants.questionnaire.data import Question, Values, catalogue

QUESTIONS: Final = catalogue()
SAID_BEFORE: Final = {"target": "match_end", "deals": "match_end", "rounds": "match_end", "out_at": "match_end"}
"""Numbers that an earlier answer has set to nothing: a question -> the one that did."""
FORM_ONLY: Final = {"shutout": "where low totals win, a multiple of the winner's would punish him"}
"""Questions that are skipped where an answer would do something, but nothing that anybody plays."""
NO_EFFECT: Final = {
    "dealer_plays": ("gin-rummy", {}, "with two players nobody needs to sit out"),
    "before_own_meld": ("gin-rummy", {}, "nothing lies on the table"),
    "take_back": ("gin-rummy", {}, "nothing is laid"),
    "one_card": ("gin-rummy", {}, "a hand never has one card only"),
    "hand_out": ("gin-rummy", {}, "a deal ends with a knock only"),
    "claim_penalty": ("rummy", {}, "nobody can claim a card"),
    "claim_by": ("rummy", {}, "nobody can claim a card"),
    "low_ace_value": ("rummy", {"ace": "both"}, "without a minimum nobody counts a meld"),
    "return_taken": ("rummy", {"use_taken": "lay_now"}, "the card taken is laid or put back"),
    "knock_limit": ("rummy", {}, "nobody can knock"),
    "rebuy_from": ("rummy", {"stake": "5"}, "nobody can buy back"),
    "rebuy_fee": ("rummy", {"stake": "5"}, "nobody can buy back"),
}
"""Questions skipped where no fault says that their fields are dead: a base and answers to see it, and the reason."""
SEEDS: Final = 2


def skipped(whole: Values) -> Iterator[tuple[Question, str, Values]]:
    """Every answer of every question that a profile skips and that would change something, and the profile with it."""
    standing = Standing(whole)
    for question in QUESTIONS.values():
        if not standing.raises(question):
            for answer in question.answers:
                changed = applied(question, answer, whole)
                if any(value_of(changed, path) != value_of(whole, path) for path in question.fields):
                    yield question, answer, changed


def value_of(profile: Values, path: str) -> object:
    section, _, field = path.partition(".")
    return profile[section][field]


@pytest.mark.parametrize("base", FAMILY)
def test_a_skipped_question_could_not_be_answered_to_any_effect(base: str) -> None:
    for question, answer, changed in skipped(profile_to_json(FAMILY[base].profile)):
        if question.id in {*SAID_BEFORE, *FORM_ONLY, *NO_EFFECT}:
            continue
        faults = faults_of(changed, stated=set(question.fields))
        assert [
            fault for fault in faults if fault.severity == "error" or fault.code in ("dead_field", "claims_need_three")
        ], f"{question.id}.{answer}"


@pytest.mark.parametrize("name", NO_EFFECT)
def test_where_no_fault_says_so_the_game_shows_that_it_has_no_effect(name: str) -> None:
    base, answers, _ = NO_EFFECT[name]
    whole = outcome(FAMILY[base], answers).profile
    profile = RuleProfile.model_validate(whole)
    others = [changed for question, _, changed in skipped(whole) if question.id == name]
    assert others
    for seed in range(SEEDS):
        told = course(profile, 2, seed)
        for other in others[:2]:
            changed = RuleProfile.model_validate(other)
            assert changed != profile
            assert course(changed, 2, seed) == told


@pytest.mark.parametrize(("name", "earlier"), SAID_BEFORE.items())
def test_a_number_is_asked_for_once_an_earlier_answer_needs_it(name: str, earlier: str) -> None:
    sets = QUESTIONS[earlier].answers[name]
    (path,) = QUESTIONS[name].fields
    assert value_of(sets, path) != 0
    others = [each for answer, each in QUESTIONS[earlier].answers.items() if answer != name]
    assert {value_of(each, path) for each in others} == {0}
