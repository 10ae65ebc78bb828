"""Law 5: what a seat cannot know makes no difference to anything that it can read (design.md 7, profile.md 6).

Somewhere in a deal two cards are exchanged that the observer has not been shown since the last shuffle of the zone
they lie in. Then the same visible log is played on in both worlds, until it shows one of the two. All that the
observer reads must be the same, byte for byte: views, legal moves, refusals, memory, events.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from rummy.cards import CARD_TEXT, SLOT, physical
from rummy.engine import legal_moves, step
from rummy.errors import IllegalMove
from rummy.moves import action_from_json, move_to_json
from rummy.state import State, evolve
from rummy.view import event_for, memory_for, view_for
from tests.laws.laws import random_move
from tests.laws.tables import Match, Setting, deals_of, entry, part, play, settings
from variants.catalogue import variant, variants

IDS = [each.id for each in variants()]
PARTS = 8
TRIES = 6
"""Exchanges tried in each deal."""


def faces_in(value: Any) -> Iterator[int]:
    """Faces of all cards that stand anywhere in a JSON value."""
    if isinstance(value, str):
        if value in SLOT:
            yield physical(SLOT[value])
    elif isinstance(value, dict):
        for inner in value.values():
            yield from faces_in(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from faces_in(inner)


def secrets(match: Match, at: int, observer: int | None) -> list[tuple[str, int]]:
    """Zones and places of the cards that the observer has not been shown when entry ``at`` of the log is due."""
    ever: set[int] = set()
    lately: set[int] = set()
    for event in match.log[:at]:
        if event["kind"] == "dealt":
            ever, lately = set(), set()
        if event["kind"] == "reshuffled":
            lately = set()
        shown = set(faces_in(event_for(event, observer)))
        ever |= shown
        lately |= shown
    state = match.states[at]
    own = set(state.players[observer].hand) if observer is not None else set()
    found = []
    for seat, player in enumerate(state.players):
        if seat != observer:
            found += [(f"hand {seat}", face) for face in set(player.hand) - ever - own]
    if not state.stock_known:
        found += [("stock", place) for place, face in enumerate(state.stock) if face not in lately | own]
    return found


def exchanged(state: State, one: tuple[str, int], other: tuple[str, int]) -> tuple[State, set[int]]:
    """The world in which the two cards have changed places, and their faces."""
    a, b = _face(state, one), _face(state, other)
    return _put(_put(state, one, b), other, a), {a, b}


def _face(state: State, where: tuple[str, int]) -> int:
    zone, place = where
    return state.stock[place] if zone == "stock" else place


def _put(state: State, where: tuple[str, int], face: int) -> State:
    zone, place = where
    if zone == "stock":
        return evolve(state, stock=state.stock[:place] + bytes([face]) + state.stock[place + 1 :])
    seat = int(zone.split()[1])
    hand = bytearray(state.players[seat].hand)
    hand[hand.index(place)] = face
    return state.with_player(seat, hand=bytes(sorted(hand)))


def readable(state: State, observer: int | None, rng: random.Random) -> str:
    """All that the observer can read in a state."""
    page: dict[str, Any] = {"view": view_for(state, observer)}
    if observer is not None:
        page["memory"] = memory_for(state, observer)
        page["legal"] = [move_to_json(move) for move in legal_moves(state, observer)]
        page["refusals"] = [_answer(state, observer, rng) for _ in range(3)]
    return json.dumps(page)


def _answer(state: State, observer: int, rng: random.Random) -> Any:
    blind = evolve(state, players=tuple(evolve(player, hand=b"") for player in state.players))
    blind = blind.with_player(observer, hand=state.players[observer].hand)
    _, move = random_move(blind, rng)
    try:
        step(state, observer, move)
    except IllegalMove as refusal:
        return [refusal.code, refusal.rule, refusal.data]
    return "legal"


def indistinguishable(match: Match, rng: random.Random) -> int:
    """Exchange two cards somewhere in the match and compare; the number of states compared."""
    at = rng.randrange(len(match.log))
    observer = rng.choice([None, *range(len(match.state.players))])
    hidden = secrets(match, at, observer)
    if len(hidden) < 2:
        return 0
    one, other = rng.sample(hidden, 2)
    here = match.states[at]
    there, secret = exchanged(here, one, other)
    if len(secret) < 2:
        return 0
    compared = 0
    for event in match.log[at:]:
        seed = rng.random()
        mine = readable(here, observer, random.Random(seed))
        assert mine == readable(there, observer, random.Random(seed)), (
            f"seat {observer} can tell {[CARD_TEXT[face] for face in secret]} in {one[0]} and {other[0]} apart "
            f"before event {event['seq']}: {event['kind']}"
        )
        compared += 1
        action = action_from_json(event)
        try:
            next_here, next_there = step(here, event["seat"], action), step(there, event["seat"], action)
        except (IllegalMove, ValueError):
            break  # In the other world the log would have been another.
        if shows_either(event, next_there.effects, observer, secret):
            break
        twin = entry(event["seq"], event["seat"], action, next_there.effects)
        assert event_for(event, observer) == event_for(twin, observer), (
            f"seat {observer} can tell {[CARD_TEXT[face] for face in secret]} apart by event {event}"
        )
        here, there = next_here.state, next_there.state
        if event["kind"] == "dealt":
            break
    return compared


def shows_either(
    event: dict[str, Any], effects_there: list[dict[str, Any]], observer: int | None, secret: set[int]
) -> bool:
    """Whether by the rules (profile.md 6) the event shows the observer one of the two cards, in either world."""
    fields = {name: value for name, value in event.items() if name not in ("effects", "kind", "seat", "at", "seq")}
    if event["kind"] not in ("dealt", "reshuffled") and secret & set(faces_in(fields)):
        return True
    return any(_shown(effect, observer, secret) for effect in [*event["effects"], *effects_there])


def _shown(effect: dict[str, Any], observer: int | None, secret: set[int]) -> bool:
    kind = effect["kind"]
    if kind == "deal_over":
        return not effect["void"]
    if kind in ("drawn", "penalty", "hand"):
        return effect["seat"] == observer and bool(secret & set(faces_in(effect)))
    return bool(secret & set(faces_in(effect)))


def secret_kept(setting: Setting, tries: int) -> int:
    rng = random.Random(f"{setting.seed}/secrets")
    try:
        match = play(setting, most=1500)
        return sum(indistinguishable(match, rng) for _ in range(tries))
    except Exception as error:
        raise AssertionError(f"{setting}: {error}") from error


@pytest.mark.parametrize("name", IDS)
def test_a_seat_cannot_tell_hidden_cards_apart(name: str) -> None:
    compared = sum(secret_kept(setting, TRIES) for setting in settings(variant(name), 0, "secrets")[:8])
    assert compared > 100


@pytest.mark.laws
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("number", range(PARTS))
@pytest.mark.parametrize("name", IDS)
def test_no_seat_ever_tells_hidden_cards_apart(name: str, number: int) -> None:
    for setting in part(settings(variant(name), deals_of(name) // 3, "secrets"), number, PARTS):
        secret_kept(setting, 4)


def test_the_test_itself_sees_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    """A view that shows how many spades another seat holds does not pass."""

    def leaky(state: State, observer: int | None) -> dict[str, Any]:
        return {"spades": [sum(face < 13 for face in player.hand) for player in state.players], "seat": observer}

    monkeypatch.setitem(globals(), "view_for", leaky)
    with pytest.raises(AssertionError, match="apart"):
        secret_kept(settings(variant("rummy"), 0, "secrets")[0], 10 * TRIES)
