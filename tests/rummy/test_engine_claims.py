"""Claims out of turn: who is asked, who gets the card, what it costs (profile.md 4.4 f)."""

from __future__ import annotations

import pytest

from rummy.engine import default_move, legal_moves
from rummy.moves import Claim, Pass
from rummy.profile import RuleProfile
from rummy.state import State, evolve
from rummy.view import event_for, view_for
from tests.laws.tables import entry
from tests.rummy.builder import act, altered, cards, effects, hand, play, playing, refused, shuffled, table, verdict
from tests.variants.family import FAMILY

SEALED = FAMILY["romme"].profile
OPEN = FAMILY["romme-kaufen"].profile
FOUR = "0: 7D 2S 3S\n1: 4C 5C\n2: 6C\n3: 8C\nstock: 9H TH JH *\ndiscard: 2C"


def window(text: str = FOUR, profile: RuleProfile = SEALED) -> State:
    """Seat 0 has thrown 7D."""
    return play(playing(text, profile), "0 discard 7D")


def test_all_but_the_thrower_and_the_next_player_are_asked() -> None:
    state = window()
    assert (state.phase, state.to_act, state.seat) == ("claims", (2, 3), 0)
    assert view_for(state, 1)["claim"] == {"card": "7D", "penalty": 1}
    assert legal_moves(state, 2) == [Claim(), Pass(), Pass("my_turn"), Pass("deal_end")]
    assert default_move(state, 2) == Pass()
    for seat in (0, 1):
        refusal = refused(state, f"{seat} claim")
        assert (refusal.code, refusal.rule) == ("claim_not_open", "claims.mode")
    assert refused(state, "1 draw").code == "not_your_turn"


def test_only_who_has_opened_may_be_asked() -> None:
    profile = altered(SEALED, claims={"who": "opened"})
    state = window(FOUR + "\nm1 of 3: 2H 3H 4H", profile)
    assert state.to_act == (3,)
    refusal = refused(state, "2 claim")
    assert (refusal.code, refusal.rule) == ("claim_needs_opening", "claims.who")
    assert window(FOUR, profile).phase == "draw"


def test_nobody_is_asked_at_two_seats() -> None:
    assert window("0: 7D 2S\n1: 4C\nstock: *\ndiscard: 2C").phase == "draw"


@pytest.mark.parametrize(
    ("penalty", "stock", "phase"), [(1, "9H", "draw"), (1, "9H TH", "claims"), (3, "9H TH JH", "draw")]
)
def test_a_claim_never_leaves_the_next_player_without_a_card(penalty: int, stock: str, phase: str) -> None:
    profile = altered(SEALED, claims={"penalty_cards": penalty})
    text = FOUR.replace("stock: 9H TH JH *", f"stock: {stock}")
    assert window(text, profile).phase == phase


@pytest.mark.parametrize(("penalty", "gets"), [(0, "6C 7D"), (1, "6C 7D 9H"), (2, "6C 7D 9H TH")])
def test_the_claimant_draws_penalty_cards(penalty: int, gets: str) -> None:
    profile = altered(SEALED, claims={"penalty_cards": penalty})
    state = play(window(profile=profile), "2 claim", "3 pass", "1 draw")
    assert hand(state, 2) == cards(gets)
    assert len(state.players[1].hand) == 3


def test_whoever_answers_first_the_nearest_gets_it() -> None:
    """cases.json T020; rules.md C 22."""
    for order in (("2 claim", "3 claim"), ("3 claim", "2 claim")):
        state = play(window(), *order, "1 draw")
        assert (hand(state, 2), hand(state, 3)) == (cards("6C 7D 9H"), "8C")


def test_nobody_wants_it() -> None:
    state = play(window(), "2 pass", "3 pass")
    assert (state.phase, state.to_act) == ("draw", (1,))
    assert hand(play(state, "1 draw"), 1) == cards("4C 5C 9H")


def test_the_next_player_may_take_it_and_the_claims_lapse() -> None:
    state = play(window(), "2 claim", "3 claim", "1 take")
    assert (hand(state, 1), hand(state, 2), hand(state, 3)) == (cards("4C 5C 7D"), "6C", "8C")
    assert state.answers == ()


def test_what_the_next_player_may_do_does_not_tell_who_claimed() -> None:
    """profile.md 6 (4)."""
    claimed = play(window(), "2 claim", "3 pass")
    passed = play(window(), "2 pass", "3 pass")
    assert legal_moves(claimed, 1) == legal_moves(passed, 1)
    for seat in (None, 0, 1, 3):
        assert view_for(claimed, seat) == view_for(passed, seat)


def test_a_sealed_answer_looks_the_same_to_others() -> None:
    claim = entry(7, *act("2 claim"), effects(window(), "2 claim"))
    passing = entry(7, *act("2 pass deal_end"), effects(window(), "2 pass deal_end"))
    for seat in (None, 0, 1, 3):
        assert event_for(claim, seat) == event_for(passing, seat)
    assert event_for(claim, 2)["kind"] == "claim"


