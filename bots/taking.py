"""Whether an open card could be laid at once, with a lay of many placements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bots.imagined import imagine, stands
from bots.seen import Facts
from rummy import solver
from rummy.cards import texts
from rummy.melds import Meld
from rummy.moves import Add, Lay, NewMeld, Placement, Rebuild

STEPS = 600
"""Steps of the search over the table: some milliseconds, since only one card is asked about."""


def would_lay(facts: Facts, face: int) -> bool:
    """Whether some lay of many placements would stand and place this card, were it taken."""
    hand = bytes(sorted((*facts.hand, face)))
    lays = [move for move, rest in _found(facts, hand) if rest.count(face) < hand.count(face)]
    if not lays:
        return False
    state = imagine(facts, face)
    return any(stands(state, move) for move in lays)


def _found(facts: Facts, hand: bytes) -> Iterator[tuple[Lay, bytes]]:
    """Lays that the solver finds, with the hand that stays."""
    profile = facts.profile
    if facts.concealed or facts.view["lap"] < profile.laying.from_lap:
        return
    needed = facts.view["me"]["opening"]["needed"]
    table = list(facts.table.values())
    keep = int(profile.going_out.final_discard == "required")
    if needed:
        counts = profile.opening.counts
        limit = profile.laying.max_melds
        play = solver.best_opening(profile, hand, needed, table=table, counts=counts, keep=keep, max_melds=limit)
        if play:
            yield Lay(tuple(_placed(facts, play.melds, play.lay_offs))), play.rest
    if table and profile.laying.rearrange != "none":
        minimum = needed if profile.opening.counts == "touched" else 0
        mode = profile.laying.rearrange
        new = solver.rebuild(profile, hand, table, mode, minimum=minimum, keep=keep, steps=STEPS, prove=False)
        if len(new.rest) < len(hand):
            names = list(facts.table)
            into = tuple(tuple(texts(meld.cards)) for meld in new.into)
            first = (Rebuild(tuple(names[place] for place in new.named), into),) if new.named else ()
            yield Lay((*first, *_placed(facts, new.melds, new.lay_offs))), new.rest


def _placed(facts: Facts, melds: Sequence[Meld], lay_offs: Sequence[tuple[int, bytes]]) -> Iterator[Placement]:
    names = list(facts.table)
    yield from (NewMeld(tuple(texts(meld.cards))) for meld in melds)
    yield from (Add(names[place], tuple(texts(slots))) for place, slots in lay_offs)
