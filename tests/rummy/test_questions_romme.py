"""The thirty disputed questions of rules.md C, columns A (Altenburg), I (tournament) and W (Wiener).

A test's number is the row. Rows 12 to 14, 16 and 22 have no answer in column W, rows 26, 28 and 30 none in A: nothing
lies on the table, nobody claims, there are no rating points and no stakes.
"""

from __future__ import annotations

from typing import Final

import pytest

from rummy.cards import texts
from rummy.engine import new_match, order_needed
from rummy.profile import RuleProfile
from rummy.state import DealResult, SeatResult, State, evolve
from tests.rummy.builder import (
    altered,
    cards,
    effects,
    hand,
    on_table,
    play,
    playing,
    refused,
    shuffled,
    table,
    totals,
    verdict,
    with_totals,
)
from variants.catalogue import variant, with_options

A: Final = variant("romme").profile
IRO: Final = variant("romme-turnier").profile
W: Final = variant("wiener-rummy").profile
LAID: Final = pytest.mark.parametrize("profile", [A, IRO], ids=["A", "I"])
"""The two columns whose melds lie on the table."""
AGAINST: Final = "\n1: KC QC\n2: 9D 8D\nstock: *"
OPENED: Final = AGAINST + "\nm1 of 0: 9S TS JS"
SEVEN: Final = "4C 5C 6C 9S TS JS QS"
"""Seven cards in melds: with three more and one to throw, a hand of W."""


def heap(profile: RuleProfile, written: str, *, opened: bool = True) -> str:
    return verdict(playing(f"0: {written} 2D 3S{OPENED if opened else AGAINST}", profile), f"0 lay {written}")


def failed(state: State, text: str) -> int:
    """What a lay counts that is shown and taken back as too low a first meld."""
    (event,) = effects(state, text)
    assert event["kind"] == "opening_failed"
    return int(event["got"])


def left_over(three: str, profile: RuleProfile = W, hand_cards: str = SEVEN) -> tuple[str, int]:
    """What W's engine leaves unmatched of a hand, and what it counts."""
    limit = altered(profile, knocking={"limit": 50})
    event = effects(playing(f"0: {hand_cards} {three} KC{AGAINST}", limit), "0 knock KC")[0]
    return " ".join(event["rest"]), event["points"]


def result(state: State) -> DealResult:
    return state.results[-1]


def line(state: State, seat: int) -> SeatResult:
    return next(each for each in result(state).seats if each.seat == seat)


@LAID
def test_01_king_ace_two_is_no_run(profile: RuleProfile) -> None:
    assert heap(profile, "KH AH 2H") == "ace_position"


def test_01_nor_in_a_concealed_hand() -> None:
    assert left_over("KH AH 2H") == (cards("AH 2H KH"), 23)


def test_02_queen_king_ace() -> None:
    (laid,) = effects(playing(f"0: QH KH AH 2D{AGAINST}", A), "0 lay QH KH AH")
    assert laid["points"] == 31
    assert failed(playing(f"0: QH KH AH 2D{AGAINST}", IRO), "0 lay QH KH AH") == 31
    assert left_over("QH KH AH") == ("", 0)


def test_03_the_ace_before_the_two_is_one() -> None:
    assert refused(playing(f"0: AH 2H 3H 2D{AGAINST}", A), "0 lay AH 2H 3H").data["got"] == 6
    assert failed(playing(f"0: AH 2H 3H 2D{AGAINST}", IRO), "0 lay AH 2H 3H") == 6
    assert left_over("AH 2H 3H") == ("", 0)
    assert left_over("AH 7D 9D") == (cards("AH 7D 9D"), 11 + 7 + 9)


@pytest.mark.parametrize(
    ("profile", "seats", "sizes"),
    [
        (A, 3, [14, 13, 13]),
        (A, 6, [14, 13, 13, 13, 13, 13]),
        (IRO, 3, [13, 13, 13]),
        (W, 3, [11, 10, 10]),
        (W, 6, [11, 10, 10, 10, 10, 10]),
    ],
)
def test_04_how_many_cards_and_who_gets_one_more(profile: RuleProfile, seats: int, sizes: list[int]) -> None:
    state = shuffled(new_match(profile, seats))
    assert [len(player.hand) for player in state.players] == sizes
    assert (state.to_act, state.phase) == ((0,), "draw" if profile is IRO else "play")
    # The one with more is left of the dealer in A, and the dealer in W.
    assert state.dealer == (0 if profile is W else seats - 1)


