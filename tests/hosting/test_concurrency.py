"""Requests at the same moment: one of them is first, and the others are told so."""

from __future__ import annotations

import threading
from datetime import timedelta
from functools import partial
from random import Random
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from hosting import services
from hosting.errors import Conflict, StaleVersion
from hosting.models import Event, Game, Seat
from hosting.selectors import Table
from rummy.engine import legal_moves
from rummy.errors import IllegalMove
from rummy.moves import Discard, Move
from tests.hosting.elsewhere import committed_at, go, player
from tests.hosting.rig import Turn, at_once, kinds, open_table
from tests.hosting.tables import (
    DRAW,
    LAST_TURN,
    READY,
    TAKE,
    WHOLE_HAND,
    easy,
    fresh,
    new_game,
    over_the_first_deal,
    state_of,
)

pytestmark = pytest.mark.usefixtures("database")

OUT: list[Move] = [WHOLE_HAND, Discard("KC")]
CLOCK = {"turn_s": 10, "bank_s": 0, "claim_s": 8, "misses": 3, "on_timeout": "play"}


def about_to_go_out(**setup: Any) -> Game:
    """A game in which seat 0 needs one more request to go out."""
    game = new_game(deal=LAST_TURN, **setup)
    return services.play(game_id=game.id, seat=0, moves=[DRAW]).game


def test_of_equal_requests_at_once_one_is_played() -> None:
    """Case A017: the others learn that the game moved on."""
    game = new_game()
    draw = partial(services.play, game_id=game.id, seat=0, moves=[DRAW], expected=game.version)
    results = at_once(*[draw] * 6)
    assert sorted(type(result).__name__ for result in results) == [*["StaleVersion"] * 5, "Table"]
    assert kinds(game) == ["started", "dealt", "draw_stock"]


def test_one_discard_goes_to_one_seat() -> None:
    """Case A020: two players reach for it at the same moment."""
    game = new_game()
    top = state_of(game).discard[-1]
    taking = [partial(services.play, game_id=game.id, seat=seat, moves=[TAKE]) for seat in (0, 1)]
    first, second = at_once(*taking)
    assert isinstance(first, Table)
    assert isinstance(second, IllegalMove)
    assert second.code == "not_your_turn"
    after = state_of(game)
    assert (top in after.players[0].hand, top in after.players[1].hand, len(after.discard)) == (True, False, 0)


def test_a_deal_ends_once() -> None:
    """Case A021: two requests that both end it."""
    game = about_to_go_out()
    results = at_once(*[partial(services.play, game_id=game.id, seat=0, moves=OUT)] * 4)
    assert sum(isinstance(result, Table) for result in results) == 1
    assert all(isinstance(result, Table | IllegalMove) for result in results), results
    after = state_of(game)
    assert len(after.results) == 1
    assert [line.total for line in after.results[0].seats] == [player.total for player in after.players]
    assert over(game) == 1


@pytest.mark.parametrize("round_", range(4))
def test_a_deal_that_ends_while_time_runs_out_is_scored_once(round_: int) -> None:
    """Case A022: whoever is first, the other one finds the question gone."""
    game = about_to_go_out(clock=CLOCK)
    late = timezone.now() + timedelta(seconds=11)
    calls = [partial(services.play, game_id=game.id, seat=0, moves=OUT, expected=game.version)]
    sweeps = [partial(services.sweep, now=late)] * 3
    results = at_once(*(calls + sweeps if round_ % 2 else sweeps + calls))
    assert [result for result in results if not isinstance(result, Table | StaleVersion | None)] == []
    after = state_of(game)
    if any(isinstance(result, Table) for result in results):
        assert (over(game), len(after.results), kinds(game).count("timed_out")) == (1, 1, 0)
    else:
        assert (over(game), kinds(game).count("timed_out"), after.to_act) == (0, 1, (1,))


def over(game: Game) -> int:
    """How often a deal of this game was over."""
    effects = [effect for event in Event.objects.filter(game=game) for effect in event.payload.get("effects", ())]
    return sum(effect["kind"] == "deal_over" for effect in effects)


def test_answers_at_once_deal_once() -> None:
    game = over_the_first_deal()
    seats = [0, 1, 0, 1, 0, 1]
    results = at_once(
        *[partial(services.play, game_id=game.id, seat=seat, moves=[READY], expected=game.version) for seat in seats]
    )
    assert sum(isinstance(result, Table) for result in results) == 2
    assert kinds(game)[-3:] == ["ready", "ready", "dealt"]


