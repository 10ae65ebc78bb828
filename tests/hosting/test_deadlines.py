"""What time does: pauses, claim windows, clocks and banks, seats taken over, bots announced again."""

from __future__ import annotations

from collections import deque
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from django.utils import timezone

from hosting import services
from hosting.models import Game, Seat
from hosting.sweeping import RESEND_AFTER, RESEND_AT_LATEST
from rummy.engine import legal_moves
from rummy.moves import Discard
from rummy.profile import RuleProfile
from tests.hosting.rig import Turn, every_row, hosted, kinds, move, play_on
from tests.hosting.tables import DRAW, READY, fresh, new_game, over_the_first_deal, state_of

pytestmark = pytest.mark.usefixtures("database")

SEALED = RuleProfile.model_validate({"claims": {"mode": "sealed"}})
PASS = move("pass")


def clock(**changes: Any) -> dict[str, Any]:
    return {"turn_s": 30, "bank_s": 60, "claim_s": 3, "misses": 2, "on_timeout": "play", **changes}


def asked_at(game: Game) -> datetime:
    asked = fresh(game).asked_at
    assert asked is not None
    return asked


def after(game: Game, seconds: float) -> datetime:
    """So many seconds after the present question was put."""
    return asked_at(game) + timedelta(seconds=seconds)


def throw(game: Game, at: datetime) -> None:
    """Whoever is on turn discards."""
    state = state_of(game)
    seat = state.to_act[0]
    card = next(each for each in legal_moves(state, seat) if isinstance(each, Discard))
    services.play(game_id=game.id, seat=seat, moves=[card], at=at)


def bank(game: Game, seat: int) -> float:
    return Seat.objects.get(game=game, number=seat).bank_left_s


# --- Between deals


def test_who_is_silent_for_60_seconds_between_deals_is_ready() -> None:
    """api.md: Between deals."""
    game = over_the_first_deal()
    assert fresh(game).deadline == after(game, 60)
    before = every_row()
    services.sweep(now=after(game, 59.9))
    assert every_row() == before
    services.sweep(now=after(game, 60))
    assert kinds(game)[-5:] == ["timed_out", "ready", "timed_out", "ready", "dealt"]
    assert (state_of(game).deal, fresh(game).deadline) == (2, None)


def test_an_answer_does_not_give_the_others_more_time() -> None:
    game = over_the_first_deal()
    end = after(game, 60)
    services.play(game_id=game.id, seat=1, moves=[READY], at=after(game, 40))
    assert fresh(game).deadline == end
    services.sweep(now=end)
    assert kinds(game)[-4:] == ["ready", "timed_out", "ready", "dealt"]
    assert game.events.get(kind="timed_out").seat == 0


def test_a_silent_seat_that_may_buy_back_declines() -> None:
    rules = {"match": {"target": 0, "out_at": 101}, "scoring": {"method": "penalty"}}
    ledger = {"rebuys": 3, "rebuy_from": 1, "rebuy_fee": 5}
    game = hosted(RuleProfile.model_validate({**rules, "ledger": ledger}), 3)
    for seed in range(1, 20):
        play_on(game, seed=seed, until=lambda state: state.phase == "between")
        asked = legal_moves(state_of(game), state_of(game).to_act[0])
        if any(each.kind == "rebuy" for seat in state_of(game).to_act for each in legal_moves(state_of(game), seat)):
            break
        for seat in state_of(game).to_act:
            services.play(game_id=game.id, seat=seat, moves=[READY])
    else:
        pytest.fail(f"nobody may buy back: {asked}")
    services.sweep(now=after(game, 60))
    assert "decline" in kinds(game)
    assert kinds(game)[-1] == "dealt"


# --- Turns


def test_without_a_clock_a_turn_has_no_end() -> None:
    game = new_game()
    assert fresh(game).deadline is None
    before = every_row()
    services.sweep(now=after(game, 1e6))
    assert every_row() == before


