"""Corners of profile.md 4.4 where several rules of a Rommé profile meet."""

from __future__ import annotations

import pytest

from rummy.engine import default_move, legal_moves
from rummy.moves import Discard, Lay
from rummy.profile import RuleProfile
from rummy.state import evolve
from rummy.view import view_for
from tests.rummy.builder import (
    act,
    altered,
    cards,
    dealt,
    hand,
    play,
    playing,
    refused,
    rules,
    table,
    totals,
    verdict,
)
from variants.catalogue import variant, with_options

IRO = variant("romme-turnier").profile
JOKEREN = variant("jokeren").profile
WIENER = variant("wiener-rummy").profile

# --- a failed opening is no legal end (profile.md 4.4 a, d) ---


def strict(**sections: dict[str, object]) -> RuleProfile:
    """Opening 40, a failed one locks; neither a taken card nor a joker may be thrown."""
    return rules(
        deck={"packs": 2, "jokers": 2},
        opening={"min_points": 40, "failure": "lock"},
        discarding={"taken_card": "forbidden", "joker": "forbidden"},
        wilds={"share": "any"},
        **sections,
    )


def test_a_take_that_only_a_failed_opening_could_use_is_refused() -> None:
    state = table("0: X X\n1: KD 2S\nstock: *\ndiscard: 9H", strict())
    refusal = refused(state, "0 take")
    assert (refusal.code, refusal.rule) == ("no_legal_end", "discarding.taken_card")
    high = table("0: X X X\n1: KD 2S\nstock: *\ndiscard: TH", altered(strict(), deck={"jokers": 4}))
    assert verdict(high, "0 take") == "ok"


def test_a_hand_that_only_a_failed_opening_could_use_may_throw_a_barred_card() -> None:
    state = playing("0: X X\n1: KD 2S\nstock: *\nm1 of 1: 2H 3H 4H", altered(strict(), laying={"from_lap": 1}))
    assert legal_moves(state, 0)
    alone = table("0: X X\n1: KD 2S\nstock: 9H *", altered(strict(), discarding={"joker": "forbidden"}))
    held = play(alone, "0 draw", "0 discard 9H", "1 draw", "1 discard 2S", "0 draw")
    assert default_move(held, 0) in legal_moves(held, 0)


# --- a joker where a natural card of the hand could stand (profile.md 4.4 a, e) ---

FULL = "2D X:3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD"
ONLY_PLACE = f"0: 3D 7H\n1: 2C 3C\n2: 4C\nstock: *\nm1 of 0: 8H 9H TH JH QH KH AH\nm2 of 1: {FULL}"


def test_a_freed_joker_may_take_the_place_of_a_card_that_is_kept_to_be_thrown() -> None:
    """The joker goes to the run as 7H, and 7H is the last card: the deal is won."""
    state = playing(ONLY_PLACE, IRO)
    freed = play(state, "0 lay m2 swap 3D")
    assert hand(freed, 0) == "7H X"
    lays = [move for move in legal_moves(freed, 0) if isinstance(move, Lay)]
    assert lays == [act("0 lay m1 + X:7H")[1]]
    assert default_move(freed, 0) == lays[0]
    over = play(freed, "0 lay m1 + X:7H", "0 discard 7H")
    assert over.results[0].winner == 0


def test_a_joker_that_may_not_be_thrown_may_take_the_place_of_a_card_that_may() -> None:
    profile = altered(strict(), opening={"min_points": 0}, going_out={"final_discard": "required"})
    text = "0: X QD KD\n1: 2C 3C\nstock: *\ndiscard: JD"
    state = play(table(text, profile), "0 take")
    # J-joker-K keeps the queen for the discard; J-Q-K would leave the joker alone.
    assert verdict(state, "0 lay JD QD KD") == "no_legal_end"
    assert verdict(state, "0 lay JD X:QD KD") == "ok"
    assert play(state, "0 lay JD X:QD KD", "0 discard QD").results[0].winner == 0


# --- a hand of nothing but jokers ---


