"""What the meld rules allow, by shape: computed once per rules and shared by every search.

A *mask* is a set of ranks in one suit (bit r: rank r). A *lane* is the multiset of cards of one suit: three bits per
rank hold how many copies there are. Which cards and how many jokers can be one run depends on the mask alone, and how
many cards and jokers can be sets on the counts alone, so both are remembered here.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from itertools import combinations, product
from typing import Final, NamedTuple

from rummy.cards import JOKER, RUN_JOKER
from rummy.melds import card_points
from rummy.sections import MeldRules
from rummy.shapes import LONGEST_RUN, SUIT_COUNT, gaps_ok, run_starts

MOST_JOKERS: Final = 26
"""More than any hand and table together hold."""
KEPT_RULES: Final = 256
KEPT_LISTS: Final = 20_000

SPREAD: Final[list[int]] = [0] * 8192
"""Mask -> lane with one copy of each of its ranks."""
for _mask in range(1, 8192):
    SPREAD[_mask] = SPREAD[_mask & (_mask - 1)] + (1 << 3 * ((_mask & -_mask).bit_length() - 1))


class RunShape(NamedTuple):
    """Naturals of a mask and this many jokers as one run: the dearest one, the lowest of equals."""

    jokers: int
    points: int
    start: int
    size: int


class SetPlan(NamedTuple):
    """Cards of one rank used up by one or more sets: how many of each suit, how many jokers, and the sets."""

    used: tuple[int, ...]
    jokers: int
    sets: tuple[tuple[tuple[int, ...], int], ...]


class RulesKey(NamedTuple):
    """The fields of a profile on which melds depend."""

    set_min: int
    set_max: int
    suits: str
    run_min: int
    ace: str
    share: str
    min_gap: int
    points: bytes
    ace_low: int


class Tables:
    """Shapes and values under one set of rules."""

    def __init__(self, key: RulesKey) -> None:
        self.key = key
        self.points = key.points
        """Hand points by face, the joker last."""
        self._runs: dict[int, tuple[RunShape, ...]] = {}
        self._masks: dict[tuple[int, int, int], tuple[int, ...]] = {}
        self._listed: dict[tuple[int, int], tuple[bytes, ...]] = {}
        self._plans: dict[tuple[tuple[int, ...], int], tuple[SetPlan, ...]] = {}
        windows = [
            (size, window(start, size))
            for size in range(key.run_min, LONGEST_RUN + 1)
            for start in run_starts(key.ace, size)
        ]
        self._windows = [[row for row in windows if row[1] >> rank & 1] for rank in range(13)]
        line = [key.points[place % 13] for place in range(2 * 13)]
        self._sums = [sum(line[:place]) for place in range(len(line) + 1)]

    def most_jokers(self, naturals: int) -> int:
        """Most jokers beside so many naturals in one meld (``wilds.share``)."""
        return naturals if self.key.share == "half" else (MOST_JOKERS if naturals else 0)

    def run_points(self, start: int, size: int) -> int:
        """Points of a run that begins at ``start`` (0 the ace before the two)."""
        points = self._sums[start + size] - self._sums[start]
        return points if start else points + self.key.ace_low - self.points[0]

    def runs(self, mask: int) -> tuple[RunShape, ...]:
        """The runs that hold exactly these naturals, by rising number of jokers."""
        found = self._runs.get(mask)
        if found is None:
            found = self._runs[mask] = tuple(self._run_shapes(mask))
        return found

    def _run_shapes(self, mask: int) -> list[RunShape]:
        naturals = mask.bit_count()
        most = self.most_jokers(naturals)
        shapes = []
        for size in range(max(self.key.run_min, naturals), min(LONGEST_RUN, naturals + most) + 1):
            best: RunShape | None = None
            for start in run_starts(self.key.ace, size):
                if mask & ~window(start, size):
                    continue
                places = [place for place in range(size) if not mask >> (start + place) % 13 & 1]
                if not gaps_ok(self.key.min_gap, places):
                    continue
                points = self.run_points(start, size)
                if best is None or points > best.points:
                    best = RunShape(size - naturals, points, start, size)
            if best is not None:
                shapes.append(best)
        return shapes

    def masks(self, present: int, rank: int, jokers: int) -> tuple[int, ...]:
        """The naturals, this rank and others of ``present``, that can be one run with up to so many jokers."""
        found = self._masks.get((present, rank, jokers))
        if found is None:
            if len(self._masks) >= KEPT_LISTS:
                self._masks.clear()
            some = sorted(self._find_masks(present, rank, jokers), reverse=True)
            found = tuple(mask for mask in some if any(shape.jokers <= jokers for shape in self.runs(mask)))
            self._masks[present, rank, jokers] = found
        return found

    def _find_masks(self, present: int, rank: int, jokers: int) -> set[int]:
        found: set[int] = set()
        most = present.bit_count() + jokers
        for size, whole in self._windows[rank]:
            if size > most:
                break
            inside = whole & present
            spare = jokers - size + inside.bit_count()
            if spare < 0:
                continue
            found.add(inside)
            if spare:
                free = inside ^ 1 << rank
                others = [1 << other for other in range(13) if free >> other & 1]
                for out in range(1, min(spare, len(others)) + 1):
                    found.update(inside - sum(left) for left in combinations(others, out))
        return found

    def listed(self, mask: int, jokers: int) -> tuple[bytes, ...]:
        """The runs that naturals of a suit make, jokers only where one is missing: slots of the first suit."""
        found = self._listed.get((mask, jokers))
        if found is None:
            if len(self._listed) >= KEPT_LISTS:
                self._listed.clear()
            found = self._listed[mask, jokers] = tuple(sorted(self._list_runs(mask, jokers)))
        return found

    def _list_runs(self, mask: int, jokers: int) -> Iterator[bytes]:
        for size in range(self.key.run_min, min(LONGEST_RUN, mask.bit_count() + jokers) + 1):
            for start in run_starts(self.key.ace, size):
                ranks = [(start + place) % 13 for place in range(size)]
                wild = [place for place, rank in enumerate(ranks) if not mask >> rank & 1]
                if len(wild) > jokers or len(wild) > self.most_jokers(size - len(wild)):
                    continue
                if gaps_ok(self.key.min_gap, wild):
                    yield bytes(rank if mask >> rank & 1 else RUN_JOKER + rank for rank in ranks)

    def set_jokers(self, naturals: int) -> range:
        """How many jokers may join so many naturals in one set."""
        largest = min(self.key.set_max, SUIT_COUNT) if self.key.suits == "distinct" else self.key.set_max
        most = min(largest - naturals, self.most_jokers(naturals))
        return range(max(self.key.set_min - naturals, 0), most + 1) if naturals else range(0)

    def plans(self, counts: tuple[int, ...], jokers: int) -> tuple[SetPlan, ...]:
        """Every way to use up to so many copies of a rank by suit, and jokers, in sets; fewest sets for each."""
        found = self._plans.get((counts, jokers))
        if found is None:
            found = self._plans[counts, jokers] = tuple(self._set_plans(counts, jokers))
        return found

    def _set_plans(self, counts: tuple[int, ...], jokers: int) -> list[SetPlan]:
        most = [min(count, 1) if self.key.suits == "distinct" else count for count in counts]
        single = [
            (used, wild)
            for used in product(*(range(count, -1, -1) for count in most))
            for wild in self.set_jokers(sum(used))
            if wild <= jokers
        ]
        found: dict[tuple[tuple[int, ...], int], SetPlan] = {}
        layer = [SetPlan((0,) * len(counts), 0, ())]
        while layer:
            more = []
            for plan in layer:
                for used, wild in single:
                    total = tuple(map(int.__add__, plan.used, used))
                    key = (total, plan.jokers + wild)
                    if key in found or key[1] > jokers or any(map(int.__gt__, total, counts)):
                        continue
                    found[key] = SetPlan(*key, (*plan.sets, (used, wild)))
                    more.append(found[key])
            layer = more
        return list(found.values())

    @cached_property
    def saved(self) -> list[int]:
        """Mask -> most hand points that runs without jokers take out of it, at one copy of each card."""
        by_lowest: dict[int, list[tuple[int, int]]] = {}
        shortest = self.key.run_min
        for size in range(shortest, min(2 * shortest, LONGEST_RUN + 1)):
            for start in run_starts(self.key.ace, size):
                run = window(start, size)
                worth = sum(self.points[rank] for rank in range(13) if run >> rank & 1)
                by_lowest.setdefault(run & -run, []).append((run, worth))
        saved = [0] * 8192
        for mask in range(1, 8192):
            low = mask & -mask
            best = saved[mask ^ low]
            for run, worth in by_lowest.get(low, ()):
                if run & mask == run and saved[mask ^ run] + worth > best:
                    best = saved[mask ^ run] + worth
            saved[mask] = best
        return saved

    @cached_property
    def busy(self) -> list[int]:
        """Mask -> those of its ranks that are in some run of it."""
        runs = [window(start, self.key.run_min) for start in run_starts(self.key.ace, self.key.run_min)]
        busy = [0] * 8192
        for mask in range(1, 8192):
            for run in runs:
                if run & mask == run:
                    busy[mask] |= run
        return busy


@lru_cache(maxsize=1024)
def window(start: int, size: int) -> int:
    """The mask of the ranks of a run."""
    return sum(1 << (start + place) % 13 for place in range(size))


_shared = lru_cache(maxsize=KEPT_RULES)(Tables)
_by_identity: dict[int, tuple[MeldRules, Tables]] = {}


def tables(rules: MeldRules) -> Tables:
    """The tables of some rules. Hashing a whole profile takes longer than most searches, hence two steps."""
    found = _by_identity.get(id(rules))
    if found is not None:
        return found[1]
    made = _shared(key_of(rules))
    if len(_by_identity) >= KEPT_RULES:
        _by_identity.clear()
    _by_identity[id(rules)] = (rules, made)  # holds the rules, so that their id stays theirs
    return made


def key_of(rules: MeldRules) -> RulesKey:
    """The part of the rules on which melds depend."""
    return RulesKey(
        set_min=rules.sets.min_size,
        set_max=rules.sets.max_size,
        suits=rules.sets.suits,
        run_min=rules.runs.min_size,
        ace=rules.runs.ace,
        share=rules.wilds.share,
        min_gap=rules.wilds.min_gap,
        points=bytes(card_points(rules, face) for face in range(JOKER + 1)),
        ace_low=rules.values.ace_low,
    )
