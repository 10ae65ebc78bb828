"""Who sees what (profile.md 6): the one door by which anything leaves for a seat."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rummy.cards import texts
from rummy.engine import new_match, order_needed, step
from rummy.moves import Dealt
from rummy.state import State, evolve
from rummy.view import event_for, memory_for, view_for
from tests.laws.tables import entry
from tests.rummy.builder import BASE, act, altered, cards, effects, hand, play, playing, rules, shuffled, table
from tests.variants.family import FAMILY
from variants.catalogue import variant

DUTCH = variant("rummy-dutch").profile
HANDS = "0: 2S 4S 6S\n1: 2D 4D 6D\n2: 2H 4H 6H"
PLAIN = HANDS + "\nstock: 6C *\ndiscard: QC KC"


def event(state: State, text: str) -> dict[str, Any]:
    return entry(7, *act(text), effects(state, text))


def words(value: Any) -> set[str]:
    return set(json.dumps(value).replace('"', " ").replace(",", " ").replace("]", " ").replace("[", " ").split())


def test_a_view_shows_the_own_hand_and_counts_of_the_others() -> None:
    """cases.json A004."""
    state = play(table(PLAIN, BASE), "0 take")
    view = view_for(state, 1)
    assert view["me"]["hand"] == cards("2D 4D 6D").split()
    assert [seat["hand_count"] for seat in view["seats"]] == [4, 3, 3]
    assert (view["discard"], view["discard_count"], view["stock_count"]) == (["QC"], 1, len(state.stock))
    assert not words(view) & {"2S", "4S", "6S", "2H", "4H", "6H", "KC", "6C"}


def test_a_spectator_sees_no_hand() -> None:
    view = view_for(table(PLAIN, BASE), None)
    assert view["me"] is None
    assert not words(view) & set(cards("2S 4S 6S 2D 4D 6D 2H 4H 6H").split())


def test_a_draw_is_shown_to_the_drawer_alone() -> None:
    """cases.json A005."""
    drawn = event(table(PLAIN, BASE), "0 draw")
    assert event_for(drawn, 0)["effects"] == [{"kind": "drawn", "seat": 0, "cards": ["6C"]}]
    for seat in (None, 1, 2):
        assert event_for(drawn, seat) == {"seq": 7, "at": "", "seat": 0, "kind": "draw_stock", "effects": []}


def test_a_taken_discard_is_shown_to_all() -> None:
    """cases.json A006."""
    state = play(table(PLAIN, BASE), "0 take")
    assert [memory_for(state, seat)["known"][0] for seat in (0, 1, 2)] == [["KC"]] * 3
    taken = event(table(PLAIN, BASE), "0 take")
    for seat in (None, 0, 1, 2):
        assert event_for(taken, seat)["effects"] == [{"kind": "taken", "seat": 0, "card": "KC"}]


def test_a_taken_discard_is_named_where_it_ends_the_deal() -> None:
    state = table(PLAIN, altered(BASE, deadlock={"takes": 1}))
    kinds = [effect["kind"] for effect in event(state, "0 take")["effects"]]
    assert kinds[:2] == ["taken", "deal_over"]


@pytest.mark.parametrize("text", ["0 lay 2S 2D 2H", "0 discard 9C"])
def test_what_is_laid_or_thrown_is_shown_to_all(text: str) -> None:
    state = playing("0: 2S 2D 2H 9C 8C\n1: 3D\nstock: *", BASE)
    shown = event(state, text)
    assert event_for(shown, None) == event_for(shown, 0) == event_for(shown, 1)


def test_the_order_of_the_deck_is_hidden() -> None:
    match = new_match(BASE, 2)
    dealt = shuffled(match)
    log = {"seq": 1, "at": "", "seat": None, "kind": "dealt", "order": texts(range(52)), "effects": []}
    assert event_for(log, None) == {"seq": 1, "at": "", "seat": None, "kind": "dealt", "effects": []}
    assert view_for(match, 0)["phase"] == "waiting"
    assert view_for(dealt, 0)["phase"] == "draw"


def test_a_deal_shows_each_seat_its_own_hand() -> None:
    match = new_match(BASE, 2)
    action = Dealt(tuple(texts(order_needed(match) or b"")))
    log = entry(1, None, action, step(match, None, action).effects)
    seen = event_for(log, 1)["effects"]
    assert [effect["kind"] for effect in seen] == ["deal", "hand"]
    assert seen[1]["seat"] == 1
    assert seen[0]["hand_counts"] == [10, 10]
    assert [effect["kind"] for effect in event_for(log, None)["effects"]] == ["deal"]


def test_a_shuffle_hides_the_order_and_shows_the_turned_card() -> None:
    """cases.json A009: nothing tells where a card lies that everybody saw before the shuffle."""
    state = play(table(HANDS + "\nstock: 6C\ndiscard: 9C TC JC QC", DUTCH), "0 draw", "0 discard 2S")
    log = entry(9, *act("shuffled TC 2S JC 9C QC"), effects(state, "shuffled TC 2S JC 9C QC"))
    seen = event_for(log, 0)
    assert seen["effects"] == [{"kind": "renewed", "how": "shuffle", "stock_count": 4, "discard": ["TC"]}]
    assert "order" not in seen
    after = play(state, "shuffled TC 2S JC 9C QC")
    assert memory_for(after, 1)["stock"] == []
    assert view_for(after, 1) == view_for(play(state, "shuffled TC QC 9C JC 2S"), 1)


def test_hands_stay_hidden_in_the_next_deal() -> None:
    """cases.json A011."""
    state = play(playing("0: 2S\n1: KD\nm1 of 0: 5H 6H 7H\nstock: *", BASE), "0 discard 2S", "0 ready", "1 ready")
    state = shuffled(state)
    hidden = set(hand(state, 0).split())
    assert not words({**view_for(state, 1), "results": []}) & hidden
    assert memory_for(state, 1)["known"] == [[], []]


def test_the_end_of_a_deal_shows_every_hand() -> None:
    state = playing("0: 2S\n1: KD 4C\nm1 of 0: 5H 6H 7H\nstock: *", BASE)
    over = event(state, "0 discard 2S")["effects"]
    assert [effect["kind"] for effect in over] == ["deal_over"]
    assert over[0]["seats"][1]["hand"] == cards("KD 4C").split()
    seen = event_for(event(state, "0 discard 2S"), None)["effects"][0]
    assert seen["seats"][1]["deadwood"] == 14


def test_a_void_deal_shows_no_hand() -> None:
    state = table("0: 2S 4S\n1: KD\nstock: 7H\ndiscard: 9C", rules(stock_empty={"action": "end"}))
    last = event(play(state, "0 draw"), "0 discard 2S")
    assert event_for(last, 1)["effects"] == [
        {"kind": "deal_over", "how": "stock", "winner": None, "double": False, "void": True}
    ]
    over = play(state, "0 draw", "0 discard 2S")
    for seat in (None, 1):
        assert not words(view_for(over, seat)) & {"4S", "7H"}


def test_hands_stay_hidden_during_a_last_go() -> None:
    """profile.md 7.19."""
    wiener = FAMILY["wiener-rummy"].profile
    text = "0: 2S 3S 4S 5H 6H 7H 8D 9D TD 5C KC\n1: JH QH\n2: JD QD\nstock: AH *"
    state = playing(text, wiener)
    knock = event_for(event(state, "0 knock KC"), 2)["effects"]
    assert knock == [
        {
            "kind": "knocked", "seat": 0, "points": 5, "rest": ["5C"],
            "melds": [["2S", "3S", "4S"], ["5H", "6H", "7H"], ["8D", "9D", "TD"]],
        }
    ]  # fmt: skip
    after = play(state, "0 knock KC")
    assert not words(view_for(after, 2)) & {"JH", "QH"}
    assert view_for(after, 2)["knock"]["points"] == 5
    drawn = play(after, "1 draw")
    assert not words(view_for(drawn, 2)) & {"JH", "QH", "AH"}


def test_a_sitting_out_seat_sees_what_a_spectator_sees() -> None:
    state = shuffled(new_match(FAMILY["romme-turnier"].profile, 4, first_dealer=2))
    mine, theirs = view_for(state, 2), view_for(state, None)
    assert mine["me"]["hand"] == []
    assert {**mine, "me": None} == theirs


def test_the_seat_on_turn_sees_what_it_drew_and_owes() -> None:
    state = play(table(PLAIN, BASE), "0 draw")
    assert view_for(state, 0)["me"]["drawn"] == ["6C"]
    assert view_for(state, 1)["me"]["drawn"] == []
    locked = evolve(state, turn=evolve(state.turn, locked=True))
    assert view_for(locked, 0)["me"]["obligations"] == [{"kind": "no_lay"}, {"kind": "no_joker_discard"}]
    now = play(table("0: 7S 7H 2D\n1: KD\nstock: *\ndiscard: 7D", rules(draw={"taken_card": "lay_now"})), "0 take")
    assert view_for(now, 0)["me"]["obligations"] == [{"kind": "use", "card": "7D"}]


@pytest.mark.parametrize(("look_back", "shown"), [("top", ["KC"]), ("all", ["QC", "KC"])])
def test_how_far_one_may_look_back(look_back: str, shown: list[str]) -> None:
    assert view_for(table(PLAIN, rules(discarding={"look_back": look_back})), 1)["discard"] == shown


def test_a_minimum_is_shown_until_it_is_met() -> None:
    profile = rules(opening={"min_points": 50})
    state = table("0: 2S\n1: 3S\nstock: *\nm1 of 1: 9H TH JH", profile)
    assert view_for(state, 0)["me"]["opening"]["needed"] == 50
    assert view_for(state, 1)["me"]["opening"] == {"needed": 0, "laid": 0, "opened": True}
    every = altered(profile, opening={"applies": "every_lay"})
    assert view_for(evolve(state, profile=every), 1)["me"]["opening"]["needed"] == 50


def test_every_view_is_plain_json() -> None:
    for each in FAMILY.values():
        state = shuffled(new_match(each.profile, each.profile.players.max))
        for seat in (None, *range(len(state.players))):
            assert json.loads(json.dumps(view_for(state, seat))) == view_for(state, seat)
