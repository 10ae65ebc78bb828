"""The levels are what they say: each beats the one below; and the arena gives the same games for the same seed."""

from __future__ import annotations

from random import Random

import pytest

from bots.arena import Share, compare, main, play_deal, play_match, seatings
from tests.bots.rules import rules
from variants.catalogue import variant


@pytest.mark.parametrize("name", ["base", "shuffled"])
def test_medium_wins_more_deals_than_easy(name: str) -> None:
    share = compare(rules(name), "medium", "easy", games=80, seed=1).share
    assert share.interval[0] > 0.5, share


@pytest.mark.parametrize("name", ["base", "shuffled"])
def test_hard_wins_more_matches_than_medium(name: str) -> None:
    share = compare(rules(name), "hard", "medium", games=10, seed=1, play=play_match).share
    assert share.interval[0] > 0.5, share


@pytest.mark.parametrize(("upper", "lower"), [("hard", "medium"), ("medium", "easy")])
@pytest.mark.parametrize(("name", "games"), [("rummy", 60), ("romme-anlegen", 40), ("wiener-rummy", 80)])
def test_each_level_is_ahead_in_points_of_the_one_below(name: str, games: int, upper: str, lower: str) -> None:
    """Over the same deals with seats exchanged: where the winner is paid, where all book their hands, in knocking."""
    found = compare(variant(name).profile, upper, lower, games=games, seed=1)
    assert found.interval[0] > 0, (found.lead, found.interval)


def test_a_lead_is_told_in_what_places_go_by() -> None:
    """Points against you count downwards; in a list the rating points count, and ten times."""
    penalty, listed = variant("romme").profile, variant("romme-turnier").profile
    outcome = play_deal(penalty, ("easy", "easy"), Random(1))
    assert outcome.standings == tuple(-total for total in outcome.totals)
    outcome = play_deal(listed, ("easy",) * 3, Random(1))
    assert max(outcome.standings) == outcome.standings[outcome.winners[0]] >= 10 * listed.rating.win


def test_a_level_has_no_lead_over_itself() -> None:
    found = compare(rules("base"), "easy", "easy", games=5, seed=1)
    assert found.leads == (0.0,) * 5
    assert found.share.share == 0.5
    assert found.interval == (0.0, 0.0)


def test_the_same_seed_gives_the_same_match() -> None:
    levels = ("easy", "medium", "hard")
    first, again = (play_match(rules("base"), levels, Random(9)) for _ in range(2))
    assert first == again
    assert play_match(rules("base"), levels, Random(10)) != first


def test_the_match_goes_on_after_a_deal_that_nobody_won() -> None:
    """Case A050: the stock is exhausted for the third time, the deal is void, and the bots play the next one."""
    profile = rules("base")
    seed = next(seed for seed in range(200) if not play_deal(profile, ("easy", "easy"), Random(seed)).winners)
    match = play_match(profile, ("easy", "easy"), Random(seed))
    assert match.deals > 1
    assert match.winners
    assert max(match.totals) >= profile.match.target


def test_levels_alternate_and_each_begins_once() -> None:
    assert list(seatings("a", "b", 3)) == [("a", "b", "a"), ("b", "a", "b")]


@pytest.mark.parametrize(
    ("won", "decided", "low", "high"),
    # Wilson (1927), as tabled by Newcombe, Statistics in Medicine 17 (1998), table I, method 3: 81/263, 15/148, 0/20
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611)],
)
def test_the_interval_of_a_share_is_wilsons(won: int, decided: int, low: float, high: float) -> None:
    assert Share(won, decided, 0).interval == pytest.approx((low, high), abs=1e-4)


def test_the_command_prints_the_shares(capsys: pytest.CaptureFixture[str]) -> None:
    main(["medium", "easy", "--deals", "2", "--seats", "3", "--seed", "4"])
    told = capsys.readouterr().out
    assert "medium won" in told
    assert "ahead by" in told
