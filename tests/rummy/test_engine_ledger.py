"""Seats that fall out or sit out, buying back, the pot, and the pause between deals (profile.md 4.3, 4.4 h, i)."""

from __future__ import annotations

import pytest

from rummy.engine import default_move, legal_moves, new_match
from rummy.moves import Decline, Ready, Rebuy
from rummy.state import State, evolve
from rummy.view import view_for
from tests.rummy.builder import altered, play, playing, refused, shuffled, table, totals, with_totals
from tests.variants.family import FAMILY

IRO = FAMILY["romme-turnier"].profile
WIENER = FAMILY["wiener-rummy"].profile
KNOCK = "0: 2S 3S 4S 5H 6H 7H 8D 9D TD JD KC"


def knocked(*points: int, hands: tuple[str, ...] = ("KS QS", "KD QD")) -> State:
    """Seat 0 melds all and calls; the others book 20 each, or what their hands hold."""
    lines = "".join(f"\n{seat}: {cards}" for seat, cards in enumerate(hands, start=1))
    state = playing(KNOCK + lines + "\nstock: *", WIENER, pot=15)
    return play(with_totals(state, *points), "0 knock KC")


def test_the_antes_make_the_pot() -> None:
    state = new_match(WIENER, 3)
    assert (state.pot, [player.chips for player in state.players]) == (15, [-5, -5, -5])
    assert [(entry.kind, entry.chips) for entry in state.ledger] == [("ante", -5)] * 3


def test_every_other_seat_pays_the_winner_of_the_deal() -> None:
    state = knocked(0, 0, 0)
    assert [player.chips for player in state.players] == [2, -1, -1]
    assert view_for(state, None)["ledger"]["pot"] == 15


def test_a_seat_that_reaches_the_limit_is_out_and_plays_no_more() -> None:
    state = knocked(0, 90, 0)
    assert (totals(state), state.players[1].status, state.to_act) == ([0, 110, 20], "out", (0, 2))
    refusal = refused(state, "1 ready")
    assert (refusal.code, refusal.rule, refusal.data) == ("seat_not_active", "match.out_at", {"reason": "out"})
    state = shuffled(play(state, "0 ready", "2 ready"))
    assert [len(player.hand) for player in state.players] in ([10, 0, 11], [11, 0, 10])
    assert view_for(state, 1)["me"] is None
    assert 1 not in state.to_act


def test_the_last_seat_in_wins_the_pot() -> None:
    state = knocked(0, 90, 90)
    assert (state.phase, state.winners, state.pot, state.players[0].chips) == ("finished", (0,), 0, 2 + 15)
    high = knocked(100, 90, 90)
    assert high.winners == (0,)


def test_if_all_fall_at_once_the_lowest_total_wins() -> None:
    """profile.md 4.4h."""
    text = KNOCK.replace("JD KC", "5C KC") + "\n1: KS QS\n2: KD QD\nstock: *"
    state = play(with_totals(playing(text, WIENER, pot=15), 96, 95, 100), "0 knock KC", "1 pass", "2 pass")
    assert (totals(state), state.winners, state.phase) == ([101, 115, 120], (0,), "finished")


def test_a_pot_that_does_not_divide_goes_from_the_dealers_left() -> None:
    text = KNOCK.replace("JD KC", "5C KC") + "\n1: 5D\n2: KD QD\nstock: *"
    state = with_totals(playing(text, WIENER, pot=15, dealer=0), 96, 96, 100)
    over = play(state, "0 knock KC", "1 pass", "2 pass")
    assert (totals(over), over.winners) == ([101, 101, 120], (0, 1))
    assert [player.chips for player in over.players] == [2 + 7, -1 + 8, -1]
    assert sum(entry.chips for entry in over.ledger if entry.kind == "pot") == 15


# --- buying back ---


def between(*points: int) -> State:
    lines = "\n".join(f"{seat}: {seat + 2}S" for seat in range(len(points)))
    return with_totals(table(lines, WIENER, phase="between", to_act=tuple(range(len(points))), pot=15), *points)


def test_the_one_seat_that_gains_is_asked() -> None:
    state = between(95, 70, 40)
    assert legal_moves(state, 0) == [Rebuy(), Decline()]
    assert legal_moves(state, 1) == [Ready()]
    assert default_move(state, 0) == Decline()
    assert view_for(state, 0)["me"]["rebuy"] == {"fee": 5, "new_score": 70}
    assert view_for(state, 1)["me"]["rebuy"] is None
    assert refused(state, "0 ready").data["allowed"] == ["rebuy", "decline"]
    assert refused(state, "1 decline").data["allowed"] == ["ready"]


def test_rebuying_is_the_answer_of_that_seat() -> None:
    state = play(knocked(95, 50, 20), "0 rebuy")
    assert (totals(state), state.to_act, state.players[0].rebuys) == ([70, 70, 40], (1, 2), 1)
    assert refused(state, "0 ready").code == "not_your_turn"
    assert play(state, "1 ready", "2 ready").phase == "dealing"


