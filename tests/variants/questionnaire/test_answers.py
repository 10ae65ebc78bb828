"""What answers make of a base: a valid profile or a reason, and no more than what differs."""

import random
from itertools import combinations
from typing import Final

import pytest

from rummy import texts as rule_texts
from rummy.profile import RuleProfile, profile_to_json
from rummy.sense import Fault, faults_of
from tests.variants.family import FAMILY
from variants.catalogue import merge
from variants.questionnaire import AS_BASE, InvalidAnswers, outcome, overrides
from variants.questionnaire.answering import applied, walk
from variants.questionnaire.data import Question, catalogue

QUESTIONS: Final = catalogue()
BASES: Final = pytest.mark.parametrize("base", FAMILY)
ANSWERS: Final = [(question.id, answer) for question in QUESTIONS.values() for answer in question.answers]
PAIRS: Final = 40


def told_in_all_languages(fault: Fault) -> bool:
    """Whether a fault has a whole sentence in every language."""
    said = [rule_texts.sentence(fault.code, language, fault.data) for language in rule_texts.LANGUAGES]
    return len(set(said)) == len(said) and not any(fault.code in each or "{" in each or "?" in each for each in said)


def holds(base: str, answers: dict[str, str]) -> None:
    """The laws of every outcome: valid or explained, minimal, and what it says it is."""
    variant = FAMILY[base]
    result = outcome(variant, answers)
    whole = profile_to_json(variant.profile)
    assert merge(whole, result.overrides) == result.profile
    assert all(
        value != whole[section][field]
        for section, fields in result.overrides.items()
        for field, value in fields.items()
    )
    assert result.errors == tuple(fault for fault in faults_of(result.profile) if fault.severity == "error")
    if result.errors:
        assert all(map(told_in_all_languages, result.errors)), result.errors
    else:
        RuleProfile.model_validate(result.profile)


@BASES
def test_every_answer_gives_a_valid_profile_or_a_reason(base: str) -> None:
    for question, answer in ANSWERS:
        holds(base, {question: answer})


@BASES
def test_so_do_pairs_of_answers(base: str) -> None:
    rng = random.Random(base)
    pairs = [pair for pair in combinations(ANSWERS, 2) if pair[0][0] != pair[1][0]]
    for pair in rng.sample(pairs, PAIRS):
        holds(base, dict(pair))


@BASES
def test_so_do_whole_questionnaires_answered_at_random(base: str) -> None:
    rng = random.Random(base)
    for _ in range(5):
        holds(base, {question.id: rng.choice([*question.answers, AS_BASE]) for question in QUESTIONS.values()})


@BASES
def test_as_the_base_and_the_bases_own_answers_change_nothing(base: str) -> None:
    assert overrides(FAMILY[base], {}) == {}
    assert overrides(FAMILY[base], dict.fromkeys(QUESTIONS, AS_BASE)) == {}


@BASES
def test_the_bounds_of_a_number_are_answers(base: str) -> None:
    for question in QUESTIONS.values():
        if question.number:
            for number in (question.least, question.most):
                holds(base, {question.id: str(number)})


def test_an_answer_to_a_question_that_is_settled_changes_nothing() -> None:
    wiener, romme = FAMILY["wiener-rummy"], FAMILY["romme"]
    assert overrides(wiener, {"minimum": "30", "before_own_meld": "all"}) == {}
    assert overrides(romme, {"minimum": "0", "minimum_failed": "lock"}) == {"opening": {"min_points": 0}}
    assert overrides(romme, {"jokers": "0", "joker_gap": "2"}) == {"deck": {"jokers": 0}}
    assert overrides(romme, {"rounds": "5", "match_end": "deals"}) == {"match": {"rounds": 0, "deals": 20}}


def test_a_later_question_sees_what_an_earlier_one_changed() -> None:
    rummy = FAMILY["rummy"]
    assert overrides(rummy, {"minimum_failed": "lock"}) == {}
    assert overrides(rummy, {"minimum": "40", "minimum_failed": "lock"}) == {
        "opening": {"min_points": 40, "failure": "lock"}
    }
    assert overrides(rummy, {"match_end": "deals", "deals": "7"}) == {"match": {"target": 0, "deals": 7}}


