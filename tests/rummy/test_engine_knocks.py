"""How a knocker's hand is arranged (profile.md 7.18), the last discard, and takes that lead nowhere."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest

from rummy import solver
from rummy.cards import deck, parse_cards, texts
from rummy.engine import legal_moves
from rummy.errors import IllegalMove
from rummy.melds import Meld, read_meld
from rummy.moves import Knock, Pass, TakeDiscard
from rummy.profile import RuleProfile
from rummy.scoring import hand_points
from rummy.state import State
from tests.rummy.builder import altered, cards, dealt, effects, play, playing, refused, totals
from variants.catalogue import variant

GIN = variant("gin-rummy").profile
BOTH_WAYS = "5S 5H 5D 5C 6H 7H 8S 8H 8D 8C AC KC"
"""Two sets and a run of hearts, which takes the five, the eight, or neither; the ace is left each time."""
REST = "AS AH 3D 3C TS TD JC QD {}"


def knocked(defender: str, profile: RuleProfile = GIN) -> tuple[State, list[dict[str, Any]]]:
    text = f"0: {BOTH_WAYS}\n1: {REST.format(defender)}\nstock: *\ndiscard: 2C"
    state = playing(text, profile)
    return play(state, "0 knock KC"), effects(state, "0 knock KC")


@pytest.mark.parametrize(
    ("defender", "off"),
    [
        ("4H", []),  # the five stays in its set
        ("9H", []),  # the eight does
        ("9H 4H", ["4H"]),  # one of them will join: the cheaper one
    ],
)
def test_of_equal_arrangements_the_knocker_shows_the_hardest(defender: str, off: list[str]) -> None:
    _, (shown, over, *_) = knocked(defender)
    assert (shown["points"], shown["rest"]) == (1, ["AC"])
    assert [card for each in over.get("lay_offs", []) for card in each["cards"]] == off


def test_with_nobody_to_lay_off_the_first_arrangement_is_shown() -> None:
    _, (shown, *_) = knocked("4H", altered(GIN, knocking={"lay_off": "none"}))
    best = solver.best_melds(GIN, playing(f"0: {BOTH_WAYS}\n1: 2C\nstock: *").players[0].hand)
    assert len(shown["melds"]) == len(best.melds)


def test_an_arrangement_shown_before_a_last_go_tells_nothing_of_the_other_hand() -> None:
    profile = altered(GIN, knocking={"last_go": "one_each", "undercut": "none"})
    shown = [knocked(defender, profile)[1][0]["melds"] for defender in ("4H", "9H", "2D")]
    assert shown[0] == shown[1] == shown[2]


def test_the_knocker_wins_what_is_kept_off() -> None:
    over, _ = knocked("9H")
    assert totals(over) == [sum((1, 1, 3, 3, 10, 10, 10, 10, 9)) - 1, 0]


def partitions(hand: bytes) -> set[tuple[frozenset[str], ...]]:
    """Every way to put some cards of a hand into melds, by trying every heap."""
    heaps: list[tuple[frozenset[int], Meld]] = []
    for size in range(3, len(hand) + 1):
        for heap in combinations(sorted(hand), size):
            try:
                heaps.append((frozenset(heap), read_meld(GIN, bytes(heap))))
            except IllegalMove:
                continue
    found: set[frozenset[frozenset[int]]] = {frozenset()}
    layer = found
    while layer:
        layer = {
            chosen | {heap} for chosen in layer for heap, _ in heaps if all(not heap & other for other in chosen)
        } - found
        found = found | layer
    return {tuple(sorted(map(frozenset, (texts(heap) for heap in chosen)), key=sorted)) for chosen in found}


def test_equal_arrangements_are_all_that_leave_as_few_points() -> None:
    rng = random.Random(18)
    several = 0
    for _ in range(50):
        low = rng.randrange(9)
        pool = [face for face in deck(1, 0) if low <= face % 13 < low + 5]
        hand = bytes(sorted(rng.sample(pool, 10)))
        ways = partitions(hand)
        left = {way: hand_points(GIN, hand) - sum(hand_points(GIN, parse_cards(heap)) for heap in way) for way in ways}
        least = min(left.values())
        listed = list(solver.equal_arrangements(GIN, hand))
        found = [tuple(sorted((frozenset(texts(meld.cards)) for meld in each.melds), key=sorted)) for each in listed]
        assert len(found) == len(set(found)), cards(" ".join(texts(hand)))
        assert set(found) == {way for way in ways if left[way] == least}, texts(hand)
        assert listed[0] == solver.best_melds(GIN, hand)
        several += len(found) > 1
    assert several > 5


# --- the last discard (stock_empty.last_discard), and takes that lead nowhere ---

LAST = altered(GIN, knocking={"limit": 5}, stock_empty={"last_discard": "knock"})
ALMOST = "2S 3S 4S 5H 6H 7H 8D 9D TD KS"


def at_the_end(thrown: str, profile: RuleProfile = LAST) -> State:
    """Seat 0 throws with two cards left in the stock; seat 1 holds three melds and a king."""
    state = playing(f"0: AS AH 3D 3C TS TC JC QD KH KD {thrown}\n1: {ALMOST}\nstock: 8C 8H\ndiscard: QC", profile)
    return play(state, f"0 discard {thrown}")


def test_the_last_discard_may_be_taken_to_knock_with_it() -> None:
    state = at_the_end("JD")
    assert (state.phase, state.to_act, legal_moves(state, 1)) == ("last_draw", (1,), [TakeDiscard(), Pass()])
    assert [refused(state, "1 draw").code, refused(state, "1 discard KS").code] == ["wrong_phase", "wrong_phase"]
    taken = play(state, "1 take")
    assert {move.discard for move in legal_moves(taken, 1) if isinstance(move, Knock)} == {"KS"}
    assert refused(taken, "1 discard KS").code == "wrong_phase"
    over = play(taken, "1 knock KS")
    assert (over.results[0].how, over.results[0].winner) == ("knock", 1)


def test_without_a_knock_the_last_discard_cannot_be_taken() -> None:
    state = at_the_end("QH")
    assert legal_moves(state, 1) == [Pass()]
    refusal = refused(state, "1 take")
    assert (refusal.code, refusal.rule, refusal.data["got"]) == ("knock_too_high", "knocking.limit", 10)


@pytest.mark.parametrize(("thrown", "profile"), [("JD", GIN), ("JD", LAST), ("QH", LAST)])
def test_an_empty_stock_ends_the_deal_without_a_knock(thrown: str, profile: RuleProfile) -> None:
    state = at_the_end(thrown, profile)
    over = state if profile is GIN else play(state, "1 pass")
    assert (over.results[0].how, over.results[0].winner, totals(over)) == ("stock", None, [0, 0])


def test_the_take_that_makes_the_number_ends_the_deal_and_the_offered_card_is_not_counted() -> None:
    profile = altered(GIN, deadlock={"takes": 2})
    state = dealt(profile, ["2S 4S 6S 8S TS QS 2H 4H 6H 8H", "2D 4D 6D 8D TD QD 2C 4C 6C 8C"], discard="KS", dealer=1)
    state = play(state, "0 take", "0 discard 2S", "1 take", "1 discard 2D")
    assert (state.phase, state.takes) == ("draw", 1)
    over = play(state, "0 take")
    assert (over.results[0].how, over.results[0].winner, totals(over)) == ("deadlock", None, [0, 0])
    assert play(state, "0 draw", "0 discard 4S").phase == "draw"


def test_cards_put_back_one_after_the_other_end_the_deal() -> None:
    profile = altered(GIN, deadlock={"put_backs": 2}, discarding={"taken_card": "allowed"})
    state = dealt(profile, ["2S 4S 6S 8S TS QS 2H 4H 6H 8H", "2D 4D 6D 8D TD QD 2C 4C 6C 8C"], discard="KS", dealer=1)
    once = play(state, "0 take", "0 discard KS")
    assert play(once, "1 take", "1 discard KS").results[0].how == "deadlock"
    between = play(once, "1 take", "1 discard 2D", "0 take", "0 discard 2D")
    assert (between.phase, between.put_backs) == ("draw", 1)
    assert play(once, "1 draw", "1 discard 2D").put_backs == 0
