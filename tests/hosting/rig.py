"""What the tests of the write path need beside tables: matches cut short, calls at one moment, every byte stored."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.utils import timezone

from hosting import services, shuffles
from hosting.log import OWN_KINDS
from hosting.models import Event, Game, Seat
from rummy import engine
from rummy.formats import dump_profile, load_profile
from rummy.moves import Move, action_from_json, move_from_json
from rummy.profile import RuleProfile
from rummy.state import State
from tests.hosting.tables import CAST, easy, state_of


class Turn(NamedTuple):
    """A bot's turn, as it is announced."""

    game_id: str
    seat: int
    decision: int


def open_table(free: int = 1, **setup: Any) -> services.Created:
    """A table of Alice's with free seats."""
    return services.create_game(variant="rummy", seats=[{"name": "Alice"}, *([{}] * free)], **setup)


def hosted(profile: RuleProfile, seats: int, *, bots: Sequence[int] = (), clock: dict[str, Any] | None = None) -> Game:
    """A running game under rules that no catalogue has."""
    game = Game(
        variant="tests", profile=dump_profile(profile), hash=profile.hash, nonces=[shuffles.new_nonce()], clock=clock
    )
    rows = [
        Seat(
            game=game, ticket=number, number=number, name=CAST[number], bot="easy" if number in bots else "",
            controller="bot" if number in bots else "person", bank_left_s=clock["bank_s"] if clock else 0,
        )
        for number in range(seats)
    ]  # fmt: skip
    with transaction.atomic():
        game.save(force_insert=True)
        Seat.objects.bulk_create(rows)
        services._begin(game, timezone.now())
    return game


def move(kind: str, **fields: Any) -> Move:
    return move_from_json({"kind": kind, **fields})


def discard(card: str) -> Move:
    return move("discard", card=card)


def kinds(game: Game) -> list[str]:
    """Kinds of the game's events, oldest first."""
    return list(Event.objects.filter(game=game).order_by("seq").values_list("kind", flat=True))


def play_on(
    game: Game, *, seed: int = 1, moves: int | None = None, until: Callable[[State], bool] = lambda _state: False
) -> State:
    """Plays for every seat: so many moves, until the match is finished, or ``until`` holds; the state then."""
    rng = Random(seed)
    for played in range(20_000):
        state = state_of(game)
        if state.phase == "finished" or played == moves or until(state):
            return state
        seat = state.to_act[0]
        services.play(game_id=game.id, seat=seat, moves=[easy(state, seat, rng)])
    raise AssertionError("the match does not end")


def replayed(game: Game) -> State:
    """The state that the log adds up to."""
    state = engine.new_match(load_profile(game.profile), Seat.objects.filter(game=game).count())
    for event in Event.objects.filter(game=game).order_by("seq"):
        if event.kind not in OWN_KINDS:
            step = engine.step(state, event.seat, action_from_json({"kind": event.kind, **event.payload}))
            assert step.effects == event.payload["effects"]
            state = step.state
    return state


def every_row() -> list[tuple[Any, ...]]:
    """Every row of every table of the house, as it lies in the database."""
    rows: list[tuple[Any, ...]] = []
    with connection.cursor() as cursor:
        for table in ("hosting_game", "hosting_seat", "hosting_event"):
            cursor.execute(f"SELECT * FROM {table} ORDER BY 1")  # noqa: S608  # names of ours
            rows += cursor.fetchall()
    return rows


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """Results of calls that begin together, each in a thread with a connection of its own; errors as they were."""
    gate = threading.Barrier(len(calls))
    results: list[Any] = [None] * len(calls)

    def run(index: int, call: Callable[[], Any]) -> None:
        try:
            gate.wait(10)
            results[index] = call()
        except Exception as error:  # noqa: BLE001  # a result like others: the tests look at it
            results[index] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=each, daemon=True) for each in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive(), "a call hangs"
    return results
