"""The one write path: what is current, what is applied, and that a refusal changes nothing."""

from __future__ import annotations

from collections import deque
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from hosting import services, signals
from hosting.errors import Conflict, GameNotFound, HostingError, RevealsMidway, StaleVersion
from hosting.models import Game
from rummy import engine
from rummy.cards import CARD_TEXT
from rummy.errors import IllegalMove
from rummy.moves import Action, Dealt
from rummy.state import State, Step
from tests.hosting.rig import Turn, at_once, discard, every_row, kinds, move, open_table, play_on
from tests.hosting.tables import (
    ALICE,
    BOB,
    DRAW,
    READY,
    TAKE,
    arranged,
    finished,
    fresh,
    new_game,
    over_the_first_deal,
    state_of,
)

pytestmark = pytest.mark.usefixtures("database")

MELDS = [{"kind": "meld", "cards": ["8S", "8H", "8D"]}, {"kind": "meld", "cards": ["4H", "5H", "6H"]}]
LAY = move("lay", placements=MELDS)


def table(**setup: Any) -> Game:
    """Two people; what they hold is known, the first discard and the next card too."""
    return new_game(deal=arranged([ALICE, BOB], stock="7H", upcard="4S"), **setup)


def pausing(**setup: Any) -> Game:
    """Two people between two deals."""
    game = new_game(options={"target": 300}, **setup)
    play_on(game, until=lambda state: state.phase == "between")
    return game


def test_a_move_is_an_event_and_a_new_question() -> None:
    game = table()
    assert (game.version, game.decision, kinds(game)) == (2, 2, ["started", "dealt"])
    services.play(game_id=game.id, seat=0, moves=[DRAW], expected=2)
    assert (fresh(game).version, fresh(game).decision) == (3, 3)
    services.play(game_id=game.id, seat=0, moves=[LAY, discard("KC")], expected=3)
    assert (fresh(game).version, fresh(game).decision) == (5, 5)
    assert kinds(game)[2:] == ["draw_stock", "lay", "discard"]
    assert state_of(game).to_act == (1,)


def test_several_moves_are_applied_all_or_none() -> None:
    game = table()
    before = every_row()
    with pytest.raises(IllegalMove) as refusal:
        services.play(game_id=game.id, seat=0, moves=[TAKE, LAY, discard("AS")])
    assert refusal.value.code == "card_not_in_hand"
    assert every_row() == before
    services.play(game_id=game.id, seat=0, moves=[TAKE, LAY, discard("KC")])
    assert kinds(game)[2:] == ["take_discard", "lay", "discard"]


