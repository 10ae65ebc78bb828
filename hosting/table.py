"""A game under its lock: applies actions, writes the log, supplies chance, sets deadlines. Used by ``services`` only.

One ``Play`` lives for one transaction. It holds the row, the seats and the state, and writes each once, in ``save``.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

from django.conf import settings
from django.db import transaction

from hosting import bus, shuffles, signals
from hosting.models import Event, Game, Seat, Status
from rummy import engine
from rummy.cards import texts
from rummy.formats import dump_state, load_profile, load_state
from rummy.moves import Action, Dealt, Move, Ready, Reshuffled, action_from_json, move_to_json
from rummy.state import State

BETWEEN_S: Final = 60
"""A seat that is silent for so long between two deals is ready."""
CLAIM_S: Final = 8
"""How long a claim window stays open where people play."""
_JITTER: Final = 0.25

_MOST_ORDERS: Final = 4
"""More orders than a move can make necessary: no fault of the rules may hold the lock for ever."""
_TURN: Final = frozenset(("offer", "draw", "play", "last_draw", "last_play"))
"""Phases in which one seat acts, against its own clock."""
_PLAYED: Final = (
    "status", "version", "decision", "state", "nonces", "salts", "next_salts",
    "asked_at", "deadline", "bot_due_at", "bot_claimed_until",
)  # fmt: skip
"""What play changes of a game's row."""

_jitter = random.SystemRandom()


