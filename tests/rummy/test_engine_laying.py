"""Lays: melds, lay-offs, limits and stranded hands (profile.md 4.4 a-c)."""

from __future__ import annotations

from typing import Any

import pytest

from rummy.engine import check, legal_moves
from rummy.errors import IllegalMove, InvalidMove
from rummy.moves import Add, Lay, move_from_json
from rummy.profile import RuleProfile
from rummy.state import evolve
from tests.rummy.builder import (
    altered,
    cards,
    effects,
    hand,
    on_table,
    play,
    playing,
    refused,
    rules,
    table,
    totals,
    verdict,
)
from variants.catalogue import variant, with_options

BASE = variant("rummy").profile
DUTCH = variant("rummy-dutch").profile


def dutch(**options: Any) -> RuleProfile:
    return with_options(variant("rummy-dutch"), options)


# --- melds and lay-offs ---


def test_any_number_of_melds_and_lay_offs_in_one_lay() -> None:
    state = playing("0: 2S 3S 4S 7H 7D 7C 5S 9H KC\n1: 2C\nstock: *\nm1 of 1: TH JH QH", BASE)
    after = play(state, "0 lay 2S 3S 4S / 7H 7D 7C / m1 + 9H / new:0 + 5S")
    assert on_table(after) == {"m1": "9H TH JH QH", "m2": "2S 3S 4S 5S", "m3": "7H 7D 7C"}
    assert [meld.owner for meld in after.melds] == [1, 0, 0]
    assert hand(after, 0) == "KC"
    (laid,) = effects(state, "0 lay 2S 3S 4S / m1 + 9H")
    assert [meld["id"] for meld in laid["melds"]] == ["m1", "m2"]


def test_a_lay_is_all_or_nothing() -> None:
    state = playing("0: 2S 3S 4S 7H 7D 8C KC\n1: 2C\nstock: *", BASE)
    kept = evolve(state)
    assert refused(state, "0 lay 2S 3S 4S / 7H 7D 8C").code == "ranks_differ"
    assert state == kept


@pytest.mark.parametrize("target", ["m1", "m2"])
@pytest.mark.parametrize(("card", "melds"), [("TS", ("TC TD TH", "JS QS KS")), ("7S", ("7C 7D 7H", "8S 9S TS"))])
def test_a_card_that_fits_two_melds_goes_where_the_player_says(target: str, card: str, melds: tuple[str, str]) -> None:
    """rules.md A.4; cases.json L021, L022."""
    state = playing(f"0: {card} KC\n1: 2C\nstock: *\nm1 of 1: {melds[0]}\nm2 of 0: {melds[1]}", BASE)
    listed = [move.placements[0] for move in legal_moves(state, 0) if isinstance(move, Lay)]
    assert {placement.meld for placement in listed if isinstance(placement, Add)} == {"m1", "m2"}
    assert card in on_table(play(state, f"0 lay {target} + {card}"))[target]
    with pytest.raises(InvalidMove) as fault:
        move_from_json({"kind": "lay", "placements": [{"kind": "add", "cards": [card]}]})
    assert (fault.value.code, fault.value.data["field"]) == ("missing_field", "meld")


def test_a_lay_off_must_name_a_meld_that_is_there() -> None:
    state = playing("0: TS KC\n1: 2C\nstock: *\nm1 of 1: TC TD TH", BASE)
    for name in ("m2", "new:0", "m", "new:", "m1 ", "x", "m٣", "m01", "M1", "1", "new:00", "new:٠", "new:-1"):
        with pytest.raises(IllegalMove) as refusal:
            check(state, 0, Lay((Add(name, ("TS",)),)))
        assert (refusal.value.code, refusal.value.data) == ("unknown_meld", {"meld": name})


def test_a_card_that_is_not_held_cannot_be_laid_off() -> None:
    """cases.json L025."""
    refusal = refused(playing("0: TS KC\n1: 2C\nm1 of 1: 2S 3S 4S", BASE), "0 lay m1 + AS")
    assert (refusal.code, refusal.data) == ("card_not_in_hand", {"card": "AS", "needed": 1, "got": 0})


def test_one_copy_of_two_is_laid() -> None:
    """cases.json A030."""
    state = playing("0: 7S 7S 7H 7D 2C\n1: 2D\nstock: *", rules(deck={"packs": 2}))
    assert hand(play(state, "0 lay 7S 7H 7D"), 0) == cards("7S 2C")


def test_a_card_that_does_not_fit_names_the_rule_that_the_meld_would_break() -> None:
    state = playing("0: 9S KC\n1: 2C\nm1 of 1: 5S 6S 7S", BASE)
    refusal = refused(state, "0 lay m1 + 9S")
    assert (refusal.code, refusal.rule) == ("does_not_fit", "runs.min_size")
    assert refusal.data == {"meld": "m1", "card": "9S", "inner": "run_gap", "missing": "8S"}


