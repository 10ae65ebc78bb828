"""Exchanged jokers, and melds put together anew (profile.md 4.4 e, l)."""

from __future__ import annotations

import json
from collections import Counter
from itertools import permutations

import pytest

from rummy.engine import default_move, legal_moves
from rummy.moves import Discard, Lay, Swap, move_to_json
from rummy.state import evolve
from rummy.view import view_for
from tests.rummy.builder import (
    altered,
    cards,
    effects,
    everything,
    hand,
    on_table,
    play,
    playing,
    refused,
    rules,
    verdict,
)
from tests.variants.family import FAMILY

TO_HAND = rules(deck={"packs": 2, "jokers": 6}, joker_swap={"mode": "to_hand"}, laying={"before_opening": "all"})
REPLAY = altered(TO_HAND, joker_swap={"mode": "replay"})
TABLE = "\n1: 2C 3C\nstock: *\nm1 of 0: 5H X:6H 7H\nm2 of 1: 9S 9H X"


# --- joker_swap.mode ---


def test_jokers_stay_where_they_are_not_exchanged() -> None:
    state = playing(f"0: 6H KC{TABLE}", altered(TO_HAND, joker_swap={"mode": "forbidden"}))
    refusal = refused(state, "0 lay m1 swap 6H")
    assert (refusal.code, refusal.rule) == ("swap_forbidden", "joker_swap.mode")


def test_a_joker_comes_to_the_hand_and_stays_there() -> None:
    state = playing(f"0: 6H KC{TABLE}", TO_HAND)
    after = play(state, "0 lay m1 swap 6H")
    assert (hand(after, 0), on_table(after)["m1"]) == (cards("KC X"), "5H 6H 7H")
    assert effects(state, "0 lay m1 swap 6H")[0]["jokers"] == 1
    assert verdict(after, "0 discard X") == "ok"


def test_only_the_card_that_the_joker_stands_for_frees_it() -> None:
    refusal = refused(playing(f"0: 8H KC{TABLE}", TO_HAND), "0 lay m1 swap 8H")
    assert (refusal.code, refusal.data) == ("no_such_joker", {"card": "8H", "jokers": ["X:6H"]})


@pytest.mark.parametrize("card", ["9D", "9C"])
def test_any_missing_suit_frees_a_joker_of_a_set(card: str) -> None:
    """profile.md 7.2."""
    assert verdict(playing(f"0: {card} KC{TABLE}", TO_HAND), f"0 lay m2 swap {card}") == "ok"


def test_a_suit_that_is_there_frees_no_joker() -> None:
    assert refused(playing(f"0: 9S KC{TABLE}", TO_HAND), "0 lay m2 swap 9S").code == "suit_repeated"


@pytest.mark.parametrize(
    ("rule", "meld", "code"),
    [
        ("any", "9S 9H X", "ok"),
        ("full", "9S 9H X", "set_not_full"),
        ("full", "9S 9H X X", "ok"),
        ("all_suits", "9S 9H X X", "set_suits_missing"),
        ("all_suits", "9S 9H 9C X", "ok"),
    ],
)
def test_when_a_joker_leaves_a_set(rule: str, meld: str, code: str) -> None:
    profile = altered(TO_HAND, joker_swap={"from_sets": rule})
    state = playing(f"0: 9D KC\n1: 2C\nstock: *\nm1 of 0: {meld}", profile)
    assert verdict(state, "0 lay m1 swap 9D") == code
    if code != "ok":
        assert refused(state, "0 lay m1 swap 9D").rule == "joker_swap.from_sets"


def test_swaps_are_listed() -> None:
    state = playing(f"0: 6H 9D KC{TABLE}", TO_HAND)
    listed = [move.placements[0] for move in legal_moves(state, 0) if isinstance(move, Lay)]
    assert [part for part in listed if isinstance(part, Swap)] == [Swap("m1", "6H"), Swap("m2", "9D")]


def test_a_joker_cannot_be_taken_without_its_card() -> None:
    """cases.json J034, T011: nothing that lay on the table comes to a hand."""
    state = playing("0: 8H KC\n1: 2C\nstock: *\nm1 of 0: 7D X 9D", FAMILY["raeuber-romme"].profile)
    refusal = refused(state, "0 lay rebuild m1 -> 7D 8H 9D")
    assert refusal.code in ("suits_differ", "cards_not_conserved")
    assert refused(state, "0 lay m1 swap 8H").code == "no_such_joker"
    whole = playing("0: 7S 7H KC\n1: 2C\nstock: *\nm1 of 0: 7D X 9D TD", TO_HAND)
    taking = evolve(whole, profile=altered(TO_HAND, laying={"rearrange": "free"}))
    refusal = refused(taking, "0 lay rebuild m1 -> 7D 7S 7H")
    assert (refusal.code, refusal.data) == ("cards_not_conserved", {"missing": ["9D", "TD", "X"], "extra": []})


