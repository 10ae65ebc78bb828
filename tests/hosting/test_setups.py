"""Opening a table: what it gets, and all that can be wrong with it at once."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hosting import selectors, services
from hosting.errors import InvalidSetup
from hosting.identity import Identity
from hosting.models import AppKey, Game, Seat
from rummy.formats import load_profile
from tests.hosting.tables import ALICE, BOB, DEAL, arranged, fresh, new_game, state_of
from variants.levels import BOT_LEVELS

pytestmark = pytest.mark.django_db

TWO: list[dict[str, Any]] = [{"name": "Alice"}, {"name": "Bob"}]


def faults(**setup: Any) -> list[tuple[str, str]]:
    """Pointer and code of everything that is wrong with a setup, of which nothing may be stored."""
    with pytest.raises(InvalidSetup) as refusal:
        services.create_game(**{"variant": "rummy", "seats": TWO, **setup})
    assert not Game.objects.exists()
    return [(fault.pointer, fault.code) for fault in refusal.value.faults]


@pytest.fixture
def key() -> AppKey:
    """An app's key."""
    services.create_app_key(name="tests", scopes=["games:create"])
    return AppKey.objects.get()


def test_bots_have_the_levels_that_there_are() -> None:
    from bots.levels import LEVELS

    assert set(BOT_LEVELS) == set(LEVELS)


def test_the_profile_is_frozen_with_its_options() -> None:
    game = new_game(options={"target": 150})
    profile = load_profile(fresh(game).profile)
    assert (profile.match.target, profile.hash, game.options) == (150, game.hash, {"target": 150})


def test_with_a_free_seat_it_waits_and_without_one_it_begins() -> None:
    created = services.create_game(variant="rummy", seats=[{"name": "Alice"}, {}, {"bot": "hard"}])
    assert (created.game.status, created.game.state, bool(created.invite)) == ("open", None, True)
    assert [line["seat"] for line in created.tokens] == [0]
    begun = services.create_game(variant="rummy", seats=TWO)
    assert (begun.game.status, begun.invite) == ("playing", None)
    assert state_of(begun.game).to_act == (0,)


def test_an_app_plays_the_seats_its_key_made(key: AppKey) -> None:
    made = services.create_game(variant="rummy", seats=[{"name": "Alice"}, {"bot": "easy"}], key=key).game
    open_to_all = new_game()
    assert [seat.controller for seat in made.seats.all()] == ["app", "bot"]
    assert [seat.controller for seat in open_to_all.seats.all()] == ["person", "person"]
    assert [seat.with_key for seat in Seat.objects.filter(game=made)] == [True, False]


@pytest.mark.parametrize(
    ("setup", "expected"),
    [
        ({"variant": "whist"}, [("/variant", "variant_not_found")]),
        ({"seats": TWO[:1]}, [("/seats", "seat_count")]),
        ({"seats": [{"name": f"P{n}"} for n in range(7)]}, [("/seats", "seat_count")]),
        ({"seats": [{"bot": "genius"}, {"name": "Al"}]}, [("/seats/0/bot", "unknown_level")]),
        ({"seats": [{"name": "Bob"}, {"name": " BOB "}]}, [("/seats/1/name", "name_taken")]),
        ({"seats": [{"name": "\u202e"}, {"name": "x" * 41}]},
         [("/seats/0/name", "control_characters"), ("/seats/1/name", "bad_name")]),
        ({"seats": [{}, {}]}, [("/seats", "nobody_hosts")]),
        ({"options": {"target": 60, "luck": 1}},
         [("/options/target", "option_value"), ("/options/luck", "option_unknown")]),
        ({"options": {"target": True}}, [("/options/target", "option_value")]),
        ({"variant": "whist", "seats": [{"name": ""}]},
         [("/seats/0/name", "bad_name"), ("/variant", "variant_not_found")]),
        ({"options": {"target": 1}, "seats": [{"bot": "x"}, {"name": "Al"}]},
         [("/seats/0/bot", "unknown_level"), ("/options/target", "option_value")]),
    ],
)  # fmt: skip
def test_all_faults_are_told_at_once(setup: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    assert faults(**setup) == expected


def changed(**changes: Any) -> dict[str, Any]:
    return {**json.loads(json.dumps(DEAL)), **changes}


@pytest.mark.parametrize(
    "deal",
    [
        changed(stock=[*DEAL["stock"], "4S"]),
        changed(stock=DEAL["stock"][1:]),
        changed(stock=[*DEAL["stock"][:-1], "X"]),
        changed(hands=[DEAL["hands"][0], []]),
        changed(hands=[DEAL["hands"][0][:-1], [*DEAL["hands"][1], DEAL["hands"][0][-1]]]),
        changed(hands=DEAL["hands"][:1]),
        changed(dealer=2),
        changed(dealer=-1),
    ],
)
def test_an_arranged_deal_is_exactly_the_deck(deal: dict[str, Any]) -> None:
    assert faults(deal=deal) == [("/deal", "invalid_deal")]


def test_an_arranged_game_says_so_and_deals_what_it_was_told() -> None:
    game = new_game(deal=arranged([ALICE, BOB], stock="7H", upcard="4S"))
    state = state_of(game)
    assert game.arranged is not None
    assert (state.to_act, len(state.stock), len(state.discard)) == ((0,), 31, 1)
    table = selectors.table_for(game_id=game.id, identity=Identity(game_id=game.id, ticket=0, seat=0))
    seen = selectors.view(table, game.created)
    assert (seen["arranged"], sorted(seen["me"]["hand"]), seen["discard"]) == (True, sorted(ALICE.split()), ["4S"])


def test_an_arranged_deal_may_name_its_dealer() -> None:
    state = state_of(new_game(deal={**DEAL, "dealer": 0}))
    assert (state.dealer, state.to_act) == (0, (1,))


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_first_move_is_seat_0s(seats: int) -> None:
    assert state_of(new_game(seats)).to_act == (0,)
