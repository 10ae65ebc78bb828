"""The thirty disputed questions of rules.md C, columns B (base) and D (Dutch); a test's number is the row.

Rows 8 to 10, 12 to 16, 22 and 28 to 30 have no answer in these columns: no jokers, no claims, no knock, no rebuy.
"""

from __future__ import annotations

from typing import Any, Final

import pytest

from rummy.engine import new_match
from rummy.profile import RuleProfile
from tests.rummy.builder import effects, play, playing, rules, shuffled, table, totals, verdict, with_totals
from variants.catalogue import variant, with_options

BASE: Final = variant("rummy").profile
DUTCH: Final = variant("rummy-dutch").profile
BOTH: Final = pytest.mark.parametrize("profile", [BASE, DUTCH], ids=["B", "D"])
AGAINST: Final = "\n1: KC QC\nstock: *"


def dutch(**options: Any) -> RuleProfile:
    return with_options(variant("rummy-dutch"), options)


def heap(profile: RuleProfile, cards: str) -> str:
    return verdict(playing(f"0: {cards} 2D{AGAINST}", profile), f"0 lay {cards}")


@BOTH
def test_01_king_ace_two_is_no_run(profile: RuleProfile) -> None:
    assert heap(profile, "KH AH 2H") == "ace_position"


@pytest.mark.parametrize(
    ("profile", "code"), [(BASE, "ace_position"), (DUTCH, "ok"), (dutch(ace="low"), "ace_position")]
)
def test_02_queen_king_ace(profile: RuleProfile, code: str) -> None:
    assert heap(profile, "QH KH AH") == code


@BOTH
def test_03_the_ace_before_the_two_is_one(profile: RuleProfile) -> None:
    assert effects(playing(f"0: AH 2H 3H 2D{AGAINST}", profile), "0 lay AH 2H 3H")[0]["points"] == 6


@BOTH
def test_04_how_many_cards_and_nobody_one_more(profile: RuleProfile) -> None:
    sizes = {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}
    for seats in range(2, profile.players.max + 1):
        state = shuffled(new_match(profile, seats))
        assert [len(player.hand) for player in state.players] == [sizes[seats]] * seats


@pytest.mark.parametrize(("profile", "code"), [(BASE, "ok"), (DUTCH, "ok"), (dutch(min_points=50), "opening_too_low")])
def test_05_no_minimum_but_as_an_option(profile: RuleProfile, code: str) -> None:
    assert heap(profile, "AH 2H 3H") == code


@pytest.mark.parametrize(("profile", "code"), [(BASE, "ok"), (DUTCH, "ok"), (dutch(max_melds=1), "too_many_melds")])
def test_06_two_melds_in_a_turn(profile: RuleProfile, code: str) -> None:
    assert verdict(playing(f"0: AH 2H 3H 7S 7D 7C 2D{AGAINST}", profile), "0 lay AH 2H 3H / 7S 7D 7C") == code
    assert (
        verdict(play(playing(f"0: AH 2H 3H 7S 7D 7C 2D{AGAINST}", profile), "0 lay AH 2H 3H"), "0 lay 7S 7D 7C") == code
    )


def test_07_the_minimum_is_a_sum_of_one_lay() -> None:
    state = playing(f"0: 9H TH JH 8S 8D 8C 2D{AGAINST}", dutch(min_points=50))
    assert verdict(state, "0 lay 9H TH JH") == "opening_too_low"
    assert verdict(state, "0 lay 9H TH JH / 8S 8D 8C") == "ok"


def test_11_a_suit_twice_in_a_set_is_impossible() -> None:
    assert heap(BASE, "7C 7D 7H") == "ok"
    assert verdict(playing(f"0: 7C 7C 7H 2D{AGAINST}", rules(deck={"packs": 2})), "0 lay 7C 7C 7H") == "suit_repeated"


@BOTH
def test_17_nobody_claims_out_of_turn(profile: RuleProfile) -> None:
    state = play(table("0: 2S 3S\n1: 4D\n2: 5D\nstock: *\ndiscard: KC", profile), "0 draw", "0 discard 2S")
    assert (state.phase, state.to_act) == ("draw", (1,))
    assert verdict(state, "2 claim") == "claim_not_open"


