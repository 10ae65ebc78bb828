"""What a knock brings, to whom, and when one may (profile.md 4.3, rules.md B.2)."""

from __future__ import annotations

import pytest

from rummy.engine import new_match
from rummy.profile import RuleProfile
from rummy.state import State, evolve
from rummy.view import view_for
from tests.rummy.builder import (
    BASE,
    altered,
    effects,
    play,
    playing,
    refused,
    totals,
    with_totals,
)
from tests.variants.family import FAMILY

GIN = FAMILY["gin-rummy"].profile
OKLAHOMA = FAMILY["oklahoma-gin"].profile


def gin(hand: str, opponent: str, profile: RuleProfile = GIN, *, upcard: str = "2C") -> State:
    return playing(f"0: {hand}\n1: {opponent}\nstock: *\ndiscard: {upcard}", profile)


KNOCKS = "2S 3S 4S 5H 6H 7H 8D 9D TD {} KC"


@pytest.mark.parametrize(
    ("left", "opponent", "booked"),
    [
        ("7C", "AS AD AH 2H 3H 4H 5S 5D 5C 9C", [2, 0]),  # 7 against 9: the difference
        ("9C", "AS AD AH 2H 3H 4H 5S 5D 5C 8C", [0, 26]),  # 9 against 8: undercut, 1 + 25
        ("8C", "AS AD AH 2H 3H 4H 5S 5D 5C 8S", [0, 25]),  # equal: undercut
        ("AC", "AS AD AH 2H 3H 4H 5S 5D 5C 9C", [8, 0]),
    ],
)
def test_knocker_against_opponent(left: str, opponent: str, booked: list[int]) -> None:
    assert totals(play(gin(KNOCKS.format(left), opponent), "0 knock KC")) == booked


def test_the_bonuses_are_fields() -> None:
    """cases.json P013: undercut bonus 20, knocker 10, defender 9."""
    profile = altered(GIN, scoring={"undercut_bonus": 20})
    over = play(gin(KNOCKS.format("TC"), "AS AD AH 2H 3H 4H 5S 5D 5C 9C", profile), "0 knock KC")
    assert totals(over) == [0, 21]
    assert (over.results[0].winner, over.players[1].wins) == (1, 1)


def test_an_undercut_can_win_the_match() -> None:
    """cases.json P016."""
    state = with_totals(gin(KNOCKS.format("9C"), "AS AD AH 2H 3H 4H 5S 5D 5C 9S"), 80, 90)
    over = play(state, "0 knock KC")
    assert (over.winners, totals(over)[1] > 115) == ((1,), True)


def test_a_match_bonus_and_a_shutout_go_to_the_winner() -> None:
    """rules.md B.2 Gin: 100 a game, 25 a deal won, twice if nobody else won one."""
    state = gin("2S 3S 4S 5H 6H 7H 8D 9D TD AC KC", "KS KD QS QD JS JD 9S 9H 8S 8C")
    over = play(with_totals(state, 95, 0), "0 knock KC")
    assert (over.phase, over.winners) == ("finished", (0,))
    gain = 9 + 9 + 8 + 8 - 1
    assert totals(over) == [(95 + gain + 25 + 100) * 2, 0]
    other = play(with_totals(state, 95, 0).with_player(1, wins=1), "0 knock KC")
    assert totals(other) == [95 + gain + 25 + 100, 25]


def test_gin_is_never_undercut_and_has_a_bonus() -> None:
    """cases.json P012: all cards melded, big gin."""
    ten = "2S 3S 4S 5H 6H 7H 8D 9D TD JD"
    state = gin(f"{ten} KC", "AS AD AH 2H 3H 4H 5S 5D 5C 6S")
    assert totals(play(state, "0 knock KC")) == [6 + 25, 0]
    big = gin(f"{ten} QD", "AS AD AH 2H 3H 4H 5S 5D 5C TC")
    assert totals(play(big, "0 knock")) == [10 + 31, 0]
    fifty = altered(GIN, scoring={"whole_hand_bonus": 50})
    assert totals(play(evolve(big, profile=fifty), "0 knock")) == [60, 0]


