"""How a deal begins, and who deals the next one."""

from __future__ import annotations

import pytest

from rummy.cards import texts
from rummy.engine import arranged, default_move, legal_moves, new_match, step
from rummy.moves import Dealt, DrawStock, Reshuffled
from rummy.state import evolve
from tests.rummy.builder import (
    cards,
    dealt,
    everything,
    hand,
    play,
    refused,
    rules,
    shuffled,
    table,
)
from tests.variants.family import FAMILY
from variants.catalogue import variant

BASE = variant("rummy").profile
DUTCH = variant("rummy-dutch").profile
GIN = FAMILY["gin-rummy"].profile

PLAIN = "0: 2S 4S 6S\n1: 2D 4D 6D\n2: 2H 4H 6H\nstock: *\ndiscard: KC"

# --- the deal ---


@pytest.mark.parametrize(
    ("seats", "size", "stock"), [(2, 10, 31), (3, 7, 30), (4, 7, 23), (5, 6, 21), (6, 6, 15)]
)  # rules.md A.4
def test_base_deals_by_the_number_of_players(seats: int, size: int, stock: int) -> None:
    state = shuffled(new_match(BASE, seats))
    assert [len(player.hand) for player in state.players] == [size] * seats
    assert (len(state.stock), len(state.discard)) == (stock, 1)
    assert (state.dealer, state.to_act, state.phase) == (seats - 1, (0,), "draw")


@pytest.mark.parametrize(("seats", "size"), [(2, 10), (3, 7), (4, 7)])  # rules.md A.5
def test_dutch_deals_by_the_number_of_players(seats: int, size: int) -> None:
    state = shuffled(new_match(DUTCH, seats))
    assert [len(player.hand) for player in state.players] == [size] * seats
    assert len(state.discard) == 1


