"""What a deal is worth, and how a match ends (profile.md 4.3, 4.4 h, n)."""

from __future__ import annotations

from typing import Any

import pytest

from rummy.profile import RuleProfile
from rummy.state import State, evolve
from rummy.view import view_for
from tests.rummy.builder import (
    BASE,
    altered,
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
IRO = FAMILY["romme-turnier"].profile


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