def test_who_waits_for_the_lock_reads_again_what_it_protects() -> None:
    """A sweep that saw the deadline pass does nothing when the move was first after all."""
    game = new_game(clock=CLOCK)
    late = timezone.now() + timedelta(seconds=11)
    moving, swept = threading.Event(), threading.Event()

    def move() -> None:
        with transaction.atomic():
            services.play(game_id=game.id, seat=0, moves=[DRAW], at=late - timedelta(seconds=2))
            services.play(game_id=game.id, seat=0, moves=[Discard(card_of(game))], at=late - timedelta(seconds=1))
            moving.set()
            assert not swept.wait(0.5), "the sweep waits for the lock"

    def sweep() -> None:
        assert moving.wait(10)
        assert Game.objects.filter(pk=game.id, deadline__lte=late).exists(), "from outside the deadline has passed"
        services.sweep(now=late)
        swept.set()

    assert at_once(move, sweep) == [None, None]
    assert kinds(game)[2:] == ["draw_stock", "discard"]
    assert fresh(game).deadline == late - timedelta(seconds=1) + timedelta(seconds=10)


def card_of(game: Game) -> str:
    """A card that seat 0 may throw."""
    return next(move.card for move in legal_moves(state_of(game), 0) if isinstance(move, Discard))


def test_the_last_seat_goes_to_one_of_many() -> None:
    """Case A040: no fifth player."""
    made = open_table(free=2)
    names = ("Bob", "Dora", "Emil", "Frida", "Gustav")
    joins = [partial(services.join_game, game_id=made.game.id, name=name, invite=made.invite) for name in names]
    results = at_once(*joins)
    joined = [result for result in results if isinstance(result, services.Joined)]
    assert sorted(result.seat for result in joined) == [1, 2]
    assert [result.code for result in results if isinstance(result, Conflict)] == ["table_full"] * 3
    assert Seat.objects.filter(game=made.game).count() == 3
    assert fresh(made.game).status == "playing"
    assert kinds(made.game) == ["created", "joined", "joined", "started", "dealt"]


def test_one_name_goes_to_one_of_many() -> None:
    made = open_table(free=4)
    join = partial(services.join_game, game_id=made.game.id, name="Bob", invite=made.invite)
    results = at_once(*[join] * 4)
    assert sum(isinstance(result, services.Joined) for result in results) == 1
    assert [result.code for result in results if isinstance(result, Conflict)] == ["name_taken"] * 3


def test_many_games_at_once_do_not_lock_each_other_out() -> None:
    games = [new_game(options={"target": 300}) for _ in range(8)]

    def play(game: Game, seed: int) -> int:
        rng = Random(seed)
        for _ in range(25):
            state = state_of(game)
            seat = state.to_act[0]
            services.play(game_id=game.id, seat=seat, moves=[easy(state, seat, rng)])
        return fresh(game).version

    results = at_once(*[partial(play, game, seed) for seed, game in enumerate(games)])
    assert all(isinstance(result, int) and result >= 27 for result in results), results


def test_other_processes_play_beside_us() -> None:
    games = [new_game(options={"target": 300}) for _ in range(3)]
    others = [player(str(connection.settings_dict["NAME"]), game.id, 40) for game in games[:2]]
    for process in others:
        go(process)
    rng = Random(1)
    for _ in range(40):
        state = state_of(games[2])
        services.play(game_id=games[2].id, seat=state.to_act[0], moves=[easy(state, state.to_act[0], rng)])
    for process in others:
        committed_at(process)
    assert all(fresh(game).version >= 42 for game in games)


def test_one_sweep_of_many_plays_for_the_silent_and_announces_again(announced: list[Turn]) -> None:
    silent = new_game(clock=CLOCK)
    forgotten = services.create_game(variant="rummy", seats=[{"bot": "easy"}, {"bot": "easy"}]).game
    announced.clear()
    late = timezone.now() + timedelta(seconds=11)
    assert at_once(*[partial(services.sweep, now=late)] * 5) == [None] * 5
    assert kinds(silent).count("timed_out") == 1
    assert list(announced) == [Turn(forgotten.id, 0, forgotten.decision)]
