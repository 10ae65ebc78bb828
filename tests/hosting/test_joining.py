"""From a table with free seats to a match: joining, the host, starting."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from hosting import selectors, services
from hosting.errors import Conflict, GameNotFound, InvalidSetup, NotAllowed, StaleVersion
from hosting.identity import Identity
from hosting.log import events_since
from hosting.models import AppKey
from hosting.services import Created
from rummy.cards import texts
from rummy.errors import IllegalMove
from rummy.moves import DrawStock
from tests.hosting.tables import ALICE, BOB, arranged, fresh, state_of, stored

pytestmark = pytest.mark.django_db


def opened(seats: int = 3, **setup: Any) -> Created:
    """A table of Alice's."""
    return services.create_game(variant="rummy", seats=[{"name": "Alice"}, *({} for _ in range(seats - 1))], **setup)


def holder(token: str) -> Identity:
    identity = selectors.identity_of(token=token, seat=None)
    assert identity is not None
    return identity


def names(created: Created) -> list[str]:
    return [seat.name for seat in created.game.seats.order_by("number")]


def kinds(created: Created) -> list[str]:
    return list(created.game.events.order_by("seq").values_list("kind", flat=True))


def test_the_last_free_seat_begins_the_match() -> None:
    created = opened()
    first = services.join_game(game_id=created.game.id, name="Bob", invite=created.invite)
    assert (first.seat, fresh(created.game).status) == (1, "open")
    services.join_game(game_id=created.game.id, name="Dora", invite=created.invite, salt="pepper")
    game = fresh(created.game)
    assert (game.status, state_of(game).to_act, game.salts) == ("playing", (0,), {"2": "pepper"})
    assert kinds(created) == ["created", "joined", "joined", "started", "dealt"]
    assert (game.version, game.decision) == (5, 5)


@pytest.mark.parametrize(
    ("changes", "kind", "code"),
    [
        ({"invite": None}, GameNotFound, "game_not_found"),
        ({"invite": "x"}, Conflict, "wrong_invite"),
        ({"name": "alice"}, Conflict, "name_taken"),
        ({"name": "ＡＬＩＣＥ"}, Conflict, "name_taken"),
        ({"name": "a\x07"}, InvalidSetup, "invalid_setup"),
        ({"game_id": "nowhere"}, GameNotFound, "game_not_found"),
    ],
)
def test_a_refused_guest_changes_nothing(changes: dict[str, Any], kind: type[Exception], code: str) -> None:
    created = opened()
    before = stored(created.game)
    with pytest.raises(kind) as refusal:
        services.join_game(**{"game_id": created.game.id, "name": "Bob", "invite": created.invite, **changes})
    assert getattr(refusal.value, "code", None) == code
    assert stored(created.game) == before


def test_a_full_table_takes_nobody() -> None:
    created = opened(2, visibility="public")
    services.join_game(game_id=created.game.id, name="Bob")
    before = stored(created.game)
    with pytest.raises(Conflict, match="table_full"):
        services.join_game(game_id=created.game.id, name="Dora")
    assert stored(created.game) == before


def test_the_token_of_a_guest_plays_its_seat() -> None:
    created = opened(2)
    joined = services.join_game(game_id=created.game.id, name="Bob", invite=created.invite)
    table = selectors.table_for(game_id=created.game.id, identity=holder(joined.token))
    assert (table.seat, len(selectors.view(table, created.game.created)["me"]["hand"])) == (1, 10)


@pytest.mark.parametrize(("free", "left"), [("go", 2), ("bots", 4)])
def test_free_seats_go_or_become_bots(free: Literal["go", "bots"], left: int) -> None:
    created = opened(4)
    guest = services.join_game(game_id=created.game.id, name="Bob", invite=created.invite)
    services.start_game(game_id=created.game.id, actor=holder(created.tokens[0]["token"]), free=free)
    seats = list(created.game.seats.order_by("number"))
    assert [seat.number for seat in seats] == list(range(left))
    assert [seat.bot for seat in seats] == ["", "", "medium", "medium"][:left]
    assert len(state_of(created.game).players) == left
    assert len({name.casefold() for name in names(created)}) == left
    assert holder(guest.token).seat == 1, "a token goes on to play its seat"


