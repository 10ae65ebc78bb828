"""The questions as data: complete, readable, in an order that makes sense, and in three languages."""

import re
import tomllib
from pathlib import Path
from typing import Any, Final, get_args

import pytest

from rummy.profile import SECTIONS, RuleProfile, profile_to_json
from rummy.texts import LANGUAGES
from variants.questionnaire import texts
from variants.questionnaire.data import Question, catalogue, groups, settled, value_at

QUESTIONS: Final = catalogue()
BASE: Final = profile_to_json(RuleProfile())
TEXTS: Final = Path(texts.__file__).parent
ROWS: Final = range(1, 31)
"""The thirty disputed questions of the rule book's part C."""
NOT_ASKED: Final = {
    "sets.min_size": "three everywhere in the seeds",
    "runs.min_size": "three everywhere in the seeds",
    "deadlock.idle_renewals": "a safeguard; no table has a rule for it",
    "deadlock.idle_laps": "a safeguard; no table has a rule for it",
    "deadlock.takes": "a safeguard; no table has a rule for it",
    "deadlock.put_backs": "a safeguard; no table has a rule for it",
    "stock_empty.last_discard": "a corner of Gin that no source of the seeds disputes",
    "rating.win": "comes with the bands",
    "rating.hand_win": "comes with the bands",
    "rating.factor": "comes with the bands",
}


def test_every_disputed_question_of_the_rule_book_is_asked_or_settled() -> None:
    asked = {row for question in QUESTIONS.values() for row in question.rows}
    assert asked | set(settled()) == set(ROWS)
    assert not asked & set(settled())
    assert all(len(reason) > 20 for reason in settled().values())


def test_every_field_is_asked_about_or_left_to_the_form_for_a_reason() -> None:
    asked = {path for question in QUESTIONS.values() for path in question.fields}
    fields = {f"{section}.{field}" for section in SECTIONS for field in BASE[section]}
    assert asked <= fields
    assert fields - asked == set(NOT_ASKED)


def values_of(path: str) -> tuple[Any, ...]:
    """The values of a field that has a list of them."""
    section, _, field = path.partition(".")
    annotation = type(getattr(RuleProfile(), section)).model_fields[field].annotation
    return (True, False) if annotation is bool else get_args(annotation)


@pytest.mark.parametrize("question", [each for each in QUESTIONS.values() if not each.number], ids=lambda each: each.id)
def test_every_value_that_a_field_may_have_is_an_answer(question: Question) -> None:
    for path in question.fields:
        values = [value for value in values_of(path) if isinstance(value, bool | str)]
        section, _, field = path.partition(".")
        answered = [sets.get(section, {}).get(field) for sets in question.answers.values()]
        assert [value for value in values if value not in answered] in ([], ["none"] if path == OPEN_CARD else [])


OPEN_CARD: Final = "stock_empty.open_card"
"""Beside shuffling, `none` is left to the form: nobody shuffles the discards and then hides the first card."""


def test_each_field_has_one_question_unless_a_later_one_asks_for_its_number() -> None:
    seen: dict[str, Question] = {}
    for question in QUESTIONS.values():
        for path in question.fields:
            if path in seen:
                assert path in {condition.path for condition in question.asked_if}, question.id
            seen[path] = question


def test_questions_come_group_by_group_and_ask_only_about_what_was_said_before() -> None:
    order = [question.group for question in QUESTIONS.values()]
    assert list(dict.fromkeys(order)) == list(groups())
    assert order == sorted(order, key=groups().index)
    places = {path: number for number, each in reversed(list(enumerate(QUESTIONS.values()))) for path in each.fields}
    for number, question in enumerate(QUESTIONS.values()):
        conditions = [*question.asked_if, *(each for group in question.only_if.values() for each in group)]
        assert [each.path for each in conditions if places.get(each.path, -1) >= number] == [], question.id


def test_answers_set_what_the_question_is_about_and_fields_that_there_are() -> None:
    for question in QUESTIONS.values():
        for answer, sets in question.answers.items():
            paths = {f"{section}.{field}" for section, fields in sets.items() for field in fields}
            assert [path for path in paths if value_at(BASE, path) is None] == []
            assert paths & set(question.fields), f"{question.id}.{answer}"
        assert not [answer for answer in question.answers if answer.startswith("_") or answer == "base"], question.id
        assert set(question.given) | set(question.only_if) <= set(question.answers), question.id
        for condition in (each for group in question.given.values() for each in group):
            value_at(BASE, condition.path)


def test_a_number_has_the_bounds_of_its_field() -> None:
    bounds = {each.number: (each.least, each.most) for each in QUESTIONS.values() if each.number}
    assert bounds["opening.min_points"] == (0, 150)
    assert bounds["deal.cards"] == (3, 26)
    assert bounds["stock_empty.renewals"] == (1, 20)
    assert bounds["values.ace"] == (1, 25)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_has_its_words_and_nothing_else_has(language: str) -> None:
    written = tomllib.loads((TEXTS / f"{language}.toml").read_text(encoding="utf-8"))
    assert list(written) == ["groups", *QUESTIONS]
    assert list(written["groups"]) == list(groups())
    for question in QUESTIONS.values():
        said = set(written[question.id])
        assert {"ask", "help"} <= said
        assert ("n" in said) == (question.number is not None), question.id
        assert said - texts.OWN_KEYS <= {*question.answers, "0", "1"}, question.id
        for answer in question.answers:
            label = texts.answer_label(question.id, answer, language)
            assert label, f"{question.id}.{answer}"
            assert "{" not in label


@pytest.mark.parametrize("language", LANGUAGES)
def test_questions_end_as_questions_and_numbers_are_named(language: str) -> None:
    for name in QUESTIONS:
        assert texts.asked(name, language).endswith("?"), name
        assert texts.help_for(name, language).rstrip("…").endswith((".", "?")), name
        if QUESTIONS[name].number:
            assert "37" in (texts.answer_label(name, "37", language) or ""), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_answers_to_a_question_differ_in_words(language: str) -> None:
    for question in QUESTIONS.values():
        labels = [texts.answer_label(question.id, answer, language) for answer in question.answers]
        assert len(set(labels)) == len(labels), question.id


PLURAL: Final = re.compile(
    r"\b1 (points|cards|chips|deals|players|packs|jokers|times|Punkten?|Karten|Strafkarten|Chips|Spiele|Spieler"
    r"|Blätter|punten|kaarten|strafkaarten|fiches|spellen|spelers)\b"
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_is_not_said_in_the_plural(language: str) -> None:
    numbers = [name for name, each in QUESTIONS.items() if each.number and each.least <= 1]
    said = {name: texts.answer_label(name, "1", language) or "" for name in numbers}
    assert {name: label for name, label in said.items() if PLURAL.search(label)} == {}
