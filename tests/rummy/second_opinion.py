"""Random hands and tables on which the solver must agree with the second opinion of ``oracle``."""

from __future__ import annotations

import random
from collections import Counter

from rummy import solver
from rummy.cards import JOKER, deck, texts
from rummy.engine.rearranging import rearrange
from rummy.melds import Meld, add_cards, held, read_meld
from rummy.profile import RuleProfile
from rummy.sections import Laying
from rummy.state import TableMeld
from tests.rummy.meld_rules import FAMILIES, Rules, rules_of
from tests.rummy.oracle import House, in_hand, most_placed, worth

STEPS = 10_000
"""Steps of a rebuild: enough for most of these tables, and few where the answer is not proven anyway."""
GOALS: tuple[solver.Goal, ...] = ("deadwood", "cards", "points")


def random_hand(family: str, rng: random.Random) -> bytes:
    """A hand of a family; half of them from few ranks, where melds compete for cards; the ace lies at both ends."""
    _, packs, most_jokers, size = FAMILIES[family]
    cards = list(deck(packs, 0))
    if rng.random() < 0.5:
        low = rng.randrange(13)
        cards = [face for face in cards if (face - low) % 13 < 5]
    jokers = rng.randint(0, most_jokers)
    return bytes(rng.sample(cards, min(size - jokers, len(cards)))) + bytes([JOKER]) * jokers


def points_in_hand(house: House, hand: bytes) -> int:
    """Points of a hand, by the house's own table."""
    return sum(in_hand(house, card) for card in texts(hand))


def agree_on_hand(family: str, hand: bytes) -> None:
    """The solver's melds are melds of the hand, and worth what the second opinion says is the most."""
    house = FAMILIES[family][0]
    rules = rules_of(house)
    for goal in GOALS:
        found = solver.best_melds(rules, hand, goal)
        laid = Counter(face for meld in found.melds for face in held(meld))
        assert laid + Counter(found.rest) == Counter(hand), texts(hand)
        assert [read_meld(rules, meld.cards) for meld in found.melds] == list(found.melds), texts(hand)
        reached = {
            "deadwood": points_in_hand(house, hand) - points_in_hand(house, found.rest),
            "cards": laid.total(),
            "points": found.points,
        }
        assert reached[goal] == worth(house, texts(hand), goal), (goal, texts(hand))
    assert solver.deadwood(rules, hand) == solver.best_melds(rules, hand).deadwood, texts(hand)


def random_table(rng: random.Random) -> tuple[House, bytes, list[Meld]]:
    """Loose rules, a small hand and a few melds that compete for its ranks."""
    house = House(half=rng.random() < 0.5, gap=rng.choice((0, 0, 1)), ace=rng.choice(("low", "both", "wrap")))
    low = rng.randrange(8)
    cards = [face for face in deck(2, 0) if (face % 13 - low) % 13 <= 6]
    rng.shuffle(cards)
    jokers = rng.choice((0, 0, 0, 1, 2))
    pool = bytes(cards[: rng.choice((14, 20, 26))]) + bytes([JOKER]) * jokers
    table = list(solver.best_melds(rules_of(house), pool, "cards").melds)[:5]
    lying = Counter(face for meld in table for face in held(meld))
    rest = list((Counter(cards) - lying).elements()) + [JOKER] * rng.choice((0, 0, 0, 1))
    rng.shuffle(rest)
    return house, bytes(sorted(rest[:6])), table


def agree_on_table(house: House, hand: bytes, table: list[Meld], *, take: bool) -> bool:
    """A rebuild conserves cards, makes melds and is allowed, and is the best where it says so. Whether it says so."""
    rules = rules_of(house)
    found = solver.rebuild(rules, hand, table, "take" if take else "free", steps=STEPS)
    case = (texts(hand), [texts(meld.cards) for meld in table])
    after = table_after(rules, table, found)
    placed = Counter(hand) - Counter(found.rest)
    assert Counter(face for meld in after for face in held(meld)) == placed + Counter(
        face for meld in table for face in held(meld)
    ), case
    if take and found.named:
        named = [TableMeld(place, 0, table[place]) for place in found.named]
        rearrange(profile_of(rules), named, [meld.cards for meld in found.into], hand)  # raises where one is broken
    best = most_placed(house, texts(hand), [texts(held(meld)) for meld in table], take=take)
    assert placed.total() <= best, case
    if found.exact:
        assert placed.total() == best, case
    return found.exact


def profile_of(rules: Rules) -> RuleProfile:
    """A profile with these rules of melds, under which cards may be taken from melds."""
    sections = {name: getattr(rules, name) for name in ("sets", "runs", "wilds", "joker_swap", "values")}
    return RuleProfile(laying=Laying(rearrange="take"), **sections)


def table_after(rules: Rules, table: list[Meld], found: solver.Rebuilt) -> list[Meld]:
    """The table after a rebuild, each new meld read as a stranger would read it."""
    grown = dict(found.lay_offs)
    assert not set(grown) & set(found.named)
    stay = [
        add_cards(rules, meld, grown[place]) if place in grown else meld
        for place, meld in enumerate(table)
        if place not in found.named
    ]
    return stay + [read_meld(rules, meld.cards) for meld in (*found.into, *found.melds)]