def test_05_the_minimum_of_the_first_meld() -> None:
    assert heap(A, "TH JH QH", opened=False) == "ok"
    assert heap(A, "9H TH JH", opened=False) == "opening_too_low"
    forty = with_options(variant("romme"), {"min_points": 40})
    assert heap(forty, "TH JH QH", opened=False) == "opening_too_low"
    assert heap(forty, "TH JH QH KH", opened=False) == "ok"
    state = playing(f"0: TH JH QH KH 2D 3S{AGAINST}", IRO)
    assert failed(state, "0 lay TH JH QH") == 30
    assert play(state, "0 lay TH JH QH KH").players[0].opened
    assert heap(A, "2H 3H 4H") == heap(IRO, "2H 3H 4H") == "ok"


@LAID
def test_06_two_melds_in_a_turn(profile: RuleProfile) -> None:
    state = playing(f"0: 2H 3H 4H 7S 7D 7C 2D{OPENED}", profile)
    assert verdict(state, "0 lay 2H 3H 4H / 7S 7D 7C") == "ok"
    assert verdict(play(state, "0 lay 2H 3H 4H"), "0 lay 7S 7D 7C") == "ok"


def test_06_all_melds_at_the_end() -> None:
    event = effects(playing(f"0: {SEVEN} 7H 7D 7C KC{AGAINST}", W), "0 knock KC")[0]
    assert {frozenset(meld) for meld in event["melds"]} == {
        frozenset(meld.split()) for meld in ("4C 5C 6C", "7H 7D 7C", "9S TS JS QS")
    }
    assert (event["points"], event["rest"]) == (0, [])


@LAID
def test_07_the_minimum_is_a_sum_of_one_lay(profile: RuleProfile) -> None:
    state = playing(f"0: 7S 7D 7C 6H 7H 8H 2D{AGAINST}", profile)
    assert play(state, "0 lay 7S 7D 7C / 6H 7H 8H").players[0].opened
    alone = [failed(state, f"0 lay {part}") if profile is IRO else refused(state, f"0 lay {part}").data["got"]
             for part in ("7S 7D 7C", "6H 7H 8H")]  # fmt: skip
    assert alone == [21, 21]


def test_08_a_joker_counts_as_the_card_it_replaces() -> None:
    text = f"0: 9H TH X QH 2D{AGAINST}"
    assert effects(playing(text, A), "0 lay 9H TH X QH")[0]["points"] == 39
    assert failed(playing(text, IRO), "0 lay 9H TH X QH") == 39


def test_09_two_jokers_side_by_side_in_a_run() -> None:
    assert heap(A, "3C X X 6C") == "ok"
    assert heap(IRO, "3C X X 6C") == "jokers_too_close"
    assert left_over("3H X X 6H", hand_cards="9S TS JS 5D 6D 7D") == ("", 0)


@LAID
def test_10_more_jokers_than_naturals(profile: RuleProfile) -> None:
    assert heap(profile, "X X KS") == "too_many_jokers"


def test_10_nor_in_a_concealed_hand() -> None:
    alone = "2H 4D 6S 8C TD QH 3C KS"
    refusal = refused(playing(f"0: {alone} X X 9H{AGAINST}", W), "0 knock 9H")
    assert (refusal.code, refusal.data["melds"]) == ("knock_too_high", [])
    assert refusal.data["got"] == 2 + 4 + 6 + 8 + 10 + 10 + 3 + 10 + 2 * 20


@LAID
def test_11_a_suit_twice_in_a_set(profile: RuleProfile) -> None:
    assert heap(profile, "7C 7C 7H") == "suit_repeated"


def test_11_nor_in_a_concealed_hand_but_in_short_romme() -> None:
    assert left_over("7C 7C 7H", hand_cards="9S TS JS QS 4D 5D 6D") == (cards("7H 7C 7C"), 21)
    assert heap(variant("romme-kurz").profile, "7C 7C 7H") == "ok"


