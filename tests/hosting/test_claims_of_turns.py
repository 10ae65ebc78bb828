"""A bot's turn is claimed by one conditional update: one task has it, late and doubled ones have nothing."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from hosting import services
from hosting.models import Game
from tests.hosting.rig import at_once, every_row, open_table
from tests.hosting.tables import DRAW, fresh, new_game, over_the_first_deal

pytestmark = pytest.mark.usefixtures("database")


def bots() -> Game:
    return services.create_game(variant="rummy", seats=[{"bot": "easy"}, {"bot": "hard"}]).game


def test_one_of_many_tasks_has_the_turn() -> None:
    game = bots()
    claim = partial(services.claim_turn, game_id=game.id, seat=0, decision=2, lease_s=60)
    won = [each for each in at_once(*[claim] * 6) if each is not None]
    assert len(won) == 1
    assert (won[0].seat, won[0].level, won[0].version) == (0, "easy", 2)
    assert won[0].state.to_act == (0,)


def test_a_lease_that_is_over_lets_another_task_have_the_turn() -> None:
    game = bots()
    claim = partial(services.claim_turn, game_id=game.id, seat=0, decision=2, lease_s=60)
    assert claim() is not None
    assert claim() is None
    Game.objects.filter(pk=game.pk).update(bot_claimed_until=timezone.now() - timedelta(milliseconds=1))
    assert claim() is not None


def test_a_turn_given_back_can_be_had_at_once() -> None:
    game = bots()
    claim = partial(services.claim_turn, game_id=game.id, seat=0, decision=2, lease_s=60)
    assert claim() is not None
    services.release_turn(game_id=game.id, decision=2)
    assert claim() is not None


@pytest.mark.parametrize("other", [{"decision": 1}, {"decision": 3}, {"seat": 1}, {"seat": 7}, {"game_id": "nowhere"}])
def test_who_is_wrong_about_the_turn_has_nothing_and_hinders_nobody(other: dict[str, Any]) -> None:
    game = bots()
    before = every_row()
    assert services.claim_turn(**{"game_id": game.id, "seat": 0, "decision": 2, "lease_s": 60, **other}) is None
    assert every_row() == before
    assert services.claim_turn(game_id=game.id, seat=0, decision=2, lease_s=60) is not None


def test_the_next_move_is_a_new_turn_to_claim() -> None:
    game = bots()
    assert services.claim_turn(game_id=game.id, seat=0, decision=2, lease_s=60) is not None
    services.play(game_id=game.id, seat=0, moves=[DRAW], expected=2)
    assert services.claim_turn(game_id=game.id, seat=0, decision=2, lease_s=60) is None
    assert services.claim_turn(game_id=game.id, seat=0, decision=3, lease_s=60) is not None


def test_a_bot_is_not_due_before_it_has_thought(settings: Any) -> None:
    settings.BOT_THINK_SECONDS = 300
    game = bots()
    assert services.claim_turn(game_id=game.id, seat=0, decision=2, lease_s=60) is None
    due = fresh(game).bot_due_at
    assert due is not None
    assert timedelta(seconds=200) < due - timezone.now() < timedelta(seconds=400), "300 seconds and a jitter"


def test_a_persons_turn_is_nobodys_to_claim() -> None:
    game = new_game()
    assert services.claim_turn(game_id=game.id, seat=0, decision=2, lease_s=60) is None
    waiting = open_table().game
    assert services.claim_turn(game_id=waiting.id, seat=1, decision=1, lease_s=60) is None
    over = over_the_first_deal(options={"target": 50})
    assert fresh(over).status == "finished"
    assert services.claim_turn(game_id=over.id, seat=0, decision=fresh(over).decision, lease_s=60) is None
