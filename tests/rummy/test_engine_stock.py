"""An empty stock and a deal that leads nowhere (profile.md 4.2, 4.4 g)."""

from __future__ import annotations

from typing import Any

import pytest

from rummy.cards import texts
from rummy.engine import legal_moves, order_needed, step
from rummy.moves import DrawStock, Reshuffled
from rummy.profile import RuleProfile
from rummy.state import State, evolve
from rummy.view import view_for
from tests.rummy.builder import everything, hand, play, playing, refused, rules, shuffled, table, totals, with_totals
from tests.variants.family import FAMILY
from variants.catalogue import variant

BASE = variant("rummy").profile
DUTCH = variant("rummy-dutch").profile
ROMME = FAMILY["romme"].profile
LAST_CARD = "0: 2S 4S\n1: 2D 4D\nstock: 7H\ndiscard: 9C TC JC"


def emptied(profile: RuleProfile, text: str = LAST_CARD, **changes: Any) -> State:
    """The last card of the stock is drawn, and 2S thrown."""
    return play(table(text, profile, **changes), "0 draw", "0 discard 2S")


# --- base Rummy: turned over, twice ---


def test_the_discards_are_turned_over_unshuffled() -> None:
    """cases.json K008."""
    state = emptied(BASE)
    assert (texts(state.stock), state.discard) == (["9C", "TC", "JC", "2S"], b"")
    assert order_needed(state) is None
    assert (state.to_act, legal_moves(state, 1)) == ((1,), [DrawStock()])
    assert view_for(state, 1)["stock_renewals_left"] == 1


def test_the_flip_waits_for_the_end_of_the_turn() -> None:
    state = play(table(LAST_CARD, BASE), "0 draw")
    assert (state.stock, state.renewals, len(state.discard)) == (b"", 0, 3)


def test_the_turned_stock_is_drawn_oldest_first() -> None:
    state = play(emptied(BASE), "1 draw", "1 discard 2D", "0 draw")
    assert "TC" in hand(state, 0)


@pytest.mark.parametrize(("renewals", "ends"), [(0, False), (1, False), (2, True)])
def test_the_third_exhaustion_voids_the_deal(renewals: int, *, ends: bool) -> None:
    state = with_totals(table(LAST_CARD, BASE, renewals=renewals), 30, 20)
    after = play(state, "0 draw", "0 discard 2S")
    assert bool(after.results) is ends
    if ends:
        assert (after.results[0].how, after.results[0].winner, totals(after)) == ("stock", None, [30, 20])


def test_going_out_in_the_turn_that_empties_the_stock_is_a_win() -> None:
    """rules.md A.4 [D]: nothing is turned over then, and nothing is void."""
    for last in ("0 lay 7S 7D 7H", "0 lay m1 + 7H"):
        text = "0: {}\n1: KD\nstock: 7H\ndiscard: 9C\nm1 of 1: 4H 5H 6H"
        state = table(text.format("7S 7D" if "7S" in last else ""), BASE, renewals=2)
        assert play(state, "0 draw", last).results[0].winner == 0


def test_a_pile_of_one_is_turned_over_too() -> None:
    state = emptied(BASE, "0: 2S 4S\n1: 2D 4D\nstock: 7H")
    assert (texts(state.stock), state.discard) == (["2S"], b"")


# --- Dutch Rummy: shuffled, one turned up ---


def test_the_discards_are_shuffled_with_the_fresh_one_and_one_is_turned_up() -> None:
    state = emptied(DUTCH)
    assert (state.phase, state.to_act) == ("renewing", ())
    assert sorted(texts(order_needed(state) or b"")) == ["2S", "9C", "JC", "TC"]
    after = step(state, None, Reshuffled(("TC", "2S", "JC", "9C")))
    assert (texts(after.state.discard), texts(after.state.stock)) == (["TC"], ["2S", "JC", "9C"])
    assert (after.state.to_act, after.state.phase, after.state.stock_known) == ((1,), "draw", False)
    assert after.effects == [{"kind": "renewed", "how": "shuffle", "stock_count": 3, "discard": ["TC"]}]
    assert everything(after.state) == everything(state)


def test_a_shuffle_must_be_of_the_cards_that_are_due() -> None:
    with pytest.raises(ValueError, match="no permutation"):
        step(emptied(DUTCH), None, Reshuffled(("TC", "2S", "JC")))


def test_dutch_shuffles_without_limit_while_the_table_changes() -> None:
    state = shuffled(emptied(DUTCH, renewals=40))
    assert (state.renewals, view_for(state, 0)["stock_renewals_left"]) == (41, None)


def test_a_pile_of_one_ends_the_deal() -> None:
    """rules.md A.5, deadlock."""
    state = emptied(DUTCH, "0: 2S 4S\n1: 2D 4D\nstock: 7H")
    assert (state.results[0].how, state.results[0].winner, state.phase) == ("stock", None, "between")


@pytest.mark.parametrize(("idle", "how"), [(1, None), (2, "deadlock")])
def test_two_renewals_without_a_table_change_are_a_deadlock(idle: int, how: str | None) -> None:
    """rules.md A.5: the next exhaustion after two reshuffles without any table change."""
    state = emptied(DUTCH, idle_renewals=idle)
    assert (state.results[0].how if state.results else None) == how


def test_a_table_change_breaks_the_deadlock() -> None:
    text = "0: 2S 4S 7S 7D\n1: 2D 4D\nstock: 7H\ndiscard: 9C TC JC"
    state = play(table(text, DUTCH, idle_renewals=2), "0 draw", "0 lay 7S 7D 7H", "0 discard 2S")
    assert (state.phase, state.idle_renewals) == ("renewing", 1)