@LAID
def test_12_a_joker_is_not_exchanged_before_the_own_first_meld(profile: RuleProfile) -> None:
    text = f"0: 6H KS KD KH AS AH AD 2C{AGAINST}\nm1 of 1: 5H X:6H 7H 8H"
    refusal = refused(playing(text, profile), "0 lay m1 swap 6H")
    assert (refusal.code, refusal.rule, refusal.data) == ("not_opened", "laying.before_opening", {"what": "swap"})
    # In the lay that opens it is (the meld that gets the joker does not count).
    assert verdict(playing(text, profile), "0 lay KS KD KH / AS AH AD / m1 swap 6H / m1 + X:9H") == "ok"


def test_13_the_joker_of_a_set_of_three() -> None:
    text = f"0: KD KC 2C 4C{OPENED}\nm2 of 1: KS KH X"
    after = play(playing(text, A), "0 lay m2 swap KD")
    assert (on_table(after)["m2"], "X" in hand(after, 0).split()) == ("KS KH KD", True)
    assert refused(playing(text, IRO), "0 lay m2 swap KD").code == "set_not_full"
    four = play(playing(text, IRO), "0 lay m2 + KD / m2 swap KC / m1 + X:QS")
    assert on_table(four)["m1"] == "9S TS JS X:QS"
    assert cards(on_table(four)["m2"]) == "KS KH KD KC"


def test_14_must_the_freed_joker_be_played_at_once() -> None:
    text = f"0: 6H 2C 4C{OPENED}\nm2 of 1: 5H X:6H 7H"
    assert verdict(play(playing(text, A), "0 lay m2 swap 6H"), "0 discard 2C") == "ok"
    state = play(playing(text, IRO), "0 lay m2 swap 6H")
    assert verdict(state, "0 discard 2C") == "obligation_open"
    assert play(state, "0 lay m1 + X:QS", "0 discard 2C").to_act == (1,)


def test_15_discarding_a_joker() -> None:
    assert verdict(playing(f"0: X 2C{OPENED}", A), "0 discard X") == "ok"
    assert verdict(playing(f"0: X 2C{OPENED}", W), "0 discard X") == "ok"
    assert verdict(playing(f"0: X 2C{OPENED}", IRO), "0 discard X") == "joker_discard"
    over = play(playing(f"0: X{OPENED}", IRO), "0 discard X")
    assert (result(over).how, result(over).winner) == ("out", 0)


def test_16_a_lay_off_does_not_count_toward_the_minimum() -> None:
    text = f"0: 9H 9D 9C QS 2C{AGAINST}\nm1 of 1: 9S TS JS"
    assert refused(playing(text, A), "0 lay 9H 9D 9C / m1 + QS").data["got"] == 27
    assert verdict(playing(text, variant("romme-anlegen").profile), "0 lay 9H 9D 9C / m1 + QS") == "ok"
    higher = text.replace("9H 9D 9C", "TH TD TC")
    assert failed(playing(higher, IRO), "0 lay TH TD TC / m1 + QS") == 30


@pytest.mark.parametrize(("profile", "phase"), [(A, "claims"), (IRO, "draw"), (W, "draw")], ids=["A", "I", "W"])
def test_17_claiming_the_discard_out_of_turn(profile: RuleProfile, phase: str) -> None:
    state = play(playing(f"0: 7D 3S{AGAINST}", profile), "0 discard 7D")
    assert state.phase == phase
    assert verdict(state, "2 claim") == ("ok" if profile is A else "claim_not_open")
    if profile is A:
        after = play(state, "2 claim", "1 draw")
        assert len(after.players[2].hand) == 4
    off = with_options(variant("romme"), {"claims.mode": "none"})
    assert play(playing(f"0: 7D 3S{AGAINST}", off), "0 discard 7D").phase == "draw"


@LAID
def test_18_the_last_card_is_discarded(profile: RuleProfile) -> None:
    refusal = refused(playing(f"0: QS{OPENED}", profile), "0 lay m1 + QS")
    assert (refusal.code, refusal.rule) == ("no_card_left_to_discard", "going_out.final_discard")
    assert result(play(playing(f"0: QS{OPENED}", profile), "0 discard QS")).winner == 0


def test_18_the_eleventh_card_is_discarded() -> None:
    state = playing(f"0: {SEVEN} 7H 7D 7C 7S{AGAINST}", W)
    refusal = refused(state, "0 knock")
    assert (refusal.code, refusal.rule) == ("knock_needs_discard", "going_out.final_discard")
    assert result(play(state, "0 knock 7S")).winner == 0


