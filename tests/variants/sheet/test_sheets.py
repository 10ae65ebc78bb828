"""Whole sheets: of every variant in every language, and of random profiles."""

from __future__ import annotations

import re
from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings

from rummy.cards import parse_slots
from rummy.errors import IllegalMove
from rummy.melds import read_meld
from rummy.profile import RuleProfile
from tests.strategies import profiles
from tests.variants.sheet.written import SPOKEN, drawn, written
from variants.catalogue import Variant, variant, variants, with_options
from variants.sheet import Document, Writer, markdown, page, sheet
from variants.sheet.document import Section, Table, cards
from variants.sheet.origins import _TOKEN, works
from variants.sheet.parts.questions import QUESTIONS
from variants.sheet.parts.situations import HEAPS

ORDER: Final = (
    "aim", "players", "cards", "deal", "turn", "melds", "jokers", "opening", "laying", "claims", "going_out", "stock",
    "scoring", "match", "rating", "ledger", "questions", "situations", "faq", "options", "settings", "sources",
)  # fmt: skip
"""In which a player learns a game."""

OPEN: Final = re.compile(r"\{|\}|: \?|\? needed")
"""What a text shows that was not filled."""


def part(document: Document, name: str) -> Section:
    (found,) = [section for section in document.sections if section.name == name]
    return found


def rows(document: Document, name: str) -> list[tuple[str, ...]]:
    """The rows of all tables of a section, in English."""
    write = Writer("en")
    tables = [block for block in part(document, name).blocks if isinstance(block, Table)]
    return [tuple(write(cell) for cell in row) for table in tables for row in table.rows]


def of(each: Variant, language: str) -> Document:
    return sheet(each.profile, each, title=each.title(language), summary=each.summary(language))


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("each", variants(), ids=lambda each: each.id)
def test_it_is_whole_and_in_the_order_in_which_a_game_is_learned(each: Variant, language: str) -> None:
    document = of(each, language)
    names = [section.name for section in document.sections]
    assert names == [name for name in ORDER if name in names]
    assert {"aim", "turn", "melds", "stock", "scoring", "match", "questions", "situations", "faq", "sources"} <= {
        *names
    }
    write = Writer(language)
    for text in (markdown(document, write), page(document, write, "/sheet.css")):
        assert not OPEN.search(text)


@given(profiles())
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
def test_every_profile_has_a_sheet(profile: RuleProfile) -> None:
    for language in SPOKEN:
        assert not OPEN.search(written(profile, language))


@pytest.mark.parametrize("each", variants(), ids=lambda each: each.id)
def test_what_it_calls_a_meld_is_one(each: Variant) -> None:
    verdicts: dict[str, str] = {}
    for shown, meaning, *_ in rows(of(each, "en"), "situations"):
        verdicts.setdefault(shown, meaning)  # the first table is that of melds
    told = 0
    for heap in HEAPS:
        verdict = verdicts.get(Writer("en")(cards(heap)))
        if verdict is None:
            continue
        told += 1
        try:
            kind = read_meld(each.profile, parse_slots(heap)).kind
        except IllegalMove:
            assert verdict.startswith("No meld."), heap
        else:
            assert verdict.startswith(f"A {kind}"), heap
    assert told >= 9


def test_the_thirty_questions_all_arise_somewhere() -> None:
    assert len({question.key for question in QUESTIONS}) == len(QUESTIONS) == 30
    asked = {question.key for each in variants() for question in QUESTIONS if question.answer(each.profile) is not None}
    assert asked == {question.key for question in QUESTIONS}


@pytest.mark.parametrize(
    ("name", "question", "answer"),
    [
        # The table of the rule book, part C.
        ("rummy", "Is Q♥ K♥ A♥ a run?", "No meld"), ("rummy-dutch", "Is Q♥ K♥ A♥ a run?", "A run"),
        ("romme", "Is Q♥ K♥ A♥ a run?", "worth 31 points"),
        ("romme", "What does the ace count", "Laid it counts one point"),
        ("romme", "Do jokers count", "Accepted"), ("romme-turnier", "Do jokers count", "39 of 40 points"),
        ("romme", "There lies K♠ K♥ joker", "Yes"),
        ("romme-turnier", "There lies K♠ K♥ joker", "No. The joker leaves a set only"),
        ("rummy", "What does a hand of", "= 30 points. 60 if"), ("romme", "What does a hand of", "= 40 points"),
        ("romme-turnier", "On which side", "11 points fall into the band that begins there: 2 rating points"),
        ("romme-turnier", "On which side", "31 points fall into the band that begins there: one rating point"),
        ("wiener-rummy", "May I buy back", "81 points or more but fewer than 101"),
        ("romme", "How many cards at the start", "So whoever begins has 14 cards"),
    ],
)  # fmt: skip
def test_it_answers_as_the_rule_book_does(name: str, question: str, answer: str) -> None:
    (row,) = [row for row in rows(of(variant(name), "en"), "questions") if row[0].startswith(question)]
    assert answer in row[1]


