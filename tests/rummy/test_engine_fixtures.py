"""The concrete fixtures of rules.md C.2, by their numbers; profiles beside the catalogue are the family's."""

from __future__ import annotations

from typing import Final

import pytest

from rummy.cards import texts
from rummy.profile import RuleProfile
from rummy.scoring import list_result, rating_points
from rummy.state import State, evolve
from tests.rummy.builder import (
    cards,
    dealt,
    effects,
    everything,
    hand,
    on_table,
    play,
    playing,
    refused,
    table,
    totals,
    verdict,
    with_totals,
)
from tests.variants.family import FAMILY
from variants.catalogue import variant

BASE: Final = variant("rummy").profile
DUTCH: Final = variant("rummy-dutch").profile
ALTENBURG: Final = FAMILY["romme"].profile
KAUFEN: Final = FAMILY["romme-kaufen"].profile
ANLEGEN: Final = FAMILY["romme-anlegen"].profile
ROBBER: Final = FAMILY["raeuber-romme"].profile
IRO: Final = FAMILY["romme-turnier"].profile
WIENER: Final = FAMILY["wiener-rummy"].profile


def test_1_the_worked_hand_pays_30() -> None:
    state = dealt(
        BASE,
        ["8S 8H 8D 4H 5H 6H KC 9C TC JS", "8C QD 9S AC 2S 3S 4S 5S 6S TD"],
        discard="3D",
        stock="7H JC",
    )
    state = play(state, "0 draw", "0 lay 8S 8H 8D / 4H 5H 6H 7H", "0 discard KC", "1 take", "1 lay m1 + 8C")
    assert on_table(state) == {"m1": "8S 8H 8D 8C", "m2": "4H 5H 6H 7H"}
    state = play(state, "1 lay 2S 3S 4S 5S 6S", "1 discard TD")
    assert hand(state, 1) == cards("KC QD 9S AC")
    state = play(state, "0 draw", "0 lay 9C TC JC", "0 discard JS")
    assert totals(state) == [30, 0]
    (result,) = state.results
    assert (result.how, result.winner, result.double) == ("out", 0, False)
    assert [(line.points, line.deadwood) for line in result.seats] == [(30, 0), (0, 30)]


def test_1_a_fifth_card_of_a_rank_is_impossible() -> None:
    two_packs = RuleProfile.model_validate({"deck": {"packs": 2}})
    state = playing("0: 8S KC QC\n1: 2C\nm1 of 1: 8S 8H 8D 8C", two_packs)
    refusal = refused(state, "0 lay m1 + 8S")
    assert (refusal.code, refusal.rule, refusal.data["inner"]) == ("does_not_fit", "sets.max_size", "set_too_large")


def test_1_a_hand_out_pays_60() -> None:
    state = dealt(
        BASE,
        ["8S 8H 8D 4H 5H 6H KC 9C TC JS", "7S QD 9S AC 2S 3S 4S 5S 6S TD"],
        discard="3D",
        stock="7H JC",
    )
    state = play(state, "0 draw", "0 discard KC", "1 take", "1 lay 2S 3S 4S 5S 6S 7S", "1 discard TD")
    state = play(state, "0 draw", "0 lay 8S 8H 8D / 4H 5H 6H 7H / 9C TC JC", "0 discard JS")
    assert totals(state) == [60, 0]
    assert state.results[0].double


def test_2_base_throws_the_taken_card_as_its_last_only() -> None:
    state = play(table("0: 8S 8H 8D 4H\n1: 2C 3C\nstock: *\ndiscard: KC", BASE), "0 take")
    refusal = refused(state, "0 discard KC")
    assert (refusal.code, refusal.rule) == ("taken_card_discard", "discarding.taken_card")
    assert refusal.data == {"card": "KC", "cards_left": 5}
    alone = play(table("0: 8S 8H 8D\n1: 2C 3C\nstock: *\ndiscard: KC", BASE), "0 take", "0 lay 8S 8H 8D")
    assert play(alone, "0 discard KC").results[0].how == "out"


