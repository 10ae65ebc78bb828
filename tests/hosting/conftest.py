"""What every test of tables shares: a real database, and the law that the log is the truth."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any

import pytest

from hosting import signals
from hosting.models import Event, Game
from rummy.formats import dump_state
from tests.hosting.rig import Turn, replayed


@pytest.fixture
def database(transactional_db: None) -> Iterator[None]:  # noqa: ARG001  # pytest sets it up by its name
    """A database in which transactions are real. Afterwards every log must replay to the state that is stored."""
    yield
    for game in Game.objects.all():
        numbers = list(Event.objects.filter(game=game).values_list("seq", flat=True))
        assert numbers == list(range(1, game.version + 1)), "events are numbered without a gap"
        if game.state is not None:
            assert dump_state(replayed(game)) == game.state, "law 4: the log is the truth"


@pytest.fixture
def announced() -> Iterator[deque[Turn]]:
    """Turns of bots in the order in which they were announced."""
    turns: deque[Turn] = deque()

    def keep(*, game_id: str, seat: int, decision: int, **_signal: Any) -> None:
        turns.append(Turn(game_id, seat, decision))

    signals.turn_began.connect(keep)
    yield turns
    signals.turn_began.disconnect(keep)