def test_an_open_answer_is_seen_by_all() -> None:
    state = window(profile=OPEN)
    event = entry(7, *act("3 claim"), effects(state, "3 claim"))
    assert event_for(event, 0)["kind"] == "claim"


def test_open_claims_are_asked_farthest_first_and_a_nearer_one_wins() -> None:
    state = window(profile=OPEN)
    assert state.to_act == (3,)
    assert refused(state, "2 claim").code == "not_your_turn"
    state = play(state, "3 claim")
    assert state.to_act == (2,)
    assert hand(play(state, "2 claim", "1 draw"), 2) == cards("6C 7D 9H")
    assert hand(play(state, "2 pass", "1 draw"), 3) == cards("7D 8C 9H")


def test_who_has_answered_is_not_asked_again() -> None:
    state = play(window(), "3 claim")
    assert state.to_act == (2,)
    assert refused(state, "3 pass").code == "not_your_turn"


def test_a_claim_costs_no_turn_and_no_discard() -> None:
    state = play(window(), "2 claim", "3 pass", "1 draw", "1 discard 4C")
    assert (state.phase, state.to_act) == ("claims", (0, 3))
    state = play(state, "0 pass", "3 pass")
    assert (state.to_act, state.players[2].laps) == ((2,), 3)
    after = play(state, "2 draw", "2 discard 7D")
    # The claimed card is not "taken" in the claimant's own turn.
    assert "7D" not in hand(after, 2)


def test_answers_ahead_close_later_windows() -> None:
    state = play(window(), "2 pass my_turn", "3 pass deal_end", "1 draw", "1 discard 4C")
    assert state.to_act == (0,)
    state = play(state, "0 pass", "2 draw", "2 discard 6C")
    assert state.to_act == (0, 1)
    state = play(state, "0 pass", "1 pass", "3 draw", "3 discard 8C")
    assert state.to_act == (1, 2)


def test_a_pass_ahead_does_not_hinder_the_claim_of_another() -> None:
    state = play(window(), "2 pass my_turn", "3 claim", "1 draw")
    assert (hand(state, 2), hand(state, 3)) == ("6C", cards("7D 8C 9H"))
    state = play(state, "1 discard 4C")
    # Seat 2 has answered until its turn, which comes now: it may take the discard, but not claim it.
    assert state.to_act == (0, 3)
    refusal = refused(state, "2 claim")
    assert (refusal.code, refusal.rule) == ("claim_not_open", "claims.mode")
    state = play(state, "0 claim", "3 pass", "2 take")
    assert hand(state, 2) == cards("4C 6C")
    assert state.players[2].silent == ""


def test_a_window_in_which_all_have_answered_ahead_does_not_open() -> None:
    state = play(window(), "2 pass deal_end", "3 pass deal_end", "1 draw", "1 discard 4C", "0 pass deal_end")
    state = play(state, "2 draw", "2 discard 6C", "1 pass deal_end", "3 draw", "3 discard 8C")
    assert (state.phase, state.to_act) == ("draw", (0,))


def test_the_first_open_card_cannot_be_claimed() -> None:
    upcard = altered(SEALED, deal={"upcard": True, "first_turn": "draw"})
    state = table("0: 7D\n1: 4C\n2: 6C\nstock: *\ndiscard: 2C", upcard)
    assert (state.phase, verdict(state, "2 claim")) == ("draw", "claim_not_open")


def test_a_claim_counts_as_a_card_from_the_stock() -> None:
    state = evolve(playing(FOUR, SEALED), idle_turns=5)
    state = play(state, "0 discard 7D", "2 claim", "3 pass", "1 draw", "1 discard 4C")
    assert state.idle_turns == 0


def test_the_claimed_card_is_known() -> None:
    state = play(window(), "2 claim", "3 pass", "1 draw")
    event = entry(9, *act("1 draw"), effects(play(window(), "2 claim", "3 pass"), "1 draw"))
    shown = event_for(event, 0)["effects"]
    assert shown == [{"kind": "claimed", "seat": 2, "card": "7D", "penalty_count": 1}]
    assert [effect["kind"] for effect in event_for(event, 2)["effects"]] == ["claimed", "penalty"]
    assert [effect["kind"] for effect in event_for(event, 1)["effects"]] == ["claimed", "drawn"]
    assert [list(player.known) for player in state.players][2] == [26 + 6]


def test_a_renewal_comes_before_the_window() -> None:
    """profile.md 4.2: the stock first, then the window, with the fresh discard still on top."""
    text = "0: 7D 2S\n1: 4C 5C\n2: 6C\nstock:\ndiscard: 2C 3C 4H 5H"
    state = play(playing(text, SEALED), "0 discard 7D")
    assert state.phase == "renewing"
    assert shuffled(state).phase == "claims"
