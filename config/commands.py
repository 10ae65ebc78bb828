"""`manage.py`: Django's commands. Where the surroundings do not let one run, a line says why."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from django.core.management import execute_from_command_line
from django.db import DatabaseError, OperationalError, connection
from django.db.migrations.executor import MigrationExecutor
from pydantic import ValidationError

from config.env import Env, complaints, env

BEHIND = "The database lacks tables or columns of this release. Run: python manage.py migrate"


def main(argv: Sequence[str]) -> None:
    """Runs a command. Raises `SystemExit`: with the line where one can be said, which is exit code 1.

    With ``--traceback``, as for all of Django's own refusals, the exception itself is raised.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        execute_from_command_line(list(argv))
    except (ValidationError, OSError, DatabaseError) as error:
        why = _why_not(error)
        if why is None or "--traceback" in argv:
            raise
        sys.exit(why)


def _why_not(error: Exception) -> str | None:
    """What is wrong around us; None where the fault is the command's own."""
    match error:
        case ValidationError() if error.title == Env.__name__:
            return "\n".join(complaints(error))
        case OSError() if error.filename and _concerns(folder := env().rummy_data_dir, Path(error.filename)):
            return f"RUMMY_DATA_DIR: cannot write in {folder}: {error.strerror}."
        case DatabaseError() if _behind():
            return BEHIND
        case OperationalError():
            return f"The database cannot answer: {str(error).strip().splitlines()[0]}"
    return None


def _concerns(folder: Path, path: Path) -> bool:
    """Whether a path is in the folder, or on the way to it."""
    return path.is_relative_to(folder) or folder.is_relative_to(path)


def _behind() -> bool:
    """Whether migrations are missing; not where the database cannot even say that."""
    connection.close()  # whatever was begun on it
    try:
        executor = MigrationExecutor(connection)
        return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    except DatabaseError:
        return False