def test_19_laying_off_without_an_own_meld() -> None:
    text = f"0: QS 2C{AGAINST}\nm1 of 1: 9S TS JS"
    for profile in (A, IRO):
        assert refused(playing(text, profile), "0 lay m1 + QS").rule == "laying.before_opening"
    refusal = refused(playing(f"0: QS 2C{AGAINST}", W), "0 lay QS")
    assert (refusal.code, refusal.rule) == ("laying_concealed", "laying.mode")


@pytest.mark.parametrize("profile", [A, IRO, W], ids=["A", "I", "W"])
def test_20_the_card_just_taken_may_be_thrown(profile: RuleProfile) -> None:
    state = play(table(f"0: 2S 3S{AGAINST}\ndiscard: JD", profile), "0 take")
    assert refused(state, "0 draw").code == "wrong_phase"
    after = play(state, "0 discard JD")
    assert (texts(after.discard), hand(after, 0), after.turn.drawn) == (["JD"], "2S 3S", b"")


@pytest.mark.parametrize(("profile", "code"), [(A, "ok"), (IRO, "one_card_rule")], ids=["A", "I"])
def test_21_one_card_and_an_open_card_that_would_end_the_deal(profile: RuleProfile, code: str) -> None:
    assert verdict(table(f"0: 4D{OPENED}\ndiscard: QS", profile), "0 take") == code


def test_22_two_claim_the_same_discard() -> None:
    state = play(playing("0: 7D 2S\n1: 4C\n2: 6C\n3: 8C\nstock: 9H TH *", A), "0 discard 7D", "3 claim", "2 claim")
    assert hand(play(state, "1 draw"), 2) == cards("6C 7D 9H")
    free = play(state, "1 take")
    assert (hand(free, 1), len(free.stock)) == (cards("4C 7D"), len(state.stock))


def test_23_melding_and_going_out_in_the_first_lap() -> None:
    text = f"0: TH JH QH KH 2D{AGAINST}"
    assert refused(playing(text, A, lap=1), "0 lay TH JH QH KH").code == "laying_too_early"
    over = play(playing(text, IRO, lap=1), "0 lay TH JH QH KH", "0 discard 2D")
    assert result(over).winner == 0
    first = playing(f"0: {SEVEN} 7H 7D 7C KC{AGAINST}", W, lap=1)
    assert result(play(first, "0 knock KC")).winner == 0


def test_24_the_stock_is_empty() -> None:
    text = "0: 2S 4S\n1: 2D 3D\n2: 5D 6D\nstock: 7H\ndiscard: 9C TC JC"
    for profile in (A, W):
        state = play(table(text, profile, renewals=7), "0 draw", "0 discard 2S")
        needed = order_needed(state)
        assert needed is not None
        assert (state.phase, sorted(texts(needed))) == ("renewing", ["9C", "JC", "TC"])
        renewed = shuffled(state)
        assert (texts(renewed.discard), len(renewed.stock)) == (["2S"], 3)
    over = play(table(text, IRO), "0 draw", "0 discard 2S")
    assert (result(over).how, result(over).winner, totals(over)) == ("stock", None, [4 + 7, 5, 11])


def hand_out(profile: RuleProfile, *, earlier: bool = False) -> State:
    """Seat 0 lays 40 and throws its last card, having laid nothing before (or a card earlier)."""
    state = playing("0: TH JH QH KH 2D\n1: KC QD 9S AC\n2: 5D 6D\nstock: *\nm1 of 1: 2H 3H 4H", profile)
    if earlier:
        state = state.with_player(0, laid=True, opened=True)
    return play(state, "0 lay TH JH QH KH", "0 discard 2D")


def test_25_out_in_one_turn() -> None:
    assert totals(hand_out(A)) == totals(hand_out(A, earlier=True)) == [0, 40, 11]
    assert (line(hand_out(IRO), 0).rating, totals(hand_out(IRO))) == (8, [0, 40, 11])
    low = "0: 2H 3H 4H 2D\n1: KC\n2: 5D\nstock: *"
    assert verdict(playing(low, A), "0 lay 2H 3H 4H") == "opening_too_low"
    assert failed(playing(low, IRO), "0 lay 2H 3H 4H") == 9
    call = play(playing(f"0: {SEVEN} 7H 7D 7C KC\n1: KD QD 9D AC\n2: 5D 6D\nstock: *", W), "0 knock KC")
    assert totals(call) == [0, 40, 11]


