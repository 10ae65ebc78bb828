"""How benchmarks measure: work and its peers by turns in one run, medians per second of processor time.

Processor time, not the clock: other work on the machine then takes less away. What it still takes (caches, a slower
core) it takes from all alike, so the ratios hold where the absolute figures do not.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable, Mapping
from statistics import median
from typing import Any

from benchmarks.compiled import compiled, state

Work = Callable[[], int]
"""Does some of the work, a few hundredths of a second, and says how many units that was."""


def alternate(works: Mapping[str, Work], seconds: float) -> dict[str, float]:
    """Units per second of each work: the median of runs by turns, ``seconds`` of processor time for all together."""
    rates: dict[str, list[float]] = {name: [] for name in works}
    for work in works.values():
        work()
    ends = time.process_time() + seconds
    while time.process_time() < ends or len(next(iter(rates.values()))) < 3:
        for name, work in works.items():
            began = time.process_time()
            units = work()
            rates[name].append(units / (time.process_time() - began))
    return {name: median(found) for name, found in rates.items()}


def ratio(rates: Mapping[str, float], peer: str = "openspiel") -> float | None:
    """Ours per second beside the peer's; None where the peer did not run."""
    return round(rates["ours"] / rates[peer], 2) if peer in rates else None


def parser(name: str, text: str | None, seconds: float) -> argparse.ArgumentParser:
    """Options that all benchmarks have."""
    made = argparse.ArgumentParser(prog=f"python -m benchmarks.{name}", description=text)
    made.add_argument("--json", action="store_true", help="an object instead of a table")
    made.add_argument("--seconds", type=float, default=seconds, help="of processor time, for each line of the table")
    return made


def report(results: Mapping[str, Any], rows: list[str], *, as_json: bool) -> None:
    """Print the results: as an object, or as a table with the load of the machine; both say what is compiled."""
    if as_json:
        print(json.dumps({**results, "compiled": compiled()}, indent=2))
        return
    load = " ".join(f"{each:.1f}" for each in os.getloadavg())
    print(*rows, f"load {load} on {os.cpu_count()} cores, {state()}", sep="\n")
