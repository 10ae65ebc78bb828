"""What bots lay where no single listed lay would do, and how far they answer claims ahead."""

from __future__ import annotations

from random import Random
from typing import Literal

import pytest

from bots.levels import choose
from bots.plans import Planner
from bots.seen import Facts, look
from bots.taking import would_lay
from bots.throwing import Weights, costs
from rummy.cards import FACE, deck, parse_cards
from rummy.engine import arranged, check, new_match, step
from rummy.formats import load_profile
from rummy.melds import Meld
from rummy.moves import Discard, DrawStock, Lay, Pass, Rebuild
from rummy.profile import FORMAT
from rummy.state import State, TableMeld, evolve
from tests.bots.rules import TWO_PACKS, rules

HELP = {"opening": {"min_points": 30, "counts": "melds_and_lay_offs"}, "laying": {"before_opening": "none"}}


def turn(
    profile_fields: dict[str, object], hand: str, melds: list[tuple[Literal["set", "run"], str]], *, stock: str
) -> State:
    """Seat 0 has drawn the first card of the stock in its second lap; the melds on the table are seat 1's."""
    profile = load_profile({"format": FORMAT} | TWO_PACKS | {"deal": {"cards": len(hand.split())}} | profile_fields)
    rest = list(deck(2, 6))
    mine, top = parse_cards(hand), parse_cards(stock)
    for face in mine + top:
        rest.remove(face)
    others, below = bytes(rest[: len(mine)]), bytes(rest[len(mine) :])
    order = arranged(profile, 2, hands=[mine, others], stock=top + below[1:], discard=below[:1])
    state = step(new_match(profile, seats=2), None, order).state
    table = tuple(TableMeld(n, 1, Meld(kind, parse_cards(cards))) for n, (kind, cards) in enumerate(melds, 1))
    state = evolve(state, melds=table, next_meld=len(table) + 1).with_player(0, laps=2).with_player(1, opened=True)
    return step(state, 0, DrawStock()).state


def test_an_opening_is_completed_by_a_lay_off() -> None:
    """S1a "mit Anlegen": the sevens are 21, the nine and the ten laid off on the run 19 more."""
    state = turn(HELP, "7S 7H 7D 9C 2H 4S JD QH", [("run", "6C 7C 8C")], stock="TC")
    move = choose("medium", look(state, 0), Random(1))
    assert isinstance(move, Lay)
    check(state, 0, move)
    assert {placement.kind for placement in move.placements} == {"meld", "add"}


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_the_table_is_put_together_anew_where_that_lays_cards(level: str) -> None:
    """Fixture 18 of the rule book: the seven of the run makes a set of sevens with two from the hand."""
    fields = {
        "draw": {"taken_card": "lay_now"},
        "opening": {"min_points": 40, "applies": "every_lay", "counts": "touched"},
        "laying": {"before_opening": "all", "rearrange": "take", "from_lap": 2},
    }
    state = turn(fields, "7S 7D KS KD KC 2H 9C 4D", [("run", "4H 5H 6H 7H")], stock="2C")
    state = near_the_end(state)
    move = choose(level, look(state, 0), Random(1))
    assert isinstance(move, Lay)
    check(state, 0, move)
    assert any(isinstance(placement, Rebuild) for placement in move.placements)


def near_the_end(state: State) -> State:
    """The same turn, but that seat 1 has three cards left."""
    return state.with_player(1, hand=state.players[1].hand[:3])


def test_hard_keeps_its_melds_until_a_rival_may_go_out() -> None:
    """On the table they would take the rival's cards. Medium lays them at once."""
    fields = {"opening": {"min_points": 30}, "laying": {"before_opening": "none"}}
    state = turn(fields, "KS KD KC 2H 9C 4D 7S TD", [("run", "4H 5H 6H 7H")], stock="2C")
    moves = [
        choose(level, look(at, 0), Random(1)) for level in ("medium", "hard") for at in (state, near_the_end(state))
    ]
    assert [move.kind for move in moves] == ["lay", "lay", "discard", "lay"]


