"""Tables at which the laws are watched: variant, options, seats and who plays, drawn from a seed; and how they play on.

``LAWS_DEALS`` says how many deals of each profile ``make laws`` plays (default: ``MANY`` of the two plain ones,
``SOME`` of each other); ``make test`` plays ``SAMPLE``.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice
from typing import Any, Final

from bots.levels import LEVELS
from bots.seen import look
from rummy.cards import texts
from rummy.engine import legal_moves, new_match, order_needed, step
from rummy.moves import Action, Dealt, Knock, Lay, Move, Reshuffled, move_to_json
from rummy.profile import RuleProfile
from rummy.state import Effect, State
from variants.catalogue import Variant, with_options

MANY: Final = 2000
SOME: Final = 300
SAMPLE: Final = 24
WILD: Final = ("wild", "eager")
"""Players without a plan: any legal move; or a lay or knock where there is one, two times of three."""
MINDS: Final = (*WILD, *LEVELS)


def deals_of(variant_id: str) -> int:
    """How many deals of a variant are many."""
    asked = os.environ.get("LAWS_DEALS")
    if asked:
        return int(asked)
    return MANY if variant_id in ("rummy", "rummy-dutch") else SOME


Watch = Callable[[State, int | None, Action, State], None]
Row = dict[str, Any]


@dataclass(frozen=True)
class Setting:
    """One table: ``seed`` (a text) makes everything that chance decides at it."""

    variant: str
    profile: RuleProfile
    seats: int
    minds: tuple[str, ...]
    options: tuple[tuple[str, Any], ...]
    seed: str

    def __str__(self) -> str:
        return f"{self.variant}, seed {self.seed!r}, {', '.join(self.minds)}, options {dict(self.options)}"


@dataclass
class Match:
    """A match being played, and its log as it would be stored."""

    state: State
    log: list[dict[str, Any]] = field(default_factory=list)
    states: list[State] = field(default_factory=list)
    """The state before each entry of the log."""

    def do(self, seat: int | None, action: Action) -> State:
        """Apply an event and write it down."""
        before = self.state
        after = step(before, seat, action)
        self.states.append(before)
        self.log.append(entry(len(self.log) + 1, seat, action, after.effects))
        self.state = after.state
        return self.state


def entry(seq: int, seat: int | None, action: Action, effects: list[Effect]) -> dict[str, Any]:
    """An event as it stands in the log."""
    return {"seq": seq, "at": "", "seat": seat, **move_to_json(action), "effects": effects}


def pairwise_rows(factors: Sequence[tuple[str, Sequence[Any]]]) -> list[Row]:
    """Rows (factor -> value) in which every value and every pair of values of two factors occurs."""
    if len(factors) == 1:
        name, values = factors[0]
        return [{name: value} for value in values]
    missing = {
        ((one, a), (other, b))
        for (one, ones), (other, others) in combinations(factors, 2)
        for a in ones
        for b in others
    }
    rows: list[Row] = []
    while missing:
        row: Row = dict(min(missing, key=repr))
        for name, values in factors:
            if name not in row:
                row[name] = max(values, key=lambda value: _gain({**row, name: value}, factors, missing))
        rows.append(row)
        missing -= set(_pairs(row, factors))
    return rows


def _pairs(row: Row, factors: Sequence[tuple[str, Sequence[Any]]]) -> Iterator[tuple[Any, Any]]:
    present = [(name, row[name]) for name, _ in factors if name in row]
    return combinations(present, 2)


def _gain(row: Row, factors: Sequence[tuple[str, Sequence[Any]]], missing: set[Any]) -> int:
    return sum(pair in missing for pair in _pairs(row, factors))


def settings(variant: Variant, most: int, seed: str) -> list[Setting]:
    """``most`` tables of a variant, more where its options need them for every pair of values."""
    rng = random.Random(f"{seed}/{variant.id}")
    rows = pairwise_rows([(option.path, option.values) for option in variant.options])
    rows += [{option.path: rng.choice(option.values) for option in variant.options} for _ in range(most - len(rows))]
    players = variant.profile.players
    found = []
    for number, row in enumerate(rows):
        profile = with_options(variant, row)
        seats = players.min + number % (players.max - players.min + 1)
        # One table of four is of bots alone, one of four of players without a plan, the others are mixed.
        pool = (tuple(LEVELS), WILD, MINDS, MINDS)[rng.randrange(4)]
        minds = tuple(rng.choice(pool) for _ in range(seats))
        found.append(Setting(variant.id, profile, seats, minds, tuple(row.items()), f"{seed}/{variant.id}/{number}"))
    return found


def part(every: Sequence[Setting], number: int, parts: int) -> list[Setting]:
    """Every ``parts``-th table."""
    return list(islice(every, number, None, parts))


def supply(match: Match, rng: random.Random, watch: Watch | None = None) -> None:
    """Let chance do what is due."""
    while (cards := order_needed(match.state)) is not None:
        order = tuple(texts(rng.sample(cards, len(cards))))
        action = Dealt(order) if match.state.phase == "dealing" else Reshuffled(order)
        before = match.state
        after = match.do(None, action)
        if watch:
            watch(before, None, action, after)


def choose(mind: str, state: State, seat: int, rng: random.Random) -> Move:
    """What a player of this mind does."""
    if mind in LEVELS:
        return LEVELS[mind].choose(look(state, seat), rng)
    moves = legal_moves(state, seat)
    bold = [move for move in moves if isinstance(move, Lay | Knock)]
    if mind == "eager" and bold and rng.random() < 2 / 3:
        return rng.choice(bold)
    return rng.choice(moves)


def play(
    setting: Setting,
    *,
    until: Callable[[State], bool] = lambda state: bool(state.results),
    watch: Watch | None = None,
    most: int | None = None,
) -> Match:
    """Play at a table until ``until``, the end of the match or ``most`` moves. The first deal, if nothing is said."""
    rng = random.Random(setting.seed)
    match = Match(new_match(setting.profile, setting.seats))
    supply(match, rng, watch)
    moves = 0
    while match.state.to_act and not until(match.state) and (most is None or moves < most):
        seat = rng.choice(match.state.to_act)
        move = choose(setting.minds[seat], match.state, seat, rng)
        before = match.state
        after = match.do(seat, move)
        if watch:
            watch(before, seat, move, after)
        supply(match, rng, watch)
        moves += 1
    return match