# --- replay ---


def test_a_freed_joker_bars_the_discard_until_it_lies() -> None:
    """cases.json J035."""
    state = play(playing(f"0: 6H KC KD 2S{TABLE}", REPLAY), "0 lay m1 swap 6H")
    refusal = refused(state, "0 discard 2S")
    assert (refusal.code, refusal.rule) == ("obligation_open", "joker_swap.mode")
    assert refusal.data == {"obligation": "replay", "card": "X"}
    assert view_for(state, 0)["me"]["obligations"] == [{"kind": "replay", "jokers": 1}]
    assert not [move for move in legal_moves(state, 0) if isinstance(move, Discard)]
    assert default_move(state, 0) in legal_moves(state, 0)
    assert verdict(play(state, "0 lay KC KD X"), "0 discard 2S") == "ok"


def test_a_second_joker_waits_until_the_first_lies() -> None:
    """cases.json J036."""
    state = play(playing(f"0: 6H 9D KC KD 2S{TABLE}", REPLAY), "0 lay m1 swap 6H")
    refusal = refused(state, "0 lay m2 swap 9D")
    assert (refusal.code, refusal.data["obligation"]) == ("obligation_open", "replay")
    assert verdict(play(state, "0 lay KC KD X"), "0 lay m2 swap 9D") == "ok"


def test_a_joker_that_could_not_be_laid_again_stays() -> None:
    full = playing("0: 9D KC QD\n1: 3C\nstock: *\nm1 of 0: 9S 9H 9C X", REPLAY)
    refusal = refused(full, "0 lay m1 swap 9D")
    assert (refusal.code, refusal.rule) == ("joker_not_replayable", "joker_swap.mode")
    assert refusal.data == {"meld": "m1", "card": "X", "got": 1}
    # With a run on the table it could.
    run = playing("0: 9D KC QD\n1: 3C\nstock: *\nm1 of 0: 9S 9H 9C X\nm2 of 0: 3S 4S 5S", REPLAY)
    assert verdict(run, "0 lay m1 swap 9D") == "ok"


def test_several_jokers_are_exchanged_in_one_lay_if_all_lie_again() -> None:
    state = playing(f"0: 6H 9D KC KD QC QD 2S{TABLE}", REPLAY)
    assert verdict(state, "0 lay m1 swap 6H / m2 swap 9D / KC KD X / QC QD X") == "ok"
    owing = play(state, "0 lay m1 swap 6H / m2 swap 9D")
    assert owing.turn.replay == 2
    assert refused(owing, "0 lay KC KD X").code == "obligation_open"
    assert verdict(owing, "0 lay KC KD X / QC QD X") == "ok"
    lays = [json.dumps(move_to_json(move)) for move in legal_moves(owing, 0) if isinstance(move, Lay)]
    assert lays
    assert all(text.count('"X') == 2 for text in lays)


def test_a_freed_joker_may_go_elsewhere_into_the_same_meld() -> None:
    state = playing("0: 6H KC QD\n1: 2C\nstock: *\nm1 of 0: 5H X:6H 7H", REPLAY)
    after = play(state, "0 lay m1 swap 6H / m1 + X:8H")
    assert on_table(after) == {"m1": "5H 6H 7H X:8H"}


def test_the_fourth_card_and_the_swap_in_one_lay() -> None:
    """profile.md 4.4e: the order of the placements counts."""
    profile = altered(TO_HAND, joker_swap={"from_sets": "full"})
    state = playing(f"0: 9D 9C KC{TABLE}", profile)
    assert verdict(state, "0 lay m2 + 9D / m2 swap 9C") == "ok"
    assert verdict(state, "0 lay m2 swap 9C / m2 + 9D") == "set_not_full"


def test_the_freed_joker_can_be_used_in_the_same_lay() -> None:
    state = playing(f"0: 6H KC KD 2S{TABLE}", TO_HAND)
    assert verdict(state, "0 lay m1 swap 6H / KC KD X") == "ok"
    refusal = refused(state, "0 lay KC KD X / m1 swap 6H")
    assert (refusal.code, refusal.data) == ("card_not_in_hand", {"card": "X", "needed": 1, "got": 0})


