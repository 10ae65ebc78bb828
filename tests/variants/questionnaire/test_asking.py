"""What is shown: the questions that arise, what the base and the other variants say, and what would be wrong."""

from collections.abc import Collection
from dataclasses import replace
from itertools import cycle
from typing import Final

import pytest

from rummy.texts import LANGUAGES
from tests.variants.family import FAMILY
from variants.questionnaire import AS_BASE, Asked, InvalidAnswers, questions
from variants.questionnaire.asking import answer_of
from variants.questionnaire.data import catalogue, groups

ROMME: Final = FAMILY["romme"]
RUMMY: Final = FAMILY["rummy"]
FAMILY_LIST: Final = tuple(FAMILY.values())


def shown(base: str, answers: dict[str, str], tried: Collection[str] = (), language: str = "en") -> dict[str, Asked]:
    return {
        question.id: question
        for group in questions(FAMILY[base], answers, language, FAMILY_LIST, tried)
        for question in group.questions
    }


def choice(question: Asked, answer: str) -> tuple[bool, bool]:
    """Whether an answer is chosen, and whether the base says it."""
    (found,) = [each for each in question.choices if each.id == answer]
    return found.chosen, found.of_base


@pytest.mark.parametrize(("base", "language"), list(zip(FAMILY, cycle(LANGUAGES), strict=False)))
def test_every_base_finds_its_rules_among_the_answers(base: str, language: str) -> None:
    asked = questions(FAMILY[base], {}, language, FAMILY_LIST, ())
    assert [group.id for group in asked] == list(groups())
    for question in (question for group in asked for question in group.questions):
        assert question.base_says, question.id
        chosen = [each for each in question.choices if each.chosen]
        assert [each.of_base for each in chosen] == [True], question.id
        assert chosen[0].label == question.base_says
        assert AS_BASE not in [each.id for each in question.choices]
        assert (question.errors, question.warnings, question.answered) == ((), (), False)
        assert question.number is None or not question.number.chosen


def test_it_says_which_variants_give_an_answer() -> None:
    minimum = shown("romme", {})["minimum"]
    said = {each.id: set(each.variants) for each in minimum.choices}
    assert {"Jokeren", "Tournament Rommé", "Robber Rommé"} <= said["40"]
    assert "Rummy" in said["0"]
    assert "Rommé" not in said["30"]  # the base itself
    assert said["51"] == set()
    # A question that does not arise in a variant is no answer of it: Viennese Rummy lays nothing.
    assert answer_of(catalogue()["minimum"], FAMILY["wiener-rummy"].profile) is None


def test_what_is_answered_is_chosen_and_the_base_still_marked() -> None:
    ace = shown("romme", {"ace": "low"})["ace"]
    assert (choice(ace, "low"), choice(ace, "both")) == ((True, False), (False, True))
    assert ace.answered
    minimum = shown("romme", {"minimum": "45"})["minimum"]
    assert minimum.number
    assert (minimum.number.value, minimum.number.chosen, minimum.number.of_base) == (45, True, False)
    assert not any(each.chosen for each in minimum.choices)


def test_what_an_earlier_answer_settles_is_not_shown() -> None:
    assert {"minimum", "joker_swap", "before_own_meld", "claim_by"} <= set(shown("romme", {}))
    concealed = set(shown("romme", {"melds_lie": "concealed"}))
    assert not {"minimum", "joker_swap", "before_own_meld", "claim_by", "use_taken", "hand_out"} & concealed
    assert {"knock_limit", "last_go", "knock_lay_off"} <= concealed
    assert not {"joker_share", "joker_gap", "joker_value"} & set(shown("romme", {"jokers": "0"}))
    assert {"joker_share", "joker_gap", "joker_value"} <= set(shown("rummy", {"jokers": "2"}))
    assert "minimum_failed" not in shown("rummy", {})
    assert "minimum_failed" in shown("rummy", {"minimum": "40"})
    assert "out_of_turn" not in shown("romme", {"most_players": "2"})


def test_an_answer_that_would_not_go_says_why_before_it_is_given() -> None:
    two = [each for each in shown("romme", {}, ["cards"])["packs"].choices if each.id == "1"]
    assert any("58" in reason for reason in two[0].reasons)
    given = shown("romme", {"packs": "1"})
    assert given["hand_size"].errors  # at the question whose answer mends it
    assert shown("romme", {"packs": "1", "hand_size": "7"})["hand_size"].errors == ()


def test_answers_that_cannot_be_are_not_offered() -> None:
    def offered(base: str, question: str, answers: dict[str, str]) -> set[str]:
        return {each.id for each in shown(base, answers)[question].choices}

    assert "difference" not in offered("romme", "score", {})
    two = {"most_players": "2", "melds_lie": "concealed"}
    assert "difference" in offered("romme", "score", two)
    assert "all_suits" not in offered("romme", "joker_from_set", {"same_suit": "repeats"})
    assert "out_at" not in offered("rummy", "match_end", {})
    assert "out_at" in offered("rummy", "match_end", {"score": "penalty"})


def test_warnings_of_the_base_itself_are_not_repeated() -> None:
    assert not any(question.warnings for question in shown("rummy", {}).values())
    warned = shown("romme", {"stock_out": "shuffle_turn"})["out_of_turn"]
    assert warned.warnings
    assert not warned.errors


def test_a_value_that_is_no_answer_is_shown_in_words() -> None:
    """The one with one card more on an upcard: nobody asks for that, but a base may have it."""
    odd = FAMILY["romme"]
    profile = odd.profile.model_copy(update={"deal": odd.profile.deal.model_copy(update={"upcard": True})})
    (deal,) = [group for group in questions(replace(odd, profile=profile), {}, "de", ()) if group.id == "deal"]
    start = next(question for question in deal.questions if question.id == "start")
    (own,) = [each for each in start.choices if each.id == AS_BASE]
    assert own.chosen
    assert own.of_base
    assert ": " in own.label
    assert own.label == start.base_says


def test_answers_that_cannot_be_read_are_refused() -> None:
    with pytest.raises(InvalidAnswers):
        questions(ROMME, {"ace": "sideways"}, "en")


def test_the_catalogue_is_compared_where_nothing_else_is_named() -> None:
    (melds,) = [group for group in questions(RUMMY, {}, "nl") if group.id == "melds"]
    ace = next(question for question in melds.questions if question.id == "ace")
    assert "Nederlands rummy" in next(each for each in ace.choices if each.id == "both").variants