def test_hard_goes_out_with_all_that_it_kept() -> None:
    fields = {"opening": {"min_points": 30}, "laying": {"before_opening": "none"}}
    state = turn(fields, "KS KD KC 2H 3H 4H", [("run", "9C TC JC")], stock="7S")
    move = choose("hard", look(state, 0), Random(1))
    assert isinstance(move, Lay)
    assert len(move.placements) == 2


def test_a_plan_never_shows_a_failed_opening() -> None:
    """Under ``opening.failure = lock`` a lay too low is an event that costs the turn: no bot may walk into it."""
    fields = HELP | {"opening": {"min_points": 40, "counts": "melds_and_lay_offs", "failure": "lock"}}
    state = turn(fields, "7S 7H 7D 9C 2H 4S JD QH", [("run", "6C 7C 8C")], stock="2C")
    assert Planner(Facts(look(state, 0))).best().items == ()


def test_a_card_that_must_be_laid_at_once_is_taken_for_an_opening_of_several_melds() -> None:
    fields = {"draw": {"taken_card": "lay_now"}, "opening": {"min_points": 40}, "laying": {"before_opening": "none"}}
    state = turn(fields, "7S 7H 8D 9D KS KD 2H 4S", [], stock="2C")
    facts = Facts(look(evolve(state, phase="draw"), 0))
    assert not would_lay(facts, FACE["7D"])  # the sevens or the run: at most 24 points
    assert not would_lay(facts, FACE["KH"])  # 30 points
    state = turn(fields, "7S 7H 8D 9D KS KD KC 4S", [], stock="2C")
    assert would_lay(Facts(look(evolve(state, phase="draw"), 0)), FACE["7D"])  # 30 and 21, or 24


def test_bots_pass_ahead_where_no_card_could_interest_them() -> None:
    """Easy never asks. Medium does not where its loose cards hold no two of one meld."""
    loose, promising = "2S 5H 8D JC AD 4C", "2S 3S 8D JC AD 4C"
    assert answer("easy", promising) == Pass("deal_end")
    assert answer("medium", loose) == Pass("my_turn")
    assert answer("hard", loose) == Pass("my_turn")
    assert answer("medium", promising) == Pass()


def answer(level: str, hand: str) -> object:
    """What seat 2 of three answers when seat 0 throws a queen of hearts."""
    profile = load_profile(
        {"format": FORMAT} | TWO_PACKS | {"deal": {"cards": 6}, "claims": {"mode": "sealed", "penalty_cards": 1}}
    )
    rest = list(deck(2, 6))
    mine, thrown = parse_cards(hand), parse_cards("QH")
    for face in mine + thrown:
        rest.remove(face)
    others = [thrown + bytes(rest[:5]), bytes(rest[5:11])]
    order = arranged(profile, 3, hands=[*others, mine], stock=bytes(rest[12:]), discard=bytes(rest[11:12]))
    state = step(new_match(profile, seats=3), None, order).state
    state = step(step(state, 0, DrawStock()).state, 0, Discard("QH")).state
    return choose(level, look(state, 2), Random(1))


def test_looking_ahead_keeps_the_pair_that_more_cards_would_complete() -> None:
    """8-9 of spades wait for the seven and the ten; of the jacks no other is left."""
    profile = rules("offer, knock, undercut")
    rest = [face for face in deck(1, 0) if face not in parse_cards("8S 9S JH JD 2C 4D 6H QC KS AS 3S")]
    mine = parse_cards("8S 9S JH JD 2C 4D 6H QC KS AS")
    state = step(
        new_match(profile, seats=2),
        None,
        arranged(profile, 2, hands=[mine, bytes(rest[:10])], stock=bytes(rest[10:]), discard=parse_cards(["3S"])),
    ).state
    facts = Facts(look(state, 0))
    live = list(facts.visible_live)
    live[FACE["JS"]] = live[FACE["JC"]] = 0
    ahead = costs(facts, mine, (FACE["9S"], FACE["JH"]), live, Weights(hope=0.0, draws=5.0))
    plain = costs(facts, mine, (FACE["9S"], FACE["JH"]), live, Weights(hope=0.0))
    assert plain[FACE["9S"]] - plain[FACE["JH"]] == 1  # without hope the dearer card goes
    # the run can still be completed where the nine stays, and nothing where the jack does
    assert ahead[FACE["9S"]] - ahead[FACE["JH"]] > 1