def test_2_dutch_refuses_to_be_left_with_the_taken_card() -> None:
    state = play(table("0: 8S 8H 8D\n1: 2C 3C\nstock: *\ndiscard: KC", DUTCH), "0 take")
    refusal = refused(state, "0 lay 8S 8H 8D")
    assert (refusal.code, refusal.rule, refusal.data) == ("no_legal_end", "discarding.taken_card", {"cards": ["KC"]})


FLIPS: Final = "0: 2S 4S 6S\n1: 2D 4D 6D\nstock: 7H\ndiscard: 9C TC JC"


def test_3_an_empty_stock_is_the_discard_pile_turned_over() -> None:
    state = play(table(FLIPS, BASE), "0 draw", "0 discard 7H")
    assert texts(state.stock) == ["9C", "TC", "JC", "7H"]
    assert (state.discard, state.renewals, state.phase) == (b"", 1, "draw")
    refusal = refused(state, "1 take")
    assert (refusal.code, refusal.data) == ("pile_empty", {"pile": "discard"})
    assert hand(play(state, "1 draw"), 1) == cards("2D 4D 6D 9C")


def test_3_the_second_time_too_and_the_third_voids_the_deal() -> None:
    state = with_totals(table(FLIPS, BASE, renewals=1), 40, 50)
    again = play(state, "0 draw", "0 discard 7H")
    assert (again.renewals, len(again.stock)) == (2, 4)
    over = play(evolve(state, renewals=2), "0 draw", "0 discard 7H")
    assert (over.phase, over.results[0].how, over.results[0].winner) == ("between", "stock", None)
    assert totals(over) == [40, 50]
    assert all(line.hand is None and line.points is None for line in over.results[0].seats)


def test_3_going_out_on_that_very_turn_scores() -> None:
    state = table("0: 7S 7D\n1: KD QD\nstock: 7H\ndiscard: 9C TC", BASE, renewals=2)
    over = play(state, "0 draw", "0 lay 7S 7H 7D")
    assert (over.results[0].how, totals(over)) == ("out", [40, 0])


def test_4_the_target_ends_the_match() -> None:
    state = with_totals(table("0: 7S 7D 7H\n1: KD QD JD\nstock: *\nm1 of 0: 2S 3S 4S", BASE), 95, 60)
    over = play(state, "0 draw", "0 lay 7S 7D 7H", f"0 discard {texts(state.stock[:1])[0]}")
    assert (over.phase, totals(over), over.winners) == ("finished", [125, 60], (0,))


def test_4_a_tie_for_the_first_place_is_another_deal() -> None:
    state = table("0: 7S 7D\n1: TD\n2: KD\nstock: 7H\ndiscard: 9C\nm1 of 0: 2S 3S 4S", BASE)
    over = play(with_totals(state, 90, 110, 20), "0 draw", "0 lay 7S 7H 7D")
    assert (over.phase, totals(over), over.to_act) == ("between", [110, 110, 20], (0, 1, 2))


def test_5_the_first_actor_has_14_cards_and_only_discards() -> None:
    thirteen = [f"{rank}{suit}" for suit in "SHDC" for rank in "A23456789TJQK"]
    hands = [" ".join(thirteen[13 * seat : 13 * seat + 13]) for seat in range(4)]
    state = dealt(ALTENBURG, [hands[0] + " X", *hands[1:]])
    assert (state.phase, state.to_act, len(state.players[0].hand)) == ("play", (0,), 14)
    assert verdict(state, "0 discard 4S") == "ok"
    refusal = refused(state, "0 lay AS 2S 3S")
    assert (refusal.code, refusal.rule) == ("laying_too_early", "laying.from_lap")
    assert (refusal.data["needed"], refusal.data["got"]) == (2, 1)
    state = play(state, "0 discard 4S", "2 pass", "3 pass", "1 draw")
    assert refused(state, "1 lay TH JH QH KH").code == "laying_too_early"