def test_the_defender_lays_off_but_not_on_gin() -> None:
    opponent = "AS AD AH 6C 7C 8C 5S KS KD QD"
    (_, over, *_) = effects(gin(KNOCKS.format("AC"), opponent), "0 knock KC")
    assert over["lay_offs"] == [{"seat": 1, "meld": 0, "cards": ["5S"]}]
    assert over["seats"][1]["deadwood"] == 30
    gin_out = gin("2S 3S 4S 5H 6H 7H 8D 9D TD JD KC", opponent)
    assert totals(play(gin_out, "0 knock KC")) == [35 + 25, 0]


@pytest.mark.parametrize(
    ("hand", "opponent", "upcard", "gain"),
    [
        (f"{KNOCKS.format('7C')}: KC", "AS AD AH 2H 3H 4H 5S 5D 5C 9C", "9H", ("knock", 2, 0, 1)),
        (f"{KNOCKS.format('7C')}: KC", "AS AD AH 2H 3H 4H 5S 5D 5C 9C", "9S", ("knock", 2, 0, 2)),
        (f"{KNOCKS.format('9C')}: KC", "AS AD AH 2H 3H 4H 5S 5D 5C 8C", "JS", ("undercut", 1, 25, 2)),
        ("2S 3S 4S 5H 6H 7H 8D 9D TD JD KC: KC", "AS AD AH 2H 3H 4H 5S 5D 5C 8C", "AC", ("clean_knock", 8, 25, 1)),
        ("2S 3S 4S 5H 6H 7H 8D 9D TD JD QD:", "AS AD AH 2H 3H 4H 5S 5D 5C 8C", "AC", ("whole_hand", 8, 31, 1)),
    ],
)
def test_the_end_of_the_deal_says_what_a_knock_brought_and_why(
    hand: str, opponent: str, upcard: str, gain: tuple[str, int, int, int]
) -> None:
    held, _, thrown = hand.partition(":")
    state = gin(held, opponent, OKLAHOMA, upcard=upcard)
    (_, over, *_) = effects(state, f"0 knock{thrown}")
    assert tuple(over["gain"].values()) == gain
    _, difference, bonus, factor = gain
    assert (difference + bonus) * factor == sum(totals(play(state, f"0 knock{thrown}")))


def test_the_end_of_the_match_says_its_bonuses() -> None:
    state = with_totals(gin(KNOCKS.format("7C"), "AS AD AH 2H 3H 4H 5S 5D 5C 9C"), 99, 0)
    given = {"boxes": 25, "game": 100, "factor": 2}
    assert effects(state, "0 knock KC")[-1]["bonuses"] == [{"seat": 0, **given}]
    other = effects(state.with_player(1, wins=2), "0 knock KC")[-1]["bonuses"]
    assert other == [{"seat": 0, **given, "factor": 1}, {"seat": 1, "boxes": 50, "game": 0, "factor": 1}]


@pytest.mark.parametrize(("profile", "upcard", "seen"), [
    (GIN, "9S", (10, False)), (OKLAHOMA, "9S", (9, True)), (OKLAHOMA, "AH", (0, False)), (BASE, "9S", (None, False)),
])  # fmt: skip
def test_the_view_says_with_what_one_may_knock_and_whether_it_counts_double(
    profile: RuleProfile, upcard: str, seen: tuple[int | None, bool]
) -> None:
    view = view_for(gin("2S 3S", "AS AD", profile, upcard=upcard), 1)
    assert (view["knock_limit"], view["doubled"]) == seen


def test_a_limit_that_goes_by_the_upcard_is_not_known_before_it_is_turned() -> None:
    assert view_for(new_match(OKLAHOMA, seats=2), 0)["knock_limit"] is None
    assert view_for(new_match(GIN, seats=2), 0)["knock_limit"] == 10


