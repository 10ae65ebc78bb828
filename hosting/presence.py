"""Who is looking at the table now. Kept in the process that holds the streams, never written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

_streams: Counter[tuple[str, int]] = Counter()


@contextmanager
def watching(game_id: str, seat: int | None) -> Iterator[None]:
    """A stream of this seat is open."""
    if seat is None:
        yield
        return
    _streams[game_id, seat] += 1
    try:
        yield
    finally:
        _streams[game_id, seat] -= 1
        if not _streams[game_id, seat]:
            del _streams[game_id, seat]


def is_online(game_id: str, seat: int) -> bool:
    """Whether a stream of this seat is open in this process."""
    return (game_id, seat) in _streams
