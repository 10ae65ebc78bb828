"""How strong the bots' levels are: each against the one below, for every variant.

    python -m benchmarks.strength [VARIANT ...] [--deals 300] [--seed 1] [--seats 3] [--json]

Single deals at ``--seats``, or the nearest number that the variant allows (default: the fewest), every shuffle played
once for each way round the table (``bots.arena``). Told are the share of the deals won and the lead in points a deal,
with intervals at 95 %.
"""

from __future__ import annotations

import argparse
from itertools import pairwise
from typing import Any

from benchmarks.rates import report
from bots.arena import Comparison, compare
from bots.levels import LEVELS
from variants.catalogue import variant, variants


def told(found: Comparison) -> dict[str, Any]:
    """A comparison in numbers."""
    return {
        "won": round(found.share.share, 4),
        "won_interval": [round(end, 4) for end in found.share.interval],
        "lead": round(found.lead, 2),
        "lead_interval": [round(end, 2) for end in found.interval],
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength", description=__doc__)
    parser.add_argument("variants", nargs="*", help="ids; without any, the whole catalogue")
    parser.add_argument("--deals", type=int, default=300, help="shuffles, at least 2, each played both ways round")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seats", type=int, default=2, help="or the nearest number that the variant allows")
    parser.add_argument("--json", action="store_true", help="an object instead of a table")
    options = parser.parse_args()
    rows = ["| variant | level | against | won | lead, points a deal |", "|---|---|---|---|---|"]
    results: dict[str, Any] = {}
    for chosen in options.variants or [entry.id for entry in variants()]:
        profile = variant(chosen).profile
        for lower, upper in reversed(list(pairwise(LEVELS))):
            seats = min(max(options.seats, profile.players.min), profile.players.max)
            found = compare(profile, upper, lower, games=options.deals, seed=options.seed, seats=seats)
            results.setdefault(chosen, {})[upper] = told(found)
            low, high = found.share.interval
            rows.append(
                f"| `{chosen}` | {upper} | {lower} | {found.share.share:.1%} ({low:.1%} to {high:.1%}) "
                f"| {found.lead:+.2f} ({found.interval[0]:+.2f} to {found.interval[1]:+.2f}) |"
            )
    report(results, rows, as_json=options.json)


if __name__ == "__main__":
    main()
