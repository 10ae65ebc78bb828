"""What the engine keeps as known: what everybody saw go into a hand and not leave it, and nothing else."""

from __future__ import annotations

from rummy.cards import FACE, texts
from rummy.state import State, evolve
from rummy.view import memory_for
from tests.rummy.builder import BASE, play, playing, rules, shuffled, table
from variants.catalogue import variant

DUTCH = variant("rummy-dutch").profile
SWAPS = rules(deck={"packs": 2, "jokers": 4}, joker_swap={"mode": "to_hand"})


def known(state: State, seat: int = 0) -> list[str]:
    return texts(state.players[seat].known)


def test_a_taken_discard_is_known_until_it_leaves_the_hand() -> None:
    state = play(table("0: 2S 3S\n1: 2C 3C\nstock: *\ndiscard: 4D KC", BASE), "0 take")
    assert known(state) == ["KC"]
    state = play(state, "0 discard 2S", "1 draw", "1 discard 2C", "0 draw", "0 discard KC")
    assert known(state) == []
    assert memory_for(state, 1)["thrown"] == [["2S", "KC"], ["2C"]]
    assert memory_for(state, 1)["taken"] == [["KC"], []]


def test_the_card_that_began_the_discards_is_remembered_while_it_lies_there() -> None:
    state = evolve(table("0: 2S 3S\n1: 2C 3C\nstock: *\ndiscard: 4D", BASE), upcard=FACE["4D"])
    assert memory_for(state, 1)["upcard"] == ["4D"]
    state = play(state, "0 draw", "0 discard 2S", "1 draw", "1 discard 2C")
    assert memory_for(state, 0)["upcard"] == ["4D"]
    taken = evolve(table("0: 2S 3S\n1: 2C 3C\nstock: *\ndiscard: 4D", BASE), upcard=FACE["4D"])
    taken = play(taken, "0 take", "0 discard 2S")
    assert memory_for(taken, 1)["upcard"] == []


def test_a_drawn_card_is_not_known() -> None:
    state = play(table("0: 2S 3S\n1: 2C\nstock: KC *", BASE), "0 draw")
    assert known(state) == []


def test_a_known_card_that_is_laid_is_known_no_more() -> None:
    state = play(table("0: 2S 3S KC\n1: 2C\nstock: *\ndiscard: 4S", BASE), "0 take", "0 lay 2S 3S 4S")
    assert known(state) == []


def test_a_freed_joker_is_known_and_no_other_joker() -> None:
    """Whether the hand held a joker before is not told by what happens with the one that was freed."""
    text = "0: 6H KS KD {} 2S\n1: 2C\nstock: *\nm1 of 0: 5H X:6H 7H"
    for hidden in ("X", "QC"):
        state = playing(text.format(hidden), SWAPS)
        assert known(play(state, "0 lay m1 swap 6H")) == ["X"]
        assert known(play(state, "0 lay m1 swap 6H / KS KD X")) == []
        assert known(play(state, "0 lay m1 swap 6H", "0 lay KS KD X")) == []


def test_a_failed_opening_with_a_freed_joker_shows_no_other_joker() -> None:
    profile = rules(
        deck={"packs": 2, "jokers": 4},
        joker_swap={"mode": "to_hand"},
        opening={"min_points": 60, "failure": "lock"},
        laying={"before_opening": "all"},
    )
    text = "0: 6H KS KD {} 2S\n1: 2C\nstock: *\nm1 of 1: 5H X:6H 7H"
    for hidden in ("X", "QC"):
        failed = play(playing(text.format(hidden), profile), "0 lay m1 swap 6H / KS KD X")
        assert failed.turn.locked
        assert sorted(known(failed)) == ["6H", "KD", "KS"]


def test_a_flip_makes_the_order_of_the_stock_public() -> None:
    state = play(table("0: 2S 3S\n1: 2C\nstock: 7H\ndiscard: 9C TC", BASE), "0 draw", "0 discard 7H")
    assert memory_for(state, 1)["stock"] == ["9C", "TC", "7H"]


def test_a_shuffle_forgets_who_threw_what_but_not_what_is_held() -> None:
    state = play(table("0: 2S 3S\n1: 2C 3C\nstock: 7H\ndiscard: 9C TC JC", DUTCH), "0 take", "0 discard 2S", "1 draw")
    assert known(state) == ["JC"]
    state = shuffled(play(state, "1 discard 7H"))
    memory = memory_for(state, 1)
    assert (memory["stock"], memory["thrown"], memory["taken"]) == ([], [[], []], [[], []])
    assert memory["known"] == [["JC"], []]


def test_memory_is_empty_for_a_seat_that_is_out() -> None:
    state = table("0: 2S 3S\n1: 2C\n2: 3C\nstock: *", BASE).with_player(2, status="out")
    assert memory_for(state, 2) == {"known": [], "thrown": [], "taken": [], "upcard": [], "stock": []}