@pytest.mark.parametrize(("heap", "code"), [("TH JH QH", "ok"), ("9H TH JH", "opening_too_low")])
def test_6_the_first_meld_is_worth_30(heap: str, code: str) -> None:
    assert verdict(playing("0: 9H TH JH QH 2S 3C\n1: 2C", ALTENBURG), f"0 lay {heap}") == code


def test_7_a_failed_opening_is_shown_and_locks_the_turn() -> None:
    state = playing("0: JH QH KH AH X 2S\n1: 2C\n2: 3C\nstock: *", IRO)
    assert play(state, "0 lay JH QH KH AH").players[0].opened
    (event,) = effects(state, "0 lay QH KH AH")
    assert event == {"kind": "opening_failed", "melds": [["QH", "KH", "AH"]], "needed": 40, "got": 31}
    failed = play(state, "0 lay QH KH AH")
    assert (hand(failed, 0), failed.melds) == (hand(state, 0), ())
    assert refused(failed, "0 lay JH QH KH AH").code == "opening_locked"
    refusal = refused(failed, "0 discard X")
    assert (refusal.code, refusal.rule) == ("joker_discard", "opening.failure")
    later = play(failed, "0 discard 2S", "1 draw", "1 discard 2C", "2 draw", "2 discard 3C", "0 draw")
    assert verdict(later, "0 lay JH QH KH AH") == "ok"


def test_8_a_freed_joker_is_laid_in_the_same_turn() -> None:
    state = playing("0: 6H KS KD 2S 3S\n1: 2C\n2: 3C\nstock: *\nm1 of 0: 5H X:6H 7H\nm2 of 0: 9S TS JS", IRO)
    freed = play(state, "0 lay m1 swap 6H")
    assert hand(freed, 0) == cards("2S 3S KS KD X")
    refusal = refused(freed, "0 discard 2S")
    assert (refusal.code, refusal.rule) == ("obligation_open", "joker_swap.mode")
    assert refused(freed, "0 lay m2 + 8S").code == "card_not_in_hand"
    assert play(freed, "0 lay KS KD X", "0 discard 2S").seat == 1
    assert verdict(state, "0 lay m1 swap 6H / KS KD X") == "ok"
    other = playing("0: 6H KS KD QS 2S\n1: 2C\n2: 3C\nm1 of 0: 5H X:6H 7H\nm2 of 0: 9S TS JS", IRO)
    assert refused(play(other, "0 lay m1 swap 6H"), "0 lay m2 + QS").code == "obligation_open"


def test_9_a_joker_leaves_a_set_of_four_only() -> None:
    state = playing("0: 9D 9C KS KD 2S\n1: 2C\n2: 3C\nm1 of 0: 9S 9H X", IRO)
    refusal = refused(state, "0 lay m1 swap 9D")
    assert (refusal.code, refusal.rule, refusal.data["needed"]) == ("set_not_full", "joker_swap.from_sets", 4)
    assert verdict(state, "0 lay m1 + 9D / m1 swap 9C / KS KD X") == "ok"


@pytest.mark.parametrize(
    ("heap", "code"), [("3C X X 6C", "jokers_too_close"), ("3C X 5C X 7C", "ok")]
)  # fmt: skip
def test_10_jokers_do_not_touch_in_a_run(heap: str, code: str) -> None:
    state = playing("0: 3C 5C 6C 7C X X 2S\n1: 2C\n2: 3D\nm1 of 0: JS QS KS", IRO)
    assert verdict(state, f"0 lay {heap}") == code


def test_11_a_joker_is_thrown_as_the_last_card_only() -> None:
    state = playing("0: X 2S\n1: 2C\n2: 3C", IRO)
    refusal = refused(state, "0 discard X")
    assert (refusal.code, refusal.rule, refusal.data) == ("joker_discard", "discarding.joker", {"cards_left": 2})
    assert play(playing("0: X\n1: 2C\n2: 3C", IRO), "0 discard X").results[0].how == "out"


