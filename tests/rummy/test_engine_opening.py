"""The minimum for the first lay, and what happens to a lay that is too low (profile.md 4.4 c, d)."""

from __future__ import annotations

from typing import Any

import pytest

from rummy.cards import texts
from rummy.engine import legal_moves
from rummy.moves import Lay, NewMeld
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
    verdict,
)
from tests.variants.family import FAMILY
from variants.catalogue import variant, with_options

BASE = variant("rummy").profile
DUTCH = variant("rummy-dutch").profile


def dutch(**options: Any) -> RuleProfile:
    return with_options(variant("rummy-dutch"), options)


# --- the opening (profile.md 4.4c) ---


def test_the_minimum_is_reached_by_one_lay_of_several_melds() -> None:
    """rules.md C 7."""
    state = playing("0: 9S 9H 9D 8C 9C TC KC 2S 3D\n1: 2C\nstock: *", dutch(min_points=50))
    refusal = refused(state, "0 lay 9S 9H 9D")
    assert (refusal.code, refusal.rule) == ("opening_too_low", "opening.min_points")
    assert (refusal.data["needed"], refusal.data["got"]) == (50, 27)
    assert refusal.data["melds"] == [["9S", "9H", "9D"]]
    assert verdict(state, "0 lay 8C 9C TC") == "opening_too_low"
    assert play(state, "0 lay 9S 9H 9D / 8C 9C TC").players[0].opened
    (listed,) = [move for move in legal_moves(state, 0) if isinstance(move, Lay)]
    assert {frozenset(part.cards) for part in listed.placements if isinstance(part, NewMeld)} == {
        frozenset(("9S", "9H", "9D")),
        frozenset(("8C", "9C", "TC")),
    }


def test_after_the_opening_there_is_no_minimum() -> None:
    state = playing("0: 2S 3S 4S KC\n1: 2C\nstock: *\nm1 of 0: TH JH QH", dutch(min_points=50))
    assert verdict(state, "0 lay 2S 3S 4S") == "ok"


def test_lay_offs_do_not_count_and_stay_allowed() -> None:
    """rules.md A.5 [D]."""
    state = playing("0: TS JS QS KS 9H KH AH 2D\n1: 2C\nstock: *\nm1 of 1: TH JH QH", dutch(min_points=50))
    assert refused(state, "0 lay TS JS QS KS / m1 + KH AH").data["got"] == 40
    assert verdict(state, "0 lay m1 + 9H") == "ok"


def test_one_meld_a_turn_and_fifty_points_need_a_long_meld() -> None:
    profile = dutch(min_points=50, max_melds=1)
    state = playing("0: 9S TS JS QS KS AS 2D\n1: 2C\nstock: *", profile)
    assert verdict(state, "0 lay TS JS QS KS AS") == "opening_too_low"
    assert effects(state, "0 lay 9S TS JS QS KS AS")[0]["points"] == 50
    assert verdict(state, "0 lay 9S TS JS QS KS AS") == "ok"


ROMME = FAMILY["romme"].profile


@pytest.mark.parametrize(("lay", "code"), [("9C TC X QC", "ok"), ("9H TH JH", "opening_too_low")])
def test_a_joker_counts_as_its_card(lay: str, code: str) -> None:
    """rules.md C 8: 9-10-joker-Q is 39."""
    state = playing("0: 9C TC X QC 9H TH JH 2S\n1: 2C\nstock: *", ROMME)
    assert verdict(state, f"0 lay {lay}") == code


def test_two_lays_of_twenty_are_no_opening_of_forty() -> None:
    profile = altered(ROMME, opening={"min_points": 40})
    state = playing("0: 7S 7H 7D 6C 7C 8C 2S\n1: 2C\nstock: *", profile)
    assert verdict(state, "0 lay 7S 7H 7D") == verdict(state, "0 lay 6C 7C 8C") == "opening_too_low"
    assert verdict(state, "0 lay 7S 7H 7D / 6C 7C 8C") == "ok"


@pytest.mark.parametrize(("counts", "code"), [("melds", "opening_too_low"), ("melds_and_lay_offs", "ok")])
def test_lay_offs_may_count_toward_the_minimum(counts: str, code: str) -> None:
    """rules.md C 16."""
    profile = altered(ROMME, opening={"counts": counts})
    state = playing("0: 8S 8H 8D KH 2S\n1: 2C\nstock: *\nm1 of 1: TH JH QH", profile)
    assert verdict(state, "0 lay 8S 8H 8D / m1 + KH") == code
    assert verdict(state, "0 lay m1 + KH") == "not_opened"


