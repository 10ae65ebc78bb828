"""From answers to overrides: what the answered questions change on a base."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from rummy.bounds import active_counts
from rummy.profile import RuleProfile, profile_to_json
from rummy.sense import Fault, faults_of
from variants.catalogue import Variant, merge
from variants.questionnaire.data import Question, Values, catalogue

AS_BASE: Final = "base"
"""The answer that changes nothing."""
_LONGEST_ECHO: Final = 40
_KEPT: Final = 4096

Answers = Mapping[str, str]
"""Question -> answer: the id of one of its answers, a number in digits, or ``base``."""


class InvalidAnswers(ValueError):
    """Questions that do not exist, or answers that they do not have. ``faults``: all, pointers ``/<question>``."""

    code: Final = "invalid"

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__(", ".join(f"{fault.pointer}: {fault.code}" for fault in faults))
        self.faults = tuple(faults)


class Standing:
    """A profile as it stands between two questions."""

    def __init__(self, profile: Values) -> None:
        self.profile = profile

    def raises(self, question: Question) -> bool:
        """Whether the question is asked: nothing has settled it, or something is wrong with what it is about."""
        if all(condition.holds(self.profile) for condition in question.asked_if):
            return True
        return any(path in question.fields for path in self._error_paths)

    @cached_property
    def _error_paths(self) -> frozenset[str]:
        return _error_paths(json.dumps(self.profile))


@dataclass(frozen=True)
class Step:
    """A question that is asked: the profile as it stands when its turn comes, and the answer that was given to it."""

    question: Question
    profile: Values
    answer: str | None


@dataclass(frozen=True)
class Outcome:
    """What answers make of a base."""

    overrides: Values
    """What differs from the base, and nothing else."""
    profile: Values
    """The whole profile."""
    faults: tuple[Fault, ...]
    """All that is wrong with it, and what is worth a warning."""

    @property
    def errors(self) -> tuple[Fault, ...]:
        """The faults for which the profile would be refused."""
        return tuple(fault for fault in self.faults if fault.severity == "error")


def overrides(base: Variant, answers: Answers) -> Values:
    """The fields that answers change on a base: section -> field -> value. Raises InvalidAnswers."""
    return outcome(base, answers).overrides


def outcome(base: Variant, answers: Answers) -> Outcome:
    """What answers make of a base. Raises InvalidAnswers.

    Only questions that are asked count: an answer to one that an earlier answer has settled changes nothing.
    """
    check(answers)
    whole = profile_to_json(base.profile)
    _, profile = walk(base, answers)
    changed = {
        section: fields
        for section, values in profile.items()
        if (fields := {field: value for field, value in values.items() if value != whole[section][field]})
    }
    stated = {f"{section}.{field}" for section, fields in changed.items() for field in fields}
    return Outcome(changed, profile, tuple(faults_of(profile, stated=stated)))


def check(answers: Answers) -> None:
    """Refuse unknown questions and answers, all at once. Raises InvalidAnswers."""
    if faults := [fault for name, answer in answers.items() for fault in _wrong(name, answer)]:
        raise InvalidAnswers(faults)


def _wrong(name: str, answer: str) -> Iterator[Fault]:
    question = catalogue().get(name)
    pointer = f"/{name[:_LONGEST_ECHO].replace('~', '~0').replace('/', '~1')}"
    if question is None:
        yield Fault(pointer, "question_unknown", data={"question": name[:_LONGEST_ECHO]})
        return
    if answer == AS_BASE or answer in question.answers:
        return
    number = question.read_number(answer)
    if number is None:
        yield Fault(pointer, "answer_unknown", data={"got": answer[:_LONGEST_ECHO], "allowed": list(question.answers)})
    elif number < question.least:
        yield Fault(pointer, "value_too_low", data={"got": number, "limit": question.least})
    elif number > question.most:
        yield Fault(pointer, "value_too_high", data={"got": number, "limit": question.most})


def walk(base: Variant, answers: Answers) -> tuple[list[Step], Values]:
    """The questions that are asked under these (checked) answers, in their order, and the profile in the end."""
    standing = Standing(profile_to_json(base.profile))
    steps: list[Step] = []
    for question in catalogue().values():
        if not standing.raises(question):
            continue
        answer = answers.get(question.id)
        if answer == AS_BASE or (answer is not None and not question.offers(answer, standing.profile)):
            answer = None
        steps.append(Step(question, standing.profile, answer))
        if answer is not None and given(question, standing.profile) != answer:
            standing = Standing(applied(question, answer, standing.profile))
    return steps, standing.profile


def given(question: Question, profile: Values) -> str | None:
    """The answer that a profile gives: an id, a number in digits, or None where it is none of the answers."""
    for answer in question.answers:
        conditions = question.given.get(answer)
        if conditions is None:
            if applied(question, answer, profile) == profile:
                return answer
        elif all(condition.holds(profile) for condition in conditions):
            return answer
    if question.number:
        section, _, field = question.number.partition(".")
        value = profile[section][field]
        return str(value) if type(value) is int else None
    return None


def applied(question: Question, answer: str, profile: Values) -> Values:
    """The profile with what an answer sets."""
    return _fitted(merge(profile, question.sets(answer)))


def _fitted(profile: Values) -> Values:
    """Hand sizes by number of players, for those that can occur; one without a size takes the next lower one's."""
    sizes: dict[str, int] | int = profile["deal"]["cards"]
    if isinstance(sizes, int):
        return profile
    counts = active_counts(RuleProfile.model_validate(profile))
    known = sorted(map(int, sizes))
    fitting = {
        str(count): sizes[str(max((each for each in known if each <= count), default=known[0]))] for count in counts
    }
    return merge(profile, {"deal": {"cards": fitting}}) if fitting and fitting != sizes else profile


@lru_cache(_KEPT)
def _error_paths(profile: str) -> frozenset[str]:
    faults = faults_of(json.loads(profile), stated=())
    return frozenset(path_of(fault) for fault in faults if fault.severity == "error")


def path_of(fault: Fault) -> str:
    """The path of the field at which a fault is (``match.target``)."""
    return ".".join(fault.pointer.split("/")[1:3])