def test_a_turn_ends_after_its_time_and_the_bank() -> None:
    game = new_game(clock=clock())
    assert fresh(game).deadline == after(game, 90)
    services.sweep(now=after(game, 89.9))
    assert "timed_out" not in kinds(game)
    late = after(game, 90)
    services.sweep(now=late)
    assert kinds(game)[2:] == ["timed_out", "draw_stock", "discard"], "the whole turn is played, not one move of it"
    assert (state_of(game).to_act, fresh(game).asked_at, fresh(game).deadline) == (
        (1,), late, late + timedelta(seconds=90),
    )  # fmt: skip
    assert (bank(game, 0), bank(game, 1)) == (0, 60)


def test_the_moves_of_a_turn_share_its_time() -> None:
    game = new_game(clock=clock())
    start = asked_at(game)
    services.play(game_id=game.id, seat=0, moves=[DRAW], at=start + timedelta(seconds=29))
    assert (fresh(game).asked_at, fresh(game).deadline) == (start, start + timedelta(seconds=90))
    throw(game, start + timedelta(seconds=42))
    assert bank(game, 0) == 48, "12 s beyond the 30 of the turn"
    assert fresh(game).deadline == start + timedelta(seconds=42 + 90)


def test_who_is_in_time_keeps_the_bank() -> None:
    game = new_game(clock=clock())
    services.play(game_id=game.id, seat=0, moves=[DRAW], at=after(game, 1))
    throw(game, after(game, 30))
    assert bank(game, 0) == 60


def test_a_silent_seat_plays_on_by_itself_when_the_clock_says_so() -> None:
    game = new_game(clock=clock(misses=1))
    for _ in range(4):
        deadline = fresh(game).deadline
        assert deadline is not None
        services.sweep(now=deadline)
    assert kinds(game).count("timed_out") == 4
    assert [seat.misses for seat in Seat.objects.filter(game=game)] == [2, 2]
    assert "taken_over" not in kinds(game)


def test_a_seat_that_is_silent_too_often_is_a_bots(announced: deque[Turn]) -> None:
    game = new_game(clock=clock(on_timeout="bot", bank_s=0))
    for _ in range(2):
        services.sweep(now=after(game, 30))
    assert not announced
    services.sweep(now=after(game, 30))
    seat = Seat.objects.get(game=game, number=0)
    assert (seat.misses, seat.bot) == (2, "medium")
    assert kinds(game)[-2:] == ["timed_out", "taken_over"], "the bot plays the turn itself"
    taken = fresh(game)
    assert (taken.deadline, state_of(game).to_act) == (None, (0,))
    assert taken.bot_due_at is not None
    assert list(announced) == [Turn(game.id, 0, taken.decision)]


# --- Claim windows


def window(**setup: Any) -> Game:
    """Four at a table; seats 2 and 3 are asked whether they claim what seat 0 threw."""
    game = hosted(SEALED, 4, **setup)
    services.play(game_id=game.id, seat=0, moves=[DRAW], at=after(game, 1))
    throw(game, after(game, 2))
    assert (state_of(game).phase, state_of(game).to_act) == ("claims", (2, 3))
    return game


@pytest.mark.parametrize(("given", "seconds"), [(None, 8), (clock(), 3)], ids=["no clock", "a clock"])
def test_a_claim_window_closes(given: dict[str, Any] | None, seconds: int) -> None:
    """api.md: 8 s where people play; ``claim_s`` where a clock says it."""
    game = window(clock=given)
    assert fresh(game).deadline == after(game, seconds)
    services.play(game_id=game.id, seat=3, moves=[PASS], at=after(game, 1))
    assert fresh(game).deadline == after(game, seconds)
    services.sweep(now=after(game, seconds))
    assert state_of(game).phase == "draw"
    assert kinds(game)[-2:] == ["pass", "pass"]
    assert "timed_out" not in kinds(game), "the log does not tell apart who passed and who was silent"
    assert [seat.misses for seat in Seat.objects.filter(game=game)] == [0, 0, 0, 0]


