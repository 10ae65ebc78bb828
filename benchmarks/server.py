"""What an app pays: accepted moves a second and their latency over REST, durable, at 1, 10 and 50 games.

    python -m benchmarks.server [--databases sqlite postgresql] [--games 1 10 50] [--seconds 8] [--json]

The server is the one of `make run`. In the same run: the ceiling (a bare DRF view that authenticates, reads and writes
one row), the cost of a move early and late in a game, the memory of the processes, and how long a person waits for
the answer of a bot. PostgreSQL is the one at 127.0.0.1:5432 (`BENCH_POSTGRESQL`); a database of its own is made there.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import psutil
import psycopg

from benchmarks.driving import Connection, Table
from tests.servers import Server

DATABASE = "meldhouse_bench"
LATE = 2000
"""The event up to which one game is played."""
ANSWERS = 30
"""Answers of a bot that are waited for."""


def spread(seconds: list[float]) -> dict[str, float]:
    """Median and 99th percentile in milliseconds."""
    ordered = sorted(seconds)
    return {
        "p50_ms": round(1000 * statistics.median(ordered), 2),
        "p99_ms": round(1000 * ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))], 2),
    }


async def load(port: int, games: int, seconds: float) -> dict[str, float]:
    """Moves a second at so many games at once."""
    tables = [await Table.open(port) for _ in range(games)]
    start = time.perf_counter()
    await asyncio.gather(*(table.play_until(start + seconds) for table in tables))
    passed = time.perf_counter() - start
    took = [each for table in tables for each in table.took]
    for table in tables:
        table.line.close()
    return {"games": games, "moves_per_s": round(len(took) / passed, 1), **spread(took)}


async def ceiling(port: int, lines: int, seconds: float) -> dict[str, float]:
    """Requests a second of the bare view, with as many callers."""
    tables = [await Table.open(port) for _ in range(lines)]
    took: list[float] = []

    async def call(table: Table, ends: float) -> None:
        while (start := time.perf_counter()) < ends:
            await table.line.ask("POST", f"/ceiling/{table.id}", table.tokens[0])
            took.append(time.perf_counter() - start)

    start = time.perf_counter()
    await asyncio.gather(*(call(table, start + seconds) for table in tables))
    passed = time.perf_counter() - start
    for table in tables:
        table.line.close()
    return {"callers": lines, "requests_per_s": round(len(took) / passed, 1), **spread(took)}


async def early_and_late(port: int) -> dict[str, float]:
    """A move's median at event 10 and the hundred after it, and at the hundred before event ``LATE``, in ms."""
    table = await Table.open(port)
    at: list[int] = []
    while table.view["version"] < LATE:
        await table.move()
        at.append(table.view["version"])
    early = [took for took, version in zip(table.took, at, strict=True) if 10 <= version < 110]
    late = [took for took, version in zip(table.took, at, strict=True) if version >= LATE - 100]
    table.line.close()
    return {
        "event_10_ms": round(1000 * statistics.median(early), 2),
        f"event_{LATE}_ms": round(1000 * statistics.median(late), 2),
    }


async def bot_answers(port: int) -> dict[str, float]:
    """From a person's discard being sent until the bot's first event has been fetched."""
    table = await Table.open(port, {"name": "Ann"}, {"bot": "easy"})
    watcher, token, path = Connection(port), table.tokens[0], f"/api/v1/games/{table.id}"
    waits: list[float] = []
    while len(waits) < ANSWERS:
        table.view = await table.line.ask("GET", path, token)
        if table.view["to_act"] != [0]:
            await watcher.ask("GET", f"{path}/events?after={table.view['version']}&wait=10", token)
            continue
        if table.view["phase"] != "draw":
            await table.move()
            continue
        await table.move()
        start = time.perf_counter()
        await table.move()
        path_after = f"{path}/events?after={table.view['version']}&wait=10"
        if (await watcher.ask("GET", path_after, token))["events"][0]["seat"] == 1:
            waits.append(time.perf_counter() - start)
    table.line.close()
    watcher.close()
    return spread(waits)


def memory(server: Server) -> dict[str, float]:
    """Megabytes that each process has for itself."""
    found = {}
    for name in ("supervisor", "web", "moves", "slow"):
        process = psutil.Process(server.pid(name))
        family = [process] if name == "supervisor" else [process, *process.children(recursive=True)]
        found[name] = round(sum(each.memory_full_info().uss for each in family) / 1e6, 1)
    return found


def measure(variables: dict[str, str], games: list[int], seconds: float) -> dict[str, Any]:
    """All figures of one database."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        with Server(
            data, port=None, DJANGO_SETTINGS_MODULE="benchmarks.settings", LOG_LEVEL="WARNING", **variables
        ) as server:
            asyncio.run(load(server.port, 2, 1))
            found: dict[str, Any] = {
                "load": [asyncio.run(load(server.port, count, seconds)) for count in games],
                "ceiling": [asyncio.run(ceiling(server.port, count, seconds / 2)) for count in games],
                "cost_per_move": asyncio.run(early_and_late(server.port)),
                "bot_answers": asyncio.run(bot_answers(server.port)),
                "memory_mb": memory(server),
            }
            server.interrupt()
            assert server.process
            server.process.wait(20)
    for row, bare in zip(found["load"], found["ceiling"], strict=True):
        row["of_ceiling"] = round(row["moves_per_s"] / bare["requests_per_s"], 2)
    return found


def database(name: str) -> dict[str, str]:
    """The variables that make the server use it; of PostgreSQL, with an empty database."""
    if name == "sqlite":
        return {}
    address = os.environ.get("BENCH_POSTGRESQL", "postgresql://postgres@127.0.0.1:5432")
    with psycopg.connect(f"{address}/postgres", autocommit=True) as link:
        link.execute(f"DROP DATABASE IF EXISTS {DATABASE}")
        link.execute(f"CREATE DATABASE {DATABASE}")
    return {"DATABASE_URL": f"{address}/{DATABASE}"}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.server", description=__doc__)
    parser.add_argument("--databases", nargs="+", default=["sqlite", "postgresql"], choices=["sqlite", "postgresql"])
    parser.add_argument("--games", nargs="+", type=int, default=[1, 10, 50])
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--json", action="store_true", help="print an object instead of tables")
    asked = parser.parse_args()
    # The server is ended also where this is stopped by a signal.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
    found = {name: measure(database(name), asked.games, asked.seconds) for name in asked.databases}
    if asked.json:
        print(json.dumps(found))
        return
    for name, figures in found.items():
        print(f"\n{name}\n  games  moves/s     p50     p99  of the bare view")
        for row in figures["load"]:
            print("  {games:5}  {moves_per_s:7}  {p50_ms:6}  {p99_ms:6}  {of_ceiling:5}".format(**row))
        for row in figures["ceiling"]:
            print(f"  bare view, {row['callers']} callers: {row['requests_per_s']}/s, p50 {row['p50_ms']} ms")
        print("  a move:", ", ".join(f"{key} {value}" for key, value in figures["cost_per_move"].items()))
        print("  a bot's answer:", ", ".join(f"{key} {value}" for key, value in figures["bot_answers"].items()))
        print("  memory, MB:", ", ".join(f"{key} {value}" for key, value in figures["memory_mb"].items()))


if __name__ == "__main__":
    main()