def test_a_swap_taken_back_gives_the_joker_back() -> None:
    state = playing(f"0: 6H KC KD 2S{TABLE}", REPLAY)
    back = play(state, "0 lay m1 swap 6H", "0 back")
    assert (hand(back, 0), on_table(back)["m1"], back.turn.replay) == (hand(state, 0), "5H X:6H 7H", 0)


# --- rebuild ---

ROBBER = altered(FAMILY["raeuber-romme"].profile, opening={"min_points": 0})
FREE = altered(ROBBER, laying={"rearrange": "free"})
ROWS = "\n1: 2C 3C\nstock: *\nm1 of 1: 4S 5S 6S 7S\nm2 of 1: 7H 7D 7C"


def test_rearranging_is_for_those_who_allow_it() -> None:
    refusal = refused(playing(f"0: 8S KC{ROWS}", rules()), "0 lay rebuild m1 -> 4S 5S 6S 7S 8S")
    assert (refusal.code, refusal.rule) == ("rearranging_forbidden", "laying.rearrange")


def test_a_rebuild_needs_a_card_from_the_hand() -> None:
    """cases.json T008."""
    refusal = refused(playing(f"0: 8S KC{ROWS}", ROBBER), "0 lay rebuild m1 m2 -> 4S 5S 6S | 7S 7H 7D 7C")
    assert (refusal.code, refusal.rule) == ("rebuild_adds_nothing", "laying.rearrange")


def test_cards_are_neither_lost_nor_invented() -> None:
    state = playing(f"0: 8S KC{ROWS}", ROBBER)
    refusal = refused(state, "0 lay rebuild m1 -> 5S 6S 7S 8S 9S")
    assert (refusal.code, refusal.data) == ("cards_not_conserved", {"missing": ["4S"], "extra": ["9S"]})


def test_a_kept_meld_keeps_name_and_owner_and_a_new_one_is_the_movers() -> None:
    state = playing(f"0: 8S 9S KC{ROWS}", ROBBER)
    after = play(state, "0 lay rebuild m1 -> 7S 8S 9S | 4S 5S 6S")
    assert {meld.name: meld.owner for meld in after.melds} == {1: 1, 2: 1, 3: 0}
    assert on_table(after) == {"m1": "4S 5S 6S", "m2": "7H 7D 7C", "m3": "7S 8S 9S"}
    assert after.players[0].opened


@pytest.mark.parametrize(("rule", "code"), [("take", "meld_broken"), ("free", "ok")])
def test_a_meld_may_be_broken_up_only_where_all_is_free(rule: str, code: str) -> None:
    profile = altered(ROBBER, laying={"rearrange": rule})
    text = "0: 4H 4D 5H 5D 6H 6D KC\n1: 2C\nstock: *\nm1 of 1: 4S 5S 6S"
    state = playing(text, profile)
    assert verdict(state, "0 lay rebuild m1 -> 4S 4H 4D | 5S 5H 5D | 6S 6H 6D") == code
    if code != "ok":
        refusal = refused(state, "0 lay rebuild m1 -> 4S 4H 4D | 5S 5H 5D | 6S 6H 6D")
        assert (refusal.rule, refusal.data) == ("laying.rearrange", {"meld": "m1", "left": 1, "needed": 3})


def test_a_meld_is_named_once_in_a_lay() -> None:
    state = playing(f"0: 8S 9S KC{ROWS}", ROBBER)
    refusal = refused(state, "0 lay rebuild m1 -> 4S 5S 6S 7S 8S / m1 + 9S")
    assert (refusal.code, refusal.data) == ("meld_named_twice", {"meld": "m1"})
    assert refused(state, "0 lay rebuild m1 m1 -> 4S 5S 6S 7S 8S").code == "meld_named_twice"
    assert refused(state, "0 lay rebuild m9 -> 4S 5S 6S 7S 8S").code == "unknown_meld"
    new = refused(playing(f"0: 8S 9S KS KH KD{ROWS}", ROBBER), "0 lay KS KH KD / rebuild new:0 -> KS KH KD 8S")
    assert new.code == "unknown_meld"


