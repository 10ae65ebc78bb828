"""A second opinion on melds, written from the rules in the words of a table: cards as text, no code of the engine.

``worth`` finds the best melds of a hand as a set packing, solved as an integer programme (``scipy.optimize.milp``);
``worth_by_trial`` tries every combination and is for small hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise, product

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_matrix

ORDER = "A23456789TJQK"
PIPS = dict(zip(ORDER, (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10), strict=True))


@dataclass(frozen=True)
class House:
    """The rules a table may agree on (profile.md 1)."""

    set_min: int = 3
    set_max: int = 4
    distinct: bool = True
    run_min: int = 3
    ace: str = "low"
    half: bool = True
    gap: int = 0
    ace_points: int = 1
    ace_low_points: int = 1
    joker_points: int = 20


@dataclass(frozen=True)
class Laid:
    """A possible meld: the cards it takes from the hand (jokers as X), its points, and how it is written."""

    cards: tuple[str, ...]
    points: int
    written: tuple[str, ...]


def in_hand(house: House, card: str) -> int:
    """Points of a card in a hand."""
    if card == "X":
        return house.joker_points
    return house.ace_points if card[0] == "A" else PIPS[card[0]]


@cache
def lines(ace: str, run_min: int) -> list[str]:
    """Every sequence of ranks that a run may be."""
    row = {"low": ORDER, "high": ORDER[1:] + "A", "both": ORDER + "A", "wrap": ORDER + ORDER}[ace]
    starts = range(13) if ace == "wrap" else range(len(row))
    return [
        row[start : start + size]
        for start in starts
        for size in range(run_min, 14)
        if start + size <= len(row) and len(set(row[start : start + size])) == size
    ]


def possible_melds(house: House, hand: Iterable[str]) -> Iterator[Laid]:
    """Every meld that cards of the hand make, wherever jokers stand in it."""
    have = Counter(hand)
    yield from _runs(house, have)
    yield from _sets(house, have)


def _runs(house: House, have: Counter[str]) -> Iterator[Laid]:
    for suit in "SHDC":
        for line in lines(house.ace, house.run_min):
            holes = [place for place, rank in enumerate(line) if not have[rank + suit]]
            if len(holes) > have["X"]:
                continue
            filled = [place for place in range(len(line)) if place not in holes]
            for extra in range(have["X"] - len(holes) + 1):
                for more in combinations(filled, extra):
                    wild = sorted([*holes, *more])
                    if not _jokers_allowed(house, len(line) - len(wild), len(wild)):
                        continue
                    if any(b - a - 1 < house.gap for a, b in pairwise(wild)):
                        continue
                    cards = tuple("X" if place in wild else rank + suit for place, rank in enumerate(line))
                    points = sum(house.ace_points if rank == "A" else PIPS[rank] for rank in line)
                    if line[0] == "A":
                        points += house.ace_low_points - house.ace_points
                    written = tuple(("X:" if place in wild else "") + rank + suit for place, rank in enumerate(line))
                    yield Laid(cards, points, written)


def _sets(house: House, have: Counter[str]) -> Iterator[Laid]:
    for rank in ORDER:
        copies = [min(have[rank + suit], 1) if house.distinct else have[rank + suit] for suit in "SHDC"]
        for used in product(*(range(most + 1) for most in copies)):
            naturals = [rank + suit for suit, count in zip("SHDC", used, strict=True) for _ in range(count)]
            for wild in range(have["X"] + 1):
                size = len(naturals) + wild
                if not house.set_min <= size <= house.set_max or (house.distinct and size > 4):
                    continue
                if _jokers_allowed(house, len(naturals), wild):
                    value = house.ace_points if rank == "A" else PIPS[rank]
                    yield Laid((*naturals, *"X" * wild), value * size, (*naturals, *[f"X:{rank}"] * wild))


def _jokers_allowed(house: House, naturals: int, jokers: int) -> bool:
    return naturals >= 1 and (jokers <= naturals or not house.half)


def gain(house: House, goal: str, laid: Laid) -> int:
    """What a meld adds to the goal: hand points saved, cards, or points on the table."""
    if goal == "cards":
        return len(laid.cards)
    return laid.points if goal == "points" else sum(in_hand(house, card) for card in laid.cards)


def worth(house: House, hand: list[str], goal: str, *, most_melds: int = 0, keep: int = 0) -> int:
    """Most that disjoint melds of the hand can add to the goal, by integer programming."""
    best: dict[tuple[str, ...], int] = {}
    for laid in possible_melds(house, hand):
        key = tuple(sorted(laid.cards))
        best[key] = max(best.get(key, 0), gain(house, goal, laid))
    if not best:
        return 0
    have = Counter(hand)
    faces = sorted(have)
    melds = list(best)
    rows = [[meld.count(face) for meld in melds] for face in faces]
    limits = [have[face] for face in faces]
    if most_melds:
        rows.append([1] * len(melds))
        limits.append(most_melds)
    if keep:
        rows.append([len(meld) for meld in melds])
        limits.append(max(len(hand) - keep, 0))
    answer = milp(
        c=-np.array([best[meld] for meld in melds], dtype=float),
        constraints=LinearConstraint(csr_matrix(np.array(rows, dtype=float)), -np.inf, np.array(limits, dtype=float)),
        integrality=np.ones(len(melds), dtype=np.int64),
        bounds=Bounds(0, np.inf),
    )
    assert answer.success, answer.message
    return round(-answer.fun)


def worth_by_trial(house: House, hand: list[str], goal: str) -> int:
    """The same by trying every combination of melds."""
    melds = list(possible_melds(house, hand))

    def most(have: Counter[str], start: int) -> int:
        top = 0
        for at in range(start, len(melds)):
            used = Counter(melds[at].cards)
            if used <= have:
                top = max(top, gain(house, goal, melds[at]) + most(have - used, at))
        return top

    return most(Counter(hand), 0)


def most_placed(house: House, hand: list[str], table: list[list[str]], *, take: bool) -> int:
    """Most hand cards that a rearrangement of the whole table takes in; all table cards must lie in melds again.

    ``take``: for each meld of the table another of the new ones holds a valid meld of its cards (profile.md 4.4l).
    """
    lying = Counter(card for meld in table for card in meld)
    have = Counter(hand) + lying
    melds = sorted({tuple(sorted(laid.cards)) for laid in possible_melds(house, have.elements())})
    if not melds:
        return 0
    faces = sorted(have)
    cores = [[Counter(laid.cards) for laid in possible_melds(house, own)] if take else [] for own in table]
    keeps = [
        (t, m)
        for m, held in enumerate(map(Counter, melds))
        for t, own in enumerate(cores)
        if any(core <= held for core in own)
    ]
    rows, low, high = [], [], []
    for face in faces:
        rows.append([meld.count(face) for meld in melds] + [0] * len(keeps))
        low.append(lying[face])
        high.append(have[face])
    if take:
        for t in range(len(table)):
            rows.append([0] * len(melds) + [int(kept == t) for kept, _ in keeps])
            low.append(1)
            high.append(1)
        for m in range(len(melds)):
            rows.append([-int(at == m) for at in range(len(melds))] + [int(by == m) for _, by in keeps])
            low.append(-99)
            high.append(0)
    cost = [-len(meld) for meld in melds] + [0] * len(keeps)
    answer = milp(
        c=np.array(cost, dtype=float),
        constraints=LinearConstraint(
            csr_matrix(np.array(rows, dtype=float)), np.array(low, dtype=float), np.array(high, dtype=float)
        ),
        integrality=np.ones(len(cost), dtype=np.int64),
        bounds=Bounds(0, np.inf),
    )
    assert answer.success, answer.message
    return round(-answer.fun) - lying.total()


def listable(house: House, hand: list[str]) -> set[tuple[str, ...]]:
    """Melds as written, without a joker at a place whose natural card the hand holds and the meld does not use."""
    have = Counter(hand)
    found = set()
    for laid in possible_melds(house, hand):
        jokers = [card[2:] for card in laid.written if card.startswith("X:")]
        used = Counter(laid.cards)
        idle = {card for card in have if have[card] > used[card]}
        if house.distinct:
            idle -= {card for card in used if len({card[0] for card in used if card != "X"}) == 1}
        if not any(card in idle or (len(card) == 1 and any(other[0] == card for other in idle)) for card in jokers):
            found.add(laid.written)
    return found
