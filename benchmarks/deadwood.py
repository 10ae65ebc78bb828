"""The least deadwood of 10-card hands: hands per second, beside OpenSpiel's and RLCard's.

    python -m benchmarks.deadwood [--json] [--seconds 10]

``random`` hands are of the whole pack, ``dense`` ones of five neighbouring ranks, where melds compete for cards. The
quick count remembers no hand, only tables of the rules; all sides must count the same.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any

from benchmarks.rates import Work, alternate, parser, ratio, report
from rummy import solver
from rummy.cards import CARD_TEXT
from variants.catalogue import variant

HANDS = 400
SLOW = 20
"""Of so many hands less for a peer that takes that much longer."""
Hand = list[int]


def hands(kind: str) -> list[Hand]:
    rng = Random(kind)
    found = []
    for _ in range(200 * HANDS):
        low = rng.randrange(9)
        pool = range(52) if kind == "random" else [face for face in range(52) if low <= face % 13 < low + 5]
        found.append(rng.sample(pool, 10))
    return found


def by_chunk(every: list[Any], count: Callable[[Any], int], size: int) -> Work:
    """Each call goes on where the last one stopped."""
    at = iter(every)

    def work() -> int:
        nonlocal at
        chunk = list(islice(at, size))
        if len(chunk) < size:
            at = iter(every)
            chunk = list(islice(at, size))
        for hand in chunk:
            count(hand)
        return size

    return work


def counters() -> dict[str, tuple[Callable[[Hand], Any], Callable[[Any], int]]]:
    """Name -> how a hand is given, and how it is counted."""
    found: dict[str, tuple[Callable[[Hand], Any], Callable[[Any], int]]] = {
        "ours": (bytes, solver.counter(variant("gin-rummy").profile))
    }
    try:
        import pyspiel

        utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
        # Its suits are S C D H; the counts do not depend on it.
        found["openspiel"] = (list, utils.min_deadwood)
    except ImportError:
        print("OpenSpiel is not installed (make bench-setup)")
    try:
        from rlcard.games.gin_rummy.utils import melding
        from rlcard.games.gin_rummy.utils import utils as rlcard

        def count(hand: Any) -> int:
            clusters = melding.get_best_meld_clusters(hand)
            return int(rlcard.get_deadwood_count(hand, clusters[0] if clusters else []))

        found["rlcard"] = (lambda hand: [rlcard.card_from_text(CARD_TEXT[face]) for face in hand], count)
    except ImportError:
        print("RLCard is not installed (make bench-setup)")
    return found


def main() -> None:
    options = parser("deadwood", __doc__, 10).parse_args()
    rows = ["10-card hands            hands/s  ours is x times"]
    results: dict[str, Any] = {"hands_per_second": {}, "openspiel_ratio": {}}
    for kind in ("random", "dense"):
        every = hands(kind)
        works, sample = {}, []
        for name, (given, count) in counters().items():
            sample.append([count(given(hand)) for hand in every[-HANDS:]])
            size = HANDS // SLOW if name == "rlcard" else HANDS
            works[name] = by_chunk([given(hand) for hand in every[: -HANDS if name != "rlcard" else 4000]], count, size)
        assert all(counted == sample[0] for counted in sample), "all count the same"
        rates = alternate(works, options.seconds)
        results["hands_per_second"][kind] = {name: round(rate) for name, rate in rates.items()}
        results["openspiel_ratio"][kind] = ratio(rates)
        rows += [f"{kind:7} {name:12} {rate:12,.0f}  {rates['ours'] / rate:15.2f}" for name, rate in rates.items()]
    report(results, rows, as_json=options.json)


if __name__ == "__main__":
    main()
