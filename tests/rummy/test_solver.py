"""The solver: worked hands, and agreement with a second opinion on random ones (``LAWS_HANDS`` of each family)."""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest

from rummy import solver
from rummy.cards import CARD_TEXT, FACE, deck, parse_cards, parse_slots, remove, texts
from rummy.melds import Meld, add_cards, held, read_meld
from tests.rummy.meld_rules import BASE, DISTANT, FAMILIES, REPEATED, ROMME, TOURNAMENT, rules_of
from tests.rummy.oracle import House, listable, worth, worth_by_trial
from tests.rummy.second_opinion import agree_on_hand, agree_on_table, points_in_hand, random_hand, random_table

HANDS = int(os.environ.get("LAWS_HANDS", "40"))


def melds_of(house: House, *written: str) -> list[Meld]:
    return [read_meld(rules_of(house), parse_slots(cards)) for cards in written]


def shown(melds: tuple[Meld, ...]) -> list[str]:
    return [" ".join(texts(meld.cards)) for meld in melds]


@pytest.mark.parametrize("family", FAMILIES)
def test_best_melds_agree_with_a_second_opinion(family: str) -> None:
    rng = random.Random(f"melds of {family}")
    for _ in range(HANDS):
        agree_on_hand(family, random_hand(family, rng))


