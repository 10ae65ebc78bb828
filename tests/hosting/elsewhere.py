"""Another process at the same tables: ``python -m tests.hosting.elsewhere DATABASE GAME MOVES PAUSE`` plays moves.

It writes a line when it is ready and begins when it is told a line. Before each move it pauses, after each it writes
the clock's time.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from random import Random

from django.conf import settings

ROOT = Path(__file__).parents[2]


def player(database: str, game_id: str, moves: int, *, pause_s: float = 0.0) -> subprocess.Popen[str]:
    """A process that stands ready to play ``moves`` moves; ``go`` lets it."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.hosting.elsewhere", database, game_id, str(moves), str(pause_s)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"},
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def go(process: subprocess.Popen[str]) -> None:
    """Lets a process begin."""
    assert process.stdin is not None
    process.stdin.write("go\n")
    process.stdin.flush()


def committed_at(process: subprocess.Popen[str]) -> list[float]:
    """When each of its moves was sure (``time.time()``), once it has ended well."""
    out, _ = process.communicate(timeout=120)
    assert process.returncode == 0, out
    return [float(line) for line in out.split()]


def main(database: str, game_id: str, moves: int, pause_s: float) -> None:
    """Plays for whoever is to act."""
    import django

    settings.DATABASES["default"]["NAME"] = database
    django.setup()
    from hosting import services
    from hosting.models import Game
    from rummy.formats import load_profile, load_state
    from tests.hosting.tables import easy

    sys.stdout.write("ready\n")
    sys.stdout.flush()
    sys.stdin.readline()
    rng = Random(1)
    for _ in range(moves):
        time.sleep(pause_s)
        game = Game.objects.get(pk=game_id)
        assert game.state is not None
        state = load_state(game.state, load_profile(game.profile))
        seat = state.to_act[0]
        services.play(game_id=game_id, seat=seat, moves=[easy(state, seat, rng)])
        sys.stdout.write(f"{time.time()}\n")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4]))
