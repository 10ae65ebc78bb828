"""The questions as data: ``questions.toml``, read once.

A question is about some ``fields`` of the profile. Its answers are sets of field values (section -> field -> value). A
question with ``number`` takes any number within the bounds of that field too; ``usual`` are the numbers it offers.

Conditions look at a profile as it stands at the question's turn (field path -> values, or ``least``): a question
is asked where ``asked_if`` holds, an answer is offered where its ``only_if`` holds. ``given`` says when a profile gives
an answer already; without it, when the answer would change nothing. ``rows`` are rows of the rule book's part C.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from rummy.profile import RuleProfile

Values = dict[str, dict[str, Any]]
"""Section -> field -> value, as JSON values."""

_LONGEST_NUMBER: Final = 6
_DATA: Final = Path(__file__).with_name("questions.toml")


@dataclass(frozen=True)
class Condition:
    """What a field must be: one of some values, or at least a number."""

    path: str
    values: tuple[Any, ...] = ()
    least: int | None = None

    def holds(self, profile: Values) -> bool:
        """Whether it is so in a profile (its JSON)."""
        value = value_at(profile, self.path)
        return value in self.values if self.least is None else value >= self.least


@dataclass(frozen=True, eq=False)
class Question:
    """A question on which tables disagree."""

    id: str
    group: str
    fields: tuple[str, ...]
    answers: Mapping[str, Values]
    """Answer -> the values it sets, the usual numbers included, in the order in which they are offered."""
    number: str | None
    least: int
    most: int
    """Bounds of a free number."""
    asked_if: tuple[Condition, ...]
    only_if: Mapping[str, tuple[Condition, ...]]
    given: Mapping[str, tuple[Condition, ...]]
    rows: tuple[int, ...]

    def read_number(self, answer: str) -> int | None:
        """The number that an answer is, where the question takes one."""
        if self.number and answer.isascii() and answer.isdecimal() and len(answer) <= _LONGEST_NUMBER:
            return int(answer)
        return None

    def sets(self, answer: str) -> Values:
        """What an answer sets. Raises KeyError for what is none."""
        number = self.read_number(answer)
        if answer in self.answers or self.number is None or number is None:
            return self.answers[answer]
        return _set(self.number, number)

    def offers(self, answer: str, profile: Values) -> bool:
        """Whether an answer is possible under what earlier answers say."""
        return all(condition.holds(profile) for condition in self.only_if.get(answer, ()))


def value_at(profile: Values, path: str) -> Any:
    """The value of a field by its path (``match.target``)."""
    section, _, field = path.partition(".")
    return profile[section][field]


def groups() -> tuple[str, ...]:
    """The groups of questions, in their order."""
    return tuple(_written()["groups"])


@cache
def catalogue() -> Mapping[str, Question]:
    """All questions by id, in the order in which they are asked."""
    return {written["id"]: _question(written) for written in _written()["questions"]}


def settled() -> dict[int, str]:
    """Rows of part C that no question settles, each with the reason."""
    return {int(row): reason for row, reason in _written()["settled"].items()}


@cache
def _written() -> dict[str, Any]:
    return tomllib.loads(_DATA.read_text(encoding="utf-8"))


def _question(written: Mapping[str, Any]) -> Question:
    number: str = written.get("number", "")
    least, most = _bounds(number) if number else (0, 0)
    usual = {str(each): _set(number, each) for each in written.get("usual", ())}
    return Question(
        id=written["id"],
        group=written["group"],
        fields=(number,) if number else tuple(written["fields"]),
        answers={**usual, **written.get("answers", {})},
        number=number or None,
        least=least,
        most=most,
        asked_if=_conditions(written.get("asked_if", {})),
        only_if={answer: _conditions(each) for answer, each in written.get("only_if", {}).items()},
        given={answer: _conditions(each) for answer, each in written.get("given", {}).items()},
        rows=tuple(written["rows"]),
    )


def _set(path: str, value: Any) -> Values:
    section, _, field = path.partition(".")
    return {section: {field: value}}


def _conditions(written: Mapping[str, Any]) -> tuple[Condition, ...]:
    return tuple(
        Condition(path, least=each["least"]) if isinstance(each, Mapping) else Condition(path, tuple(each))
        for path, each in written.items()
    )


def _bounds(path: str) -> tuple[int, int]:
    """The bounds of a field's whole numbers, as its schema has them."""
    section, _, field = path.partition(".")
    schema = type(getattr(RuleProfile(), section)).model_json_schema()["properties"][field]
    number = next(each for each in schema.get("anyOf", [schema]) if each.get("type") == "integer")
    return number["minimum"], number["maximum"]