def test_a_hand_of_nothing_but_jokers_throws_one_where_none_can_be_laid() -> None:
    """rules.md A.2; three of them cannot be a meld, and before the own first meld none is laid off."""
    text = "0: X X\n1: 2C 3C\n2: 4C\nstock: X *\nm1 of 1: 8H 9H TH"
    state = play(table(text, IRO), "0 draw")
    assert legal_moves(state, 0) == [Discard("X")]
    assert play(state, "0 discard X").to_act == (1,)
    # After an own meld they can be laid off, so none may be thrown but the last.
    opened = play(table(text.replace("m1 of 1", "m1 of 0"), IRO), "0 draw")
    assert refused(opened, "0 discard X").code == "joker_discard"
    assert all(isinstance(move, Lay) for move in legal_moves(opened, 0))


def test_a_hand_of_nothing_but_jokers_is_no_trouble_where_they_may_be_thrown() -> None:
    state = play(table("0: X X\n1: 2C\nstock: X *", variant("romme").profile), "0 draw")
    assert verdict(state, "0 lay X X X") == "no_natural_card"
    assert Discard("X") in legal_moves(state, 0)


# --- a failed opening while the taken card is owed (profile.md 4.4 d) ---


def test_after_a_failed_opening_the_taken_card_goes_back_and_a_card_is_drawn() -> None:
    profile = altered(JOKEREN, opening={"failure": "lock"})
    state = play(table("0: 9H 9D 4S 5C\n1: 2C\n2: 3C\nstock: 6D *\ndiscard: KD 9C", profile), "0 take")
    failed = play(state, "0 lay 9C 9H 9D")
    assert refused(failed, "0 discard 4S").code == "obligation_open"
    assert refused(failed, "0 lay 9C 9H 9D").code == "opening_locked"
    back = play(failed, "0 back")
    assert (hand(back, 0), refused(back, "0 take").code) == (cards("9H 9D 4S 5C"), "pile_closed")
    drawn = play(back, "0 draw")
    assert refused(drawn, "0 lay 9H 9D 4S").code == "opening_locked"
    assert play(drawn, "0 discard 6D").to_act == (1,)


@pytest.mark.parametrize("name", ["romme-turnier", "jokeren"])
def test_a_joker_is_not_freed_where_it_could_not_be_laid_again(name: str) -> None:
    """profile.md 4.4e: refused at once."""
    state = playing(f"0: 3D KS 4C\n1: 2C\n2: 3C\nstock: *\nm1 of 0: {FULL}", variant(name).profile)
    refusal = refused(state, "0 lay m1 swap 3D")
    assert (refusal.code, refusal.rule) == ("joker_not_replayable", "joker_swap.mode")


# --- a knock on the first turn (profile.md 4.4 j) ---

HANDS = [
    "4D 5D 6D 7D 8D 9D TD JD 2S 3S KC",
    "2H 4H 6H 8H TH QH 2C 4C 6C 8C",
    "AS 5S 7S 9S JS KS AC 5C 7C 9C",
]


def test_the_dealer_may_knock_before_anybody_had_a_turn() -> None:
    state = dealt(WIENER, HANDS, stock="QD QC", dealer=0)
    assert (state.phase, state.to_act, state.players[0].laps) == ("play", (0,), 1)
    knocked = play(state, "0 knock KC")
    assert (knocked.phase, knocked.to_act) == ("last_draw", (1,))
    # The others have their last go all the same, the knocker's discard included.
    assert hand(play(knocked, "1 take"), 1) == cards(HANDS[1] + " KC")
    over = play(knocked, "1 draw", "1 discard QD", "2 draw", "2 discard QC")
    assert (over.results[0].how, over.results[0].winner, over.players[0].total) == ("knock", 0, 5)


def test_in_a_last_go_nobody_knocks_or_lays() -> None:
    state = play(dealt(WIENER, HANDS, stock="QD QC", dealer=0), "0 knock KC", "1 draw")
    assert {each.kind for each in legal_moves(state, 1)} == {"discard"}
    assert refused(state, "1 knock QD").code == "wrong_phase"
    assert refused(state, "1 lay QD").code == "wrong_phase"
    assert refused(state, "1 pass").code == "claim_not_open"


# --- jokers two cards apart, and jokers in Dutch Rummy ---


@pytest.mark.parametrize(
    ("heap", "code"),
    [
        ("3C X 5C X 7C", "jokers_too_close"),
        ("3C X 5C 6C X 8C", "ok"),
        ("X:3C 4C 5C X:6C", "ok"),
        ("3C X X 6C", "jokers_too_close"),
        ("9S 9H X X", "ok"),
    ],
)
def test_two_cards_lie_between_two_jokers_of_a_run(heap: str, code: str) -> None:
    """rules.md A.5 (JOK1); in sets it means nothing."""
    state = playing("0: 3C 4C 5C 6C 7C 8C 9S 9H X X 2D\n1: 2C\nstock: *\nm1 of 0: JS QS KS", JOKEREN)
    assert verdict(state, f"0 lay {heap}") == code