def test_as_many_bots_come_as_the_rules_need() -> None:
    created = opened(4)
    services.start_game(game_id=created.game.id, actor=holder(created.tokens[0]["token"]))
    assert [seat.controller for seat in created.game.seats.order_by("number")] == ["person", "bot"]


def test_who_sits_behind_a_seat_that_goes_moves_up_with_token_and_salt() -> None:
    seats: list[dict[str, Any]] = [{}, {"name": "Alice"}, {"name": "Bob"}]
    created = services.create_game(variant="rummy", seats=seats, salt="s")
    services.start_game(game_id=created.game.id, actor=holder(created.tokens[0]["token"]))
    assert names(created) == ["Alice", "Bob"]
    assert [holder(line["token"]).seat for line in created.tokens] == [0, 1]
    assert fresh(created.game).salts == {"0": "s", "1": "s"}


def test_a_call_that_began_before_the_match_is_its_own_seats_after_it() -> None:
    """Seats close up at the start: the number that a token had before may be another's, whose cards it never sees."""
    seats: list[dict[str, Any]] = [{"name": "Alice"}, {}, {"name": "Bob"}, {"name": "Cara"}]
    created = services.create_game(variant="rummy", seats=seats)
    before = [holder(line["token"]) for line in created.tokens]
    services.start_game(game_id=created.game.id, actor=before[0])
    hands = state_of(created.game).players
    assert [caller.seat for caller in before] == [0, 2, 3]
    for number, caller in enumerate(before):
        table = selectors.table_for(game_id=created.game.id, identity=caller)
        assert table.seat == number
        assert selectors.view(table, created.game.created)["me"]["hand"] == texts(hands[number].hand)
        with pytest.raises(StaleVersion) as stale:
            services.play(game_id=created.game.id, seat=caller, moves=[DrawStock()], expected=0)
        told = [
            effect for event in stale.value.data["events"] for effect in event["effects"] if effect["kind"] == "hand"
        ]
        assert [effect["seat"] for effect in told] == [number]
    for caller in before[1:]:
        with pytest.raises(IllegalMove, match="not_your_turn"):
            services.play(game_id=created.game.id, seat=caller, moves=[DrawStock()])
    assert services.play(game_id=created.game.id, seat=before[0], moves=[DrawStock()]).seat == 0


def test_events_end_where_the_game_was_read() -> None:
    created = opened(2)
    read = fresh(created.game)
    services.start_game(game_id=created.game.id, actor=holder(created.tokens[0]["token"]))
    assert [event["kind"] for event in events_since(read, 1, 0)] == ["created"]


def test_an_arranged_deal_keeps_a_seat_for_each_of_its_hands() -> None:
    created = opened(2, deal=arranged([ALICE, BOB], stock="7H", upcard="4S"))
    services.start_game(game_id=created.game.id, actor=holder(created.tokens[0]["token"]))
    assert len(state_of(created.game).players) == 2


def test_only_the_host_starts() -> None:
    services.create_app_key(name="app", scopes=["games:create"])
    services.create_app_key(name="other", scopes=["games:create"])
    mine, other = AppKey.objects.order_by("pk")
    created = opened(3, key=mine)
    guest = services.join_game(game_id=created.game.id, name="Bob", invite=created.invite)
    before = stored(created.game)
    for actor in (Identity(), Identity(key=other), holder(guest.token)):
        with pytest.raises(NotAllowed, match="not_host"):
            services.start_game(game_id=created.game.id, actor=actor)
    assert stored(created.game) == before
    services.start_game(game_id=created.game.id, actor=Identity(key=mine))
    with pytest.raises(Conflict, match="already_started"):
        services.start_game(game_id=created.game.id, actor=holder(created.tokens[0]["token"]))


def test_a_waiting_table_shows_its_seats_and_no_cards() -> None:
    created = opened(3)
    table = selectors.table_for(game_id=created.game.id, identity=holder(created.tokens[0]["token"]))
    seen = selectors.view(table, created.game.created)
    assert (seen["status"], seen["phase"], seen["to_act"], seen["stock_count"]) == ("open", "waiting", [], 0)
    assert [(seat["name"], seat["controller"]) for seat in seen["seats"]] == [
        ("Alice", "person"), (None, None), (None, None),
    ]  # fmt: skip
    assert seen["me"]["hand"] == []
    assert len(seen["commitments"]) == 1, "the first deal is committed to before anybody sits down"
