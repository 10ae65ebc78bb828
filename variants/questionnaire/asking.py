"""The questions to show now, in words: each with its answers, what the base says, and what other variants say."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rummy import texts as rule_texts
from rummy.profile import RuleProfile, profile_to_json
from rummy.sense import Fault
from variants import catalogue as variant_catalogue
from variants.catalogue import Variant
from variants.questionnaire import texts
from variants.questionnaire.answering import AS_BASE, Answers, Standing, Step, check, given, outcome, path_of, walk
from variants.questionnaire.data import Question, Values, groups, value_at


@dataclass(frozen=True)
class Choice:
    """An answer that can be given."""

    id: str
    label: str
    chosen: bool
    of_base: bool
    """Whether the base says so."""
    variants: tuple[str, ...]
    """Titles of the other variants that say so."""
    reasons: tuple[str, ...]
    """Why it would not go together with the other answers."""


@dataclass(frozen=True)
class FreeNumber:
    """A number that may be given instead of an answer."""

    least: int
    most: int
    value: int
    """What the profile says now."""
    chosen: bool
    """Whether it is none of the answers."""
    of_base: bool


@dataclass(frozen=True)
class Asked:
    """A question to show."""

    id: str
    ask: str
    help: str
    choices: tuple[Choice, ...]
    number: FreeNumber | None
    base_says: str
    """What the base says, in words."""
    answered: bool
    """Whether it has been answered otherwise than "as the base"."""
    errors: tuple[str, ...]
    """Why what it is about cannot stand as it is."""
    warnings: tuple[str, ...]
    """What is worth a warning, and is not so in the base."""


@dataclass(frozen=True)
class Group:
    """The questions of one kind; ``questions`` is empty where all of them are settled."""

    id: str
    title: str
    questions: tuple[Asked, ...]


def questions(
    base: Variant,
    answers: Answers,
    language: str,
    others: Sequence[Variant] | None = None,
    reasons_in: Collection[str] | None = None,
) -> tuple[Group, ...]:
    """The groups and the questions to show now. Raises InvalidAnswers.

    ``others``: the variants whose answers are shown beside the base's; by default the whole catalogue. ``reasons_in``:
    the groups whose answers are tried out to say why they would not go, which takes most of the time; by default all.
    """
    check(answers)
    compared = [each for each in (variant_catalogue.variants() if others is None else others) if each.id != base.id]
    interview = _Interview(base, answers, language, compared, groups() if reasons_in is None else reasons_in)
    shown = [(step.question.group, interview.shown(step)) for step in interview.steps]
    return tuple(
        Group(group, texts.group_title(group, language), tuple(each for name, each in shown if name == group and each))
        for group in groups()
    )


class _Interview:
    """One base, what has been answered, and who reads it."""

    def __init__(
        self, base: Variant, answers: Answers, language: str, compared: Sequence[Variant], tried: Collection[str]
    ) -> None:
        self.base = base
        self.answers = answers
        self.language = language
        self.compared = compared
        self.tried = tried
        self.steps, _ = walk(base, answers)
        self.now = outcome(base, answers)
        self._known = {_key(fault) for fault in (*self.now.errors, *base.faults)}
        self._places = {path: step.question.id for step in reversed(self.steps) for path in step.question.fields}

    def shown(self, step: Step) -> Asked | None:
        """A question to show; None where nothing is to be chosen."""
        question = step.question
        of_base = answer_of(question, self.base.profile)
        standing = given(question, self.now.profile) or AS_BASE
        choices = self._choices(step, standing, of_base)
        if len(choices) < 2 and question.number is None:
            return None
        faults = [fault for fault in self.now.faults if self._places.get(path_of(fault)) == question.id]
        return Asked(
            question.id,
            texts.asked(question.id, self.language),
            texts.help_for(question.id, self.language),
            choices,
            self._free_number(question, standing, of_base),
            label_of(question, of_base, profile_to_json(self.base.profile), self.language) if of_base else "",
            step.answer is not None,
            tuple(sentence(fault, self.language) for fault in faults if fault.severity == "error"),
            tuple(
                sentence(fault, self.language)
                for fault in faults
                if fault.severity == "warning" and _key(fault) not in self._known
            ),
        )

    def _choices(self, step: Step, standing: str, of_base: str | None) -> tuple[Choice, ...]:
        """The answers that are possible, and in any case those that stand or that the base gives."""
        question = step.question
        others: dict[str, list[str]] = {}
        for variant in self.compared:
            if (answer := answer_of(question, variant.profile)) is not None:
                others.setdefault(answer, []).append(variant.title(self.language))
        return tuple(
            Choice(
                answer,
                label_of(question, answer, self.now.profile, self.language),
                answer == standing,
                answer == of_base,
                tuple(others.get(answer, ())),
                () if answer == standing else tuple(self._reasons(question, answer)),
            )
            for answer in (*question.answers, AS_BASE)
            if answer in (standing, of_base) or (answer != AS_BASE and question.offers(answer, step.profile))
        )

    def _free_number(self, question: Question, standing: str, of_base: str | None) -> FreeNumber | None:
        if question.number is None:
            return None
        value = value_at(self.now.profile, question.number)
        number = value if type(value) is int else question.least
        return FreeNumber(
            question.least, question.most, number, _is_free(question, standing), _is_free(question, of_base)
        )

    def _reasons(self, question: Question, answer: str) -> Iterator[str]:
        """What would be wrong with the profile under this answer that is not wrong now."""
        if question.group not in self.tried:
            return
        for fault in outcome(self.base, {**self.answers, question.id: answer}).errors:
            if _key(fault) not in self._known:
                yield sentence(fault, self.language)


def _is_free(question: Question, answer: str | None) -> bool:
    """Whether an answer is a number that is not among the usual ones."""
    return answer is not None and answer != AS_BASE and answer not in question.answers


def _key(fault: Fault) -> tuple[str, str]:
    return fault.pointer, fault.code


def sentence(fault: Fault, language: str) -> str:
    """What a fault says."""
    return rule_texts.sentence(fault.code, language, fault.data)


@lru_cache(4096)
def answer_of(question: Question, profile: RuleProfile) -> str | None:
    """What a variant answers, ``base`` where that is none of the answers; None where the question does not arise."""
    whole = profile_to_json(profile)
    return (given(question, whole) or AS_BASE) if Standing(whole).raises(question) else None


def label_of(question: Question, answer: str, profile: Values, language: str) -> str:
    """An answer in words; one that is none of the question's, as the profile's fields and their values."""
    label = None if answer == AS_BASE else texts.answer_label(question.id, answer, language)
    if label is not None:
        return label
    return "; ".join(
        f"{rule_texts.field_title(path, language)}: {rule_texts.value_title(path, value_at(profile, path), language)}"
        for path in question.fields
    )
