"""``manage.py replay_playtest ID``: a deal of a playtest once more, event by event; by default the one that failed."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bots.playing import Broken, Trial, again
from rummy.formats import load_profile
from rummy.moves import move_to_json
from variants import playtests
from variants.errors import PlaytestNotFound


class Command(BaseCommand):
    """Plays a deal of a playtest again."""

    help = "Plays the deal of a playtest that failed (else its longest one) again, and prints every event as JSON."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """ID, and --deal for another deal than the one that is looked for."""
        parser.add_argument("id", help="the playtest's id")
        parser.add_argument("--deal", type=int, help="a deal of it, counted from 1; its match is found by playing on")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Prints one line for each event of the deal, then what failed, if it fails again."""
        try:
            played = playtests.get(options["id"])
        except PlaytestNotFound as error:
            raise CommandError(f"there is no playtest {options['id']}") from error
        trial = Trial(load_profile(played.profile), played.seats, played.level, played.seed)
        found = played.failure or (played.report or {}).get("longest") or {}
        start = {"match": found.get("match", 1), "first": found.get("first", 1), "deal": found.get("deal", 1)}
        if options["deal"]:
            start = {"match": 1, "first": 1, "deal": options["deal"]}
        self.stdout.write(
            f"{played.variant}, seed {played.seed}, {played.seats} x {played.level}, deal {start['deal']}"
        )
        try:
            for event in again(trial, **start):
                self.stdout.write(
                    json.dumps({"seat": event.seat, **move_to_json(event.action), "effects": event.effects})
                )
        except Broken as broken:
            self.stdout.write(json.dumps({"failure": broken.failure.code, "detail": broken.failure.detail}))
            self.stdout.write(broken.failure.trace)
            raise CommandError(str(broken)) from broken
