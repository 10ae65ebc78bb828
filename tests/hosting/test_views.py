"""What is told of a table: who sees which hand, what a sealed answer shows, what is refused before it is stored."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from hosting import selectors, services, tokens
from hosting.errors import GameNotFound, NotAllowed
from hosting.identity import Identity
from hosting.models import AppKey, Game
from hosting.selectors import Table
from hosting.sweeping import sweep
from rummy.errors import InvalidMove
from rummy.moves import Claim, Discard, Pass, Ready
from rummy.profile import RuleProfile
from tests.hosting.rig import hosted
from tests.hosting.tables import (
    ALICE,
    BOB,
    DEAL,
    DRAW,
    LAST_TURN,
    fresh,
    new_game,
    over_the_first_deal,
    state_of,
    stored,
)

pytestmark = pytest.mark.django_db(transaction=True)

CLAIMS = RuleProfile.model_validate({
    "claims": {"mode": "sealed"}, "stock_empty": {"open_card": "keep", "action": "shuffle"},
    "deal": {"cards": 7}, "players": {"max": 4},
})  # fmt: skip


def view(game: Game, seat: int | None) -> dict[str, Any]:
    return selectors.view(Table(fresh(game), seat), timezone.now())


def log(game: Game, seat: int | None) -> list[dict[str, Any]]:
    return selectors.events_after(Table(fresh(game), seat), 0, 1000)


def shown(cards: list[str], told: Any) -> list[str]:
    text = json.dumps(told)
    return [card for card in cards if f'"{card}"' in text]


def test_each_sees_its_own_hand_and_nobody_anothers() -> None:
    game = new_game(deal=DEAL)
    services.play(game_id=game.id, seat=0, moves=[DRAW])
    hands = [[*ALICE.split(), "7H"], BOB.split()]
    for seat, other in ((0, 1), (1, 0)):
        seen = view(game, seat)
        assert sorted(seen["me"]["hand"]) == sorted(hands[seat])
        assert shown(hands[other], [seen, log(game, seat)]) == []
    assert shown([*hands[0], *hands[1]], [view(game, None), log(game, None)]) == []


def test_the_secrets_of_shuffles_are_in_no_view_and_no_event() -> None:
    game = over_the_first_deal()
    told = json.dumps([[view(game, seat), log(game, seat)] for seat in (0, 1, None)])
    assert len(fresh(game).nonces) == 2
    assert not [nonce for nonce in fresh(game).nonces if nonce in told]
    assert '"order"' not in told


def window(seats: int = 4) -> Game:
    """A sealed claim window: seat 0 has discarded, seats 2 and 3 are asked."""
    game = hosted(CLAIMS, seats)
    services.play(game_id=game.id, seat=0, moves=[DRAW])
    card = view(game, 0)["me"]["hand"][0]
    services.play(game_id=game.id, seat=0, moves=[Discard(card)])
    assert (state_of(game).phase, state_of(game).to_act) == ("claims", (2, 3))
    return game


def test_a_sealed_answer_shows_that_it_was_given_and_no_more() -> None:
    told = []
    for answer in (Claim(), Pass()):
        game = window()
        services.play(game_id=game.id, seat=2, moves=[answer])
        (event,) = log(game, 1)[-1:]
        told.append({key: value for key, value in event.items() if key != "at"})
        assert log(game, 2)[-1]["kind"] == answer.kind, "its own answer is no secret"
    assert told[0] == told[1]
    assert told[0]["kind"] == "answered"


def test_a_time_out_in_a_sealed_window_looks_like_an_answer() -> None:
    """A log that named who was silent would tell the next player that nobody there had claimed."""
    answered, silent = window(), window()
    services.play(game_id=answered.id, seat=2, moves=[Claim()])
    services.play(game_id=answered.id, seat=3, moves=[Pass()])
    sweep(now=timezone.now() + timedelta(seconds=60))

    def told(game: Game) -> list[tuple[int, str]]:
        return [(event["seat"], event["kind"]) for event in log(game, 1)[-2:]]

    assert state_of(silent).phase == state_of(answered).phase == "draw"
    assert told(silent) == told(answered) == [(2, "answered"), (3, "answered")]


def test_the_clock_is_told_to_all_and_only_of_those_who_are_asked() -> None:
    clock = {"turn_s": 30, "bank_s": 60, "claim_s": 8, "misses": 3, "on_timeout": "play"}
    seats = view(new_game(clock=clock), 1)["seats"]
    assert 85 < seats[0]["time_left_s"] <= 90
    assert seats[0]["deadline"] is not None
    assert (seats[1]["time_left_s"], seats[1]["deadline"]) == (None, None)


def test_who_may_look_at_a_table() -> None:
    services.create_app_key(name="mine", scopes=["games:create"])
    services.create_app_key(name="other", scopes=["games:create"])
    services.create_app_key(name="reader", scopes=["games:read-all"])
    mine, other, reader = AppKey.objects.order_by("pk")
    private, public = new_game(key=mine), new_game(key=mine, visibility="public")

    def seat_of(game: Game, **identity: Any) -> int | None:
        return selectors.table_for(game_id=game.id, identity=Identity(**identity)).seat

    assert seat_of(private, key=mine) is None
    assert seat_of(private, key=mine, seat=1) == 1
    assert seat_of(private, game_id=private.id, ticket=1, seat=1) == 1
    assert seat_of(private, key=reader) is None
    for identity in ({}, {"key": other}, {"key": other, "seat": 0}, {"game_id": public.id, "ticket": 0, "seat": 0}):
        with pytest.raises(GameNotFound):
            seat_of(private, **identity)
        assert seat_of(public, **{**identity, "game_id": "elsewhere"}) is None
    with pytest.raises(NotAllowed, match="seat_not_yours"):
        seat_of(private, key=mine, seat=2)
    with pytest.raises(GameNotFound):
        seat_of(Game(id="nowhere"))


def test_a_dry_run_judges_and_stores_nothing() -> None:
    game = new_game(deal=LAST_TURN)
    before = stored(game)
    told = selectors.dry_run(Table(fresh(game), 0), [DRAW], game.version)
    assert (told["legal"], told["version"]) == (True, game.version)
    assert shown(["7H"], told) == [], "the card that it would draw"
    assert sorted(told["hand_after"]) == sorted(LAST_TURN["hands"][0])
    assert stored(game) == before
    with pytest.raises(NotAllowed, match="seat_needed"):
        selectors.dry_run(Table(fresh(game), None), [DRAW], game.version)


@pytest.mark.parametrize("salt", ["a\x00b", "\x07", "a\nb"])
def test_a_salt_that_no_database_keeps_is_refused(salt: str) -> None:
    """PostgreSQL cannot store U+0000 in JSON."""
    game = over_the_first_deal()
    before = stored(game)
    with pytest.raises(InvalidMove, match="control_characters") as refusal:
        services.play(game_id=game.id, seat=0, moves=[Ready(salt=salt)])
    assert refusal.value.pointer == "/moves/0/salt"
    assert stored(game) == before


def test_a_token_that_moved_with_its_seat_is_looked_up_by_its_ticket() -> None:
    game = new_game(3)
    assert [tokens.read_seat_token(tokens.seat_token(game.id, ticket, 0)) for ticket in range(3)] == [
        (game.id, 0), (game.id, 1), (game.id, 2),
    ]  # fmt: skip
