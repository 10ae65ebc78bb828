"""Deals played to try rules out, in pieces of any length: what is counted does not depend on where the pieces are cut.

One match is played to its end, then the next follows, until enough deals were played. All that chance decides follows
from the trial's seed, the number of the deal and what went before in the deal.
"""

from __future__ import annotations

import time
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Final

from bots.arena import Event, course
from bots.levels import LEVELS
from bots.tally import USES, Longest, Tally
from rummy.bounds import turn_bound
from rummy.engine import legal_moves, new_match
from rummy.formats import dump_state, load_state
from rummy.profile import RuleProfile
from rummy.state import State

_TRACE: Final = 4000
"""Most characters of a traceback that are kept; its end says most."""


@dataclass(frozen=True)
class Trial:
    """What is tried: rules, so many seats, all with bots of one level, and the seed of all that chance decides."""

    profile: RuleProfile
    seats: int
    level: str
    seed: int


@dataclass(frozen=True)
class Spot:
    """How far a trial has come: its deals that are over, the state of its match, what was done in the present deal."""

    deals: int = 0
    match: int = 1
    state: State | None = None
    """None: the match has not begun."""
    moves: int = 0
    turns: int = 0
    """Turns of the match's earlier deals."""
    used: Counter[str] = field(default_factory=Counter)
    """Special rules used in the deal."""

    @property
    def first(self) -> int:
        """The number of the first deal of the match."""
        return self.deals + 1 - (len(self.state.results) if self.state else 0)


@dataclass(frozen=True)
class Failure:
    """What must never happen: in which match and deal (counted from the trial's first, from 1), after how many moves.

    ``code`` is ``exception`` (a bot or the engine failed), ``stuck`` (a seat to act has no legal move, or nobody is to
    act in a match that is not over) or ``bound`` (a deal has more turns than its profile proves).
    """

    code: str
    match: int
    first: int
    """The first deal of the match: from there it is played again."""
    deal: int
    moves: int
    seat: int | None
    turns: int
    bound: int
    detail: str
    trace: str = ""


class Broken(Exception):
    """The trial failed; ``failure`` says how, ``tally`` what was counted before. Its cause is the exception, if any."""

    def __init__(self, failure: Failure, tally: Tally) -> None:
        super().__init__(f"{failure.code} in match {failure.match}, deal {failure.deal}: {failure.detail}")
        self.failure = failure
        self.tally = tally


def play_on(trial: Trial, spot: Spot, *, deals: int, seconds: float) -> tuple[Spot, Tally]:
    """Play on until ``deals`` more deals are over, or for ``seconds``; one event is always played where one is wanted.

    Returns where it stopped and what was counted since ``spot``. Raises Broken.
    """
    runner = Runner(trial, spot)
    ends, began = time.perf_counter() + seconds, time.process_time()
    while runner.tally.deals < deals:
        runner.forward()
        if time.perf_counter() > ends:
            break
    runner.tally.seconds = time.process_time() - began
    return runner.spot, runner.tally


