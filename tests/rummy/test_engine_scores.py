"""What a deal is worth, and how a match ends (profile.md 4.3, 4.4 h, n)."""

from __future__ import annotations

from typing import Any

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
    rules,
    shuffled,
    table,
    totals,
    with_totals,
)
from tests.variants.family import FAMILY
from variants.catalogue import variant

DUTCH = variant("rummy-dutch").profile
ROMME = FAMILY["romme"].profile
IRO = FAMILY["romme-turnier"].profile
WIENER = FAMILY["wiener-rummy"].profile
GIN = FAMILY["gin-rummy"].profile
OKLAHOMA = FAMILY["oklahoma-gin"].profile


def out(profile: RuleProfile, *others: str, laid: bool = True, **changes: Any) -> State:
    """Seat 0 throws its last card; the hands of the others."""
    lines = "".join(f"\n{seat}: {cards}" for seat, cards in enumerate(others, start=1))
    melds = "\nm1 of 0: 5H 6H 7H" if laid else ""
    return playing(f"0: 2H{lines}\nstock: *{melds}", profile, **changes)


# --- a deal ---


def test_cards_count_as_the_rules_say() -> None:
    """rules.md A.4, A.5: J Q K 10, ace 1, pips."""
    for profile in (BASE, DUTCH):
        over = play(out(profile, "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"), "0 discard 2H")
        assert totals(over)[0] == 45 + 10 + 30


@pytest.mark.parametrize(
    ("method", "gained"), [("winner_takes", [33, 0, 0]), ("zero_sum", [33, -20, -13]), ("penalty", [0, 20, 13])]
)
def test_who_pays_whom(method: str, gained: list[int]) -> None:
    profile = rules(scoring={"method": method})
    over = play(with_totals(out(profile, "KS QS", "KD 3S"), 10, 20, 30), "0 discard 2H")
    assert totals(over) == [before + gain for before, gain in zip((10, 20, 30), gained, strict=True)]
    assert [line.points for line in over.results[0].seats] == gained


@pytest.mark.parametrize(
    ("method", "gained"), [("winner_takes", [60, 0]), ("zero_sum", [60, -60]), ("penalty", [0, 60])]
)
def test_a_hand_out_multiplies_what_the_others_hold(method: str, gained: list[int]) -> None:
    profile = rules(scoring={"method": method, "hand_out_factor": 3})
    over = play(out(profile, "KS QS", laid=False), "0 discard 2H")
    assert (totals(over), over.results[0].double) == (gained, True)


@pytest.mark.parametrize("last", ["0 lay m1 + 2H", "0 discard 2H", "0 lay 2H 2S 2D"])
def test_a_hand_out_ends_by_meld_lay_off_or_discard(last: str) -> None:
    """rules.md A.4."""
    hand = "2H 2S 2D" if "2S" in last else "2H"
    over = play(playing(f"0: {hand}\n1: KS\nstock: *\nm1 of 1: 3H 4H 5H", BASE), last)
    assert totals(over) == [20, 0]


def test_lays_of_the_last_turn_do_not_forfeit_the_double() -> None:
    state = playing("0: 2S 2D 2C 9H 5S\n1: KS\nstock: *\nm1 of 1: 6H 7H 8H", BASE)
    assert totals(play(state, "0 lay 2S 2D 2C", "0 lay m1 + 9H", "0 discard 5S")) == [20, 0]


def test_a_lay_taken_back_in_an_earlier_turn_does_not_forfeit_the_double() -> None:
    state = table("0: 2S 2D 2C 9H 5S\n1: KS QS\nstock: JS JD AH *", BASE)
    state = play(state, "0 draw", "0 lay 2S 2D 2C", "0 back", "0 discard JS", "1 draw", "1 discard JD", "0 draw")
    over = play(evolve(state, melds=()), "0 lay 2S 2D 2C", "0 discard 9H", "1 draw")
    assert over.players[0].laid
    state = play(state, "0 discard 9H", "1 take", "1 discard KS")
    assert not state.players[0].laid


def test_no_winner_books_nothing_or_every_hand() -> None:
    text = "0: 2S 4S\n1: KD\nstock: 7H\ndiscard: 9C"
    void = play(table(text, rules(stock_empty={"action": "end"})), "0 draw", "0 discard 2S")
    assert (totals(void), void.results[0].seats[0].hand) == ([0, 0], None)
    count = rules(stock_empty={"action": "end"}, scoring={"method": "penalty", "no_winner": "count"})
    counted = play(table(text, count), "0 draw", "0 discard 2S")
    assert (totals(counted), counted.results[0].seats[0].hand) == ([11, 10], ("4S", "7H"))


def test_the_first_to_meld_pays_even_if_nobody_wins() -> None:
    """profile.md 7.21."""
    profile = altered(FAMILY["romme-anlegen"].profile, stock_empty={"action": "end"})
    state = table("0: 2S 4S\n1: KD\nstock: 7H\ndiscard: 9C\nm1 of 1: 5S 6S 7S", profile)
    assert totals(play(state, "0 draw", "0 discard 2S")) == [11, 30]


def test_the_first_to_meld_does_not_pay_if_it_wins() -> None:
    over = play(out(FAMILY["romme-anlegen"].profile, "KD", opener=0), "0 discard 2H")
    assert totals(over) == [0, 10]


def test_who_melds_first_is_remembered() -> None:
    state = playing("0: 2S 3S 4S KC\n1: 2H\nstock: *", BASE)
    assert state.opener is None
    assert play(state, "0 lay 2S 3S 4S").opener == 0
    assert play(state, "0 lay 2S 3S 4S", "0 back").opener is None


