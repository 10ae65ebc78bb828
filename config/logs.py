"""How a message is logged: on a line that nobody outside can make long."""

from __future__ import annotations

import logging
from typing import Final

LONGEST: Final = 1000
"""Characters of a message. An address may have 64 KiB, and each that leads nowhere is logged."""


class Line(logging.Formatter):
    """A formatter that cuts what is too long; a traceback after it stays whole."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  # the base's name
        """The line of a record whose message stands in it."""
        if len(record.message) > LONGEST:
            record.message = f"{record.message[:LONGEST]}... ({len(record.message)} characters)"
        return super().formatMessage(record)
