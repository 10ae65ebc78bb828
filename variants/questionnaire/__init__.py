"""The questionnaire: a way to house rules for people who know their game and not our words (pure, no Django).

``questions`` says what to ask now, ``overrides`` what the answers change on a base. The questions and what each answer
means are data (``questions.toml``); their words stand in ``texts/``.
"""

from variants.questionnaire.answering import AS_BASE, Answers, InvalidAnswers, Outcome, outcome, overrides
from variants.questionnaire.asking import Asked, Choice, FreeNumber, Group, questions

__all__ = [
    "AS_BASE",
    "Answers",
    "Asked",
    "Choice",
    "FreeNumber",
    "Group",
    "InvalidAnswers",
    "Outcome",
    "outcome",
    "overrides",
    "questions",
]
