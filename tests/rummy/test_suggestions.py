"""Lays of several placements that ``legal_moves`` adds: the best opening, and the table put together anew."""

from __future__ import annotations

from rummy.engine import legal_moves, step
from rummy.moves import Add, Lay, NewMeld, Rebuild
from rummy.profile import RuleProfile
from rummy.state import State
from tests.rummy.builder import altered, cards, hand, on_table, play, playing, rules, verdict
from variants.catalogue import variant

ANLEGEN = variant("romme-anlegen").profile
ROBBER = variant("raeuber-romme").profile
TOURNAMENT = variant("romme-turnier").profile


def whole(state: State) -> list[Lay]:
    """The lays listed that are more than one plain placement."""
    return [
        each
        for each in legal_moves(state, 0)
        if isinstance(each, Lay) and (len(each.placements) > 1 or isinstance(each.placements[0], Rebuild))
    ]


def test_an_opening_that_a_lay_off_completes_is_listed() -> None:
    """rules.md A.3.3: 27 and a queen laid off."""
    state = playing("0: 9H 9D 9C QS 2C 4D\n1: 2D 3D\nstock: *\nm1 of 1: 9S TS JS", ANLEGEN)
    (lay,) = whole(state)
    assert {type(part) for part in lay.placements} == {NewMeld, Add}
    assert step(state, 0, lay).effects[0]["points"] == 37


def test_where_lay_offs_do_not_count_they_complete_no_opening() -> None:
    state = playing("0: 9H 9D 9C QS 2C 4D\n1: 2D 3D\nstock: *\nm1 of 1: 9S TS JS", variant("romme").profile)
    assert [each for each in legal_moves(state, 0) if isinstance(each, Lay)] == []


def test_a_tournament_opening_of_two_melds_is_listed_and_none_that_fails() -> None:
    text = "0: {} 2C 4D\n1: 2D 3D\n2: 5D\nstock: *"
    (lay,) = whole(playing(text.format("7S 7D 7C 6H 7H 8H"), TOURNAMENT))
    assert all(isinstance(part, NewMeld) for part in lay.placements)
    assert whole(playing(text.format("5S 5D 5C 6H 7H 8H"), TOURNAMENT)) == []


def test_a_table_put_together_anew_is_listed() -> None:
    """rules.md C.2, 18: the 7 leaves its run for the set of sevens; with the kings the lay counts 51."""
    state = playing("0: 7H 7D KS KH KD QS 2C\n1: 2D 3D\nstock: *\nm1 of 1: 4S 5S 6S 7S", ROBBER)
    (lay,) = [each for each in whole(state) if isinstance(each.placements[0], Rebuild)]
    taken = step(state, 0, lay)
    assert sorted(on_table(taken.state).values()) == sorted(["4S 5S 6S", "KS KH KD", on_table(taken.state)["m2"]])
    assert (hand(taken.state, 0), taken.effects[0]["points"]) == (cards("QS 2C"), 51)


def test_a_lay_of_forty_over_melds_and_lay_offs_is_listed() -> None:
    """Räuber: every lay counts 40, what it touches whole; no meld need be taken apart."""
    state = playing("0: QS 8H 8D 8C 2C\n1: 2D 3D\nstock: *\nm1 of 1: 9S TS JS", ROBBER)
    assert verdict(state, "0 lay m1 + QS") == "opening_too_low"
    (lay,) = whole(state)
    assert step(state, 0, lay).effects[0]["points"] == 39 + 24


def free(**sections: dict[str, object]) -> RuleProfile:
    return altered(rules(deck={"packs": 2}), laying={"rearrange": "free", "before_opening": "all"}, **sections)


def test_where_all_is_free_a_meld_may_be_broken_up() -> None:
    state = playing("0: 4H 4D 5H 5D 6H 6D KC\n1: 2C\nstock: *\nm1 of 1: 4S 5S 6S", free())
    assert any(len(step(state, 0, lay).state.players[0].hand) == 1 for lay in whole(state))


def test_nobody_rearranges_where_it_is_not_allowed() -> None:
    state = playing("0: 7H 7D 2C\n1: 2D\nstock: *\nm1 of 1: 4S 5S 6S 7S", rules())
    assert whole(state) == []


def test_an_unopened_seat_is_offered_no_rebuild_that_it_may_not_make() -> None:
    profile = altered(free(), laying={"before_opening": "none"}, opening={"min_points": 30})
    state = playing("0: 8S 9S KC\n1: 2C\nstock: *\nm1 of 1: 4S 5S 6S 7S", profile)
    assert whole(state) == []
    assert play(state, "0 discard KC").to_act == (1,)