def test_the_winner_has_won_a_deal() -> None:
    over = play(out(BASE, "KD"), "0 discard 2H")
    assert [player.wins for player in over.players] == [1, 0]


@pytest.mark.parametrize(("laid", "points"), [(True, 5), (False, 8)])
def test_rating_points_of_the_winner(points: int, *, laid: bool) -> None:
    over = play(out(IRO, "KD", "5S", laid=laid), "0 discard 2H")
    assert [line.rating for line in over.results[0].seats] == [points, 3, 3]
    assert [player.rating for player in over.players] == [points, 3, 3]
    assert view_for(over, None)["seats"][0]["rating"] == points


def test_no_rating_without_bands() -> None:
    over = play(out(BASE, "KD"), "0 discard 2H")
    assert (over.results[0].seats[0].rating, view_for(over, None)["seats"][0]["rating"]) == (None, None)


# --- the match ---


@pytest.mark.parametrize(("before", "phase"), [(69, "between"), (70, "finished"), (95, "finished")])
def test_a_match_ends_at_its_target(before: int, phase: str) -> None:
    over = play(with_totals(out(BASE, "KS QS JS"), before, 0), "0 discard 2H")
    assert over.phase == phase
    if phase == "finished":
        assert (over.winners, over.to_act, view_for(over, None)["winner"]) == ((0,), (), 0)
        assert refused(over, "0 ready").code == "match_finished"


def test_two_over_the_target_the_higher_wins() -> None:
    over = play(with_totals(out(BASE, "KS QS", "2S"), 90, 130, 0), "0 discard 2H")
    assert (over.winners, totals(over)) == ((1,), [112, 130, 0])


def test_a_tie_at_the_top_is_one_more_deal_for_all_and_again_while_tied() -> None:
    """rules.md C.2 4; cases.json P018."""
    state = play(with_totals(out(BASE, "KS 2S", "KD"), 90, 112, 40), "0 discard 2H")
    assert (totals(state), state.phase, state.winners) == ([112, 112, 40], "between", ())
    state = shuffled(play(state, "0 ready", "1 ready", "2 ready"))
    assert [len(player.hand) for player in state.players] == [7, 7, 7]
    again = evolve(out(BASE, "2S", "KD"), players=tuple(
        evolve(player, total=total) for player, total in zip(out(BASE, "2S", "KD").players, (112, 124, 40), strict=True)
    ))  # fmt: skip
    assert play(again, "0 discard 2H").phase == "between"


def test_a_tie_may_be_shared() -> None:
    profile = rules(match={"tie": "shared"})
    over = play(with_totals(out(profile, "KS 2S", "KD"), 90, 112, 40), "0 discard 2H")
    assert (over.phase, over.winners, view_for(over, 0)["winner"]) == ("finished", (0, 1), None)


def test_a_tie_may_be_broken_by_deals_won_then_by_points() -> None:
    profile = rules(match={"target": 0, "deals": 1, "tie_breaks": ["wins"]})
    state = with_totals(out(profile, "KS 2S", "KD"), 90, 112, 40)
    assert play(state, "0 discard 2H").winners == (0,)
    state = state.with_player(1, wins=5)
    assert play(state, "0 discard 2H").winners == (1,)


@pytest.mark.parametrize(
    ("match", "deal", "phase"),
    [
        ({"target": 0, "deals": 3}, 2, "between"),
        ({"target": 0, "deals": 3}, 3, "finished"),
        ({"target": 0, "rounds": 2}, 5, "between"),
        ({"target": 0, "rounds": 2}, 6, "finished"),
    ],
)
def test_a_match_may_end_after_deals_or_rounds(match: dict[str, int], deal: int, phase: str) -> None:
    over = play(out(rules(match=match), "KS", "QS", deal=deal), "0 discard 2H")
    assert over.phase == phase


def test_penalty_points_win_low() -> None:
    profile = rules(scoring={"method": "penalty"}, match={"target": 0, "deals": 1})
    assert play(with_totals(out(profile, "KS", "2S"), 30, 0, 9), "0 discard 2H").winners == (1,)


def test_a_tournament_list_wins_high() -> None:
    profile = altered(IRO, match={"deals": 1})
    state = out(profile, "KS", "2S")
    state = state.with_player(1, rating=58, total=402).with_player(2, rating=30, total=448)
    over = play(state, "0 discard 2H")
    # 10 x 61 - 412 = 198 beats 10 x 5 - 0 = 50 and 10 x 33 - 450.
    assert over.winners == (1,)


def test_a_match_bonus_and_a_shutout_go_to_the_winner() -> None:
    """rules.md B.2 Gin: 100 a game, 25 a deal won, twice if nobody else won one."""
    state = gin("2S 3S 4S 5H 6H 7H 8D 9D TD AC KC", "KS KD QS QD JS JD 9S 9H 8S 8C")
    over = play(with_totals(state, 95, 0), "0 knock KC")
    assert (over.phase, over.winners) == ("finished", (0,))
    gain = 9 + 9 + 8 + 8 - 1
    assert totals(over) == [(95 + gain + 25 + 100) * 2, 0]
    other = play(with_totals(state, 95, 0).with_player(1, wins=1), "0 knock KC")
    assert totals(other) == [95 + gain + 25 + 100, 25]


# --- knocks (profile.md 4.3, rules.md B.2) ---


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