@pytest.mark.parametrize(("card", "code"), [("7S", "one_card_rule"), ("2C", "ok")])
def test_12_one_card_may_not_take_what_ends_the_deal(card: str, code: str) -> None:
    state = table(f"0: 4D\n1: 9C\n2: 3C\nstock: *\ndiscard: {card}\nm1 of 0: 4S 5S 6S", IRO)
    assert verdict(state, "0 take") == code


@pytest.mark.parametrize(("points", "rating", "result"), [(412, 58, 168), (450, 30, -150)])
def test_13_a_list_is_ten_times_rating_less_points(points: int, rating: int, result: int) -> None:
    assert list_result(IRO.rating, rating, points) == result


@pytest.mark.parametrize(("points", "rating"), [(10, 3), (11, 2), (30, 2), (31, 1)])
def test_13_rating_points_go_by_the_hand(points: int, rating: int) -> None:
    assert rating_points(IRO.rating, points, won=False, hand_out=False) == rating


def test_14_an_empty_stock_ends_the_deal_and_all_hands_count() -> None:
    state = table("0: 5S 9D\n1: KS KD 5C\n2: KH KC QH QC JH JC\nstock: 2S\ndiscard: 4C", IRO)
    over = play(state, "0 draw", "0 discard 9D")
    assert over.results[0].how == "stock"
    assert [(line.deadwood, line.rating) for line in over.results[0].seats] == [(7, 3), (25, 2), (60, 1)]
    assert over.results[0].winner is None


KLOPFEN: Final = "0: 7D 2S 3S\n1: 4C 5C\n2: 6C\n3: 8C\nstock: 9H TH JH *\ndiscard: 2C"


def knocked_for() -> State:
    return play(playing(KLOPFEN, ALTENBURG), "0 discard 7D")


def test_15_the_nearest_claimant_gets_the_discard_and_a_penalty_card() -> None:
    state = knocked_for()
    assert state.to_act == (2, 3)
    state = play(state, "3 claim", "2 claim")
    assert state.to_act == (1,)
    state = play(state, "1 draw")
    assert hand(state, 2) == cards("6C 7D 9H")
    assert (hand(state, 3), hand(state, 1)) == (cards("8C"), cards("4C 5C TH"))


def test_15_the_next_player_takes_the_discard_free() -> None:
    state = play(knocked_for(), "2 claim", "3 claim", "1 take")
    assert hand(state, 1) == cards("4C 5C 7D")
    assert (hand(state, 2), hand(state, 3)) == ("6C", "8C")


def test_16_a_nearer_buyer_comes_before_a_farther_one() -> None:
    state = play(playing(KLOPFEN, KAUFEN), "0 discard 7D")
    assert state.to_act == (3,)
    state = play(state, "3 claim")
    assert state.to_act == (2,)
    state = play(state, "2 claim", "1 draw")
    assert (hand(state, 2), hand(state, 3)) == (cards("6C 7D 9H"), "8C")


@pytest.mark.parametrize(("before", "after"), [(25, 0), (90, 50)])
def test_17_the_winner_is_relieved_and_who_melded_first_pays(before: int, after: int) -> None:
    state = playing("0: 7S 7D 7H 2S\n1: 5C 7C\nm1 of 1: TH JH QH\nm2 of 0: TS JS QS", ANLEGEN, opener=1)
    over = play(with_totals(state, before, 0), "0 lay 7S 7D 7H", "0 discard 2S")
    assert totals(over) == [after, 32]


def robbers(hand_cards: str) -> State:
    return playing(f"0: {hand_cards}\n1: 2C\nm1 of 1: 4S 5S 6S 7S\nm2 of 1: 9S TS JS", ROBBER)