def test_a_lay_of_nothing_is_refused() -> None:
    refusal = refused(playing("0: 9S KC\n1: 2C", BASE), "0 lay")
    assert (refusal.code, refusal.rule, refusal.data) == ("empty_lay", None, {})


@pytest.mark.parametrize(
    ("profile", "what", "code"),
    [
        (BASE, "m1 + 8C", "ok"),  # rules.md A.4
        (DUTCH, "m1 + 8C", "ok"),  # rules.md A.5 [D]
        (rules(laying={"before_opening": "none"}), "m1 + 8C", "not_opened"),
        (rules(laying={"before_opening": "all"}), "m1 + 8C", "ok"),
    ],
)
def test_laying_off_before_the_own_first_meld(profile: RuleProfile, what: str, code: str) -> None:
    state = playing("0: 8C KC 2S\n1: 2C\nstock: *\nm1 of 1: 8S 8H 8D", profile)
    assert verdict(state, f"0 lay {what}") == code
    if code != "ok":
        refusal = refused(state, f"0 lay {what}")
        assert (refusal.rule, refusal.data) == ("laying.before_opening", {"what": "add"})


def test_a_lay_off_alone_is_no_opening() -> None:
    state = playing("0: 8C KC 2S\n1: 2C\nstock: *\nm1 of 1: 8S 8H 8D", BASE)
    assert not play(state, "0 lay m1 + 8C").players[0].opened


@pytest.mark.parametrize(
    ("lay", "what"),
    [
        ("m2 swap 6D", "swap"),
        ("m1 + 8C / m2 swap 6D", "swap"),
        ("rebuild m1 -> 8S 8H 8D 8C", "rebuild"),
        ("m2 + 8D / rebuild m1 -> 8S 8H 8D 8C", "rebuild"),
    ],
)
def test_an_unopened_seat_may_lay_off_but_neither_swap_nor_rearrange(lay: str, what: str) -> None:
    """profile.md 4.4c, wherever in the lay the swap or rebuild stands."""
    profile = rules(
        deck={"packs": 2, "jokers": 2}, joker_swap={"mode": "to_hand"}, laying={"rearrange": "take"}
    )  # fmt: skip
    state = playing("0: 8C 8D 6D KC 2S\n1: 2C\nstock: *\nm1 of 1: 8S 8H 8D\nm2 of 1: 5D X:6D 7D", profile)
    refusal = refused(state, f"0 lay {lay}")
    assert (refusal.code, refusal.rule, refusal.data) == ("not_opened", "laying.before_opening", {"what": what})
    opened = state.with_player(0, opened=True)
    assert verdict(opened, f"0 lay {lay}") == "ok"


def test_an_unopened_seat_may_do_all_of_it_with_a_meld_of_its_own() -> None:
    profile = rules(deck={"packs": 2, "jokers": 2}, joker_swap={"mode": "to_hand"}, laying={"before_opening": "none"})
    state = playing("0: 8C 6D KC KH KD 2S\n1: 2C\nstock: *\nm1 of 1: 8S 8H 8D\nm2 of 1: 5D X:6D 7D", profile)
    assert verdict(state, "0 lay m1 + 8C / m2 swap 6D / KC KH KD") == "ok"


# --- laying.from_lap, laying.max_melds ---


@pytest.mark.parametrize(("from_lap", "lap", "code"), [(1, 1, "ok"), (2, 1, "laying_too_early"), (2, 2, "ok")])
def test_the_lap_in_which_laying_begins(from_lap: int, lap: int, code: str) -> None:
    state = playing("0: 2S 3S 4S KC\n1: 2C\nstock: *", rules(laying={"from_lap": from_lap}), lap=lap)
    assert verdict(state, "0 lay 2S 3S 4S") == code
    assert any(isinstance(move, Lay) for move in legal_moves(state, 0)) is (code == "ok")


def test_going_out_in_the_first_lap_is_legal() -> None:
    """rules.md C 23."""
    for profile in (BASE, DUTCH):
        state = playing("0: 2S 3S 4S KC\n1: 2C\nstock: *", profile, lap=1)
        assert play(state, "0 lay 2S 3S 4S", "0 discard KC").results[0].how == "out"


def test_one_new_meld_a_turn_where_the_table_wants_it() -> None:
    profile = dutch(max_melds=1)
    state = playing("0: 2S 3S 4S 7H 7D 7C 5S KC\n1: 2C\nstock: *", profile)
    refusal = refused(state, "0 lay 2S 3S 4S / 7H 7D 7C")
    assert (refusal.code, refusal.rule, refusal.data) == ("too_many_melds", "laying.max_melds", {"limit": 1, "got": 2})
    once = play(state, "0 lay 2S 3S 4S")
    assert refused(once, "0 lay 7H 7D 7C").data == {"limit": 1, "got": 2}
    # A card laid off is no meld (rules.md A.5 [D]).
    assert verdict(once, "0 lay m1 + 5S") == "ok"
    # A new turn counts anew, and so does a turn after a take-back.
    assert verdict(play(once, "0 back"), "0 lay 7H 7D 7C") == "ok"
    later = play(once, "0 discard KC", "1 draw", "1 discard 2C", "0 draw")
    assert verdict(later, "0 lay 7H 7D 7C") == "ok"


