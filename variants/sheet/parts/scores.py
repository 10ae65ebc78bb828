"""What deals and matches are worth: scoring, match, rating, chips."""

from __future__ import annotations

from collections.abc import Iterator

from rummy.profile import RuleProfile
from variants.sheet.document import Paragraph, Say, Section, Table, Text, bullets, say, section
from variants.sheet.parts.beginning import may_knock
from variants.sheet.parts.melding import concealed


def scoring(rules: RuleProfile) -> Section:
    """What a deal is worth."""
    return section("scoring", bullets(_scoring(rules)))


def _scoring(rules: RuleProfile) -> Iterator[Say | None]:
    score = rules.scoring
    yield deal_winner(rules)
    yield say(f"score.counts.{rules.laying.mode}")
    yield say(f"score.method.{score.method}")
    if score.method == "difference":
        yield from _knock_scores(rules)
    elif score.method == "penalty" and may_knock(rules):
        yield say("score.knocker")
    yield hand_out(rules)
    if score.hand_out_factor > 1 and not concealed(rules) and rules.going_out.final_discard == "optional":
        yield say("score.hand_out.however")
    yield say("score.relief", n=score.winner_relief) if score.winner_relief else None
    yield say("score.opener", n=score.opener_penalty) if score.opener_penalty and not concealed(rules) else None


def deal_winner(rules: RuleProfile) -> Say:
    """Who wins a deal."""
    if concealed(rules):
        return say("score.winner.undercut" if rules.knocking.undercut != "none" else "score.winner.concealed")
    return say("score.winner.knock" if may_knock(rules) else "score.winner.table")


def _knock_scores(rules: RuleProfile) -> Iterator[Say | None]:
    score = rules.scoring
    yield say("score.clean", n=score.clean_knock_bonus)
    yield say("score.whole", n=score.whole_hand_bonus) if rules.going_out.final_discard == "optional" else None
    if rules.knocking.undercut == "none":
        yield say("score.no_undercut")
    else:
        yield say("score.undercut", n=score.undercut_bonus)
        yield say("score.equal") if rules.knocking.undercut == "lower" else None
    yield say("score.doubling.spades") if score.doubling_upcard == "spades" else None


def hand_out(rules: RuleProfile) -> Say | None:
    """What going out in a single turn is worth; None where nobody can."""
    if concealed(rules):
        return None
    factor = rules.scoring.hand_out_factor
    if factor > 1:
        return say("score.hand_out.double") if factor == 2 else say("score.hand_out.factor", n=factor)
    return say("score.hand_out.rated" if rules.rating.bands else "score.hand_out.none")


def match(rules: RuleProfile) -> Section:
    """When the match ends and who wins it."""
    return section("match", bullets(_match(rules)))


def match_end(rules: RuleProfile) -> list[Say]:
    """All that ends the match."""
    match = rules.match
    ends = [
        say("match.target", n=match.target) if match.target else None,
        say("match.deals", n=match.deals) if match.deals else None,
        say("match.rounds", n=match.rounds) if match.rounds else None,
        say("match.out_at", n=match.out_at) if match.out_at else None,
    ]
    return [end for end in ends if end is not None]


def _match(rules: RuleProfile) -> Iterator[Text | None]:
    match = rules.match
    yield say("match.several")
    ends = match_end(rules)
    yield from ends
    yield say("match.whichever") if len(ends) > 1 else None
    yield match_winner(rules)
    yield say("match.all_out") if match.out_at else None
    for tie_break in match.tie_breaks:
        yield say(f"match.break.{tie_break}")
    yield say(f"match.tie.{match.tie}")
    yield say("match.box", n=match.box_bonus) if match.box_bonus else None
    yield say("match.bonus", n=match.game_bonus) if match.game_bonus else None
    yield say("match.shutout", n=match.shutout_factor) if match.shutout_factor > 1 else None


def match_winner(rules: RuleProfile) -> Say:
    """Who wins the match when it is over."""
    if rules.rating.bands:
        return say("match.wins.list")
    if rules.match.out_at and not (rules.match.target or rules.match.deals or rules.match.rounds):
        return say("match.wins.last")
    if rules.scoring.method == "penalty":
        return say("match.wins.low")
    return say("match.wins.target" if rules.match.target else "match.wins.high")


def rating(rules: RuleProfile) -> Section | None:
    """The second list, of rating points."""
    bands = rules.rating.bands
    if not bands:
        return None
    rows: list[tuple[Text, Text]] = [(say("rating.won"), str(rules.rating.win))]
    if not concealed(rules):
        rows.append((say("rating.hand"), str(rules.rating.hand_win)))
    for band, after in zip(bands, (*bands[1:], None), strict=True):
        name = (
            say("rating.from", least=band.from_)
            if after is None
            else say("rating.band", least=band.from_, most=after.from_ - 1)
        )
        rows.append((name, str(band.points)))
    table = Table(say("rating.caption"), (say("rating.outcome"), say("rating.points")), tuple(rows))
    return section(
        "rating", Paragraph(say("rating.also")), table, Paragraph(say("rating.result", n=rules.rating.factor))
    )


def ledger(rules: RuleProfile) -> Section:
    """Chips."""
    chips = rules.ledger
    if not (chips.ante or chips.per_deal or chips.rebuys):
        return section("ledger", Paragraph(say("ledger.none")))
    return section("ledger", bullets(_chips(rules)))


def _chips(rules: RuleProfile) -> Iterator[Say | None]:
    chips = rules.ledger
    yield say("ledger.ante", n=chips.ante) if chips.ante else say("ledger.no_ante")
    yield say(f"ledger.per_deal.{rules.laying.mode}", n=chips.per_deal) if chips.per_deal else None
    if chips.rebuys:
        yield buying_back(rules)
        yield say("ledger.fee", n=chips.rebuy_fee) if chips.rebuy_fee else say("ledger.no_fee")
        yield say("ledger.once", n=chips.rebuys)
        yield say("ledger.worst")
    else:
        yield say("ledger.no_rebuy") if rules.match.out_at else None
    yield say("ledger.pot") if chips.ante or (chips.rebuys and chips.rebuy_fee) else None
    yield say("ledger.debt")


def buying_back(rules: RuleProfile) -> Say:
    """When a player may buy back."""
    return say("ledger.rebuy", least=rules.ledger.rebuy_from, below=rules.match.out_at)