@pytest.mark.parametrize("seats", [1, 7])
def test_it_refuses_a_table_of_the_wrong_size(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 6 seats"):
        new_match(BASE, seats)


def test_cards_are_dealt_one_by_one_from_the_dealers_left() -> None:
    order = tuple(texts(range(52)))
    state = step(new_match(BASE, 3, first_dealer=0), None, Dealt(order)).state
    assert hand(state, 1).split()[:2] == ["AS", "4S"]
    assert (hand(state, 2).split()[0], hand(state, 0).split()[0]) == ("2S", "3S")
    assert texts(state.discard) == [order[21]]
    assert texts(state.stock) == list(order[22:])


def test_the_host_cannot_deal_what_is_no_deck() -> None:
    match = new_match(BASE, 2)
    with pytest.raises(ValueError, match="no permutation"):
        step(match, None, Dealt(("AS",) * 52))
    with pytest.raises(ValueError, match="no reshuffled is due"):
        step(match, None, Reshuffled(("AS",)))
    with pytest.raises(ValueError, match="no dealt is due"):
        step(shuffled(match), None, Dealt(tuple(texts(range(52)))))


def test_an_arranged_deal_must_be_the_whole_deck() -> None:
    hands = [bytes(range(10)), bytes(range(10, 20))]
    with pytest.raises(ValueError, match="exactly the deck"):
        arranged(BASE, 2, hands=hands, stock=bytes(range(20, 40)), discard=b"\x32")
    with pytest.raises(ValueError, match="must have 10 cards, not 9"):
        arranged(BASE, 2, hands=[hands[0][1:], hands[1]], stock=bytes(range(20, 52)), discard=b"")
    with pytest.raises(ValueError, match="the stock must hold a card"):
        arranged(BASE, 2, hands=hands, stock=b"", discard=bytes(range(20, 52)))
    with pytest.raises(ValueError, match="2 hands, not 3"):
        arranged(BASE, 2, hands=[*hands, b""], stock=b"", discard=b"")
    with pytest.raises(ValueError, match="no seat"):
        arranged(BASE, 2, hands=hands, stock=bytes(range(20, 52)), discard=b"", dealer=2)


def test_a_dealer_is_named_for_the_first_deal_only() -> None:
    order = tuple(texts(range(52)))
    assert step(new_match(BASE, 2), None, Dealt(order, dealer=0)).state.to_act == (1,)
    with pytest.raises(ValueError, match="first deal"):
        step(evolve(new_match(BASE, 2), deal=2), None, Dealt(order, dealer=0))


def test_the_dealer_moves_left_every_deal() -> None:
    """rules.md A.4; cases.json T023."""
    state = shuffled(new_match(BASE, 4, first_dealer=0))
    dealers, starters = [], []
    for seed in range(4):
        dealers.append(state.dealer)
        starters.append(state.to_act[0])
        over = evolve(state, stock=state.stock[:1], renewals=2)
        over = play(over, f"{over.seat} draw", f"{over.seat} discard {hand(over, over.seat).split()[0]}")
        assert over.phase == "between"
        for seat in over.to_act:
            over = play(over, f"{seat} ready")
        state = shuffled(over, seed)
    assert (dealers, starters) == ([0, 1, 2, 3], [1, 2, 3, 0])


def test_every_deal_starts_with_full_hands_and_an_empty_table() -> None:
    """cases.json T027."""
    state = table("0: 7S 7D\n1: KD\nstock: 7H *\ndiscard: KC\nm1 of 1: 2H 3H 4H", BASE)
    state = play(state, "0 draw", "0 lay 7S 7H 7D", "1 ready", "0 ready")
    assert (state.phase, state.deal) == ("dealing", 2)
    again = shuffled(state)
    assert [len(player.hand) for player in again.players] == [10, 10]
    assert (again.melds, again.renewals, again.next_meld, again.opener) == ((), 0, 1, None)
    assert not any(player.opened or player.laid or player.known or player.thrown for player in again.players)
    assert [player.total for player in again.players] == [20, 0]
    assert sum(everything(again).values()) == 52


# --- deal.first_turn, deal.first_actor ---


def test_the_dealer_may_begin_with_one_card_more() -> None:
    profile = rules(deal={"cards": 5, "first_actor": "dealer", "first_turn": "no_draw"})
    state = shuffled(new_match(profile, 3))
    assert (state.dealer, state.to_act, state.phase) == (0, (0,), "play")
    assert [len(player.hand) for player in state.players] == [6, 5, 5]


OFFER = ["2S 4S 6S 8S TS 2D 4D 6D 8D TD", "AS 3S 5S 7S 9S AD 3D 5D 7D 9D"]


def test_the_upcard_is_offered_in_turn_and_then_the_stock_is_drawn() -> None:
    """cases.json T001."""
    state = dealt(GIN, OFFER, discard="KC")
    assert (state.phase, state.to_act) == ("offer", (0,))
    assert refused(state, "0 draw").code == "wrong_phase"
    state = play(state, "0 pass")
    assert (state.phase, state.to_act) == ("offer", (1,))
    assert refused(state, "0 draw").code == "not_your_turn"
    state = play(state, "1 pass")
    assert (state.phase, state.to_act) == ("draw", (0,))
    refusal = refused(state, "0 take")
    assert (refusal.code, refusal.rule) == ("pile_closed", "deal.first_turn")
    assert legal_moves(state, 0) == [DrawStock()]
    assert play(state, "0 draw", "0 discard 2S").to_act == (1,)


def test_who_takes_the_upcard_has_the_turn() -> None:
    state = play(dealt(GIN, OFFER, discard="KC"), "0 pass", "1 take")
    assert (state.phase, state.to_act, hand(state, 1)) == ("play", (1,), cards(OFFER[1] + " KC"))
    assert play(state, "1 discard AS").to_act == (0,)


def test_a_silent_seat_passes_on_the_upcard() -> None:
    state = dealt(GIN, OFFER, discard="KC")
    assert default_move(state, 0).kind == "pass"