def test_a_lay_off_keeps_jokers_apart_too() -> None:
    state = playing("0: 7C X 2D\n1: 2C\nstock: *\nm1 of 0: 3C X:4C 5C 6C", JOKEREN)
    refusal = refused(state, "0 lay m1 + X:2C")
    assert (refusal.code, refusal.rule, refusal.data["inner"]) == ("does_not_fit", "wilds.min_gap", "jokers_too_close")
    assert verdict(state, "0 lay m1 + X:7C") == "ok"


def test_dutch_rummy_with_jokers() -> None:
    """rules.md A.5: two jokers, not more than naturals, adjacency free, no exchange, own value, 20 in hand."""
    profile = with_options(variant("rummy-dutch"), {"jokers": 2})
    state = playing("0: 3C 6C X X 9S 2D\n1: 2C\nm1 of 1: 5H X:6H 7H\nstock: *", altered(profile, deck={"jokers": 4}))
    assert verdict(state, "0 lay 3C X X 6C") == "ok"
    assert verdict(state, "0 lay 9S X X") == "too_many_jokers"
    assert verdict(state, "0 discard X") == "ok"
    swap = playing("0: 6H 2D\n1: 2C\nm1 of 1: 5H X:6H 7H\nstock: *", profile)
    assert refused(swap, "0 lay m1 swap 6H").rule == "joker_swap.mode"
    over = play(playing("0: 2D\n1: X 3D\nstock: *\nm1 of 0: 7S 8S 9S", profile), "0 discard 2D")
    assert totals(over) == [23, 0]


# --- a tournament list ---


def test_a_list_is_won_by_rating_and_not_by_points() -> None:
    """rules.md A.1: 10 x rating points - points; the dealer of each deal sits out (A.2)."""
    profile = with_options(variant("romme-turnier"), {"deals": 4})
    state = playing("0: 2S\n1: KD\n2: 9D\nstock: *\nm1 of 0: 9S TS JS", profile, deal=4)
    state = evolve(state, players=(*state.players, evolve(state.players[2], hand=b"", status="sitting_out")))
    ratings = (10, 12, 3, 9)
    points = (100, 110, 20, 80)
    players = tuple(
        evolve(player, rating=rating, total=total)
        for player, rating, total in zip(state.players, ratings, points, strict=True)
    )
    over = play(evolve(state, players=players), "0 discard 2S")
    assert over.phase == "finished"
    # 0: 15 x 10 - 100 = 50; 1: 15 x 10 - 120 = 30; 2: 6 x 10 - 29 = 31; 3 sat out: 9 x 10 - 80 = 10.
    assert [(player.rating, player.total) for player in over.players] == [(15, 100), (15, 120), (6, 29), (9, 80)]
    assert over.winners == (0,)
    assert [seat["list_result"] for seat in view_for(over, None)["seats"]] == [50, 30, 31, 10]


def test_a_list_that_ties_goes_to_more_deals_won_then_to_fewer_points() -> None:
    profile = with_options(variant("romme-turnier"), {"deals": 4})
    state = playing("0: 2S\n1: TD\n2: 9D\nstock: *\nm1 of 0: 9S TS JS", profile, deal=4)

    def winners(*seats: tuple[int, int, int]) -> tuple[int, ...]:
        players = tuple(
            evolve(player, rating=rating, total=total, wins=wins)
            for player, (rating, total, wins) in zip(state.players, seats, strict=True)
        )
        return play(evolve(state, players=players), "0 discard 2S").winners

    # Seat 0 adds 5 rating points and a deal won, seat 1 three and 10 points: 10 x 15 - 50 each, or 10 x 14 - 40.
    assert winners((10, 50, 0), (12, 40, 3), (0, 0, 0)) == (1,)
    assert winners((10, 50, 2), (12, 40, 2), (0, 0, 0)) == (0,)
    assert winners((10, 50, 2), (11, 30, 3), (0, 0, 0)) == (1,)
    assert winners((10, 50, 2), (12, 40, 3), (0, 0, 0)) == (0, 1)
