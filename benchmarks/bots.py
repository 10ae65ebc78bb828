"""How fast bots are: deals a second by level, and what a choice costs beside an engine step.

    python -m benchmarks.bots [VARIANT ...] [--seconds 5] [--seats 2] [--json]

The engine's share (legal moves, view, memory, step) is timed apart from the strategy's, over the same positions; what a
choice costs is told in engine decisions, a look and a step. For scale, OpenSpiel's simple bot plays Gin with itself.
All times are of the processor.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from random import Random
from typing import Any

from benchmarks.rates import report
from bots.arena import supply
from bots.levels import LEVELS, choose
from bots.seen import look
from rummy.engine import new_match, step
from rummy.profile import RuleProfile
from variants.catalogue import variant, variants


@dataclass
class Times:
    deals: int = 0
    moves: int = 0
    looking: float = 0.0
    choosing: float = 0.0
    stepping: float = 0.0


def measure(profile: RuleProfile, level: str, seats: int, seconds: float) -> Times:
    """Deals of one level with itself for so long."""
    times, clock = Times(), time.process_time
    ends = clock() + seconds
    while clock() < ends:
        rng = Random(times.deals)
        state = supply(new_match(profile, seats=seats), rng)
        while not state.results:
            seat = state.to_act[0]
            a = clock()
            seen = look(state, seat)
            b = clock()
            move = choose(level, seen, rng)
            c = clock()
            state = step(state, seat, move).state
            d = clock()
            times.looking += b - a
            times.choosing += c - b
            times.stepping += d - c
            times.moves += 1
            state = supply(state, rng)
        times.deals += 1
    return times


def simple_gin(seconds: float) -> float | None:
    """Deals per second of OpenSpiel's simple Gin bot with itself; None where OpenSpiel is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game("gin_rummy")
    rng, deals = Random(1), 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        bots = [pyspiel.make_simple_gin_rummy_bot(game.get_parameters(), seat) for seat in range(2)]
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(rng.choice(state.legal_actions()))
            else:
                state.apply_action(bots[state.current_player()].step(state))
        deals += 1
    return deals / spent


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bots", description=__doc__)
    parser.add_argument("variants", nargs="*", help="ids; without any, the whole catalogue")
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--seats", type=int, default=2, help="or the nearest number that the variant allows")
    parser.add_argument("--json", action="store_true", help="an object instead of a table")
    options = parser.parse_args()
    rows = ["variant          level     deals/s  moves  look us  choose us  step us  in decisions"]
    results: dict[str, Any] = {}
    for chosen in options.variants or [entry.id for entry in variants()]:
        profile = variant(chosen).profile
        for level in LEVELS:
            seats = min(max(options.seats, profile.players.min), profile.players.max)
            got = measure(profile, level, seats, options.seconds)
            whole = got.looking + got.choosing + got.stepping
            each = [1e6 * part / got.moves for part in (got.looking, got.choosing, got.stepping)]
            cost = each[1] / (each[0] + each[2])
            results.setdefault(chosen, {})[level] = {
                "deals_per_second": round(got.deals / whole, 1), "choose_us": round(each[1]),
                "decision_us": round(each[0] + each[2]), "choose_in_decisions": round(cost, 2),
            }  # fmt: skip
            rows.append(
                f"{chosen:16} {level:8} {got.deals / whole:8.0f} {got.moves / got.deals:6.0f} {each[0]:8.0f} "
                f"{each[1]:10.0f} {each[2]:8.0f} {cost:13.1f}"
            )
    simple = simple_gin(options.seconds)
    if simple is not None:
        results["openspiel_simple_gin"] = {"deals_per_second": round(simple)}
        rows.append(f"for scale: OpenSpiel's simple Gin bot with itself, {simple:.0f} deals/s")
    report(results, rows, as_json=options.json)


if __name__ == "__main__":
    main()