@dataclass
class Play:
    """A game being played on, its row locked."""

    game: Game
    seats: list[Seat]
    state: State
    now: datetime
    events: list[Event] = field(default_factory=list)
    touched: set[int] = field(default_factory=set)
    """Seats whose row has changed."""
    _by_bot: bool = False
    _asked: bool = False
    """Whether a new question was put."""

    @classmethod
    def of(cls, game: Game, now: datetime, seats: list[Seat] | None = None) -> Play:
        """The game as it stands. Its row must be locked and its match begun; ``seats``: its rows, if they are read."""
        if game.state is None:
            raise ValueError("only a match that has begun can be played on")
        return cls(
            game,
            list(game.seats.all()) if seats is None else seats,
            load_state(game.state, load_profile(game.profile)),
            now,
        )

    def log(self, seat: int | None, kind: str, **payload: Any) -> None:
        """Appends an event."""
        self.game.version += 1
        self.events.append(
            Event(game=self.game, seq=self.game.version, at=self.now, seat=seat, kind=kind, payload=payload)
        )

    def apply(self, seat: int, move: Move) -> State:
        """Applies a move and the chance that it makes necessary; the state after it.

        Raises IllegalMove; the play must then be dropped.
        """
        before = self.state
        self._by_bot = bool(self.seats[seat].bot)
        self._act(seat, move)
        if isinstance(move, Ready) and move.salt:
            self.game.next_salts[str(seat)] = move.salt
        self._chance()
        if not _same_question(before, self.state, seat):
            self._ask(before)
        return self.state

    def begin(self) -> None:
        """Deals the first deal."""
        self._chance()
        self._ask(None)

    def hand_over(self, seat: int, level: str) -> None:
        """From now on a bot plays the seat."""
        self.seats[seat].bot = level
        self.touched.add(seat)
        self.log(seat, "taken_over", bot=level)
        self._ask(None)

    def _act(self, seat: int | None, action: Action, **more: Any) -> None:
        step = engine.step(self.state, seat, action)
        payload = move_to_json(action)
        kind = payload.pop("kind")
        self.log(seat, kind, **payload, **more, effects=step.effects)
        self.state = step.state

    def _chance(self) -> None:
        game = self.game
        orders = 0
        while (faces := engine.order_needed(self.state)) is not None:
            orders += 1
            if orders > _MOST_ORDERS:
                raise RuntimeError(f"chance is due without end in game {game.id}, deal {self.state.deal}")
            deal, dealing = self.state.deal, self.state.phase == "dealing"
            if dealing and deal > 1:
                game.salts, game.next_salts = game.next_salts, {}
            if dealing and deal == 1 and game.arranged is not None:
                arranged = action_from_json({"kind": "dealt", **game.arranged})
                self._act(None, arranged, salts=game.salts, arranged=True)
                continue
            order = shuffles.order(
                texts(faces),
                nonce=game.nonces[deal - 1],
                game_id=game.id,
                deal=deal,
                number=0 if dealing else self.state.renewals,
                salts=game.salts,
            )
            self._act(
                None, Dealt(order) if dealing else Reshuffled(order), **({"salts": game.salts} if dealing else {})
            )
        if self.state.phase == "between" and len(game.nonces) == self.state.deal:
            game.nonces.append(shuffles.new_nonce())

    def _ask(self, before: State | None) -> None:
        """Opens a new question: its number and its deadline. Within one turn the clock runs on."""
        game = self.game
        game.decision, self._asked = game.version, True
        if before is not None:
            if same_turn(before, self.state):
                return
            self._charge_bank(before)
        game.asked_at = self.now
        game.deadline = self.deadline()

    def _charge_bank(self, before: State) -> None:
        """Time that a turn took beyond ``turn_s`` comes out of its seat's bank."""
        clock, asked_at = self.game.clock, self.game.asked_at
        if clock is None or asked_at is None or before.phase not in _TURN:
            return
        row = self.seats[before.to_act[0]]
        over = (self.now - asked_at).total_seconds() - clock["turn_s"]
        if over > 0 and row.bank_left_s and not row.bot:
            row.bank_left_s = max(0.0, row.bank_left_s - over)
            self.touched.add(row.number)

    def deadline(self) -> datetime | None:
        """When the present question is answered for a silent person or app; None without a limit."""
        waiting = [self.seats[seat] for seat in self.state.to_act if not self.seats[seat].bot]
        if not waiting:
            return None
        clock = self.game.clock
        if self.state.phase == "between":
            seconds: float = BETWEEN_S
        elif self.state.phase == "claims":
            seconds = clock["claim_s"] if clock else CLAIM_S
        elif clock:
            seconds = clock["turn_s"] + max(seat.bank_left_s for seat in waiting)
        else:
            return None
        return self.now + timedelta(seconds=seconds)

    def save(self) -> None:
        """Writes the events, the state and the rows, and announces them after the commit."""
        game, state = self.game, self.state
        if state.phase == "finished":
            game.status = Status.FINISHED
            game.deadline = None
        bots = [seat for seat in state.to_act if self.seats[seat].bot]
        if not bots:
            game.bot_due_at = game.bot_claimed_until = None
        elif self._asked or game.bot_due_at is None:
            game.bot_due_at, game.bot_claimed_until = self._bot_due(), None
        elif self._by_bot:
            game.bot_claimed_until = None
        else:
            # A person answered what bots were asked too: they are at it already, at their own pace.
            bots = []
        game.state = dump_state(state)
        Event.objects.bulk_create(self.events)
        game.save(update_fields=_PLAYED)
        if self.touched:
            Seat.objects.bulk_update([self.seats[seat] for seat in self.touched], ["bot", "bank_left_s", "misses"])
        announce(game, bots)

    def save_open(self) -> None:
        """Writes the events of a table whose match has not begun."""
        Event.objects.bulk_create(self.events)
        self.game.decision = self.game.version
        self.game.save(update_fields=("version", "decision", "salts"))
        announce(self.game, [])

    def _bot_due(self) -> datetime:
        if self.state.phase == "between":
            return self.now
        think = settings.BOT_THINK_SECONDS * (1 + _jitter.uniform(-_JITTER, _JITTER))
        return self.now + timedelta(seconds=think)


def announce(game: Game, bots: list[int]) -> None:
    """Tells whoever listens, once the transaction is sure, that the game has a new version and which bots are due."""
    transaction.on_commit(partial(bus.announce, game.id, game.version), robust=True)
    for seat in bots:
        transaction.on_commit(
            partial(
                signals.turn_began.send_robust,
                sender=Game,
                game_id=game.id,
                seat=seat,
                decision=game.decision,
                due_at=game.bot_due_at,
            ),
            robust=True,
        )


def _same_question(before: State, after: State, seat: int) -> bool:
    """Whether others still owe an answer to what was asked of several at once."""
    left = set(before.to_act) - {seat}
    return (
        bool(left)
        and before.deal == after.deal
        and before.phase == after.phase
        and after.phase in ("claims", "between")
        and set(after.to_act) == left
    )


def same_turn(before: State, after: State) -> bool:
    """Whether a seat goes on with the turn that it was in."""
    return (
        before.deal == after.deal and before.to_act == after.to_act and before.phase in _TURN and after.phase in _TURN
    )
