"""The best melds of 14 cards from two packs with one to three jokers, beside the integer programme of the tests.

    python -m benchmarks.melds [--json] [--hands 200] [--warm 200]

Every hand is new, and both arrange each of them for the least points left; half are of five neighbouring ranks. Ours
has seen ``--warm`` other hands of the kind before, as in a process that has run for a while: it remembers what runs can
make of a suit. Times are of the processor for each hand; the ratio is that of the medians.
"""

from __future__ import annotations

import argparse
import time
from random import Random
from statistics import median, quantiles
from typing import Any

from benchmarks.rates import report
from rummy import solver
from rummy.cards import JOKER, deck, texts
from tests.rummy.meld_rules import FAMILIES, rules_of
from tests.rummy.oracle import worth
from tests.rummy.second_opinion import points_in_hand

CARDS = 14
HOUSE = FAMILIES["two_packs"][0]


def hand_of(rng: Random, jokers: int) -> bytes:
    low = rng.randrange(13)
    cards = list(deck(2, 0))
    if rng.random() < 0.5:
        cards = [face for face in cards if (face - low) % 13 < 5]
    return bytes(rng.sample(cards, CARDS - jokers)) + bytes([JOKER]) * jokers


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.melds", description=__doc__)
    parser.add_argument("--json", action="store_true", help="an object instead of a table")
    parser.add_argument("--hands", type=int, default=200, help="hands for each number of jokers")
    parser.add_argument("--warm", type=int, default=200, help="hands that ours has seen before; 0: a new process")
    options = parser.parse_args()
    rules = rules_of(HOUSE)
    rows = ["jokers  ours median us  99th percentile us  milp median us  ours is x times"]
    results: dict[str, Any] = {}
    for jokers in (1, 2, 3):
        before = Random(100 + jokers)
        for _ in range(options.warm):
            solver.best_melds(rules, hand_of(before, jokers))
        rng = Random(jokers)
        mine, theirs = [], []
        for _ in range(options.hands):
            hand = hand_of(rng, jokers)
            a = time.process_time()
            found = solver.best_melds(rules, hand)
            b = time.process_time()
            best = worth(HOUSE, texts(hand), "deadwood")
            c = time.process_time()
            assert points_in_hand(HOUSE, hand) - found.deadwood == best, texts(hand)
            mine.append(1e6 * (b - a))
            theirs.append(1e6 * (c - b))
        slowest = quantiles(mine, n=100)[-1]
        row = {"median_us": round(median(mine)), "p99_us": round(slowest), "milp_median_us": round(median(theirs)),
               "milp_ratio": round(median(theirs) / median(mine), 1)}  # fmt: skip
        results[f"jokers_{jokers}"] = row
        rows.append(f"{jokers:6} {row['median_us']:15} {row['p99_us']:19} {row['milp_median_us']:15} "
                    f"{row['milp_ratio']:16}")  # fmt: skip
    report(results, rows, as_json=options.json)


if __name__ == "__main__":
    main()
