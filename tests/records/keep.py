"""Keeps a match of every variant, for good: ``python -m tests.records.keep MILESTONE``.

Writes ``tests/records/MILESTONE/<variant>.json``: the record of a match that bots played, and the state it ended in.
Files that are there already are left alone: what was kept is replayed to the same states for ever.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from random import Random
from typing import Any

FOLDER = Path(__file__).parent


def kept_records() -> list[Path]:
    """The files of all milestones."""
    return sorted(FOLDER.glob("*/*.json"))


def write(path: Path, kept: dict[str, Any]) -> None:
    """Writes a kept match with one event a line, so that people can read it."""
    record = dict(kept["record"])
    events = ",\n".join(json.dumps(event, ensure_ascii=False) for event in record.pop("events"))
    head = json.dumps(record, ensure_ascii=False)[:-1]
    text = f'{{"final": {json.dumps(kept["final"])},\n"record": {head}, "events": [\n{events}\n]}}}}\n'
    assert json.loads(text) == kept
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")


def main(milestone: str) -> None:
    """Plays and writes what is not there yet."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django

    django.setup()
    from django.core.management import call_command

    from hosting import records
    from tests.hosting.tables import new_game, play_match
    from variants import catalogue

    call_command("migrate", verbosity=0)
    for variant in catalogue.variants():
        path = FOLDER / milestone / f"{variant.id}.json"
        if path.exists():
            continue
        seats = min(3, variant.profile.players.max)
        game = play_match(new_game(seats, variant.id, salt="kept"), Random(variant.id))
        write(path, json.loads(json.dumps({"final": game.state, "record": records.record_of(game)})))
        sys.stdout.write(f"{path.relative_to(FOLDER)}: {game.version} events\n")


if __name__ == "__main__":
    main(sys.argv[1])
