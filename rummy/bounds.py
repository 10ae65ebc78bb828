"""How long a deal can last at most: a proof for every profile, not a forecast (profile.md 3.2)."""

from __future__ import annotations

from typing import NamedTuple

from rummy.profile import RuleProfile


class TurnBound(NamedTuple):
    """The terms of the bound of a deal between n seats, and the bound itself: n * idle_laps * (S + T + 1) turns."""

    pool: int
    """C: cards of the stock and the discards together, at most."""
    stock_cards: int
    """S: cards that leave the stock in a deal, at most."""
    table_turns: int
    """T: turns that change the table, at most."""
    renewals: int
    """R: renewals of the stock, at most."""
    turns: int
    """Turns of a deal, at most."""


def deck_size(profile: RuleProfile) -> int:
    """Cards of the whole deck, jokers included."""
    return 52 * profile.deck.packs + profile.deck.jokers


def active_counts(profile: RuleProfile) -> range:
    """The numbers of seats that can take part in a deal; from 2 where seats fall out in the course of a match."""
    players = profile.players
    fewest = 2 if profile.match.out_at else min(players.min, players.max_active)
    return range(fewest, min(players.max, players.max_active) + 1)


def turn_bounds(profile: RuleProfile) -> dict[int, TurnBound]:
    """The bound at every number of seats that can take part in a deal. Raises KeyError as ``turn_bound`` does."""
    return {active: turn_bound(profile, active) for active in active_counts(profile)}


def longest_deal(profile: RuleProfile) -> int:
    """A deal is over after at most so many turns, whoever takes part. Raises KeyError as ``turn_bound`` does."""
    return max(bound.turns for bound in turn_bounds(profile).values())


def turn_bound(profile: RuleProfile, active: int) -> TurnBound:
    """The bound of a deal between ``active`` seats. Raises KeyError where the profile names no hand size for them."""
    deck = deck_size(profile)
    pool = deck - active * profile.deal.hand_size(active)
    table = _table_turns(profile, deck)
    renewals = _renewals(profile, table)
    drawn = pool * (1 + renewals)
    return TurnBound(pool, drawn, table, renewals, active * profile.deadlock.idle_laps * (drawn + table + 1))


def _table_turns(profile: RuleProfile, deck: int) -> int:
    """Every lay adds weight to the table: a natural weighs 2 where jokers can come back to a hand, else each card 1."""
    if profile.laying.mode == "concealed":
        return 0
    if profile.joker_swap.mode == "to_hand":
        return 2 * 52 * profile.deck.packs + profile.deck.jokers
    return deck


def _renewals(profile: RuleProfile, table: int) -> int:
    policy = profile.stock_empty
    if policy.action == "end":
        return 0
    idle = profile.deadlock.idle_renewals * (table + 1)
    return idle if policy.renewals == "unlimited" else min(policy.renewals, idle)