@pytest.mark.parametrize("family", FAMILIES)
def test_limits_on_melds_and_kept_cards_agree_with_a_second_opinion(family: str) -> None:
    house = FAMILIES[family][0]
    rules = rules_of(house)
    rng = random.Random(f"limits of {family}")
    for _ in range(max(HANDS // 10, 3)):
        hand = random_hand(family, rng)
        for limit in (1, 2):
            few = solver.best_melds(rules, hand, "points", max_melds=limit)
            assert len(few.melds) <= limit
            assert few.points == worth(house, texts(hand), "points", most_melds=limit), texts(hand)
            kept = solver.best_melds(rules, hand, "cards", keep=limit)
            assert len(hand) - len(kept.rest) == worth(house, texts(hand), "cards", keep=limit), texts(hand)
            assert len(kept.rest) >= limit


@pytest.mark.parametrize("family", FAMILIES)
def test_each_discard_leaves_what_the_rest_is_worth(family: str) -> None:
    house = FAMILIES[family][0]
    rng = random.Random(f"discards of {family}")
    for _ in range(max(HANDS // 10, 3)):
        hand = random_hand(family, rng)
        found = solver.discards(rules_of(house), hand)
        assert list(found) == sorted(set(hand))
        for face, left in found.items():
            rest = remove(hand, face)
            assert left == points_in_hand(house, rest) - worth(house, texts(rest), "deadwood"), texts(hand)


def test_the_second_opinion_agrees_with_trying_everything() -> None:
    rng = random.Random("small hands")
    for family, (house, *_) in FAMILIES.items():
        for _ in range(5):
            hand = texts(random_hand(family, rng)[-7:])
            assert worth(house, hand, "points") == worth_by_trial(house, hand, "points"), (family, hand)


@pytest.mark.parametrize("take", [True, False], ids=["take", "free"])
def test_rebuilding_agrees_with_a_second_opinion(*, take: bool) -> None:
    rng = random.Random(f"tables {take}")
    proven = sum(agree_on_table(*random_table(rng), take=take) for _ in range(HANDS))
    assert proven >= HANDS // 4


def test_hands_and_answers_do_not_depend_on_the_order_of_cards() -> None:
    rng = random.Random("order")
    rules = rules_of(ROMME)
    for _ in range(20):
        hand = random_hand("two_packs", rng)
        mixed = bytes(rng.sample(hand, len(hand)))
        assert solver.best_melds(rules, mixed) == solver.best_melds(rules, hand)
        assert solver.all_melds(rules, mixed) == solver.all_melds(rules, hand)


def test_of_equals_it_melds_more_cards_then_makes_fewer_melds() -> None:
    long = solver.best_melds(rules_of(BASE), parse_cards("3S 4S 5S 6S 7S 8S"))
    assert shown(long.melds) == ["3S 4S 5S 6S 7S 8S"]


@pytest.mark.parametrize(
    ("house", "hand", "goal", "melds", "rest"),
    [
        (BASE, "5S 6S 7S 5C 5D 5H 2D 9C QH KH", "deadwood", ["5H 5D 5C", "5S 6S 7S"], "KH QH 2D 9C"),
        (BASE, "3H 4H 5H 6H 7H 6D 6S", "cards", ["6S 6H 6D", "3H 4H 5H"], "7H"),
        (ROMME, "X X KH", "cards", [], "KH X X"),
        (ROMME, "X X X", "deadwood", [], "X X X"),
        (TOURNAMENT, "3C 6C X X", "cards", [], "3C 6C X X"),
        (DISTANT, "3C 5C 6C 8C X X", "cards", ["3C X:4C 5C 6C X:7C 8C"], ""),
        (REPEATED, "7C 7C 7H X", "cards", ["7H 7C 7C X:7"], ""),
    ],
)
def test_it_finds_the_best_melds(house: House, hand: str, goal: solver.Goal, melds: list[str], rest: str) -> None:
    found = solver.best_melds(rules_of(house), parse_cards(hand), goal)
    assert shown(found.melds) == melds
    assert sorted(found.rest) == sorted(parse_cards(rest))


def test_every_meld_of_a_small_hand_is_listed_once() -> None:
    rng = random.Random("lists")
    for family in ("base", "one_pack_with_jokers", "two_packs", "jokers_apart", "repeated_suits", "loose"):
        rules = rules_of(FAMILIES[family][0])
        for _ in range(max(HANDS // 4, 4)):
            hand = random_hand(family, rng)[-9:]
            listed = solver.all_melds(rules, hand)
            assert len(set(listed)) == len(listed)
            assert [read_meld(rules, meld.cards) for meld in listed] == listed
            assert {tuple(texts(meld.cards)) for meld in listed} == listable(FAMILIES[family][0], texts(hand))


def test_a_joker_is_listed_only_where_its_card_is_not_held() -> None:
    listed = solver.all_melds(rules_of(ROMME), parse_cards("7H 8H 9H X"))
    assert shown(tuple(listed)) == ["7H 8H 9H", "7H 8H 9H X:TH", "8H 9H X:TH", "X:6H 7H 8H", "X:6H 7H 8H 9H"]
    sets = solver.all_melds(rules_of(ROMME), parse_cards("7S 7H 7D X"))
    assert shown(tuple(sets)) == ["7S 7H 7D", "7S 7H 7D X:7"]


def test_an_opening_reaches_the_minimum_with_least_left_in_the_hand() -> None:
    rules = rules_of(ROMME)
    hand = parse_cards("QH QD QS QC 2H")
    opening = solver.best_opening(rules, hand, 40, keep=1)
    assert opening is not None
    assert (shown(opening.melds), opening.points) == (["QS QH QD QC"], 40)
    assert solver.best_opening(rules, hand, 41, keep=1) is None
    assert solver.best_opening(rules, parse_cards("9H TH JH 2C"), 30) is None  # 29, rules.md C.2 fixture 6


def test_an_opening_may_count_lay_offs_but_needs_a_meld() -> None:
    rules = rules_of(ROMME)
    table = melds_of(ROMME, "TS JS QS", "8H 8D 8S")
    hand = parse_cards("KS AS 6D 7D 8D 2C")
    assert solver.best_opening(rules, hand, 40) is None
    opening = solver.best_opening(rules, hand, 40, table=table, counts="melds_and_lay_offs")
    assert opening is not None
    assert (shown(opening.melds), opening.points) == (["6D 7D 8D"], 42)
    assert opening.lay_offs == ((0, parse_cards("KS AS")),)
    alone = parse_cards("KS AS 2C")
    assert solver.best_opening(rules, alone, 20, table=table, counts="melds_and_lay_offs") is None
    touched = solver.best_opening(rules, alone, 40, table=table, counts="touched")
    assert touched is not None
    assert touched.points == 51


def test_a_joker_is_laid_off_where_it_helps_another_card() -> None:
    table = melds_of(TOURNAMENT, "JS QS KS")
    lay_offs = solver.best_lay_offs(rules_of(TOURNAMENT), parse_cards("X 9S"), table)
    assert [(place, texts(slots)) for place, slots in lay_offs] == [(0, ["9S", "X:TS"])]


def test_a_play_grows_melds_as_they_would_be_grown_by_hand() -> None:
    rng = random.Random("plays")
    for _ in range(HANDS):
        house, hand, table = random_table(rng)
        rules = rules_of(house)
        play = solver.best_play(rules, hand, table, "cards")
        for place, slots in play.lay_offs:
            assert add_cards(rules, table[place], slots) == play.grown[place]
        assert len(play.rest) <= len(solver.best_melds(rules, hand, "cards").rest)


def test_new_melds_a_turn_can_be_limited() -> None:
    rules = rules_of(BASE)
    hand = parse_cards("8S 8H 8D 4C 5C 6C KH")
    play = solver.best_play(rules, hand, melds_of(BASE, "TH JH QH"), "cards", max_melds=1)
    assert shown(play.melds) == ["8S 8H 8D"]
    assert [place for place, _ in play.lay_offs] == [0]


def test_robbing_leaves_a_meld_behind() -> None:
    """rules.md C.2 fixture 18: the seven leaves a run of four, and may not leave a run of three."""
    rules = rules_of(ROMME)
    hand = parse_cards("7H 7D KS KH KD")
    four = solver.rebuild(rules, hand, melds_of(ROMME, "4S 5S 6S 7S"), "take", minimum=40)
    assert (four.named, shown(four.into), shown(four.melds)) == ((0,), ["4S 5S 6S", "7S 7H 7D"], ["KS KH KD"])
    assert (four.rest, four.points, four.exact) == (b"", 51, True)
    three = solver.rebuild(rules, parse_cards("7H 7D"), melds_of(ROMME, "5S 6S 7S"), "take")
    assert (three.named, three.rest, three.exact) == ((), parse_cards("7H 7D"), True)
    low = solver.rebuild(rules, parse_cards("7H 7D"), melds_of(ROMME, "4S 5S 6S 7S"), "take", minimum=40)
    assert low.rest == parse_cards("7H 7D")


def test_a_play_is_proven_beside_a_joker_where_breaking_up_all_melds_would_place_no_more() -> None:
    rules = rules_of(ROMME)
    table = melds_of(ROMME, "4S X 6S", "9H 9D 9C")
    assert solver.rebuild(rules, parse_cards("2H KD"), table, "take").exact
    assert not solver.rebuild(rules, parse_cards("2H KD"), table, "take", prove=False).exact


def test_a_joker_of_the_table_is_read_anew_where_that_places_more() -> None:
    rules = rules_of(ROMME)
    table = melds_of(ROMME, "4S X 6S", "9H 9D 9C")
    found = solver.rebuild(rules, parse_cards("5S KD"), table, "take")
    assert (found.named, shown(found.into), found.rest, found.exact) == (
        (0,),
        ["4S 5S 6S X:7S"],
        parse_cards("KD"),
        True,
    )
    seen = solver.rebuild(rules, parse_cards("7S 8S KD"), melds_of(ROMME, "5S 6S X:7S"), "take")
    assert (seen.rest, seen.exact) == (parse_cards("KD"), True)
    broken = solver.rebuild(rules, parse_cards("2H 3H KD"), melds_of(ROMME, "4S X 6S"), "take")
    assert (broken.rest, broken.named) == (parse_cards("2H 3H KD"), ()), "the joker may not leave the meld broken"


def test_a_search_that_runs_out_of_steps_says_so() -> None:
    rules = rules_of(ROMME)
    table = melds_of(ROMME, "4S 5S 6S 7S", "2H 3H 4H 5H", "9D TD JD QD")
    found = solver.rebuild(rules, parse_cards("7H 7D 2S"), table, "take", steps=50)
    assert not found.exact


@pytest.mark.parametrize("cards", [20, 50])
def test_a_table_that_may_be_rearranged_never_makes_a_play_worse(cards: int) -> None:
    """A search that runs out of steps over the ways to open up the table still knows the play that leaves it alone."""
    rules = rules_of(ROMME)
    rng = random.Random(f"rearranging beside {cards} cards")
    table = melds_of(ROMME, "4S 5S 6S 7S", "2H 3H 4H 5H 6H", "9D TD JD QD", "8C 8D 8H", "KS KH X")
    left = Counter(deck(2, 6)) - Counter(b"".join(map(held, table)))
    for _ in range(2):
        hand = bytes(sorted(rng.sample(sorted(left.elements()), cards)))
        plain = solver.best_play(rules, hand, table, "cards")
        found = solver.rebuild(rules, hand, table, "take", minimum=40, keep=1, steps=300)
        assert 1 <= len(found.rest) <= max(1, len(plain.rest))
        assert found.points >= 40
        unreached = solver.rebuild(rules, hand, table, "take", minimum=10_000, steps=300)
        assert (unreached.rest, unreached.exact) == (hand, False)


def test_throwing_a_card_that_no_meld_needs_leaves_the_melds() -> None:
    found = solver.discards(rules_of(BASE), parse_cards("4S 4C 4D 4H 5S 5C 5D 6S 2C 3S 3C"))
    assert min(found.values()) == 3
    assert [CARD_TEXT[face] for face, left in found.items() if left == 3] == ["6S"]
    assert found[FACE["6S"]] == 3


def test_a_hand_as_large_as_the_deck_is_answered_and_says_whether_it_is_proven() -> None:
    rules = rules_of(BASE)
    whole = solver.best_melds(rules, deck(1, 0))
    assert (whole.deadwood, whole.exact, solver.deadwood(rules, deck(1, 0))) == (0, True, 0)
    rng = random.Random("large hands")
    for house in (ROMME, REPEATED):
        rules = rules_of(house)
        hand = bytes(sorted(rng.sample(deck(2, 6), 70)))
        found = solver.best_melds(rules, hand)
        assert not found.exact
        assert found.deadwood < points_in_hand(house, hand) // 4
        assert sorted(found.rest + b"".join(map(held, found.melds))) == sorted(hand)
        assert [read_meld(rules, meld.cards) for meld in found.melds] == list(found.melds)
        assert set(solver.discards(rules, hand)) == set(hand)
        play = solver.best_play(rules, hand, found.melds, "cards")
        assert not play.exact
        assert play.melds


@pytest.mark.parametrize(("ace", "left"), [("low", 14), ("high", 14), ("both", 14), ("wrap", 14)])
def test_an_ace_that_two_runs_want_is_in_one_of_them(ace: str, left: int) -> None:
    """2-3 with the ace below, queen and king with it above, sets of twos and of kings: each card serves once."""
    rules = rules_of(House(ace=ace))
    hand = parse_cards("AS 2S 3S QS KS 2H 2D KH KD")
    assert solver.deadwood(rules, hand) == solver.best_melds(rules, hand).deadwood == left
