"""The end of a deal: going out, knocking, and a stock that runs out."""

from __future__ import annotations

from collections.abc import Iterator

from rummy.profile import RuleProfile
from variants.sheet.document import Say, Section, bullets, say, section
from variants.sheet.parts.beginning import may_knock
from variants.sheet.parts.melding import concealed


def going_out(rules: RuleProfile) -> Section:
    """How a player ends the deal."""
    return section("going_out", bullets(_going_out(rules)))


def _going_out(rules: RuleProfile) -> Iterator[Say | None]:
    if concealed(rules):
        yield say("out.end.concealed")
    else:
        yield say("out.end.table")
        yield last_card(rules)
        yield say("out.stranded")
    if not may_knock(rules):
        yield say("knock.none")
        return
    yield knock_limit(rules)
    yield say("knock.counts.concealed" if concealed(rules) else "knock.counts.table")
    yield knock_lap(rules)
    if concealed(rules):
        yield last_card(rules)
        yield say("knock.clean")
        yield last_go(rules)
        yield knock_lay_off(rules)
        yield undercut(rules)
        yield say("knock.shown")


def last_card(rules: RuleProfile) -> Say:
    """Whether the last card, or one at a knock, must be discarded."""
    return say(f"out.last.{rules.laying.mode}.{rules.going_out.final_discard}")


def knock_limit(rules: RuleProfile) -> Say:
    """With how much left a player may knock."""
    if rules.knocking.limit_by == "upcard":
        return say("knock.limit.upcard")
    limit = rules.knocking.limit
    return say("knock.limit.number", n=limit) if limit else say("knock.limit.nothing")


def knock_lap(rules: RuleProfile) -> Say:
    """From which turn on a player may knock."""
    lap = rules.laying.from_lap
    return say("knock.lap.first") if lap == 1 else say("knock.lap.later", n=lap)


def last_go(rules: RuleProfile) -> Say:
    """Whether the others have one turn more after a knock."""
    return say(f"knock.last_go.{rules.knocking.last_go}")


def knock_lay_off(rules: RuleProfile) -> Say:
    """Whether the others lay off on the knocker's melds."""
    return say(f"knock.lay_off.{rules.knocking.lay_off}")


def undercut(rules: RuleProfile) -> Say:
    """When an opponent beats the knocker."""
    return say(f"knock.undercut.{rules.knocking.undercut}")


def stock_empty(rules: RuleProfile) -> Section:
    """What happens when the stock runs out, and when nothing happens any more."""
    return section("stock", bullets(_stock(rules)))


def _stock(rules: RuleProfile) -> Iterator[Say | None]:
    yield exhaustion(rules)
    yield say("stock.timing")
    yield last_discard(rules)
    yield renewals(rules)
    yield idle_renewals(rules)
    if rules.stock_empty.action != "end":
        yield say("stock.nothing")
    yield say(f"stock.laps.{rules.laying.mode}", n=rules.deadlock.idle_laps)
    yield takes(rules)
    yield put_backs(rules)
    yield no_winner(rules)


def exhaustion(rules: RuleProfile) -> Say:
    """What happens when the stock runs out."""
    policy = rules.stock_empty
    if policy.action == "end":
        return say("stock.end.low", n=policy.low_water) if policy.low_water else say("stock.end.empty")
    return say(f"stock.renew.{policy.action}.{policy.open_card}")


def renewals(rules: RuleProfile) -> Say | None:
    """How often the stock is renewed."""
    if rules.stock_empty.action == "end":
        return None
    number = rules.stock_empty.renewals
    if concealed(rules):  # nothing ever lies on the table, so every renewal is an idle one
        idle = rules.deadlock.idle_renewals
        number = idle if number == "unlimited" else min(number, idle)
    return say("stock.renewals.unlimited") if number == "unlimited" else say("stock.renewals.limit", n=number)


def idle_renewals(rules: RuleProfile) -> Say | None:
    """After how many renewals without a lay the deal ends; None where it cannot come to that."""
    number, idle = rules.stock_empty.renewals, rules.deadlock.idle_renewals
    if rules.stock_empty.action == "end" or concealed(rules) or (number != "unlimited" and number <= idle):
        return None
    return say("stock.idle", n=idle)


def last_discard(rules: RuleProfile) -> Say | None:
    """Whether the discard may be had for a knock when the stock has run out; None where it may not."""
    return say("stock.last_discard") if rules.stock_empty.last_discard == "knock" and may_knock(rules) else None


def takes(rules: RuleProfile) -> Say | None:
    """After how many discards taken the deal ends; None where that is not counted."""
    return say("stock.takes", n=rules.deadlock.takes) if rules.deadlock.takes else None


def put_backs(rules: RuleProfile) -> Say | None:
    """After how many cards taken and thrown again the deal ends; None where it does not, or none may be."""
    number = rules.deadlock.put_backs
    return say("stock.put_backs", n=number) if number and rules.discarding.taken_card != "forbidden" else None


def no_winner(rules: RuleProfile) -> Say:
    """What a deal counts that nobody won."""
    return say(f"stock.no_winner.{rules.scoring.no_winner}")
