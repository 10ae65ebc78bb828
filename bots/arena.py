"""Levels against each other, in memory: seeded deals and matches straight on the engine.

``python -m bots.arena hard medium --deals 400`` plays the base game, ``--profile FILE`` any profile (the JSON that
``GET variants/{id}`` gives as ``profile``). Every shuffle is played once for each way round the table, so that neither
level has the better cards or the better seat.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress
from math import sqrt
from operator import not_
from pathlib import Path
from random import Random
from statistics import fmean, stdev

from bots.levels import LEVELS
from bots.seen import look
from bots.strategies.turns import Strategy
from rummy.cards import texts
from rummy.engine import new_match, order_needed, step
from rummy.formats import load_profile
from rummy.moves import Action, Dealt, Move, Reshuffled
from rummy.profile import FORMAT, RuleProfile
from rummy.scoring import list_result
from rummy.state import Effect, State

Z95 = 1.96


@dataclass(frozen=True, slots=True)
class Event:
    """What happened: the state before it, who acted (None: chance), how, the state after it and its effects."""

    before: State
    seat: int | None
    action: Action
    after: State
    effects: list[Effect]


@dataclass(frozen=True)
class Outcome:
    """How a match or a deal ended: its winners, what each seat has, and how much was played."""

    winners: tuple[int, ...]
    totals: tuple[int, ...]
    standings: tuple[int, ...]
    """What places go by, more is better: the result of the list where there is one, else the total as it counts."""
    deals: int
    moves: int


@dataclass(frozen=True)
class Share:
    """How often one side won: ``won`` of ``decided`` games (ties are shared); ``drawn`` games had no winner."""

    won: float
    decided: int
    drawn: int

    @property
    def share(self) -> float:
        """Share of the decided games that were won, 0..1."""
        return self.won / self.decided if self.decided else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval of the share at 95 %."""
        if not self.decided:
            return 0.0, 1.0
        count, share, square = self.decided, self.share, Z95 * Z95
        middle = share + square / (2 * count)
        half = Z95 * sqrt(share * (1 - share) / count + square / (4 * count * count))
        whole = 1 + square / count
        return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)


@dataclass(frozen=True)
class Comparison:
    """How one level did against another: its share of the won games, and by how many points it led in each shuffle."""

    share: Share
    leads: tuple[float, ...]
    """Mean standing of its seats less that of the others', over both ways round the table."""

    @property
    def lead(self) -> float:
        """Mean lead in points."""
        return fmean(self.leads)

    @property
    def interval(self) -> tuple[float, float]:
        """Interval of the lead at 95 %, shuffles taken as independent; at least two are needed."""
        half = Z95 * stdev(self.leads) / sqrt(len(self.leads))
        return self.lead - half, self.lead + half


def supply(state: State, rng: Random) -> State:
    """The state after chance has done what is due; the same where nothing is due."""
    while (cards := order_needed(state)) is not None:
        state = step(state, None, _ordered(state, cards, rng)).state
    return state


def _ordered(state: State, cards: bytes, rng: Random) -> Action:
    order = tuple(texts(rng.sample(cards, len(cards))))
    return Dealt(order) if state.phase == "dealing" else Reshuffled(order)


def course(
    state: State, strategies: Sequence[Strategy], chances: Callable[[State, int | None], Random]
) -> Iterator[Event]:
    """Every event from a state to the end of the match, as it happens.

    ``chances`` gives the random source for what is due in a state: of the seat that acts, or of chance (None).
    """
    while True:
        cards = order_needed(state)
        if cards is not None:
            seat = None
            action = _ordered(state, cards, chances(state, seat))
        elif state.to_act:
            seat = state.to_act[0]
            action = strategies[seat].choose(look(state, seat), chances(state, seat))
        else:
            return
        after = step(state, seat, action)
        yield Event(state, seat, action, after.state, after.effects)
        state = after.state


def run(
    state: State,
    strategies: Sequence[Strategy],
    rng: Random,
    until: Callable[[State], bool],
    watch: Callable[[State, int, Move], None] | None = None,
) -> tuple[State, int]:
    """Play on until ``until`` says so of a state between two moves, or the match is over; the state and the moves made.

    Chance and every seat have a random source of their own, seeded by ``rng``, so that the shuffles do not depend on
    how the seats play. ``watch`` is told each move and the state it was made in.
    """
    chance = Random(rng.getrandbits(64))
    minds = [Random(rng.getrandbits(64)) for _ in strategies]
    moves = 0
    for event in course(state, strategies, lambda _, seat: chance if seat is None else minds[seat]):
        state = event.after
        if event.seat is None or isinstance(event.action, Dealt | Reshuffled):
            continue
        moves += 1
        if watch:
            watch(event.before, event.seat, event.action)
        if until(state):
            break
    return state, moves


