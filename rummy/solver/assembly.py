"""From what a search found over an opened-up table to a play: which melds are named, and what they become."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rummy.cards import physical
from rummy.melds import Meld, meld_points
from rummy.sections import MeldRules
from rummy.solver.hands import meld_order
from rummy.solver.laying import Outcome
from rummy.solver.tables import tables


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """A play that may rearrange the table.

    ``named``: places of the melds that are put together anew, ``into``: the melds that they and hand cards become,
    first those in which a named meld lives on, in its order. ``melds``: new melds of hand cards alone; ``lay_offs``:
    place and slots, for melds that are not named. ``rest``: faces left, sorted; ``points``: of every meld that gets a
    hand card, whole; ``deadwood``: of the rest. ``exact``: whether it is proven that no play is better.
    """

    named: tuple[int, ...]
    into: tuple[Meld, ...]
    melds: tuple[Meld, ...]
    lay_offs: tuple[tuple[int, bytes], ...]
    rest: bytes
    points: int
    deadwood: int
    exact: bool


class Opened(NamedTuple):
    """A way to open up a meld: its place, what stays of it, if anything, and the faces that it gives up."""

    place: int
    core: Meld | None
    given: bytes


@dataclass
class _Part:
    meld: Meld
    place: int | None
    """The meld on the table that lives on in it."""
    joined: bytes
    """Slots that are new to it."""
    opened: bool
    from_table: bool = False
    from_hand: list[int] = field(default_factory=list)


def assemble(rules: MeldRules, hand: bytes, table: Sequence[Meld], opened: Sequence[Opened], found: Outcome) -> Rebuilt:
    """The play that an outcome is; its growths by their place in ``table``."""
    parts = _parts(table, opened, found)
    owed = Counter[int]()
    changed = set()
    for way in opened:
        if not _restored(table[way.place], way, parts):
            changed.add(way.place)
            owed.update(way.given)
    for part in sorted(parts, key=lambda part: (not part.opened, part.place is not None)):
        for face in map(physical, part.joined):
            if owed[face]:
                owed[face] -= 1
                part.from_table = True
            else:
                part.from_hand.append(face)
    inside, alone = _split(parts)
    rest = Counter(hand)
    for part in parts:
        rest.subtract(part.from_hand)
    left = bytes(sorted(rest.elements()))
    return Rebuilt(
        named=tuple(sorted(changed.union(part.place for part in inside if part.place is not None))),
        into=tuple(part.meld for part in inside),
        melds=tuple(part.meld for part in alone if part.place is None),
        lay_offs=tuple((part.place, part.joined) for part in alone if part.place is not None and part.joined),
        rest=left,
        points=sum(meld_points(rules, part.meld) for part in parts if part.from_hand),
        deadwood=sum(tables(rules).points[face] for face in left),
        exact=found.exact,
    )


def _parts(table: Sequence[Meld], opened: Sequence[Opened], found: Outcome) -> list[_Part]:
    cores = {way.place: way.core for way in opened}
    grown = dict(found.grown)
    parts = []
    for place in sorted({*grown, *cores}):
        core = cores.get(place, table[place])
        if place in grown:
            parts.append(_Part(grown[place].meld, place, grown[place].slots, place in cores))
        elif core is not None:
            parts.append(_Part(core, place, b"", opened=True))
    return parts + [_Part(meld, None, meld.cards, opened=False) for meld in sorted(found.melds, key=meld_order)]


def _restored(meld: Meld, way: Opened, parts: list[_Part]) -> bool:
    """Whether a meld that was opened up lies there again, grown or not; then it is that meld, and was never opened."""
    for part in sorted(parts, key=lambda part: len(part.meld.cards)):
        mine = part.place == way.place if way.core is not None else part.place is None
        if not mine or part.meld.kind != meld.kind:
            continue
        if meld.kind == "run":
            below, _, above = part.meld.cards.partition(meld.cards)
            joined = below + above
        else:
            joined = bytes(sorted((Counter(part.meld.cards) - Counter(meld.cards)).elements()))
        if len(joined) + len(meld.cards) != len(part.meld.cards):
            continue
        part.place, part.joined, part.opened = way.place, joined, False
        if meld.kind == "set":
            part.meld = Meld("set", meld.cards + joined)
        return True
    return False


def _split(parts: list[_Part]) -> tuple[list[_Part], list[_Part]]:
    """The parts of the rebuild, and those that stand alone. A rebuild needs a hand card: else it takes a part in."""
    inside = [part for part in parts if part.opened or part.from_table]
    alone = [part for part in parts if not (part.opened or part.from_table) and part.joined]
    if inside and alone and not any(part.from_hand for part in inside):
        inside.append(alone.pop())
    inside.sort(key=lambda part: (part.place is None, part.place or 0))
    return inside, alone