def test_what_receives_a_joker_in_a_lay_that_frees_one_does_not_count() -> None:
    """profile.md 4.4c: the order of the placements is irrelevant."""
    profile = altered(ROMME, opening={"min_points": 40})
    state = playing("0: 6D TS TH TD KS KD 2S\n1: 2C\nstock: *\nm1 of 1: 5D X:6D 7D", profile)
    assert refused(state, "0 lay m1 swap 6D / KS KD X / TS TH TD").data["got"] == 30
    assert refused(state, "0 lay TS TH TD / m1 swap 6D / KS KD X").data["got"] == 30
    lower = evolve(state, profile=altered(profile, opening={"min_points": 30}))
    assert verdict(lower, "0 lay m1 swap 6D / KS KD X / TS TH TD") == "ok"


def test_an_opening_beside_a_run_that_stays_as_it_is() -> None:
    """cases.json O035: an opening of 30 beside a run that stays as it is."""
    profile = rules(
        deck={"packs": 2, "jokers": 2}, opening={"min_points": 30}, laying={"rearrange": "free"}, wilds={"share": "any"}
    )
    state = playing("0: TH JH QH 2C\n1: 2D\nstock: *\nm1 of 1: 4H 5H 6H", profile)
    assert on_table(play(state, "0 lay TH JH QH")) == {"m1": "4H 5H 6H", "m2": "TH JH QH"}


@pytest.mark.parametrize(
    ("final", "left", "lay", "code"),
    [
        ("optional", "", "5S 5H 5D", "opening_too_low"),
        ("optional", "KC", "5S 5H 5D / 2S 3S 4S", "opening_too_low"),
        ("optional", "", "5S 5H 5D / 2S 3S 4S", "ok"),
        ("required", "KC", "5S 5H 5D", "opening_too_low"),
        ("required", "KC QD", "5S 5H 5D / 2S 3S 4S", "opening_too_low"),
        ("required", "KC", "5S 5H 5D / 2S 3S 4S", "ok"),
    ],
)
def test_the_minimum_may_be_waived_for_going_out(final: str, left: str, lay: str, code: str) -> None:
    """profile.md 4.4c: a lay that leaves no card, or where a final discard is required exactly one."""
    profile = rules(opening={"min_points": 40, "waived": "going_out"}, going_out={"final_discard": final})
    state = playing(f"0: 5S 5H 5D 2S 3S 4S {left}\n1: 2D\nstock: *", profile)
    assert verdict(state, f"0 lay {lay}") == code
    if code == "ok":
        assert verdict(play(state, f"0 lay {lay}"), "0 back") == ("nothing_to_take_back" if left else "wrong_phase")
        never = evolve(state, profile=altered(profile, opening={"waived": "never"}))
        assert verdict(never, f"0 lay {lay}") == "opening_too_low"


# --- a failed opening, lock (profile.md 4.4d) ---

LOCK = rules(
    deck={"packs": 2, "jokers": 2}, opening={"min_points": 40, "failure": "lock"}, joker_swap={"mode": "replay"}
)


def test_a_failed_opening_is_never_listed() -> None:
    state = playing("0: 9S 9H 9D KC 2S\n1: 2C\nstock: *", LOCK)
    assert not [move for move in legal_moves(state, 0) if isinstance(move, Lay)]
    assert verdict(state, "0 lay 9S 9H 9D") == "ok"


def test_a_lay_that_fails_more_than_the_opening_is_refused() -> None:
    profile = altered(LOCK, going_out={"final_discard": "required"})
    state = playing("0: 9S 9H 9D\n1: 2C\nstock: *", profile)
    assert refused(state, "0 lay 9S 9H 9D").code == "opening_too_low"


def test_jokers_alone_may_be_thrown_after_a_failed_opening() -> None:
    state = playing("0: X X\n1: 2C\nstock: *", LOCK)
    state = evolve(state, turn=evolve(state.turn, locked=True))
    assert verdict(state, "0 discard X") == "ok"


def test_the_cards_shown_in_a_failed_opening_are_known() -> None:
    state = playing("0: 9S 9H X KC 2S\n1: 2C\nstock: *", LOCK)
    failed = play(state, "0 lay 9S 9H X")
    assert texts(failed.players[0].known) == cards("9S 9H X").split()
    assert hand(failed, 0) == hand(state, 0)