def test_26_a_card_laid_off_earlier_forfeits_the_hand_win() -> None:
    assert line(hand_out(IRO, earlier=True), 0).rating == 5


def test_27_king_queen_nine_ace() -> None:
    assert (line(hand_out(A), 1).deadwood, line(hand_out(IRO), 1).deadwood, line(hand_out(IRO), 1).rating) == (
        40,
        40,
        1,
    )
    text = f"0: {SEVEN} 7H 7D 7C KC\n1: KD QD 9D AC\nstock: *"
    assert line(play(playing(text, W), "0 knock KC"), 1).deadwood == 40
    low = altered(W, values={"ace": 1})
    assert line(play(playing(text, low), "0 knock KC"), 1).deadwood == 30


@pytest.mark.parametrize(
    ("left", "points", "rating"), [("TD", 10, 3), ("AD", 11, 2), ("KD QD JD", 30, 2), ("KD QD AD", 31, 1)]
)
def test_28_exactly_11_and_exactly_31(left: str, points: int, rating: int) -> None:
    over = play(playing(f"0: 2S\n1: {left}\n2: 9D\nstock: *\nm1 of 0: 9S TS JS", IRO), "0 discard 2S")
    assert (line(over, 1).deadwood, line(over, 1).rating) == (points, rating)


def test_29_what_one_may_knock_with() -> None:
    state = playing(f"0: {SEVEN} 2H 2C AH KC\n1: 2D 8C\n2: 9D 8D\nstock: *", W)
    refusal = refused(state, "0 knock KC")
    assert (refusal.code, refusal.data["limit"], refusal.data["got"]) == ("knock_too_high", 5, 15)
    five = play(playing(f"0: {SEVEN} 2H 2C AH KC\n1: 7C 8C\nstock: *", altered(W, values={"ace": 1})), "0 knock KC")
    assert (five.phase, five.to_act) == ("last_draw", (1,))
    # 7C would fit 4-5-6 of clubs, but nothing is laid off on the knocker.
    assert line(play(five, "1 pass"), 1).deadwood == 15
    for profile in (A, IRO):
        assert refused(playing(f"0: 2S 3D{OPENED}", profile), "0 knock 3D").rule == "knocking.limit_by"


@pytest.mark.parametrize(("limit", "code"), [(9, "ok"), (8, "knock_too_high")])
def test_29_the_limit_of_short_romme_is_agreed(limit: int, code: str) -> None:
    """rules.md A.3 (SPK): limit 9, draws 5D, throws the queen, lays 3-7, keeps the 9."""
    profile = with_options(variant("romme-kurz"), {"knocking.limit": limit})
    state = play(playing("0: 3D 4D 5D 6D 7D 9D QD\n1: KC\nstock: *", profile), "0 lay 3D 4D 5D 6D 7D")
    assert verdict(state, "0 knock QD") == code
    if code == "ok":
        over = play(state, "0 knock QD")
        assert (result(over).how, result(over).winner, totals(over)) == ("knock", 0, [9, 10])


@pytest.mark.parametrize(
    ("own", "code"),
    [(80, "rebuy_out_of_range"), (81, "ok"), (84, "ok"), (100, "ok"), (101, "seat_not_active")],
)
def test_30_buying_back(own: int, code: str) -> None:
    call = playing(f"0: {SEVEN} 7H 7D 7C KC\n1: 2D\n2: 3D\nstock: *", W, pot=15)
    state = play(with_totals(call, 40, own - 2, 50), "0 knock KC")
    assert totals(state) == [40, own, 53]
    assert verdict(state, "1 rebuy") == code
    if code == "ok":
        after = play(state, "1 rebuy")
        assert (totals(after), after.pot, after.players[1].chips) == ([40, 53, 53], 20, -1 - 5)
        once = evolve(after.with_player(1, total=90), to_act=(0, 1, 2))
        assert verdict(once, "1 rebuy") == "rebuy_none_left"
