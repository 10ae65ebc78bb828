"""Records: what was played is played again, event by event, today and for ever."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hosting import records, services, verify_shuffle
from rummy.cards import texts
from rummy.errors import IllegalMove
from rummy.formats import dump_state, load_profile, load_state
from tests.hosting.tables import DRAW, cards_of, deck_of, fresh, new_game, play_match
from tests.records.keep import kept_records
from variants import catalogue

VARIANTS = [variant.id for variant in catalogue.variants()]
KEPT = kept_records()


@pytest.fixture(scope="module")
def kept() -> Callable[[Path], Any]:
    """Reads a kept match, each once."""
    read: dict[Path, Any] = {}
    return lambda path: read.setdefault(path, json.loads(path.read_text(encoding="utf-8")))


def holds(logged: Any, now: Any) -> bool:
    """Whether all that was logged is still so; fields may have been added since."""
    if isinstance(logged, dict):
        return isinstance(now, dict) and all(key in now and holds(value, now[key]) for key, value in logged.items())
    if isinstance(logged, list):
        same = isinstance(now, list) and len(now) == len(logged)
        return same and all(holds(one, other) for one, other in zip(logged, now, strict=True))
    return bool(logged == now)


def test_every_variant_has_a_kept_record() -> None:
    assert {path.stem for path in KEPT} >= set(VARIANTS)


@pytest.mark.parametrize("path", KEPT, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_kept_record_replays_to_the_same_states(kept: Callable[[Path], Any], path: Path) -> None:
    """Law 4. The effects of each event hold the cards seen and the points booked; the end is the whole state."""
    record, final = kept(path)["record"], kept(path)["final"]
    replayed = list(records.replay(record))
    for step in replayed:
        assert holds(step.entry["effects"], json.loads(json.dumps(step.effects))), step.entry["seq"]
    assert replayed[-1].state == load_state(final, load_profile(record["profile"]))
    assert replayed[-1].state.phase == "finished"


@pytest.mark.parametrize("path", KEPT, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_kept_record_is_verified(kept: Callable[[Path], Any], path: Path) -> None:
    assert verify_shuffle.problems(kept(path)["record"]) == []


@pytest.mark.parametrize("path", KEPT, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_no_card_is_lost_or_made(kept: Callable[[Path], Any], path: Path) -> None:
    """Law 1, after every event."""
    steps = list(records.replay(kept(path)["record"]))
    deal = next(step.entry["order"] for step in steps if step.entry["kind"] == "dealt")
    for step in steps:
        if step.state.phase not in ("dealing", "renewing"):
            assert sorted(texts(cards_of(step.state))) == sorted(deal), step.entry["seq"]


@pytest.mark.django_db
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_log_of_a_match_is_its_state(variant: str) -> None:
    """Law 4 for two deals played now, with all seats taken; through JSON and back, as a file would go."""
    profile = catalogue.variant(variant).profile
    game = play_match(new_game(profile.players.max, variant), Random(7), deals=2)
    record = json.loads(json.dumps({**records.whole_log(game), "nonces": game.nonces}))
    last = list(records.replay(record))[-1].state
    assert dump_state(last) == game.state
    assert sorted(cards_of(last)) == sorted(deck_of(game))
    assert verify_shuffle.problems(record) == []


@pytest.fixture
def running(db: None) -> dict[str, Any]:  # noqa: ARG001  # the test's database
    """The log of a game in its first turn."""
    game = new_game()
    services.play(game_id=game.id, seat=0, moves=[DRAW])
    return json.loads(json.dumps(records.whole_log(fresh(game))))  # type: ignore[no-any-return]  # JSON


def test_a_record_replays_to_any_event(running: dict[str, Any]) -> None:
    assert [(step.entry["kind"], step.state.phase) for step in records.replay(running)] == [
        ("dealt", "draw"), ("draw_stock", "play"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"format": "rummy-record/99"}, "format 99 is unknown"),
        ({"format": "rummy-view/1"}, "not the format of a record"),
        ({"format": None}, "not the format of a record"),
        ({"hash": "00"}, "names the profile 00"),
    ],
)
def test_what_is_no_record_is_refused(running: dict[str, Any], change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        list(records.replay({**running, **change}))


def test_a_gap_in_a_record_is_refused(running: dict[str, Any]) -> None:
    del running["events"][1]
    with pytest.raises(ValueError, match="event 2 is missing; 3 follows"):
        list(records.replay(running))


def test_a_record_with_a_move_against_the_rules_is_refused(running: dict[str, Any]) -> None:
    running["events"][2]["seat"] = 1
    with pytest.raises(IllegalMove, match="not_your_turn"):
        list(records.replay(running))
