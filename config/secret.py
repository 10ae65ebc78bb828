"""The secret key of an installation: made once, kept beside its data."""

import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path

NAME = "secret.key"


def secret_key(folder: Path) -> str:
    """The key kept in `folder`; at the first call, a new one of 64 random bytes, readable by its owner only.

    Several processes may ask at once: the first to link its file into place wins, and all read that one.
    Raises `OSError` where the folder cannot be made or written.
    """
    path = folder / NAME
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        # A temporary file is its owner's only (mode 600), and so is every link to it.
        with tempfile.NamedTemporaryFile("w", dir=folder) as draft:
            draft.write(secrets.token_urlsafe(64))
            draft.flush()
            os.fsync(draft.fileno())
            with suppress(FileExistsError):
                path.hardlink_to(draft.name)
    return path.read_text()