def test_bots_are_not_waited_for_longer_than_they_take(announced: deque[Turn]) -> None:
    game = window(bots=(2, 3))
    assert fresh(game).deadline is None
    assert [turn.seat for turn in announced] == [2, 3]
    decision = fresh(game).decision
    services.play(game_id=game.id, seat=3, moves=[PASS], expected=decision)
    assert list(announced)[2:] == [Turn(game.id, 2, decision)], "the seat that is left is still due"


# --- The sweep


def test_a_bot_that_nobody_serves_is_announced_again(announced: deque[Turn]) -> None:
    game = services.create_game(variant="rummy", seats=[{"bot": "easy"}, {"bot": "easy"}]).game
    turn = Turn(game.id, 0, 2)
    due = fresh(game).bot_due_at
    assert (list(announced), due) == ([turn], game.bot_due_at)
    assert due is not None
    announced.clear()
    services.sweep(now=due + RESEND_AFTER - timedelta(milliseconds=10))
    assert not announced
    services.sweep(now=due + RESEND_AFTER)
    services.sweep(now=due + RESEND_AFTER)
    assert list(announced) == [turn], "once, and then not again for 2 s"
    services.sweep(now=due + 3 * RESEND_AFTER)
    assert list(announced) == [turn, turn]


@pytest.mark.parametrize("think_s", [0.0, 3.0])
def test_workers_that_are_behind_are_not_buried_under_announcements(
    announced: deque[Turn], settings: Any, think_s: float
) -> None:
    """A message every 2 s for every turn that waits is more than slow workers can take away again."""
    settings.BOT_THINK_SECONDS = think_s
    game = services.create_game(variant="rummy", seats=[{"bot": "easy"}, {"bot": "easy"}]).game
    due = fresh(game).bot_due_at
    assert due is not None
    announced.clear()
    at: list[int] = []
    for second in range(300):
        services.sweep(now=due + timedelta(seconds=second))
        at += [second] * (len(announced) - len(at))
    pauses = [later - earlier for earlier, later in pairwise(at)]
    assert at[0] <= 4, "a message that was lost costs little"
    assert pauses == sorted(pauses)
    assert pauses[-1] == RESEND_AT_LATEST.total_seconds(), "and a game that waited long is not forgotten"
    assert sum(second < 60 for second in at) <= 6


def test_a_claimed_turn_is_not_announced_again_before_the_lease_is_over(announced: deque[Turn]) -> None:
    game = services.create_game(variant="rummy", seats=[{"bot": "easy"}, {"bot": "easy"}]).game
    assert services.claim_turn(game_id=game.id, seat=0, decision=2, lease_s=5) is not None
    announced.clear()
    services.sweep(now=timezone.now() + timedelta(seconds=4))
    assert not announced
    services.sweep(now=timezone.now() + timedelta(seconds=6))
    assert list(announced) == [Turn(game.id, 0, 2)]


def test_a_game_that_fails_does_not_hold_up_the_others(caplog: pytest.LogCaptureFixture) -> None:
    broken, good = over_the_first_deal(), over_the_first_deal()
    Game.objects.filter(pk=broken.pk).update(state={"format": 99}, deadline=asked_at(broken) - timedelta(seconds=1))
    services.sweep(now=after(good, 61))
    assert f"the deadline of game {broken.id} could not be enforced" in caplog.text
    assert state_of(good).deal == 2
    Game.objects.filter(pk=broken.pk).delete()


def test_finished_games_have_no_deadline() -> None:
    over = fresh(over_the_first_deal(options={"target": 50}, clock=clock()))
    assert (over.status, over.deadline, over.bot_due_at, over.bot_claimed_until) == ("finished", None, None, None)
