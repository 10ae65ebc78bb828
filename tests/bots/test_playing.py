"""Playtests in pieces: the same counts wherever they are cut, the same deals for the same seed, and no fault lost."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from bots import playing
from bots.levels import LEVELS
from bots.playing import Broken, Runner, Spot, Trial, play_on, spot_from_json, spot_to_json
from bots.report import report_of
from bots.seen import Facts
from bots.tally import USES, Tally, tally_from_json, tally_to_json
from rummy.bounds import TurnBound
from rummy.moves import Discard, Move
from tests.bots.rules import FIELDS, rules


def trial(name: str = "base", seats: int = 2, level: str = "easy", seed: int = 1) -> Trial:
    return Trial(rules(name), seats, level, seed)


def whole(what: Trial, deals: int, seconds: float = 60.0) -> Tally:
    """The tally of so many deals, in pieces of so many seconds, everything stored as JSON in between."""
    spot, tally = Spot(), Tally.empty(what.seats)
    while tally.deals < deals:
        spot, part = play_on(what, spot, deals=deals - tally.deals, seconds=seconds)
        spot = spot_from_json(json.loads(json.dumps(spot_to_json(spot))), what.profile)
        tally.add(tally_from_json(json.loads(json.dumps(tally_to_json(part)))))
    return replace(tally, seconds=0.0)


@pytest.mark.parametrize("name", ["base", "claims and freed jokers", "knock, last go, rebuy"])
def test_the_counts_do_not_depend_on_where_a_playtest_is_cut(name: str) -> None:
    once = whole(trial(name), 3)
    assert whole(trial(name), 3, seconds=0.0) == once, "cut after every event"
    assert whole(trial(name), 3, seconds=0.02) == once
    assert whole(trial(name, seed=2), 3) != once


def test_equal_decks_are_dealt_alike_under_all_rules() -> None:
    def hands(name: str) -> list[tuple[bytes, ...]]:
        runner, dealt = Runner(trial(name), Spot()), []
        while runner.tally.deals < 3:
            event = runner.forward()
            if event.seat is None and event.before.phase == "dealing":
                dealt.append(tuple(player.hand for player in event.after.players))
        return dealt

    assert hands("base") == hands("opening of several melds")


@pytest.mark.parametrize("name", FIELDS)
def test_every_deal_is_counted_once_in_each_figure(name: str) -> None:
    profile = rules(name)
    deals = 1 if name == "rebuilding" else 4
    tally = whole(trial(name, seats=min(3, profile.players.max)), deals)
    assert tally.deals == deals == tally.ends.total()
    assert sum(tally.won) == tally.begun <= deals - tally.void
    assert tally.points.total() + tally.void * min(3, profile.players.max) <= sum(tally.played)
    assert 0 < tally.longest.turns <= tally.turns <= deals * tally.longest.turns
    assert tally.longest.turns <= tally.longest.bound
    assert all(0 < number <= deals for number in tally.deals_with.values())
    assert set(tally.deals_with) == set(tally.uses)
    assert sum(tally.matches_won) == pytest.approx(tally.matches)


WATCHED = {
    "rebuilding": (("medium", 1),),
    "knock, last go, rebuy": (("medium", 24),),
    "offer, knock, undercut": (("medium", 5), ("easy", 12)),
}
"""Levels and deals where 5 of medium show too little or take too long: easy is undercut, medium buys back at times."""


def test_special_rules_are_counted_under_the_rules_that_have_them() -> None:
    """Each special rule is used under one of the profiles at least, so that none is counted by a sign never given."""
    used: Counter[str] = Counter()
    for name in FIELDS:
        profile = rules(name)
        seats = min(3, profile.players.max)
        for level, deals in WATCHED.get(name, (("medium", 5),)):
            tally = whole(trial(name, seats, level), deals)
            assert set(tally.uses) <= {use.name for use in USES if use.applies(profile)}
            used.update(tally.uses)
    # Nobody's rules here have the first two; a bot opens only where it has enough, and lays what it means.
    rare = {"upcard_doublings", "opener_penalties", "opening_failures", "take_backs"}
    assert {use.name for use in USES} - set(used) <= rare


def judged_by_log(what: Trial, deals: int) -> Iterator[tuple[str, int]]:
    """Another count of a few signs: from moves and results alone."""
    runner = Runner(what, Spot())
    while runner.tally.deals < deals:
        event = runner.forward()
        if event.action.kind in ("claim", "take_back", "rebuy", "knock"):
            yield event.action.kind, 1
        if event.action.kind in ("draw_stock", "take_discard") and event.before.phase == "last_draw":
            yield "last_go", 1
    yield "deals", runner.tally.deals


@pytest.mark.parametrize("name", ["claims and freed jokers", "knock, last go, rebuy", "offer, knock, undercut"])
def test_counts_of_special_rules_agree_with_the_moves(name: str) -> None:
    counted: Counter[str] = Counter()
    what = trial(name, level="medium")
    for sign, number in judged_by_log(what, 8):
        counted[sign] += number
    tally = whole(what, 8)
    signs = {"claim": "claims", "take_back": "take_backs", "rebuy": "rebuys", "knock": "knocks", "last_go": "last_goes"}
    assert {sign: tally.uses[use] for sign, use in signs.items()} == {sign: counted[sign] for sign in signs}
    assert tally.uses["claims_won"] <= tally.uses["claims"]


def test_a_bot_that_fails_fails_the_playtest_with_the_place_to_play_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    moves = 0

    def breaks(facts: Facts, rng: Random) -> Move | None:
        nonlocal moves
        moves += 1
        if moves == 30:
            raise ZeroDivisionError("a bot's fault")
        return before(facts, rng)

    before = LEVELS["easy"].play
    faulty = {**LEVELS, "easy": replace(LEVELS["easy"], play=breaks)}
    monkeypatch.setattr(playing, "LEVELS", faulty)
    with pytest.raises(Broken) as caught:
        whole(trial(), 50)
    failure = caught.value.failure
    assert failure.code == "exception"
    assert "ZeroDivisionError: a bot's fault" in failure.detail
    assert "breaks" in failure.trace

    moves = 0
    with pytest.raises(Broken) as again:
        whole(trial(), 50, seconds=0.0)
    assert (again.value.failure.match, again.value.failure.deal, again.value.failure.moves) == (
        failure.match, failure.deal, failure.moves,
    )  # fmt: skip


def test_an_illegal_choice_fails_the_playtest(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = replace(LEVELS["easy"], play=lambda *_: Discard("KS"))
    monkeypatch.setattr(playing, "LEVELS", {"easy": wrong})
    with pytest.raises(Broken) as caught:
        whole(trial(), 5)
    assert caught.value.failure.code == "exception"
    assert "card_not_in_hand" in caught.value.failure.detail


def test_a_seat_without_a_legal_move_is_stuck(monkeypatch: pytest.MonkeyPatch) -> None:
    from bots import seen

    monkeypatch.setattr(seen, "legal_moves", lambda *_: [])
    monkeypatch.setattr(playing, "legal_moves", lambda *_: [])
    with pytest.raises(Broken) as caught:
        whole(trial(), 5)
    assert (caught.value.failure.code, caught.value.failure.seat) == ("stuck", 0)


def test_a_deal_beyond_its_bound_fails_the_playtest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "turn_bound", lambda *_: TurnBound(0, 0, 0, 0, 7))
    with pytest.raises(Broken) as caught:
        whole(trial(), 5)
    failure = caught.value.failure
    assert (failure.code, failure.turns, failure.bound) == ("bound", 8, 7)


def test_the_report_says_what_was_counted() -> None:
    tally = Tally(
        deals=20, void=2, turns=500, matches=2, match_deals=18, match_turns=460, played=[20, 20], won=[8, 10],
        matches_won=[0.5, 1.5], begun=18, begun_won=9, ends=Counter(out=17, stock=3),
        points=Counter({-12: 1, 0: 17, 8: 9, 40: 9}), uses=Counter(renewals=5), deals_with=Counter(renewals=4),
        seconds=0.5,
    )  # fmt: skip
    report = json.loads(json.dumps(report_of(tally, rules("base"))))
    assert report["void"]["share"] == 0.1
    assert (report["turns_per_deal"], report["deals_per_match"], report["turns_per_match"]) == (25, 9, 230)
    assert [seat["share"] for seat in report["seats"]] == [0.4, 0.5]
    # Wilson's interval of 10 in 20, by hand: (0.5 + 1.9208 / 20 -+ 1.96 * sqrt(0.25 / 20 + 0.9604 / 400)) / 1.19208
    assert (report["seats"][1]["low"], report["seats"][1]["high"]) == pytest.approx((0.2993, 0.7007), abs=2e-4)
    assert [(end["how"], end["share"]) for end in report["ends"]] == [("out", 0.85), ("stock", 0.15)]
    assert report["points"]["quartiles"] == [-12, 0, 0, 8, 40]
    assert report["points"]["mean"] == pytest.approx((-12 + 72 + 360) / 36, abs=1e-3)
    assert [(value["points"], value["count"]) for value in report["points"]["values"]] == [
        (-12, 1), (0, 17), (8, 9), (40, 9),
    ]  # fmt: skip
    assert report["seconds_per_deal"] == 0.025
    used = {rule["name"]: (rule["count"], rule["deals"]["share"]) for rule in report["rules"]}
    assert used["renewals"] == (5, 0.2)
    assert "claims" not in used, "a rule that the profile has not"


def test_a_report_of_nothing_has_no_figures() -> None:
    report = report_of(Tally.empty(3), rules("base"))
    assert (report["void"]["share"], report["deals_per_match"], report["points"]["mean"]) == (None, None, None)
