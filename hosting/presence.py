"""Who is looking at the table now. Kept in the process that holds the streams, never written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from hosting import bus

_NOBODY: Final[Counter[int]] = Counter()
_streams: dict[str, Counter[int]] = {}
"""Game -> seat -> how many streams of it are open; written in the event loop, read in the views' thread too."""


@contextmanager
def watching(game_id: str, seat: int | None) -> Iterator[None]:
    """A stream of this seat is open. Whoever waits for the game's events here is told who is there now."""
    if seat is None:
        yield
        return
    _count(game_id, seat, 1)
    try:
        yield
    finally:
        _count(game_id, seat, -1)


def _count(game_id: str, seat: int, more: int) -> None:
    counted = _streams.get(game_id, _NOBODY).copy()
    counted.update({seat: more})
    _streams[game_id] = +counted  # without what has come to nothing
    if not _streams[game_id]:
        del _streams[game_id]
    bus.stir(game_id)


def online(game_id: str) -> list[int]:
    """The seats that have a stream open in this process."""
    return sorted(_streams.get(game_id, _NOBODY))


def is_online(game_id: str, seat: int) -> bool:
    """Whether this seat is one of them."""
    return seat in _streams.get(game_id, _NOBODY)


def differs(game_id: str, told: list[int]) -> bool:
    """Whether others are there than somebody was told."""
    return online(game_id) != told
