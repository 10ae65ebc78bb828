"""The questions on which tables disagree, and how these rules answer them; and those that people ask most."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from rummy.moves import Lay, NewMeld, Swap
from rummy.profile import RuleProfile
from variants.sheet.document import Answers, Joined, Section, Text, say, section
from variants.sheet.parts import beginning, ending, melding, scores, turns
from variants.sheet.parts.beginning import may_knock, melds_are_measured
from variants.sheet.parts.melding import concealed, swap_allowed
from variants.sheet.parts.situations import HELD, counted, lay_verdict, meld_verdict, refused
from variants.sheet.parts.table import Scene, in_deck

Answer = Callable[[RuleProfile], Text | None]


@dataclass(frozen=True)
class Question:
    """A question, the fields that answer it, and the answer under given rules: None where it does not arise."""

    key: str
    fields: tuple[str, ...] | Callable[[RuleProfile], tuple[str, ...]]
    answer: Answer

    def answered_by(self, rules: RuleProfile) -> tuple[str, ...]:
        """The fields that answer it under given rules."""
        return self.fields(rules) if callable(self.fields) else self.fields


def _all(*parts: Text | None) -> Text | None:
    """All parts that there are, one after the other; None where there are none."""
    found = tuple(part for part in parts if part is not None)
    return Joined(found) if found else None


def _heap(text: str) -> Answer:
    return lambda rules: meld_verdict(rules, text) if in_deck(rules, text) else None


def _with_jokers(answer: Callable[[RuleProfile], Text]) -> Answer:
    return lambda rules: answer(rules) if rules.deck.jokers else None


def _on_table(answer: Answer) -> Answer:
    return lambda rules: None if concealed(rules) else answer(rules)


def _measured(answer: Answer) -> Answer:
    return lambda rules: answer(rules) if melds_are_measured(rules) else None


def _swapping(answer: Callable[[RuleProfile], Text]) -> Answer:
    def told(rules: RuleProfile) -> Text | None:
        if not rules.deck.jokers or concealed(rules):
            return None
        return answer(rules) if swap_allowed(rules) else say("jokers.swap.forbidden")

    return told


def _ace_value(rules: RuleProfile) -> Text | None:
    if rules.runs.ace == "high":
        return None
    laid = say("answer.ace_laid", n=rules.values.ace_low) if melds_are_measured(rules) else say("answer.ace_melded")
    return _all(laid, say("answer.ace_held", n=rules.values.ace))


def _ace_fields(rules: RuleProfile) -> tuple[str, ...]:
    return ("values.ace_low", "values.ace") if melds_are_measured(rules) else ("values.ace",)


def sizes(rules: RuleProfile) -> Text:
    """How many cards everybody is dealt."""
    one = beginning.hand_size(rules)
    if one is not None:
        return one
    found = beginning.hand_sizes(rules)
    return Joined(tuple(say("deal.cards.some", players=players, n=size) for players, size in found))


def _sum(rules: RuleProfile) -> Text:
    return say("answer.sum.one" if rules.laying.max_melds == 1 else "answer.sum.more")


def _joker_in_minimum(rules: RuleProfile) -> Text | None:
    if not rules.deck.jokers:
        return None
    scene = Scene("9H TH X QH 2C 4D KS")
    lay = Lay((NewMeld(("9H", "TH", "X", "QH")),))
    return _all(say("opening.jokers"), say("answer.joker_lay", verdict=lay_verdict(rules, scene, lay)))


def _joker_of_a_set(rules: RuleProfile) -> Text:
    scene = Scene("KD 2C 4D", ("KS KH X",), opened=True)
    if not scene.possible(rules):
        return melding.swap_from_sets(rules)
    error, _ = scene.judged(rules, Lay((Swap("m1", "KD"),)))
    if error is None:
        return say("answer.yes")
    return Joined((say("answer.no"), refused(error)))


def _first_lap(rules: RuleProfile) -> Text | None:
    lap = None if concealed(rules) else melding.first_lap(rules)
    return _all(lap, ending.knock_lap(rules) if may_knock(rules) else None)


def _out_at_once(rules: RuleProfile) -> Text | None:
    return _all(scores.hand_out(rules), melding.waiver(rules) if melds_are_measured(rules) else None)


def _single_turn_fields(rules: RuleProfile) -> tuple[str, ...]:
    return ("rating.hand_win",) if rules.rating.bands else ("scoring.hand_out_factor",)


def _hand_out_fields(rules: RuleProfile) -> tuple[str, ...]:
    return (*_single_turn_fields(rules), *(("opening.waived",) if melds_are_measured(rules) else ()))


def _laid_before(rules: RuleProfile) -> Text | None:
    special = rules.scoring.hand_out_factor > 1 or rules.rating.bands
    return say("answer.laid_before") if special and not concealed(rules) else None


def _one_hand(rules: RuleProfile) -> Text | None:
    return counted(rules, HELD[0])


def _borders(rules: RuleProfile) -> Text | None:
    bands = rules.rating.bands[1:]
    return _all(*(say("answer.border", n=band.from_, points=band.points) for band in bands))


def _knock(rules: RuleProfile) -> Text | None:
    if not may_knock(rules):
        return say("knock.none")
    after = (ending.last_go(rules), ending.knock_lay_off(rules)) if concealed(rules) else ()
    return _all(ending.knock_limit(rules), *after)


def _claim(rules: RuleProfile) -> Text | None:
    cost = turns.claim_cost(rules) if turns.claims_open(rules) else None
    return _all(turns.claiming(rules), cost)


def _stock(rules: RuleProfile) -> Text | None:
    return _all(ending.exhaustion(rules), ending.renewals(rules), ending.idle_renewals(rules))


def _two_claims(rules: RuleProfile) -> Text | None:
    return turns.claim_order(rules) if turns.claims_open(rules) else None


def _rebuy(rules: RuleProfile) -> Text | None:
    if not rules.match.out_at:
        return None
    if not rules.ledger.rebuys:
        return say("ledger.no_rebuy")
    return _all(scores.buying_back(rules), say("ledger.once", n=rules.ledger.rebuys))


QUESTIONS: Final = (
    Question("corner", ("runs.ace",), _heap("KH AH 2H")),
    Question("ace_high", ("runs.ace",), _heap("QH KH AH")),
    Question("ace_value", _ace_fields, _ace_value),
    Question("hand", ("deal.cards", "deal.first_turn"), lambda rules: _all(sizes(rules), beginning.extra_card(rules))),
    Question("minimum", ("opening.min_points",), _on_table(melding.minimum)),
    Question("two_melds", ("laying.max_melds",), _on_table(melding.melds_a_turn)),
    Question("sum", ("opening.min_points",), _measured(_sum)),
    Question("joker_value", ("opening.min_points",), _measured(_joker_in_minimum)),
    Question("joker_pair", ("wilds.min_gap",), _with_jokers(melding.joker_gap)),
    Question("joker_share", ("wilds.share",), _heap("KS X X")),
    Question("same_suit", ("sets.suits",), _heap("7C 7C 7H")),
    Question("swap_early", ("laying.before_opening",), _swapping(melding.swap_when)),
    Question("swap_set", ("joker_swap.from_sets",), _swapping(_joker_of_a_set)),
    Question("swap_duty", ("joker_swap.mode",), _swapping(melding.swap_duty)),
    Question("joker_thrown", ("discarding.joker",), _with_jokers(melding.joker_discard)),
    Question("lay_off_counts", ("opening.counts",), _measured(melding.counting)),
    Question("claim", ("claims.mode",), _claim),
    Question("last_card", ("going_out.final_discard",), ending.last_card),
    Question("lay_off_early", ("laying.before_opening",), _on_table(melding.before_opening)),
    Question("back", ("discarding.taken_card",), turns.back_again),
    Question("one_card", ("draw.with_one_card",), turns.with_one_card),
    Question("two_claims", ("claims.mode",), _two_claims),
    Question("first_lap", ("laying.from_lap",), _first_lap),
    Question("stock", ("stock_empty.action", "stock_empty.renewals"),
             _stock),
    Question("hand_out", _hand_out_fields, _out_at_once),
    Question("laid_before", _single_turn_fields, _laid_before),
    Question("counted", ("values.ace", "scoring.method"), _one_hand),
    Question("borders", ("rating.bands",), _borders),
    Question("knock", ("knocking.limit_by", "knocking.limit"), _knock),
    Question("rebuy", ("ledger.rebuys", "ledger.rebuy_from"), _rebuy),
)  # fmt: skip
"""The thirty questions of the rule book (part C), in its order."""


def _asked_most(rules: RuleProfile) -> Iterator[tuple[Text, Text | None]]:
    yield say("faq.players"), _all(beginning.seat_counts(rules), beginning.sitting_out(rules))
    yield say("faq.cards"), _all(beginning.pack(rules), sizes(rules), beginning.extra_card(rules))
    if rules.deck.jokers:
        yield say("faq.jokers"), _all(say("jokers.any"), say("faq.joker_held", n=rules.values.joker))
    if concealed(rules):
        yield say("faq.lay_off"), say("laying.concealed")
    else:
        yield say("faq.lay_off"), _all(say("laying.off"), melding.before_opening(rules))
        yield say("faq.must_lay"), say("opening.voluntary")
    yield say("faq.stock"), _all(_stock(rules), ending.no_winner(rules))
    yield say("faq.hand_out"), scores.hand_out(rules)
    yield say("faq.match"), _all(*scores.match_end(rules), scores.match_winner(rules))


def asked_most(rules: RuleProfile) -> Section:
    """What people ask most."""
    return section("faq", Answers(tuple((asked, told) for asked, told in _asked_most(rules) if told is not None)))


def open_questions(rules: RuleProfile) -> Iterator[tuple[Question, Text]]:
    """The questions that arise under these rules, and their answers."""
    for question in QUESTIONS:
        told = question.answer(rules)
        if told is not None:
            yield question, told
