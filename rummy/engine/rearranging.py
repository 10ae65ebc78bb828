"""``rebuild``: named melds and hand cards put together anew (profile.md 4.4l)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rummy import melds as shapes
from rummy import solver
from rummy.cards import physical, texts
from rummy.errors import IllegalMove
from rummy.matching import matching
from rummy.melds import Meld
from rummy.profile import RuleProfile
from rummy.state import TableMeld


@dataclass(frozen=True)
class Part:
    """A meld that a rebuild makes. ``name``: the meld it keeps; ``owner``: None where it is the mover's."""

    meld: Meld
    from_hand: bytes
    name: int | None
    owner: int | None


def rearrange(profile: RuleProfile, named: Sequence[TableMeld], into: Sequence[bytes], hand: bytes) -> list[Part]:
    """Judge a rebuild of ``named`` melds into parts (slots). Raises IllegalMove."""
    melds = [shapes.read_meld(profile, part) for part in into]
    table = Counter(face for meld in named for face in shapes.held(meld.meld))
    wanted = Counter(physical(slot) for part in into for slot in part)
    missing, from_hand = table - wanted, wanted - table
    unheld = from_hand - Counter(hand)
    if missing or unheld:
        raise IllegalMove(
            "cards_not_conserved",
            "laying.rearrange",
            missing=texts(sorted(missing.elements())),
            extra=texts(sorted(unheld.elements())),
        )
    if not from_hand:
        raise IllegalMove("rebuild_adds_nothing", "laying.rearrange")
    shares = _shares(profile, melds, from_hand)
    keepers = _keepers(profile, named, melds)
    owners = {meld.name: meld.owner for meld in named}
    parts = []
    for index, meld in enumerate(melds):
        kept = keepers.get(index)
        owner = owners[kept] if kept is not None else _left_over_owner(named, meld, shares[index])
        parts.append(Part(meld, shares[index], kept, owner))
    return parts


def _keepers(profile: RuleProfile, named: Sequence[TableMeld], melds: Sequence[Meld]) -> dict[int, int]:
    """Part -> name of the meld it keeps: each, in the order named, the first free part with a meld of its cards."""
    keepers: dict[int, int] = {}
    for table in named:
        own = Counter(shapes.held(table.meld))
        best = 0
        for index, meld in enumerate(melds):
            kept = own & Counter(shapes.held(meld))
            best = max(best, kept.total())
            if index not in keepers and solver.all_melds(profile, bytes(sorted(kept.elements()))):
                keepers[index] = table.name
                break
        else:
            if profile.laying.rearrange == "take":
                needed = profile.sets.min_size if table.meld.kind == "set" else profile.runs.min_size
                raise IllegalMove("meld_broken", "laying.rearrange", meld=f"m{table.name}", left=best, needed=needed)
    return keepers


def _left_over_owner(named: Sequence[TableMeld], meld: Meld, share: bytes) -> int | None:
    """The owner of a part that is made of one named meld only, without hand cards."""
    if share:
        return None
    cards = Counter(shapes.held(meld))
    for table in named:
        if not cards - Counter(shapes.held(table.meld)):
            return table.owner
    return None


def _shares(profile: RuleProfile, melds: Sequence[Meld], from_hand: Counter[int]) -> list[bytes]:
    """Which hand cards lie in which part, where copies leave it open: so that the dearest parts hold one.

    Cards that serve no part go wherever they fit.
    """
    cards = sorted(from_hand.elements())
    holds = [Counter(shapes.held(meld)) for meld in melds]
    dearest = sorted(range(len(melds)), key=lambda part: -shapes.meld_points(profile, melds[part]))
    serves = matching(dearest, lambda part: (index for index, face in enumerate(cards) if holds[part][face]))
    shares: list[list[int]] = [[] for _ in melds]
    room = [held.copy() for held in holds]
    for index, part in serves.items():
        shares[part].append(cards[index])
        room[part][cards[index]] -= 1
    for index, face in enumerate(cards):
        if index not in serves:
            part = next(part for part in range(len(melds)) if room[part][face] > 0)
            shares[part].append(face)
            room[part][face] -= 1
    return [bytes(sorted(share)) for share in shares]
