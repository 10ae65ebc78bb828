"""``manage.py create_app_key NAME --scope A --scope B``: a new app key, printed once."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from hosting.identity import SCOPES
from hosting.services import create_app_key


class Command(BaseCommand):
    """Makes an app key."""

    help = "Prints a new app key. It is shown this once; the database keeps a hash."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """NAME, and --scope as often as needed."""
        parser.add_argument("name", help="whose key it is")
        parser.add_argument("--scope", action="append", default=[], metavar="SCOPE", help=f"one of {', '.join(SCOPES)}")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Prints the key alone, so that a script can take it."""
        try:
            self.stdout.write(create_app_key(name=options["name"], scopes=options["scope"]))
        except ValueError as error:
            raise CommandError(str(error)) from error