# --- stranded hands (profile.md 4.4a) ---


def test_the_last_card_may_be_laid_where_no_discard_is_needed() -> None:
    """rules.md A.4, A.5, C 18."""
    for profile in (BASE, DUTCH):
        over = play(playing("0: 2S 3S 4S\n1: KC\nstock: *", profile), "0 lay 2S 3S 4S")
        assert (over.results[0].how, totals(over)) == ("out", [20, 0])
        off = play(playing("0: 5S\n1: KC\nstock: *\nm1 of 1: 2S 3S 4S", profile), "0 lay m1 + 5S")
        assert off.results[0].winner == 0


def test_a_card_is_kept_where_the_last_must_be_discarded() -> None:
    state = playing("0: 2S 3S 4S 5S\n1: KC\nstock: *", dutch(final_discard="required"))
    refusal = refused(state, "0 lay 2S 3S 4S 5S")
    assert (refusal.code, refusal.rule) == ("no_card_left_to_discard", "going_out.final_discard")
    assert refusal.data == {"needed": 1, "got": 0}
    assert play(state, "0 lay 2S 3S 4S", "0 discard 5S").results[0].how == "out"


def test_a_lay_may_leave_the_taken_card_where_a_further_lay_uses_it() -> None:
    state = play(table("0: 2S 3S 4S\n1: KC\nstock: *\ndiscard: 5S\nm1 of 1: 5H 5D 5C", DUTCH), "0 take")
    assert verdict(state, "0 lay 2S 3S 4S") == "ok"
    assert play(state, "0 lay 2S 3S 4S", "0 lay m1 + 5S").results[0].how == "out"
    needs = evolve(state, profile=dutch(final_discard="required"))
    refusal = refused(needs, "0 lay 2S 3S 4S")
    assert refusal.code == "no_legal_end"


def test_a_lay_that_leaves_two_jokers_is_refused_where_only_the_last_may_go() -> None:
    profile = rules(deck={"jokers": 3}, discarding={"joker": "only_last"})
    refusal = refused(playing("0: 2S 2H 2D 2C X X\n1: KC\nstock: *", profile), "0 lay 2S 2H 2D 2C")
    assert (refusal.code, refusal.rule, refusal.data) == ("no_legal_end", "discarding.joker", {"cards": ["X"]})
    # A run takes one of them, and the other is the last card.
    assert verdict(playing("0: 2S 3S 4S X X\n1: KC\nstock: *", profile), "0 lay 2S 3S 4S") == "ok"


def test_a_lay_that_leaves_one_joker_is_fine() -> None:
    profile = rules(deck={"jokers": 3}, discarding={"joker": "only_last"}, laying={"before_opening": "none"})
    state = playing("0: 2S 3S 4S X\n1: KC\nstock: *", profile)
    assert play(state, "0 lay 2S 3S 4S", "0 discard X").results[0].how == "out"


# --- the order in which rules refuse (profile.md 5, last paragraph) ---


def test_when_several_rules_refuse_the_first_speaks() -> None:
    strict = rules(
        laying={"from_lap": 2, "max_melds": 1}, opening={"min_points": 60}, going_out={"final_discard": "required"}
    )
    state = playing("0: 2S 3S 4S 7H 7D 7C\n1: 2C\nstock: *", strict, lap=1)
    later = state.with_player(0, laps=2)
    free = evolve(later, profile=altered(strict, laying={"max_melds": 0}))
    steps = [
        (evolve(state, phase="finished", to_act=()), "0 lay 2S 3S 5S", "match_finished"),
        (state.with_player(0, status="out"), "0 lay 2S 3S 5S", "seat_not_active"),
        (evolve(state, to_act=(1,)), "0 lay 2S 3S 5S", "not_your_turn"),
        (evolve(state, phase="draw"), "0 lay 2S 3S 5S", "wrong_phase"),
        (state, "0 lay 2S 3S 5S", "card_not_in_hand"),
        (state, "0 lay 2S 3S 7H", "laying_too_early"),
        (later, "0 lay 2S 3S 7H", "suits_differ"),
        (later, "0 lay 2S 3S 4S / 7H 7D 7C", "too_many_melds"),
        (free, "0 lay 2S 3S 4S / 7H 7D 7C", "opening_too_low"),
        (free.with_player(0, opened=True), "0 lay 2S 3S 4S / 7H 7D 7C", "no_card_left_to_discard"),
    ]
    for at, text, code in steps:
        assert verdict(at, text) == code