def play_deal(profile: RuleProfile, levels: Sequence[str], rng: Random) -> Outcome:
    """One deal of a new match. ``winners`` is empty for a deal that nobody won."""
    strategies = [LEVELS[level] for level in levels]
    state, moves = run(new_match(profile, seats=len(levels)), strategies, rng, lambda state: bool(state.results))
    result = state.results[0]
    return _outcome(state, () if result.winner is None else (result.winner,), moves)


def play_match(profile: RuleProfile, levels: Sequence[str], rng: Random) -> Outcome:
    """A whole match."""
    strategies = [LEVELS[level] for level in levels]
    state, moves = run(new_match(profile, seats=len(levels)), strategies, rng, lambda _: False)
    return _outcome(state, state.winners, moves)


def _outcome(state: State, winners: tuple[int, ...], moves: int) -> Outcome:
    profile, totals = state.profile, tuple(player.total for player in state.players)
    if profile.rating.bands:
        standings = tuple(list_result(profile.rating, player.rating, player.total) for player in state.players)
    elif profile.scoring.method == "penalty":
        standings = tuple(-total for total in totals)
    else:
        standings = totals
    return Outcome(winners, totals, standings, len(state.results), moves)


def seatings(first: str, second: str, seats: int) -> Iterator[tuple[str, ...]]:
    """The two ways round the table: the levels alternate, each begins once."""
    yield tuple(first if seat % 2 == 0 else second for seat in range(seats))
    yield tuple(second if seat % 2 == 0 else first for seat in range(seats))


def compare(
    profile: RuleProfile,
    first: str,
    second: str,
    *,
    games: int,
    seed: int,
    seats: int = 2,
    play: Callable[[RuleProfile, Sequence[str], Random], Outcome] = play_deal,
) -> Comparison:
    """How ``first`` does against ``second`` over ``games`` shuffles, each played both ways round."""
    won, decided, drawn = 0.0, 0, 0
    leads = []
    for game in range(games):
        lead = 0.0
        for turn, levels in enumerate(seatings(first, second, seats)):
            outcome = play(profile, levels, Random(f"{seed}/{game}"))
            ours = [seat % 2 == turn for seat in range(seats)]
            lead += _lead(outcome, ours)
            if not outcome.winners:
                drawn += 1
                continue
            decided += 1
            won += sum(ours[seat] for seat in outcome.winners) / len(outcome.winners)
        leads.append(lead / 2)
    return Comparison(Share(won, decided, drawn), tuple(leads))


def _lead(outcome: Outcome, ours: Sequence[bool]) -> float:
    """Mean standing of our seats less that of the others."""
    return fmean(compress(outcome.standings, ours)) - fmean(compress(outcome.standings, map(not_, ours)))


def main(arguments: Sequence[str] | None = None) -> None:
    """Play two levels against each other and print the shares."""
    parser = argparse.ArgumentParser(prog="python -m bots.arena", description="Two levels against each other.")
    parser.add_argument("first", choices=list(LEVELS))
    parser.add_argument("second", choices=list(LEVELS))
    parser.add_argument("--profile", type=Path, help="a profile as JSON; without it the base game")
    parser.add_argument("--deals", type=int, default=200, help="shuffles, each played both ways round")
    parser.add_argument("--matches", action="store_true", help="whole matches instead of single deals")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    fields = json.loads(options.profile.read_text()) if options.profile else {}
    profile = load_profile({"format": FORMAT} | fields)
    began = time.perf_counter()
    found = compare(
        profile,
        options.first,
        options.second,
        games=options.deals,
        seed=options.seed,
        seats=options.seats,
        play=play_match if options.matches else play_deal,
    )
    seconds = time.perf_counter() - began
    share = found.share
    low, high = share.interval
    played = share.decided + share.drawn
    sys.stdout.write(
        f"{options.first} won {share.share:.1%} ({low:.1%} to {high:.1%}) of {share.decided} decided games against "
        f"{options.second}; {share.drawn} without a winner; {_led(found)}{played / seconds:.0f} games/s; "
        f"seed {options.seed}\n"
    )


def _led(found: Comparison) -> str:
    if len(found.leads) < 2:
        return f"ahead by {found.lead:+.1f} points; "
    low, high = found.interval
    return f"ahead by {found.lead:+.1f} points ({low:+.1f} to {high:+.1f}); "


if __name__ == "__main__":
    main()