def test_declining_is_too() -> None:
    state = play(knocked(95, 50, 20), "2 ready", "0 decline", "1 ready")
    assert (state.phase, totals(state)) == ("dealing", [95, 70, 40])


@pytest.mark.parametrize("points", [(80, 70, 40), (81, 81, 40), (70, 90, 95)])
def test_who_gains_nothing_is_not_asked(points: tuple[int, int, int]) -> None:
    assert legal_moves(between(*points), 0) == [Ready()]


def test_nobody_buys_back_when_the_match_is_over() -> None:
    state = knocked(95, 90, 90)
    assert state.phase == "finished"
    assert view_for(state, 0)["me"]["rebuy"] is None


# --- sitting out ---


def test_the_dealer_sits_out_with_one_seat_too_many() -> None:
    state = shuffled(new_match(IRO, 4, first_dealer=2))
    assert [player.status for player in state.players] == ["playing", "playing", "sitting_out", "playing"]
    assert [len(player.hand) for player in state.players] == [13, 13, 0, 13]
    assert state.to_act == (3,)
    refusal = refused(state, "2 draw")
    assert (refusal.code, refusal.rule, refusal.data) == (
        "seat_not_active", "players.max_active", {"reason": "sitting_out"},
    )  # fmt: skip
    view = view_for(state, 2)
    assert (view["me"]["hand"], view["seats"][2]["state"]) == ([], "sitting_out")


def test_who_sat_out_answers_ready_and_plays_again() -> None:
    state = shuffled(new_match(IRO, 4, first_dealer=2))
    over = evolve(state, stock=state.stock[:1])
    over = play(over, "3 draw", f"3 discard {next(card for card in view_for(over, 3)['me']['hand'] if card != 'X')}")
    assert (over.phase, over.to_act) == ("between", (0, 1, 2, 3))
    assert [line.seat for line in over.results[0].seats] == [0, 1, 3]
    state = shuffled(play(over, "0 ready", "1 ready", "2 ready", "3 ready"))
    assert (state.dealer, [player.status for player in state.players].index("sitting_out")) == (3, 3)


def test_three_seats_all_play() -> None:
    state = shuffled(new_match(IRO, 3))
    assert all(player.status == "playing" for player in state.players)


# --- who deals next ---


@pytest.mark.parametrize(("rule", "dealer"), [("left", 1), ("winner", 0), ("loser", 1)])
def test_who_deals_after_a_deal_that_was_won(rule: str, dealer: int) -> None:
    profile = altered(FAMILY["gin-rummy"].profile, deal={"next_dealer": rule})
    state = play(playing(KNOCK + "\n1: KS\nstock: *", profile, dealer=0), "0 knock KC", "0 ready", "1 ready")
    assert state.dealer == dealer


@pytest.mark.parametrize(("rule", "dealer"), [("left", 0), ("winner", 1), ("loser", 1)])
def test_who_deals_after_a_deal_that_nobody_won(rule: str, dealer: int) -> None:
    profile = altered(FAMILY["gin-rummy"].profile, deal={"next_dealer": rule})
    text = "0: 2S 4S\n1: KS\nstock: 9H 8H TH"
    state = play(table(text, profile, dealer=1), "0 draw", "0 discard 2S", "0 ready", "1 ready")
    assert state.dealer == dealer


def test_a_dealer_that_fell_out_hands_the_deal_on_from_its_seat() -> None:
    """profile.md 4.4h."""
    state = evolve(knocked(0, 90, 0), dealer=1)
    assert play(state, "0 ready", "2 ready").dealer == 2
    earlier = evolve(knocked(0, 90, 0), dealer=0)
    assert play(earlier, "0 ready", "2 ready").dealer == 2


@pytest.mark.parametrize("rule", ["left", "winner"])
@pytest.mark.parametrize("how", ["won", "won by the one who falls out", "nobody won"])
def test_a_seat_that_is_out_deals_no_more(rule: str, how: str) -> None:
    """profile.md 4.3.5: who is out is skipped as dealer too, however the deal ended and the dealer is found."""
    profile = altered(WIENER, deal={"next_dealer": rule}, stock_empty={"action": "end"})
    if how == "nobody won":
        over = play(with_totals(playing("0: KS QS\n1: KD\n2: KH\nstock:", profile, dealer=0), 95, 0, 0), "0 discard KS")
    else:
        knocker = KNOCK if how == "won" else KNOCK.replace("TD", "5D").replace("JD", "2C")
        text = f"{knocker}\n1: 6S\n2: KH\nstock: *"
        falls = (0, 98, 0) if how == "won" else (97, 0, 0)
        state = with_totals(playing(text, altered(profile, knocking={"limit": 30, "last_go": "none"})), *falls)
        over = play(evolve(state, dealer=1 if how == "won" else 0), "0 knock KC")
    out = [seat for seat, player in enumerate(over.players) if player.status == "out"]
    assert out == ([1] if how == "won" else [0])
    state = play(over, *(f"{seat} ready" for seat in over.to_act))
    assert state.dealer not in out
    dealt = shuffled(state)
    assert dealt.players[dealt.dealer].status == "playing"
    assert {len(player.hand) for player in dealt.players} == {0, 10, 11}