@pytest.mark.parametrize(
    "lay",
    [
        "rebuild m1 m01 -> 4S 5S 6S 7S 8S | 4S 5S 6S 7S",
        "rebuild m1 -> 4S 5S 6S 7S 8S / m01 + 9S",
        "rebuild m1 -> 4S 5S 6S 7S 8S / KS KH KD / new:00 + KC",
        "rebuild m1 -> 4S 5S 6S 7S 8S / KS KH KD / {new} + KC",
        "KS KH KD / rebuild {new} -> KS KH KD KC",
        "KS KH KD / rebuild m1 {new} -> 4S 5S 6S 7S 8S | KS KH KD",
    ],
)
@pytest.mark.parametrize("rule", ["take", "free"])
def test_a_meld_has_one_name_in_a_lay(lay: str, rule: str) -> None:
    """A second name would let a lay use a meld twice, or rebuild what it has only just made."""
    state = playing(f"0: 8S 9S KS KH KD KC{ROWS}", altered(ROBBER, laying={"rearrange": rule}))
    assert refused(state, "0 lay " + lay.format(new=f"m{state.next_meld}")).code == "unknown_meld"


@pytest.mark.parametrize("rule", ["take", "free"])
@pytest.mark.parametrize(
    ("lay", "card"),
    [
        ("rebuild m1 -> 4S 5S 6S 7S 8S / 8S 8H 8D", "8S"),
        ("rebuild m1 -> 4S 5S 6S 7S 8S / m3 + 8S", "8S"),
        ("rebuild m1 -> 4S 5S 6S 7S X / 8H X 8D", "X"),
        ("rebuild m1 -> 4S 5S 6S 7S 8S / m4 swap 8S", "8S"),
    ],
)
def test_a_card_that_a_rebuild_took_is_no_longer_in_the_hand(rule: str, lay: str, card: str) -> None:
    more = "\nm3 of 1: 9S TS JS\nm4 of 1: X:8S 9S TS"
    state = playing(f"0: 8S 8H 8D X KS KC{ROWS}{more}", altered(ROBBER, laying={"rearrange": rule}))
    refusal = refused(state, "0 lay " + lay)
    assert (refusal.code, refusal.data) == ("card_not_in_hand", {"card": card, "needed": 1, "got": 0})
    twice = playing(f"0: 8S 8S 8H 8D X X KC{ROWS}{more}", state.profile)
    assert verdict(twice, "0 lay " + lay) == "ok"


PARTS = (
    "rebuild m1 -> 4S 5S 6S 7S 8S", "rebuild m1 m2 -> 4S 5S 6S | 7S 7H 7D 7C",
    "rebuild m1 m2 -> 4S 5S 6S 7S X | 7H 7D 7C",
    "8S 8H 8D", "8S X 8D", "m1 + 8S", "m1 + X", "m3 + 8S", "m4 swap 8S", "new:0 + 8C", "m5 + 8C",
)  # fmt: skip


@pytest.mark.parametrize("rule", ["take", "free"])
def test_however_parts_are_put_together_no_card_is_lost(rule: str) -> None:
    """Any three of them in any order: refused with a reason, or every card is still there."""
    more = "\nm3 of 1: 9S TS JS\nm4 of 1: X:8S 9S TS"
    state = playing(f"0: 8S 8H 8D 8C X KC{ROWS}{more}", altered(ROBBER, laying={"rearrange": rule}))
    said = Counter[str]()
    for parts in permutations(PARTS, 3):
        lay = "0 lay " + " / ".join(parts)
        said[verdict(state, lay)] += 1
        if verdict(state, lay) == "ok":
            assert everything(play(state, lay)) == everything(state), lay
    assert {"ok", "card_not_in_hand", "cards_not_conserved", "meld_named_twice", "unknown_meld"} <= set(said)


def test_a_joker_may_be_read_anew_in_a_rebuild() -> None:
    """profile.md 7.9."""
    state = playing("0: 6H KC\n1: 2C\nstock: *\nm1 of 1: 5H X:6H 7H", ROBBER)
    assert on_table(play(state, "0 lay rebuild m1 -> 5H 6H 7H X:8H"))["m1"] == "5H 6H 7H X:8H"


def test_rebuilt_melds_of_the_mover_count_for_the_limit() -> None:
    profile = altered(FREE, laying={"max_melds": 1})
    state = playing("0: 4H 4D 5H 5D KC\n1: 2C\nstock: *\nm1 of 1: 4S 5S 6S 7S 8S", profile)
    refusal = refused(state, "0 lay rebuild m1 -> 6S 7S 8S | 4S 4H 4D | 5S 5H 5D")
    assert (refusal.code, refusal.data) == ("too_many_melds", {"limit": 1, "got": 2})
    one = playing("0: 4H 4D KC\n1: 2C\nstock: *\nm1 of 1: 4S 5S 6S 7S 8S", profile)
    assert verdict(one, "0 lay rebuild m1 -> 5S 6S 7S 8S | 4S 4H 4D") == "ok"