def test_what_follows_from_an_answer_is_set_with_it() -> None:
    romme, wiener = FAMILY["romme"], FAMILY["wiener-rummy"]
    assert overrides(romme, {"use_taken": "lay_now"}) == {"draw": {"taken_card": "lay_now"}, "claims": {"mode": "none"}}
    assert overrides(romme, {"melds_lie": "concealed"}) == {
        "laying": {"mode": "concealed"}, "knocking": {"limit_by": "number"},
    }  # fmt: skip
    assert overrides(wiener, {"match_end": "rounds"}) == {
        "match": {"rounds": 2, "out_at": 0}, "ledger": {"rebuys": 0},
    }  # fmt: skip
    assert overrides(FAMILY["rummy-dutch"], {"match_end": "out_at", "score": "penalty"})["match"] == {
        "target": 0, "out_at": 101, "tie": "shared",
    }  # fmt: skip


def test_hand_sizes_by_players_follow_the_number_of_players() -> None:
    rummy = FAMILY["rummy"]
    assert overrides(rummy, {"most_players": "4"}) == {
        "players": {"max": 4}, "deal": {"cards": {"2": 10, "3": 7, "4": 7}},
    }  # fmt: skip
    assert overrides(rummy, {"most_players": "7"})["deal"]["cards"]["7"] == 6
    assert overrides(FAMILY["romme-turnier"], {"hand_size": "by_players"}) == {"deal": {"cards": {"3": 7}}}
    assert "deal" not in overrides(rummy, {"hand_size": "by_players"})


def test_what_is_wrong_is_asked_about_even_where_it_would_be_settled() -> None:
    kurz = FAMILY["romme-kurz"]
    steps, _ = walk(kurz, {"packs": "1"})
    assert "same_suit" in [step.question.id for step in steps]
    assert "set_suits" not in {fault.code for fault in outcome(kurz, {"packs": "1", "same_suit": "distinct"}).errors}


@pytest.mark.parametrize(
    ("answers", "pointer", "code"),
    [
        ({"colour": "red"}, "/colour", "question_unknown"),
        ({"a/b~c" + "x" * 99: "red"}, "/a~1b~0c" + "x" * 35, "question_unknown"),
        ({"ace": "sideways"}, "/ace", "answer_unknown"),
        ({"ace": "7"}, "/ace", "answer_unknown"),
        ({"minimum": ""}, "/minimum", "answer_unknown"),
        ({"minimum": "-1"}, "/minimum", "answer_unknown"),
        ({"minimum": "²"}, "/minimum", "answer_unknown"),
        ({"minimum": "9" * 5000}, "/minimum", "answer_unknown"),
        ({"minimum": "151"}, "/minimum", "value_too_high"),
        ({"hand_size": "2"}, "/hand_size", "value_too_low"),
    ],
)
def test_what_is_no_question_or_no_answer_is_refused(answers: dict[str, str], pointer: str, code: str) -> None:
    for variant in (FAMILY["romme"], FAMILY["wiener-rummy"]):
        with pytest.raises(InvalidAnswers) as caught:
            overrides(variant, answers)
        (fault,) = caught.value.faults
        assert (fault.pointer, fault.code) == (pointer, code)
        assert told_in_all_languages(fault)


def test_all_that_cannot_be_read_is_refused_at_once() -> None:
    with pytest.raises(InvalidAnswers) as caught:
        overrides(FAMILY["romme"], {"colour": "red", "ace": "sideways", "minimum": "999", "jokers": "4"})
    assert [fault.code for fault in caught.value.faults] == ["question_unknown", "answer_unknown", "value_too_high"]


def test_applying_an_answer_leaves_the_profile_as_it_was() -> None:
    whole = profile_to_json(FAMILY["romme"].profile)
    before = profile_to_json(FAMILY["romme"].profile)
    for question, answer in ANSWERS:
        applied(asked(question), answer, whole)
    assert whole == before


def asked(name: str) -> Question:
    return QUESTIONS[name]