class Runner:
    """A trial being played; ``spot`` is where it is, ``tally`` what was counted. ``forward`` plays one event."""

    def __init__(self, trial: Trial, spot: Spot) -> None:
        self.trial = trial
        self.tally = Tally.empty(trial.seats)
        self.uses = [use for use in USES if use.applies(trial.profile)]
        self.bounds: dict[int, int] = {}
        self._at(spot)

    def _at(self, spot: Spot) -> None:
        self._state = spot.state or new_match(self.trial.profile, seats=self.trial.seats)
        self.spot = replace(spot, state=self._state)
        self._events = course(self._state, [LEVELS[self.trial.level]] * self.trial.seats, self._chances)

    def _chances(self, state: State, seat: int | None) -> Random:
        """How cards lie follows from the deal and the renewal alone: equal decks lie equally under all rules."""
        if seat is not None:
            what = f"move/{self.spot.moves}"
        else:
            what = "deal" if state.phase == "dealing" else f"renewal/{state.renewals}"
        return Random(f"{self.trial.seed}/{self.spot.deals}/{what}")

    def forward(self) -> Event:
        """Play one event and count it. Raises Broken."""
        try:
            event = next(self._events, None)
        except Exception as error:
            raise Broken(self._failure(self._state, error), self.tally) from error
        if event is None:
            raise Broken(
                self._failed("stuck", self._state, f"nobody is to act in phase {self._state.phase}"), self.tally
            )
        self._count(event)
        return event

    def _count(self, event: Event) -> None:
        spot, after = self.spot, event.after
        over = len(after.results) > len(event.before.results)
        in_deal = event.after if event.before.phase == "dealing" else event.before
        turns, bound = _turns(after), self._bound(in_deal)
        if turns > bound:
            raise Broken(self._failed("bound", after, f"{turns} turns, the bound is {bound}"), self.tally)
        for use in self.uses:
            number = use.count(event)
            if number:
                spot.used[use.name] += number
        moves = spot.moves + (event.seat is not None)
        self.spot = Spot(spot.deals, spot.match, after, moves, spot.turns, spot.used)
        self._state = after
        if over:
            self.tally.count_deal(event, spot.used, turns)
            self.tally.note_longest(Longest(turns, bound, spot.match, spot.first, spot.deals + 1))
            self.spot = Spot(spot.deals + 1, spot.match, after, 0, spot.turns + turns)
        if after.phase == "finished":
            self.tally.count_match(after.winners, len(after.results), self.spot.turns)
            self._at(Spot(self.spot.deals, spot.match + 1))

    def _failure(self, state: State, error: Exception) -> Failure:
        seat = state.to_act[0] if state.to_act else None
        if seat is not None and not _listed(state, seat):
            return self._failed("stuck", state, f"seat {seat} has no legal move in phase {state.phase}")
        detail = f"{type(error).__name__}: {error}"
        return replace(self._failed("exception", state, detail), trace=traceback.format_exc()[-_TRACE:])

    def _failed(self, code: str, state: State, detail: str) -> Failure:
        seat = state.to_act[0] if state.to_act else None
        where = (self.spot.match, self.spot.first, self.spot.deals + 1, self.spot.moves)
        return Failure(code, *where, seat, _turns(state), self._bound(state), detail[:_TRACE])

    def _bound(self, state: State) -> int:
        """Most turns that the deal can have."""
        active = len(state.active())
        if active not in self.bounds:
            self.bounds[active] = turn_bound(state.profile, active).turns
        return self.bounds[active]


def again(trial: Trial, *, match: int, first: int, deal: int) -> Iterator[Event]:
    """The events of one deal, its match (whose first deal is ``first``) played from its start. Raises Broken."""
    runner = Runner(trial, Spot(deals=first - 1, match=match))
    while runner.spot.deals < deal:
        present = runner.spot.deals + 1 == deal
        event = runner.forward()
        if present:
            yield event


def _turns(state: State) -> int:
    """Turns that were begun in the deal."""
    return sum(player.laps for player in state.players)


def _listed(state: State, seat: int) -> bool:
    """Whether a seat has a legal move, as far as the engine can say."""
    try:
        return bool(legal_moves(state, seat))
    except Exception:  # noqa: BLE001  # the list itself is what failed: no verdict about the seat
        return True


def spot_to_json(spot: Spot) -> dict[str, Any]:
    """A spot as it is stored."""
    return {
        "deals": spot.deals,
        "match": spot.match,
        "state": dump_state(spot.state) if spot.state else None,
        "moves": spot.moves,
        "turns": spot.turns,
        "used": dict(spot.used),
    }


def spot_from_json(stored: dict[str, Any], profile: RuleProfile) -> Spot:
    """A stored spot. Raises ValueError or LookupError where it is none."""
    state = load_state(stored["state"], profile) if stored["state"] else None
    used = Counter[str](stored["used"])
    return Spot(stored["deals"], stored["match"], state, stored["moves"], stored["turns"], used)