def test_18_what_a_robber_touches_counts_whole() -> None:
    state = robbers("7H 7D KS KH KD QS 2C")
    refusal = refused(state, "0 lay rebuild m1 -> 4S 5S 6S | 7S 7H 7D")
    assert (refusal.code, refusal.data["needed"], refusal.data["got"]) == ("opening_too_low", 40, 21)
    assert verdict(state, "0 lay rebuild m1 -> 4S 5S 6S | 7S 7H 7D / KS KH KD") == "ok"
    (laid,) = effects(state, "0 lay rebuild m1 -> 4S 5S 6S | 7S 7H 7D / KS KH KD")
    assert laid["points"] == 51
    assert refused(state, "0 lay m2 + QS").data["got"] == 39
    assert effects(state, "0 lay m2 + QS KS")[0]["points"] == 49


def test_18_a_meld_keeps_three_cards() -> None:
    state = playing("0: 4H 4D KS KH KD 2C\n1: 2C\nm1 of 1: 4S 5S 6S", ROBBER)
    refusal = refused(state, "0 lay rebuild m1 -> 4S 4H 4D / KS KH KD")
    assert (refusal.code, refusal.rule) == ("cards_not_conserved", "laying.rearrange")
    refusal = refused(playing("0: 4H 4D 7S 5H 2C\n1: 2C\nm1 of 1: 4S 5S 6S", ROBBER), "0 lay rebuild m1 -> 4S 4H 4D")
    assert refusal.code == "cards_not_conserved"
    broken = playing("0: 4H 4D 7S 8S KS KH KD 2C\n1: 2C\nm1 of 1: 4S 5S 6S", ROBBER)
    refusal = refused(broken, "0 lay rebuild m1 -> 4S 4H 4D | 5S 6S 7S 8S / KS KH KD")
    assert (refusal.code, refusal.data) == ("meld_broken", {"meld": "m1", "left": 2, "needed": 3})


TEN: Final = "2S 3S 4S 5H 6H 7H 8D 9D TD JD"


def test_19_ten_cards_melded_and_one_thrown_is_a_call() -> None:
    over = play(playing(f"0: {TEN} KC\n1: 2C 2D", WIENER), "0 knock KC")
    assert (over.results[0].how, over.results[0].winner, over.phase) == ("knock", 0, "between")


@pytest.mark.parametrize(("card", "code"), [("5C", "ok"), ("6C", "knock_too_high")])
def test_19_a_knock_leaves_at_most_5(card: str, code: str) -> None:
    state = playing(f"0: 2S 3S 4S 5H 6H 7H 8D 9D TD {card} KC\n1: 2C 2D", WIENER)
    assert verdict(state, "0 knock KC") == code
    if code != "ok":
        refusal = refused(state, "0 knock KC")
        assert (refusal.rule, refusal.data["limit"], refusal.data["got"]) == ("knocking.limit", 5, 6)


def test_20_the_others_have_one_more_go_and_nothing_is_laid_off() -> None:
    text = """
        0: 2S 3S 4S 5H 6H 7H 8D 9D TD 3C KC
        1: 2D 2H 2C 4C 5C 6C 8S 9S TS QD
        2: KS QS 5S 6S 7S 3H 3D 3S 4H 4D
        stock: 8H 2H *
        discard: JC
    """
    state = play(playing(text, WIENER, pot=15), "0 knock KC")
    assert (state.phase, state.to_act, totals(state)) == ("last_draw", (1,), [0, 0, 0])
    state = play(state, "1 draw", "1 discard QD")
    assert (state.phase, state.to_act) == ("last_draw", (2,))
    over = play(state, "2 pass")
    # 1: the 8 of hearts is left; 2: K Q 4 4 are left, and the knocker's melds take nothing.
    assert totals(over) == [3, 8, 28]
    assert [player.chips for player in over.players] == [2, -1, -1]


def test_21_a_knocker_may_put_himself_out() -> None:
    text = "0: 2S 3S 4S 5H 6H 7H 8D 9D TD 5C KC\n1: 2D 2H 2C 4C 5C 6C 8S 9S TS JS\n2: 7D 7C 7S KS KH KD JD JH JC AS"
    state = play(with_totals(playing(text + "\nstock: *", WIENER), 96, 0, 0), "0 knock KC", "1 pass", "2 pass")
    assert totals(state)[0] == 101
    assert [player.status for player in state.players] == ["out", "playing", "playing"]