REFUSED: dict[str, tuple[int, list[Any], int | None, type[Exception], str]] = {
    "out of turn": (1, [DRAW], None, IllegalMove, "not_your_turn"),
    "in the wrong phase": (0, [discard("KC")], None, IllegalMove, "wrong_phase"),
    "a card it does not hold": (0, [TAKE, discard("AH")], None, IllegalMove, "card_not_in_hand"),
    "what is no meld": (0, [TAKE, move("lay", placements=[{"kind": "meld", "cards": ["KC", "2S", "2D"]}])], None,
                        IllegalMove, "ranks_differ"),
    "an older version": (0, [DRAW], 1, StaleVersion, "stale_version"),
    "a version to come": (0, [DRAW], 3, StaleVersion, "stale_version"),
    "something hidden midway": (0, [DRAW, LAY], None, RevealsMidway, "reveals_midway"),
    "the end of the turn midway": (0, [TAKE, discard("KC"), TAKE], None, RevealsMidway, "reveals_midway"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED.values(), ids=REFUSED)
def test_a_refusal_changes_nothing(case: tuple[int, list[Any], int | None, type[Exception], str]) -> None:
    """Law 6: not the state, not the version, not the clock; byte for byte."""
    seat, moves, expected, kind, code = case
    clock = {"turn_s": 30, "bank_s": 60, "claim_s": 8, "misses": 3, "on_timeout": "play"}
    game = table(clock=clock)
    before = every_row()
    with pytest.raises(kind) as refusal:
        services.play(game_id=game.id, seat=seat, moves=moves, expected=expected)
    assert isinstance(refusal.value, HostingError | IllegalMove)
    assert refusal.value.code == code
    assert every_row() == before


def test_after_a_refusal_a_legal_move_works() -> None:
    """Case A025."""
    game = table()
    with pytest.raises(IllegalMove):
        services.play(game_id=game.id, seat=0, moves=[discard("KC")], expected=2)
    assert services.play(game_id=game.id, seat=0, moves=[DRAW], expected=2).game.version == 3


def test_a_stale_move_is_told_what_happened_since_as_its_seat_may_see_it() -> None:
    """Case A023."""
    game = table()
    services.play(game_id=game.id, seat=0, moves=[DRAW])
    services.play(game_id=game.id, seat=0, moves=[discard("KC")])
    before = every_row()
    with pytest.raises(StaleVersion) as stale:
        services.play(game_id=game.id, seat=1, moves=[DRAW], expected=2)
    assert every_row() == before
    data = stale.value.data
    assert (data["version"], data["decision"]) == (4, 4)
    assert [(event["seq"], event["kind"]) for event in data["events"]] == [(3, "draw_stock"), (4, "discard")]
    assert "7H" not in str(data), "what seat 0 drew is hidden from seat 1"


def test_a_lay_that_ends_the_deal_may_only_be_the_last() -> None:
    """What comes after the end of a deal was not to be foreseen: a new one may be dealt by then."""
    hands = ["8S 8H 8D 8C 4H 5H 6H 2S 2D 2C", "QD 9S AC JS JH JC 5D 3S 6C KD"]
    game = new_game(deal=arranged(hands, stock="TH", upcard="7H"))
    cards = ["8S 8H 8D 8C", "4H 5H 6H 7H", "2S 2D 2C"]
    everything = move("lay", placements=[{"kind": "meld", "cards": each.split()} for each in cards])
    before = every_row()
    with pytest.raises(RevealsMidway) as refusal:
        services.play(game_id=game.id, seat=0, moves=[TAKE, everything, READY])
    assert refusal.value.pointer == "/moves/1"
    assert every_row() == before
    services.play(game_id=game.id, seat=0, moves=[TAKE, everything])
    assert state_of(game).results[0].how == "out"


def test_unknown_open_and_finished_games_refuse_moves() -> None:
    with pytest.raises(GameNotFound):
        services.play(game_id="nowhere", seat=0, moves=[DRAW])
    waiting = open_table().game
    with pytest.raises(Conflict, match="not_started"):
        services.play(game_id=waiting.id, seat=0, moves=[DRAW])
    over = over_the_first_deal(options={"target": 50})
    assert finished(over)
    before = every_row()
    with pytest.raises(IllegalMove, match="match_finished"):
        services.play(game_id=over.id, seat=0, moves=[DRAW], expected=fresh(over).version)
    assert every_row() == before


def test_answers_owed_by_several_are_one_question() -> None:
    game = pausing()
    asked = fresh(game)
    assert asked.decision == asked.version
    services.play(game_id=game.id, seat=1, moves=[READY], expected=asked.version)
    assert fresh(game).decision == asked.decision, "seat 0 was asked before, and still is"
    with pytest.raises(StaleVersion):
        services.play(game_id=game.id, seat=1, moves=[READY], expected=asked.version)
    with pytest.raises(IllegalMove, match="not_your_turn"):
        services.play(game_id=game.id, seat=1, moves=[READY], expected=asked.version + 1)
    services.play(game_id=game.id, seat=0, moves=[READY], expected=asked.version)
    dealt = fresh(game)
    assert dealt.decision == dealt.version == asked.version + 3
    assert kinds(game)[-3:] == ["ready", "ready", "dealt"]


def test_the_next_commitment_stands_before_anybody_is_asked_ready() -> None:
    game = pausing()
    asked = fresh(game)
    assert len(asked.nonces) == state_of(game).deal + 1
    services.play(game_id=game.id, seat=0, moves=[move("ready", salt="from Alice")])
    services.play(game_id=game.id, seat=1, moves=[READY])
    assert fresh(game).nonces == asked.nonces
    dealt = game.events.filter(kind="dealt").order_by("-seq")[0]
    assert dealt.payload["salts"] == {"0": "from Alice"}


def test_the_work_of_a_move_does_not_grow_with_the_game() -> None:
    """The same few statements early and late, and none that reads the log."""
    game = new_game(3, "rummy-dutch", options={"target": 100})

    def cost() -> list[str]:
        state = play_on(game, until=lambda state: state.phase == "draw")
        with CaptureQueriesContext(connection) as queries:
            services.play(game_id=game.id, seat=state.to_act[0], moves=[DRAW], expected=fresh(game).version)
        return [query["sql"].split(" WHERE ")[0].split(" VALUES ")[0] for query in queries]

    early = cost()
    version = fresh(game).version
    play_on(game, until=lambda state: state.deal == 4)
    late = cost()
    assert fresh(game).version > version + 100
    assert [sql.split()[0] for sql in late] == [sql.split()[0] for sql in early]
    assert len(early) <= 8
    assert not [sql for sql in late if sql.startswith("SELECT") and "hosting_event" in sql]


def test_nothing_is_announced_before_the_commit_or_without_one(announced: deque[Turn]) -> None:
    seen: list[tuple[bool, int]] = []

    def look(*, game_id: str, **_signal: Any) -> None:
        version = at_once(lambda: Game.objects.get(pk=game_id).version)[0]
        seen.append((connection.in_atomic_block, version))

    game = services.create_game(variant="rummy", seats=[{"name": "Alice"}, {"bot": "easy"}]).game
    services.play(game_id=game.id, seat=0, moves=[DRAW])
    assert not announced, "Alice is on turn, no bot"
    signals.turn_began.connect(look)
    try:
        card = next(iter(state_of(game).players[0].hand))
        with pytest.raises(IllegalMove):
            services.play(game_id=game.id, seat=1, moves=[DRAW])
        assert not seen
        services.play(game_id=game.id, seat=0, moves=[discard(CARD_TEXT[card])])
    finally:
        signals.turn_began.disconnect(look)
    assert seen == [(False, fresh(game).version)], "another connection sees what is announced"
    assert list(announced) == [Turn(game.id, 1, fresh(game).decision)]


def test_a_fault_of_a_listener_is_no_fault_of_the_move(caplog: pytest.LogCaptureFixture) -> None:
    def fail(**_signal: Any) -> None:
        raise RuntimeError("a listener of the tests")

    signals.turn_began.connect(fail)
    try:
        game = services.create_game(variant="rummy", seats=[{"bot": "easy"}, {"bot": "easy"}]).game
    finally:
        signals.turn_began.disconnect(fail)
    assert fresh(game).version == 2
    assert "a listener of the tests" in caplog.text


def test_a_fault_of_the_engine_does_not_hold_the_lock_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """A shuffle that leads nowhere: the request fails, and nothing of it is stored."""
    game = over_the_first_deal()
    services.play(game_id=game.id, seat=0, moves=[READY])
    before = every_row()
    works = engine.step

    def stuck(state: State, seat: int | None, action: Action) -> Step:
        return Step(state, []) if isinstance(action, Dealt) else works(state, seat, action)

    monkeypatch.setattr(engine, "step", stuck)
    with pytest.raises(RuntimeError, match="without end"):
        services.play(game_id=game.id, seat=1, moves=[READY])
    monkeypatch.undo()
    assert every_row() == before
