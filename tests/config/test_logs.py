"""What the log holds: all that matters, and no line as long as a stranger likes."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator

import pytest
from django.test import Client

from config.logs import LONGEST, Line


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """What the server's own handler writes from now on."""
    (own,) = (each for each in logging.getLogger().handlers if isinstance(each.formatter, Line))
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(own.formatter)
    logging.getLogger().addHandler(handler)
    yield written
    logging.getLogger().removeHandler(handler)


@pytest.mark.parametrize("room", ["/", "/api/v1/", "/static/"])
def test_an_address_is_logged_as_far_as_it_tells_something(log: io.StringIO, room: str) -> None:
    assert Client().get(room + "x" * 30_000).status_code == 404
    (line,) = log.getvalue().splitlines()
    assert f"Not Found: {room}xxx" in line
    assert len(line) < LONGEST + 200


def test_a_traceback_stays_whole(log: io.StringIO) -> None:
    try:
        int("y" * 3000, base=40)
    except ValueError:
        logging.getLogger("house").exception("x" * 3000)
    assert "x" * (LONGEST + 1) not in log.getvalue()
    assert log.getvalue().strip().endswith("ValueError: int() base must be >= 2 and <= 36, or 0")
