"""Putting a sheet together from its parts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rummy.profile import RuleProfile
from variants import catalogue
from variants.catalogue import Variant
from variants.sheet import options
from variants.sheet.document import Document, Paragraph, Section, Table, Text, say, section
from variants.sheet.origins import Origins, ParentOf
from variants.sheet.parts import beginning, ending, melding, questions, scores, situations, turns
from variants.sheet.parts.questions import Question


def _parent_in_catalogue(variant: Variant) -> Variant | None:
    return None if variant.parent is None else catalogue.variant(variant.parent)


def sheet(
    profile: RuleProfile,
    variant: Variant | None = None,
    *,
    title: Text = "",
    summary: Text = "",
    of_game: bool = False,
    parent_of: ParentOf = _parent_in_catalogue,
) -> Document:
    """The rules sheet of a profile.

    ``variant``: what it is the profile of, for its options and the sources of its rules. ``of_game``: the profile is
    that of a table, with the options its host chose. ``parent_of``: finds what a variant builds on.
    """
    origins = Origins(profile, variant, parent_of)
    before, asked, after = _learned(profile)
    sections = [*before, _questions(profile, asked, origins), *after]
    if variant is not None:
        choice = options.chosen(variant, profile) if of_game else options.offered(variant)
        sections += [choice] if choice is not None else []
    cited = origins.cited()
    if cited.items:
        sections.append(section("sources", Paragraph(say("origin.words")), cited))
    return Document(say("title.sheet", title=title), (summary,) if summary else (), tuple(sections))


@lru_cache(maxsize=256)
def _learned(
    profile: RuleProfile,
) -> tuple[tuple[Section, ...], tuple[tuple[Question, Text], ...], tuple[Section, ...]]:
    """What depends on the rules alone: the rules, the open questions with their answers, and the examples."""
    asked = tuple(questions.open_questions(profile))
    return rules(profile), asked, (situations.situations(profile), questions.asked_most(profile))


def rules(profile: RuleProfile) -> tuple[Section, ...]:
    """The rules themselves, in the order in which a player learns them."""
    parts = (
        beginning.aim(profile),
        beginning.players(profile),
        beginning.deck_and_values(profile),
        beginning.deal(profile),
        turns.turn(profile),
        melding.melds(profile),
        melding.jokers(profile),
        melding.opening(profile),
        melding.laying(profile),
        turns.claims(profile),
        ending.going_out(profile),
        ending.stock_empty(profile),
        scores.scoring(profile),
        scores.match(profile),
        scores.rating(profile),
        scores.ledger(profile),
    )
    return tuple(part for part in parts if part is not None)


def _questions(profile: RuleProfile, asked: Sequence[tuple[Question, Text]], origins: Origins) -> Section:
    rows = [
        (say(f"question.{question.key}"), told, origins.of(question.answered_by(profile))) for question, told in asked
    ]
    head = (say("question.question"), say("question.answer"), say("question.source"))
    return section("questions", Table(say("question.caption"), head, tuple(rows)))
