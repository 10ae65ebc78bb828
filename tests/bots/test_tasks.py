"""Bots at hosted tables: no turn is lost, none is doubled, and no fault of a bot stalls a game."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Iterator
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.utils import timezone
from kombu.exceptions import OperationalError

from bots import levels, tasks
from bots.seen import Facts, Seen
from bots.strategies.turns import Strategy
from hosting import services, signals
from hosting.models import Game, Status
from rummy.moves import Discard, Move

pytestmark = pytest.mark.django_db(transaction=True)

Sent = deque[tuple[str, int, int]]


@pytest.fixture
def sent() -> Iterator[Sent]:
    """What hosting announced and no task has done yet."""
    waiting: Sent = deque()

    def keep(*, game_id: str, seat: int, decision: int, **_signal: Any) -> None:
        waiting.append((game_id, seat, decision))

    signals.turn_began.connect(keep)
    yield waiting
    signals.turn_began.disconnect(keep)


def bot_game(*names: str, **setup: Any) -> Game:
    return services.create_game(variant="rummy", seats=[{"bot": name} for name in names], **setup).game


def play_on(sent: Sent, most: int = 20_000) -> None:
    """Do every task that was announced, and those that follow."""
    for _ in range(most):
        if not sent:
            return
        tasks.take_turn(*sent.popleft())
    pytest.fail(f"still going after {most} tasks")


def test_bots_play_matches_to_the_end_and_every_hand_has_its_cards(sent: Sent) -> None:
    """Case T027: no leftovers of one match or deal in the next."""
    for _ in range(2):
        game = bot_game("easy", "medium", "hard", options={"target": 50})
        play_on(sent)
        game.refresh_from_db()
        assert game.status == Status.FINISHED
        assert game.bot_due_at is None
        dealt = [
            effect
            for event in game.events.filter(kind="dealt")
            for effect in event.payload["effects"]
            if effect["kind"] == "deal"
        ]
        assert dealt
        assert all(effect["hand_counts"] == [7, 7, 7] for effect in dealt), "three seats hold seven cards (S0)"
        assert list(game.events.values_list("seq", flat=True)) == list(range(1, game.version + 1))


def test_a_doubled_task_does_nothing(sent: Sent) -> None:
    game = bot_game("medium", "medium")
    task = sent.popleft()
    tasks.take_turn(*task)
    played = version(game)
    assert played > game.version
    tasks.take_turn(*task)
    assert version(game) == played


def test_one_task_plays_the_whole_turn_of_a_bot_without_thinking_time(sent: Sent) -> None:
    game = bot_game("medium", "medium")
    _, seat, _ = task = sent.popleft()
    tasks.take_turn(*task)
    game.refresh_from_db()
    assert game.state is not None
    assert game.state["to_act"] == [1 - seat]
    moves = game.events.filter(seat=seat).values_list("kind", flat=True)
    assert moves[0] in ("draw_stock", "take_discard")
    assert list(moves)[-1] == "discard"


@pytest.mark.parametrize("shift", [-1, 1])
def test_a_task_for_another_decision_does_nothing(sent: Sent, shift: int) -> None:
    game = bot_game("easy", "easy")
    game_id, seat, decision = sent.popleft()
    tasks.take_turn(game_id, seat, decision + shift)
    tasks.take_turn(game_id, 1 - seat, decision)
    tasks.take_turn("no such game", seat, decision)
    assert version(game) == game.version
    tasks.take_turn(game_id, seat, decision)
    assert version(game) > game.version


def test_a_task_before_its_time_does_nothing(sent: Sent, settings: Any) -> None:
    settings.BOT_THINK_SECONDS = 30
    game = bot_game("easy", "easy")
    tasks.take_turn(*sent.popleft())
    assert version(game) == game.version


def test_a_turn_whose_worker_died_is_played_once_when_the_lease_is_over(sent: Sent) -> None:
    game = bot_game("easy", "easy")
    game_id, seat, decision = task = sent.popleft()
    assert services.claim_turn(game_id=game_id, seat=seat, decision=decision, lease_s=60) is not None

    tasks.take_turn(*task)
    services.sweep()
    assert version(game) == game.version, "another worker has the turn"
    assert not sent

    past = timezone.now() - timedelta(seconds=3)
    Game.objects.filter(pk=game.pk).update(bot_due_at=past, bot_claimed_until=past)
    services.sweep()
    services.sweep()
    assert list(sent) == [task], "the sweep announces it again, once"
    tasks.take_turn(*sent.popleft())
    played = version(game)
    assert played > game.version
    tasks.take_turn(*task)
    assert version(game) == played


def raises(_facts: Facts, _rng: Random) -> bool:
    raise ZeroDivisionError


def throws_another_card(facts: Facts, _rng: Random) -> Move:
    return Discard(next(card for card in ("AS", "2S", "3S") if card not in facts.view["me"]["hand"]))


class NotThere(Strategy):
    """Chooses a card that it does not hold, whatever is asked."""

    def choose(self, seen: Seen, rng: Random) -> Move:
        return throws_another_card(Facts(seen), rng)


EASY = levels.LEVELS["easy"]


@pytest.mark.parametrize(
    "broken",
    [
        Strategy(take=raises, claim=raises, ahead=EASY.ahead, rebuy=raises, play=throws_another_card),
        NotThere(EASY.take, EASY.claim, EASY.ahead, EASY.rebuy, EASY.play),
    ],
    ids=["raises", "illegal"],
)
def test_a_faulty_bot_plays_what_a_silent_seat_would_and_the_incident_is_logged(
    sent: Sent, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, broken: Strategy
) -> None:
    """Case A049: the game goes on with a fallback move; incident logged."""
    monkeypatch.setattr(levels, "LEVELS", {**levels.LEVELS, "hard": broken})
    game = bot_game("hard", "easy", options={"target": 50})
    with caplog.at_level(logging.ERROR, "bots.tasks"):
        for _ in range(60):
            tasks.take_turn(*sent.popleft())
    assert version(game) >= game.version + 40
    incidents = [record.getMessage() for record in caplog.records if record.name == "bots.tasks"]
    assert incidents
    assert all("hard" in incident and game.pk in incident for incident in incidents)
    assert all(record.exc_info for record in caplog.records if record.name == "bots.tasks")


def test_a_level_that_is_gone_stalls_no_game(sent: Sent, caplog: pytest.LogCaptureFixture) -> None:
    game = bot_game("easy", "easy")
    game.seats.update(bot="retired")
    with caplog.at_level(logging.CRITICAL):
        tasks.take_turn(*sent.popleft())
    assert version(game) > game.version


def test_a_broker_that_is_down_loses_nothing(
    sent: Sent, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def down(*_arguments: Any, **_options: Any) -> None:
        raise OperationalError("connection refused")

    with monkeypatch.context() as broken, caplog.at_level(logging.WARNING, "bots.tasks"):
        broken.setattr(tasks.take_turn, "apply_async", down)
        game = bot_game("easy", "easy")
    assert "no broker" in caplog.text
    assert game.status == Status.PLAYING
    task = sent.popleft()
    Game.objects.filter(pk=game.pk).update(bot_due_at=timezone.now() - timedelta(seconds=3))
    services.sweep()
    assert list(sent) == [task]


def version(game: Game) -> int:
    return Game.objects.get(pk=game.pk).version
