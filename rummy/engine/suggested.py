"""Lays of several placements that the solver suggests: the best opening, and the table put together anew."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rummy import solver
from rummy.cards import texts
from rummy.melds import Meld
from rummy.moves import Add, Lay, NewMeld, Placement, Rebuild
from rummy.state import State

STEPS: Final = 600
"""Steps of the search over the table: some milliseconds. Who wants a longer search says so."""


def suggestions(state: State, seat: int, steps: int = STEPS) -> Iterator[Lay]:
    """Lays of a seat that single placements do not amount to; ``laying.lay`` has still to judge them.

    ``steps``: when to stop looking how the table could lie.
    """
    anew = _anew(state, seat, steps)
    if anew is not None:
        yield anew
    opening = _opening(state, seat, alone=state.profile.laying.rearrange != "none")
    if opening is not None and opening != anew:
        yield opening


def _needed(state: State, seat: int) -> int:
    """The least value of the seat's next lay, 0 where there is none."""
    opening = state.profile.opening
    return 0 if opening.applies == "first" and state.players[seat].opened else opening.min_points


def _opening(state: State, seat: int, *, alone: bool) -> Lay | None:
    """The best opening of more than one placement; ``alone``: of new melds only."""
    profile = state.profile
    needed = _needed(state, seat)
    if not needed:
        return None
    limit = profile.laying.max_melds
    if limit and limit <= state.turn.new_melds:
        return None
    best = solver.best_opening(
        profile,
        state.players[seat].hand,
        needed,
        table=() if alone else [table.meld for table in state.melds],
        counts=profile.opening.counts,
        keep=_kept(state),
        max_melds=limit and limit - state.turn.new_melds,
    )
    return _several(_placements(state, best.melds, best.lay_offs)) if best is not None else None


def _anew(state: State, seat: int, steps: int) -> Lay | None:
    """The lay that places most cards, melds of the table put together anew where that helps."""
    profile = state.profile
    if profile.laying.rearrange == "none" or not state.melds:
        return None
    found = solver.rebuild(
        profile,
        state.players[seat].hand,
        [table.meld for table in state.melds],
        profile.laying.rearrange,
        minimum=_needed(state, seat) if profile.opening.counts == "touched" else 0,
        keep=_kept(state),
        steps=steps,
        prove=False,
    )
    placed = _placements(state, found.melds, found.lay_offs)
    if not found.named:
        return _several(placed)
    names = tuple(f"m{state.melds[place].name}" for place in found.named)
    return Lay((Rebuild(names, tuple(tuple(texts(meld.cards)) for meld in found.into)), *placed))


def _kept(state: State) -> int:
    """Cards that must stay in the hand for the discard."""
    return int(state.profile.going_out.final_discard == "required")


def _several(placements: Iterable[Placement]) -> Lay | None:
    """These placements as one lay; None where they are not several."""
    whole = tuple(placements)
    return Lay(whole) if len(whole) > 1 else None


def _placements(state: State, melds: Sequence[Meld], lay_offs: Sequence[tuple[int, bytes]]) -> Iterator[Placement]:
    yield from (NewMeld(tuple(texts(meld.cards))) for meld in melds)
    yield from (Add(f"m{state.melds[place].name}", tuple(texts(slots))) for place, slots in lay_offs)