@pytest.mark.parametrize(
    ("name", "shown", "told"),
    [
        # Fixtures of the rule book: C.2 6, 7, 9, 12, 13, 18, 19.
        ("romme", "10♥ J♥ Q♥", "Accepted."), ("romme", "9♥ 10♥ J♥", "29 of 30 points"),
        ("romme-turnier", "J♥ Q♥ K♥ A♥", "Accepted."), ("romme-turnier", "Q♥ K♥ A♥", "31 of 40 points"),
        ("romme-turnier", "K♠ K♥ K♦ joker + 5♦ 6♦ 7♦", "Allowed."), ("romme-turnier", "4♠ 5♠ 6♠", "Not allowed."),
        ("romme-turnier", "2♥ 2♠ 3♣", "it brings 3 rating points"), ("wiener-rummy", "5♣ = 5 points", "You may knock."),
        ("wiener-rummy", "6♣ = 6 points", "you have 6"),
        ("romme", "8♠ 8♥ 8♦ + K♥ added to 10♥ J♥ Q♥", "24 of 30"),
        ("romme-anlegen", "8♠ 8♥ 8♦ + K♥ added to 10♥ J♥ Q♥", "Accepted."),
        ("raeuber-romme", "9♠ 10♠ J♠", "39 of 40 points"), ("raeuber-romme", "9♠ 10♠ J♠", "Allowed."),
        ("raeuber-romme", "4♠ 5♠ 6♠ 7♠", "21 of 40 points"), ("raeuber-romme", "4♠ 5♠ 6♠ 7♠", "Allowed."),
    ],
)  # fmt: skip
def test_its_situations_are_those_of_the_rule_book(name: str, shown: str, told: str) -> None:
    assert any(row[0] == shown and told in row[-1] for row in rows(of(variant(name), "en"), "situations"))


def test_what_somebody_named_is_text_and_no_markup() -> None:
    title, summary = "<b>A|B</b> *c* [d](http://e)", '"x"\n# y & <script>alert(1)</script>'
    document = sheet(variant("rummy").profile, variant("rummy"), title=title, summary=summary)
    told = markdown(document, Writer("en"))
    assert told.splitlines()[0] == r"# \<b\>A\|B\</b\> \*c\* \[d\](http://e): the rules"
    assert r'"x" # y \& \<script\>alert(1)\</script\>' in told
    html = page(document, Writer("en"), "/sheet.css")
    assert "<script" not in html
    assert "<b>" not in html
    assert "&lt;b&gt;A|B&lt;/b&gt;" in html


def test_sources_are_told_with_what_is_ours() -> None:
    def source(each: Variant, question: str, profile: RuleProfile | None = None) -> str:
        document = sheet(profile or each.profile, each, of_game=profile is not None)
        (row,) = [row for row in rows(document, "questions") if row[0].startswith(question)]
        return row[2]

    romme, iro = variant("romme"), variant("romme-turnier")
    assert source(romme, "What must the first lay be worth?") == "Altenburg"
    assert source(romme, "May I discard a joker?") == "our choice"
    assert source(iro, "On which side") == "reconstructed from results of tournaments"
    assert source(iro, "May a set hold the same suit twice") == "Altenburg", "from what it extends"
    forty = with_options(romme, {"min_points": 40})
    assert source(romme, "What must the first lay be worth?", forty) == "chosen by this table's host"


@pytest.mark.parametrize("each", variants(), ids=lambda each: each.id)
def test_every_work_that_a_variant_cites_has_a_title(each: Variant) -> None:
    for note in each.sources.values():
        cited = note.partition(";")[0].partition(":")[0]
        keys = {token for token in _TOKEN.findall(cited) if re.fullmatch(r"[A-Z]{1,4}\d?[a-zA-Z]?", token)}
        assert keys - {"D", "K"} <= set(works()), note


def test_the_same_rules_are_drawn_alike() -> None:
    assert drawn(RuleProfile()) == sheet(RuleProfile())