# --- the other policies ---


def test_the_top_discard_may_stay() -> None:
    """cases.json K001."""
    state = emptied(ROMME, "0: 2S 4S\n1: 2D 4D\nstock: 7H\ndiscard: 9C TC")
    assert sorted(texts(order_needed(state) or b"")) == ["9C", "TC"]
    after = shuffled(state)
    assert (texts(after.discard), len(after.stock)) == (["2S"], 2)


def test_a_kept_top_card_alone_ends_the_deal() -> None:
    """cases.json K012: nobody is left without a move."""
    state = emptied(ROMME, "0: 2S 4S\n1: 2D 4D\nstock: 7H")
    assert (state.results[0].how, totals(state)) == ("stock", [4 + 7, 2 + 4])


def test_the_first_of_a_turned_pile_may_be_turned_up() -> None:
    state = emptied(rules(stock_empty={"action": "flip", "open_card": "turn"}))
    assert (texts(state.discard), texts(state.stock)) == (["9C"], ["TC", "JC", "2S"])


def test_one_renewal_for_a_given_order_always_leads_to_the_same_state() -> None:
    """cases.json K002."""
    profile = rules(stock_empty={"action": "shuffle", "renewals": 1})
    first, second = (shuffled(emptied(profile), seed=7) for _ in range(2))
    assert first == second
    assert first.renewals == 1
    assert emptied(profile, renewals=1).results[0].how == "stock"


def test_the_deal_may_end_with_cards_in_the_stock() -> None:
    """cases.json K005, K006: Gin ends at two cards; nobody draws the last ones."""
    gin = FAMILY["gin-rummy"].profile
    text = "0: 2S 4S 6S 8S TS QS 2D 4D 6D 8D\n1: 2H 4H 6H 8H TH QH 2C 4C 6C 8C\nstock: {}\ndiscard: KC"
    ends = play(table(text.format("AS AD 3S"), gin), "0 draw", "0 discard AS")
    assert (ends.results[0].how, ends.results[0].winner) == ("stock", None)
    goes_on = play(table(text.format("AS AD 3S 5S"), gin), "0 draw", "0 discard AS")
    assert goes_on.to_act == (1,)
    knocks = play(table("0: 2S 3S 4S 5H 6H 7H 8D 9D TD AC\n1: KD\nstock: KH AD 5S", gin), "0 draw", "0 knock KH")
    assert knocks.results[0].how == "knock"


def test_an_exhausted_stock_may_count_every_hand() -> None:
    """cases.json P022."""
    iro = FAMILY["romme-turnier"].profile
    over = play(table("0: AH 2S\n1: KH\n2: 3C\nstock: 2D\ndiscard: 9C", iro), "0 draw", "0 discard 2S")
    assert totals(over) == [11 + 2, 10, 3]
    assert over.results[0].winner is None


def test_every_card_is_there_after_two_renewals() -> None:
    """cases.json K009."""
    text = "0: 2S 4S 6S\n1: 2D 4D 6D\nstock: 7H\ndiscard: *"
    state = table(text, ROMME)
    whole = everything(state)
    for seat in (0, 1):
        card = hand(state, seat).split()[0]
        state = shuffled(play(evolve(state, seat=seat, to_act=(seat,)), f"{seat} draw", f"{seat} discard {card}"))
        state = evolve(state, stock=state.stock[:1], discard=state.stock[1:] + state.discard)
    assert state.renewals == 2
    assert everything(state) == whole
    assert sum(whole.values()) == 110


# --- deadlock by idle turns ---


def swap_for_ever(state: State, turns: int) -> State:
    """Each seat takes the open card and throws another: nothing leaves the stock."""
    for _ in range(turns):
        seat = state.to_act[0]
        taken = texts(state.discard[-1:])[0]
        card = next(card for card in hand(state, seat).split() if card != taken)
        state = play(state, f"{seat} take", f"{seat} discard {card}")
    return state


@pytest.mark.parametrize("seats", [2, 3])
def test_eight_laps_without_a_card_from_the_stock_are_a_deadlock(seats: int) -> None:
    """rules.md A.4, A.5 [D]."""
    for profile in (BASE, DUTCH):
        lines = "\n".join(f"{seat}: {2 + seat}S {2 + seat}D" for seat in range(seats))
        state = table(f"{lines}\nstock: *\ndiscard: KC", profile)
        state = swap_for_ever(state, 8 * seats - 1)
        assert not state.results
        over = swap_for_ever(state, 1)
        assert (over.results[0].how, over.results[0].winner, totals(over)) == ("deadlock", None, [0] * seats)


def test_a_card_from_the_stock_begins_the_count_anew() -> None:
    state = swap_for_ever(table("0: 2S 2D\n1: 3S 3D\nstock: *\ndiscard: KC", BASE), 15)
    assert state.idle_turns == 15
    seat = state.to_act[0]
    state = play(state, f"{seat} draw")
    state = play(state, f"{seat} discard {hand(state, seat).split()[0]}")
    assert state.idle_turns == 0


def test_a_deadlock_comes_before_an_exhausted_stock() -> None:
    state = playing("0: 2S 4S\n1: 2D\ndiscard: KC", BASE, idle_turns=15, renewals=2)
    state = evolve(state, turn=evolve(state.turn, from_stock=False))
    assert play(state, "0 discard 2S").results[0].how == "deadlock"


def test_at_every_draw_the_stock_holds_a_card() -> None:
    assert refused(table("0: 2S\n1: 3S\ndiscard: KC"), "0 draw").data == {"pile": "stock"}
    for profile in (BASE, DUTCH, ROMME):
        state = emptied(profile)
        assert (shuffled(state) if order_needed(state) else state).stock
