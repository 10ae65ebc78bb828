"""Melds: what they are, jokers in them, the first lay, laying off and rearranging."""

from __future__ import annotations

from collections.abc import Iterator

from rummy.profile import RuleProfile
from variants.sheet.document import Paragraph, Say, Section, bullets, say, section


def concealed(rules: RuleProfile) -> bool:
    """Whether melds stay in the hand."""
    return rules.laying.mode == "concealed"


def melds(rules: RuleProfile) -> Section:
    """Sets and runs."""
    items = [a_set(rules), suits_of_sets(rules), a_run(rules), ace(rules), say("melds.once")]
    return section("melds", bullets(items))


def a_set(rules: RuleProfile) -> Say:
    """What a set is."""
    least, most = rules.sets.min_size, rules.sets.max_size
    if least == most:
        return say("melds.set.exact", n=most)
    return say("melds.set.either" if most == least + 1 else "melds.set.range", least=least, most=most)


def suits_of_sets(rules: RuleProfile) -> Say:
    """Whether a suit may repeat in a set."""
    return say(f"melds.suits.{rules.sets.suits}")


def a_run(rules: RuleProfile) -> Say:
    """What a run is."""
    return say("melds.run", n=rules.runs.min_size)


def ace(rules: RuleProfile) -> Say:
    """Where the ace stands."""
    return say(f"melds.ace.{rules.runs.ace}")


def jokers(rules: RuleProfile) -> Section:
    """Jokers, or that there are none."""
    if not rules.deck.jokers:
        return section("jokers", Paragraph(say("jokers.none")))
    return section("jokers", bullets(_jokers(rules)))


def _jokers(rules: RuleProfile) -> Iterator[Say | None]:
    yield say("jokers.any")
    yield say("jokers.place")
    yield joker_share(rules)
    yield joker_gap(rules)
    if not concealed(rules):
        yield from joker_swap(rules)
    yield joker_discard(rules)


def joker_share(rules: RuleProfile) -> Say:
    """How many jokers a meld may hold."""
    return say(f"jokers.share.{rules.wilds.share}")


def joker_gap(rules: RuleProfile) -> Say:
    """Whether jokers may lie side by side in a run."""
    gap = rules.wilds.min_gap
    return say("jokers.gap.some", n=gap) if gap else say("jokers.gap.none")


def swap_allowed(rules: RuleProfile) -> bool:
    """Whether a joker can be had for its card."""
    return rules.deck.jokers > 0 and not concealed(rules) and rules.joker_swap.mode != "forbidden"


def joker_swap(rules: RuleProfile) -> Iterator[Say]:
    """Having a joker for its card."""
    if not swap_allowed(rules):
        yield say("jokers.swap.forbidden")
        return
    yield say("jokers.swap.allowed")
    yield swap_duty(rules)
    yield swap_from_sets(rules)
    yield swap_when(rules)


def swap_duty(rules: RuleProfile) -> Say:
    """What becomes of the freed joker."""
    return say(f"jokers.swap.mode.{rules.joker_swap.mode}")


def swap_from_sets(rules: RuleProfile) -> Say:
    """When a joker leaves a set."""
    wanted = rules.joker_swap.from_sets
    if wanted == "any" and rules.sets.suits == "any":
        return say("jokers.swap.sets.rank")
    return say(f"jokers.swap.sets.{wanted}")


def swap_when(rules: RuleProfile) -> Say:
    """Whether a joker can be had before the own first meld."""
    return say("jokers.swap.always" if rules.laying.before_opening == "all" else "jokers.swap.opened")


def joker_discard(rules: RuleProfile) -> Say:
    """Whether a joker may be discarded."""
    allowed = rules.discarding.joker
    if concealed(rules) and allowed == "only_last":
        return say("jokers.discard.forbidden")  # nobody ever holds a single card
    return say(f"jokers.discard.{allowed}")


def opening(rules: RuleProfile) -> Section | None:
    """From when a player may lay, and what the first lay must be worth."""
    if concealed(rules):
        return None
    return section("opening", bullets(_opening(rules)))


def _opening(rules: RuleProfile) -> Iterator[Say | None]:
    yield first_lap(rules)
    yield minimum(rules)
    if rules.opening.min_points:
        yield counting(rules)
        yield say("opening.jokers") if rules.deck.jokers else None
        yield say("opening.freed") if swap_allowed(rules) else None
        yield say(f"opening.failure.{rules.opening.failure}")
        yield waiver(rules)
    yield before_opening(rules)
    yield say("opening.voluntary")


def first_lap(rules: RuleProfile) -> Say:
    """From which turn on a player may lay."""
    lap = rules.laying.from_lap
    return say("opening.lap.first") if lap == 1 else say("opening.lap.later", n=lap, before=lap - 1)


def minimum(rules: RuleProfile) -> Say:
    """What a lay must be worth."""
    points = rules.opening.min_points
    return say(f"opening.minimum.{rules.opening.applies}", n=points) if points else say("opening.minimum.none")


def counting(rules: RuleProfile) -> Say:
    """What counts for the minimum."""
    return say(f"opening.counts.{rules.opening.counts}")


def waiver(rules: RuleProfile) -> Say:
    """Whether the minimum is waived for going out."""
    return say(f"opening.waived.{rules.opening.waived}")


def before_opening(rules: RuleProfile) -> Say:
    """What a player may do before his own first meld."""
    allowed = rules.laying.before_opening
    if allowed == "lay_off" and not swap_allowed(rules) and rules.laying.rearrange == "none":
        return say("opening.before.adding")  # there is nothing else to do
    return say(f"opening.before.{allowed}")


def laying(rules: RuleProfile) -> Section:
    """Laying off, and what may be changed on the table."""
    if concealed(rules):
        return section("laying", Paragraph(say("laying.concealed")))
    items = [
        melds_a_turn(rules),
        say("laying.off"),
        say("laying.fits"),
        say("laying.choice"),
        rearranging(rules),
        say("laying.jokers") if rules.laying.rearrange != "none" and rules.deck.jokers else None,
    ]
    return section("laying", bullets(items))


def melds_a_turn(rules: RuleProfile) -> Say:
    """How many new melds a turn."""
    limit = rules.laying.max_melds
    return say("laying.melds.some", n=limit) if limit else say("laying.melds.any")


def rearranging(rules: RuleProfile) -> Say:
    """Whether melds on the table may be taken apart."""
    least = min(rules.sets.min_size, rules.runs.min_size)
    return say(f"laying.rearrange.{rules.laying.rearrange}", n=least)