@pytest.mark.parametrize(
    ("profile", "code"), [(BASE, "ok"), (DUTCH, "ok"), (dutch(final_discard="required"), "no_card_left_to_discard")]
)
def test_18_the_last_card_need_not_be_discarded(profile: RuleProfile, code: str) -> None:
    assert verdict(playing(f"0: AH 2H 3H{AGAINST}", profile), "0 lay AH 2H 3H") == code
    assert verdict(playing(f"0: 4H{AGAINST}\nm1 of 1: AH 2H 3H", profile), "0 lay m1 + 4H") == code
    assert play(playing(f"0: 4H{AGAINST}", profile), "0 discard 4H").results[0].how == "out"


@BOTH
def test_19_laying_off_without_an_own_meld(profile: RuleProfile) -> None:
    assert verdict(playing(f"0: 4H 2D{AGAINST}\nm1 of 1: AH 2H 3H", profile), "0 lay m1 + 4H") == "ok"


@pytest.mark.parametrize(("profile", "last"), [(BASE, "ok"), (DUTCH, "never")])
def test_20_the_card_just_taken_is_not_thrown(profile: RuleProfile, last: str) -> None:
    state = play(table("0: 2S 3D\n1: KD\nstock: *\ndiscard: KC", profile), "0 take")
    assert verdict(state, "0 discard KC") == "taken_card_discard"
    text = "0: 5S 3D\n1: KD\nstock: *\ndiscard: KC\nm1 of 1: 6S 7S 8S\nm2 of 1: 3S 3H 3C"
    one = play(table(text, profile), "0 take", "0 lay m2 + 3D")
    if last == "ok":
        assert play(one, "0 lay m1 + 5S", "0 discard KC").results[0].how == "out"
    else:
        # Dutch has no exception for the last card, so it must not come to that.
        assert verdict(one, "0 lay m1 + 5S") == "no_legal_end"


@BOTH
def test_21_one_card_may_take_what_ends_the_deal(profile: RuleProfile) -> None:
    state = table("0: 4H\n1: KD\nstock: *\ndiscard: 7S\nm1 of 1: AH 2H 3H\nm2 of 1: 4S 5S 6S", profile)
    assert play(state, "0 take", "0 lay m1 + 4H / m2 + 7S").results[0].winner == 0


@BOTH
def test_23_going_out_in_the_first_lap(profile: RuleProfile) -> None:
    state = table("0: AH 2H\n1: KD\nstock: 3H *\ndiscard: KC", profile, lap=1)
    assert play(state, "0 draw", "0 lay AH 2H 3H").results[0].how == "out"


def test_24_the_stock_is_empty() -> None:
    text = "0: 2S 4S\n1: 2D\nstock: 7H\ndiscard: 9C TC"
    base = play(table(text, BASE), "0 draw", "0 discard 2S")
    assert (base.phase, len(base.stock), base.stock_known) == ("draw", 3, True)
    assert play(table(text, BASE, renewals=2), "0 draw", "0 discard 2S").results[0].winner is None
    assert play(table(text, DUTCH, renewals=9), "0 draw", "0 discard 2S").phase == "renewing"


@BOTH
def test_25_out_in_one_turn_counts_double(profile: RuleProfile) -> None:
    over = play(playing(f"0: AH 2H 3H{AGAINST}", profile), "0 lay AH 2H 3H")
    assert (totals(over), over.results[0].double) == ([40, 0], True)


@BOTH
def test_26_a_card_laid_off_earlier_forfeits_the_double(profile: RuleProfile) -> None:
    state = table("0: 5H AH 2H 9D\n1: KC QC\nstock: 9S JD 3H *\nm1 of 1: 6H 7H 8H", profile)
    state = play(state, "0 draw", "0 lay m1 + 5H", "0 discard 9S", "1 draw", "1 discard JD", "0 draw")
    over = play(state, "0 lay AH 2H 3H", "0 discard 9D")
    assert (totals(over), over.results[0].double) == ([20, 0], False)


@BOTH
def test_27_king_queen_nine_ace_are_30_to_the_winner(profile: RuleProfile) -> None:
    state = playing("0: 2H\n1: KC QD 9S AC\nstock: *\nm1 of 0: 5H 6H 7H", profile)
    assert totals(play(state, "0 discard 2H")) == [30, 0]


def test_27_the_losers_may_pay_in_dutch() -> None:
    """rules.md A.5: the named alternative, zero-sum."""
    state = playing("0: 2H\n1: KC QD\n2: 9S AC\nstock: *\nm1 of 0: 5H 6H 7H", dutch(method="zero_sum"))
    assert totals(play(with_totals(state, 5, 5, 5), "0 discard 2H")) == [35, -15, -5]
