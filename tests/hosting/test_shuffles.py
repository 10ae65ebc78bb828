"""Shuffles: unbiased, fixed by nonce and salts, and verified by a script that needs nothing of ours."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from hosting import records, services, shuffles, verify_shuffle
from hosting.errors import Conflict
from rummy.engine import legal_moves
from rummy.moves import Ready
from tests.hosting.tables import DRAW, fresh, new_game, over_the_first_deal, state_of

CARDS = ["AS", "2S", "3S", "4S", "5S", "6S", "7S", "8S"]
CHI_SQUARE = 85.35
"""The 0.999 quantile for (8 - 1) * (8 - 1) = 49 degrees of freedom (scipy.stats.chi2.ppf)."""


def order(**changes: Any) -> tuple[str, ...]:
    given: dict[str, Any] = {"nonce": "00" * 32, "game_id": "g", "deal": 1, "number": 0, "salts": {}, **changes}
    return shuffles.order(CARDS, **given)


def test_every_card_lies_everywhere_equally_often() -> None:
    """Case K015: 200,000 shuffles of 8 cards; as many as a few seconds allow, and at least 40,000."""
    table = [[0] * 8 for _ in CARDS]
    end, count = time.monotonic() + 8, 0
    while count < 200_000 and (count < 40_000 or time.monotonic() < end):
        for place, card in enumerate(order(nonce=f"{count}")):
            table[CARDS.index(card)][place] += 1
        count += 1
    expected = count / 8
    found = sum((cell - expected) ** 2 / expected for row in table for cell in row)
    assert found < CHI_SQUARE, f"chi-square {found:.1f} over {count} shuffles"


def test_the_order_follows_from_all_that_goes_in() -> None:
    assert order() == order()
    changes: list[dict[str, Any]] = [
        {"nonce": "01" * 32}, {"game_id": "h"}, {"deal": 2}, {"number": 1}, {"salts": {"0": "a"}},
        {"salts": {"1": "a"}}, {"salts": {"0": "a", "1": ""}}, {"salts": {"0": "b"}}, {"salts": {"0": "ä"}},
    ]  # fmt: skip
    found = {order(), *(order(**change) for change in changes)}
    assert len(found) == 1 + len(changes)
    assert all(set(cards) == set(CARDS) and len(cards) == 8 for cards in found)


def test_salts_cannot_be_shifted_between_seats() -> None:
    assert order(salts={"0": "a,1:62"}) != order(salts={"0": "a", "1": "b"})


def test_the_cards_go_in_in_one_order() -> None:
    given: dict[str, Any] = {"nonce": "00" * 32, "game_id": "g", "deal": 1, "number": 0, "salts": {}}
    assert shuffles.order(CARDS[::-1], **given) == shuffles.order(CARDS, **given)


def test_a_commitment_is_the_hash_that_is_described() -> None:
    """design.md 5: sha256("rummy-shuffle/1|" + nonce)."""
    nonce = shuffles.new_nonce()
    assert len(bytes.fromhex(nonce)) == 32
    assert shuffles.commitment(nonce) == hashlib.sha256(b"rummy-shuffle/1|" + nonce.encode()).hexdigest()


@pytest.mark.django_db
def test_two_games_are_dealt_differently() -> None:
    """Case K016: games of one kind made one after the other."""
    hands = {state_of(new_game()).players[0].hand for _ in range(5)}
    assert len(hands) == 5


@pytest.mark.django_db
def test_a_deal_is_committed_to_before_its_seats_are_asked() -> None:
    game = over_the_first_deal(salt="alice")
    between = fresh(game)
    assert (state_of(game).phase, len(between.nonces)) == ("between", 2)
    services.play(game_id=game.id, seat=0, moves=[Ready(salt="a")])
    services.play(game_id=game.id, seat=1, moves=[Ready(salt="b")])
    after = fresh(game)
    assert (state_of(game).deal, after.nonces) == (2, between.nonces)
    assert (after.salts, after.next_salts) == ({"0": "a", "1": "b"}, {})


@pytest.fixture
def record(db: None) -> dict[str, Any]:  # noqa: ARG001  # the test's database
    """Two deals with salts and reshuffles: in the first nobody lays, so that the stock runs out again and again."""
    game = new_game(2, "rummy-dutch", salt="start")
    while (state := state_of(game)).deal == 1:
        seat = state.to_act[0]
        wanted = {"draw": "draw_stock", "play": "discard"}.get(state.phase)
        moves = (move for move in legal_moves(state, seat) if move.kind == wanted)
        services.play(game_id=game.id, seat=seat, moves=[next(moves, Ready(salt=f"of seat {seat}"))])
    services.play(game_id=game.id, seat=state.to_act[0], moves=[DRAW])
    whole = {**records.whole_log(fresh(game)), "nonces": fresh(game).nonces}
    return json.loads(json.dumps(whole))  # type: ignore[no-any-return]  # JSON


def test_a_record_is_verified_with_the_standard_library_alone(record: dict[str, Any], tmp_path: Path) -> None:
    kinds = [event["kind"] for event in record["events"]]
    assert kinds.count("reshuffled") >= 2
    assert kinds.count("dealt") == 2
    assert [event["salts"] for event in record["events"] if event["kind"] == "dealt"] == [
        {"0": "start", "1": "start"}, {"0": "of seat 0", "1": "of seat 1"},
    ]  # fmt: skip
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record))
    script = Path(verify_shuffle.__file__)
    # -I and -S: no site packages, no folder of ours.
    done = subprocess.run([sys.executable, "-I", "-S", script, path], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "all shuffles hold\n", "")


def test_a_record_that_was_touched_does_not_hold(record: dict[str, Any]) -> None:
    def wrong(change: Any) -> list[str]:
        copy = json.loads(json.dumps(record))
        change(copy)
        return verify_shuffle.problems(copy)

    def event(copy: dict[str, Any], kind: str) -> dict[str, Any]:
        return next(each for each in reversed(copy["events"]) if each["kind"] == kind)

    def turn_over(copy: dict[str, Any], kind: str) -> None:
        event(copy, kind)["order"].reverse()

    assert verify_shuffle.problems(record) == []
    assert len(wrong(lambda copy: turn_over(copy, "dealt"))) == 1
    assert len(wrong(lambda copy: turn_over(copy, "reshuffled"))) == 1
    assert wrong(lambda copy: copy["commitments"].__setitem__(0, "00"))
    assert wrong(lambda copy: copy["nonces"].__setitem__(0, "00"))
    assert wrong(lambda copy: event(copy, "dealt")["salts"].update({"0": "mine"}))
    assert wrong(lambda copy: copy["nonces"].clear())


@pytest.mark.django_db
def test_the_nonces_of_a_running_match_are_told_to_nobody() -> None:
    game = new_game()
    with pytest.raises(Conflict, match="not_finished"):
        records.record_of(game)
    assert records.whole_log(game)["nonces"] == []


@pytest.mark.parametrize("content", ["", "[]", "{}", "not json"])
def test_the_verifier_says_what_is_no_record(content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "record.json"
    path.write_text(content)
    assert verify_shuffle.main([str(path)]) == 2
    assert "is no record" in capsys.readouterr().err
    assert verify_shuffle.main([]) == 2
