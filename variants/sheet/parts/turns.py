"""A turn: drawing, laying, discarding; and taking the discard out of turn."""

from __future__ import annotations

from collections.abc import Iterator

from rummy.bounds import active_counts
from rummy.profile import RuleProfile
from variants.sheet.document import Paragraph, Say, Section, bullets, say, section


def turn(rules: RuleProfile) -> Section:
    """The course of a turn, and what limits it."""
    mode = rules.laying.mode
    steps = [say(f"turn.draw.{rules.draw.taken_card}"), say(f"turn.play.{mode}"), say("turn.discard")]
    return section("turn", bullets(steps, ordered=True), bullets(_limits(rules)))


def _limits(rules: RuleProfile) -> Iterator[Say | None]:
    if rules.draw.taken_card == "lay_now":
        yield say("turn.lay_now.unused")
        yield say("turn.lay_now.lap", n=rules.laying.from_lap) if rules.laying.from_lap > 1 else None
    yield back_again(rules)
    yield say("turn.bar") if rules.deck.packs > 1 and back_again(rules) and _barred(rules) else None
    yield with_one_card(rules)
    yield take_backs(rules)
    yield say(f"turn.look_back.{rules.discarding.look_back}")
    yield say("turn.counts")
    yield say("turn.watched")


def _barred(rules: RuleProfile) -> bool:
    return rules.discarding.taken_card != "allowed"


def back_again(rules: RuleProfile) -> Say | None:
    """Whether the card taken from the discard pile may go back in the same turn; None where it is laid anyway."""
    if rules.draw.taken_card == "lay_now":
        return None
    taken = rules.discarding.taken_card
    if rules.laying.mode == "concealed" and taken != "allowed":
        return say("turn.back.never")  # nobody ever holds a single card
    return say(f"turn.back.{taken}")


def with_one_card(rules: RuleProfile) -> Say | None:
    """Whether who holds a single card may take the open one; None where nobody ever does."""
    return None if rules.laying.mode == "concealed" else say(f"turn.one_card.{rules.draw.with_one_card}")


def take_backs(rules: RuleProfile) -> Say | None:
    """Whether what was laid can be taken back in the same turn."""
    if rules.laying.mode == "concealed":
        return None
    limit = rules.laying.take_backs
    return say("turn.take_backs.some", n=limit) if limit else say("turn.take_backs.none")


def claims_open(rules: RuleProfile) -> bool:
    """Whether the discard can be had out of turn: it takes three."""
    return rules.claims.mode != "none" and max(active_counts(rules)) > 2


def claims(rules: RuleProfile) -> Section:
    """Having the discard out of turn."""
    if not claims_open(rules):
        return section("claims", Paragraph(claiming(rules)))
    return section("claims", bullets(_claims(rules)))


def _claims(rules: RuleProfile) -> Iterator[Say | None]:
    yield claiming(rules)
    yield claim_cost(rules)
    yield claim_order(rules)
    yield say("claims.next")
    yield claim_who(rules)
    yield say("claims.order")
    yield say("claims.upcard") if rules.deal.upcard else None
    penalty = rules.claims.penalty_cards
    yield say("claims.stock", n=penalty) if penalty else None


def claiming(rules: RuleProfile) -> Say:
    """Whether the discard can be had out of turn."""
    return say("claims.open" if claims_open(rules) else "claims.none")


def claim_cost(rules: RuleProfile) -> Say:
    """What a claimed card costs."""
    penalty = rules.claims.penalty_cards
    return say("claims.penalty", n=penalty) if penalty else say("claims.free")


def claim_order(rules: RuleProfile) -> Say:
    """Who gets it where several want it."""
    return say(f"claims.mode.{rules.claims.mode}")


def claim_who(rules: RuleProfile) -> Say:
    """Who may ask."""
    who = "anyone" if rules.laying.mode == "concealed" else rules.claims.who
    return say(f"claims.who.{who}")