def test_nobody_scores_where_a_knock_is_neither_better_nor_undercut() -> None:
    profile = altered(GIN, knocking={"undercut": "none"})
    over = play(gin(KNOCKS.format("9C"), "AS AD AH 2H 3H 4H 5S 5D 5C 8C", profile), "0 knock KC")
    assert (totals(over), over.results[0].winner) == ([0, 0], 0)


@pytest.mark.parametrize(("undercut", "booked"), [("lower", [0, 0]), ("lower_or_equal", [0, 25])])
def test_an_equal_rest_undercuts_as_the_profile_says(undercut: str, booked: list[int]) -> None:
    """profile.md 4.4n."""
    profile = altered(GIN, knocking={"undercut": undercut})
    assert totals(play(gin(KNOCKS.format("8C"), "AS AD AH 2H 3H 4H 5S 5D 5C 8S", profile), "0 knock KC")) == booked


@pytest.mark.parametrize(("upcard", "limit"), [("AC", 0), ("7C", 7), ("QC", 10)])
def test_the_limit_may_be_the_upcard(upcard: str, limit: int) -> None:
    state = gin(KNOCKS.format("TC"), "AS AD AH 2H 3H 4H 5S 5D 5C 9S", OKLAHOMA, upcard=upcard)
    if limit == 10:
        assert totals(play(state, "0 knock KC")) == [0, 26]
    else:
        assert refused(state, "0 knock KC").data["limit"] == limit


@pytest.mark.parametrize(("upcard", "factor"), [("9S", 2), ("9H", 1)])
def test_a_spade_upcard_doubles_the_deal(upcard: str, factor: int) -> None:
    state = gin(KNOCKS.format("7C"), "AS AD AH 2H 3H 4H 5S 5D 5C 9C", OKLAHOMA, upcard=upcard)
    over = play(state, "0 knock KC")
    assert (totals(over), over.results[0].double) == ([2 * factor, 0], factor == 2)


def test_a_knock_that_must_discard() -> None:
    big = gin("2S 3S 4S 5H 6H 7H 8D 9D TD JD QD", "KS", altered(GIN, going_out={"final_discard": "required"}))
    refusal = refused(big, "0 knock")
    assert (refusal.code, refusal.rule) == ("knock_needs_discard", "going_out.final_discard")


def test_a_refused_knock_leaves_all_as_it_was() -> None:
    """cases.json T030."""
    state = gin("2S 3S 4S 5H 6H 7H 8D 9D JC QC KC", "KS")
    kept = evolve(state)
    refusal = refused(state, "0 knock KC")
    assert (refusal.code, refusal.rule) == ("knock_too_high", "knocking.limit")
    melds = [["2S", "3S", "4S"], ["5H", "6H", "7H"]]
    assert refusal.data == {"limit": 10, "got": 37, "melds": melds, "rest": ["8D", "9D", "JC", "QC"]}
    assert state == kept


def test_a_table_game_may_be_knocked_too() -> None:
    kurz = FAMILY["romme-kurz"].profile
    state = playing("0: 4S 5H KC\n1: KD 2D\nstock: *", kurz)
    over = play(state, "0 knock KC")
    assert (totals(over), over.results[0].how, over.results[0].winner) == ([9, 12], "knock", 0)
    assert refused(playing("0: KC\n1: KD\nstock: *", kurz), "0 knock KC").code == "knocking_forbidden"
    assert refused(playing("0: 5S 5H KC\n1: KD\nstock: *", kurz), "0 knock KC").data["got"] == 10
    assert refused(playing("0: 4S KC\n1: KD\nstock: *", BASE), "0 knock KC").rule == "knocking.limit_by"


def test_a_knock_before_its_lap_is_refused() -> None:
    profile = altered(FAMILY["romme-kurz"].profile, laying={"from_lap": 2})
    refusal = refused(playing("0: 4S 5H KC\n1: KD\nstock: *", profile, lap=1), "0 knock KC")
    assert (refusal.code, refusal.rule, refusal.data["needed"]) == ("knock_too_early", "laying.from_lap", 2)