def between(*points: int, **changes: int) -> State:
    lines = "\n".join(f"{seat}: {seat + 2}S" for seat in range(len(points)))
    state = with_totals(table(lines, WIENER, phase="between", to_act=tuple(range(len(points)))), *points)
    return evolve(state, pot=15, **changes)


def test_22_a_rebuy_costs_5_chips_and_takes_the_highest_other_total() -> None:
    state = play(between(95, 70, 40), "0 rebuy")
    assert (totals(state), state.pot, state.players[0].chips) == ([70, 70, 40], 20, -5)


@pytest.mark.parametrize(
    ("points", "rule", "code"),
    [
        ((80, 70, 40), "ledger.rebuy_from", "rebuy_out_of_range"),
        ((90, 95, 40), "ledger.rebuy_fee", "rebuy_no_benefit"),
        ((95, 95, 40), "ledger.rebuy_fee", "rebuy_no_benefit"),
    ],
)
def test_22_a_rebuy_that_is_not_due_is_refused(points: tuple[int, int, int], rule: str, code: str) -> None:
    refusal = refused(between(*points), "0 rebuy")
    assert (refusal.code, refusal.rule) == (code, rule)


def test_22_nobody_buys_back_twice() -> None:
    state = between(95, 70, 40)
    state = state.with_player(0, rebuys=1)
    refusal = refused(state, "0 rebuy")
    assert (refusal.code, refusal.rule, refusal.data) == ("rebuy_none_left", "ledger.rebuys", {"limit": 1, "got": 1})


def test_23_an_ace_after_the_king_and_one_in_the_hand() -> None:
    state = table("0: QH KH AH 9S 9D\n1: AS 2D\nstock: 9H *", DUTCH)
    over = play(state, "0 draw", "0 lay QH KH AH", "0 lay 9S 9D 9H")
    assert totals(over) == [2 * (1 + 2), 0]


def test_24_a_card_belongs_to_one_meld_only() -> None:
    state = playing("0: 5S 6S 7S 7H 7D 2C\n1: 3C", BASE)
    refusal = refused(state, "0 lay 5S 6S 7S / 7S 7H 7D")
    assert (refusal.code, refusal.data) == ("card_not_in_hand", {"card": "7S", "needed": 1, "got": 0})


def test_24_taking_back_restores_hand_table_and_pile_exactly() -> None:
    state = play(table("0: 8S 8C 4H 5H 2C 3C\n1: 9C\nstock: *\ndiscard: 3D 8D\nm1 of 1: 6H 7H 8H", DUTCH), "0 take")
    back = play(state, "0 lay 8S 8C 8D / m1 + 5H", "0 lay m1 + 4H", "0 back")
    for restored, drawn in ((back.players[0].hand, state.players[0].hand), (back.melds, state.melds)):
        assert restored == drawn
    assert (back.discard, back.stock, back.next_meld, back.opener) == (
        state.discard, state.stock, state.next_meld, state.opener,
    )  # fmt: skip
    assert (back.players[0].opened, back.turn.taken, back.turn.laid) == (False, state.turn.taken, False)
    assert everything(back) == everything(state)
    assert refused(back, "0 discard 8D").code == "taken_card_discard"


def test_24_taking_back_in_the_tournament_is_the_failed_opening_alone() -> None:
    state = playing("0: JH QH KH AH 5S 5D 5C 2S\n1: 2C\n2: 3C", IRO)
    laid = play(state, "0 lay JH QH KH AH")
    assert refused(laid, "0 back").code == "take_backs_used"
    failed = play(state, "0 lay 5S 5D 5C")
    assert (failed.players[0].hand, failed.melds, failed.discard) == (state.players[0].hand, (), state.discard)
