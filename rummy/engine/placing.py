"""Placements, the parts of a lay: what each does to the table and the hand (profile.md 4.1 ``lay``)."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from rummy import melds as shapes
from rummy.cards import CARD_TEXT, JOKER, parse_slots, physical, remove
from rummy.engine.rearranging import Part, rearrange
from rummy.errors import IllegalMove
from rummy.melds import Meld
from rummy.moves import Add, NewMeld, Placement, Rebuild, Swap
from rummy.state import State, TableMeld, evolve

_NAME: Final = re.compile(r"(?P<kind>m|new:)(?P<number>0|[1-9][0-9]*)")


@dataclass
class Work:
    """A lay in progress: the table and hand as the placements change them, and what they amount to."""

    state: State
    seat: int
    hand: bytes
    melds: dict[int, TableMeld]
    next_meld: int
    made: list[int] = field(default_factory=list)
    """Names of melds made by ``meld`` placements, in order: ``new:0``, ``new:1`` ..."""
    own: set[int] = field(default_factory=set)
    """Names of all new melds of the seat's own."""
    touched: set[int] = field(default_factory=set)
    """Melds that got a card from the hand."""
    joined: dict[int, int] = field(default_factory=dict)
    """Points laid off on each older meld."""
    got_joker: set[int] = field(default_factory=set)
    laid: bytes = b""
    """Faces that left the hand for the table."""
    freed: int = 0
    freed_from: str = ""
    """The meld that gave its joker last."""
    foreign: list[str] = field(default_factory=list)
    """Kinds of the placements that are no new meld, in order: ``add``, ``swap``, ``rebuild``."""


def hand_holds(hand: bytes, placements: tuple[Placement, ...]) -> None:
    """Whether the hand holds what the placements name, jokers freed on the way included.

    What a rebuild takes from the hand is known only when it is done: ``_leave_hand`` looks again.
    """
    left = Counter(hand)
    for placement in placements:
        if isinstance(placement, Rebuild):
            continue
        if isinstance(placement, Swap):
            needed = parse_slots([placement.card])
        else:
            needed = bytes(physical(slot) for slot in parse_slots(placement.cards))
        _hold(left, needed)
        left -= Counter(needed)
        if isinstance(placement, Swap):
            left[JOKER] += 1


def _hold(hand: Counter[int], faces: bytes) -> None:
    for face, count in Counter(faces).items():
        if hand[face] < count:
            raise IllegalMove("card_not_in_hand", None, card=CARD_TEXT[face], needed=count, got=max(hand[face], 0))


def place_all(work: Work, placements: tuple[Placement, ...]) -> None:
    """Do the placements of a lay one after the other. Raises IllegalMove for the first that cannot be done."""
    names = _names_in_rebuilds(placements)
    for placement in placements:
        _place(work, placement, names)


def _names_in_rebuilds(placements: tuple[Placement, ...]) -> Counter[str]:
    names = Counter(name for placement in placements if isinstance(placement, Rebuild) for name in placement.melds)
    for name, count in names.items():
        if count > 1:
            raise IllegalMove("meld_named_twice", None, meld=name)
    return names


def _place(work: Work, placement: Placement, rebuilt: Counter[str]) -> None:
    rules = work.state.profile
    if isinstance(placement, NewMeld):
        meld = shapes.read_meld(rules, parse_slots(placement.cards))
        name = _new_meld(work, work.seat, meld)
        work.made.append(name)
        work.own.add(name)
        _leave_hand(work, name, shapes.held(meld))
        return
    work.foreign.append(placement.kind)
    if isinstance(placement, Rebuild):
        if rules.laying.rearrange == "none":
            raise IllegalMove("rearranging_forbidden", "laying.rearrange")
        _rebuild(work, placement)
        return
    if placement.meld in rebuilt:
        raise IllegalMove("meld_named_twice", None, meld=placement.meld)
    table = _named(work, placement.meld)
    if isinstance(placement, Add):
        slots = parse_slots(placement.cards)
        try:
            grown = shapes.add_cards(rules, table.meld, slots)
        except IllegalMove as error:
            if error.code == "does_not_fit":
                error.data["meld"] = placement.meld
            raise
        if table.name not in work.own:
            gain = shapes.meld_points(rules, grown) - shapes.meld_points(rules, table.meld)
            work.joined[table.name] = work.joined.get(table.name, 0) + gain
        _leave_hand(work, table.name, bytes(physical(slot) for slot in slots))
    else:
        if rules.joker_swap.mode == "forbidden":
            raise IllegalMove("swap_forbidden", "joker_swap.mode")
        face = parse_slots([placement.card])[0]
        grown = shapes.swap_card(rules, table.meld, face)
        _leave_hand(work, table.name, bytes([face]))
        work.hand = bytes(sorted((*work.hand, JOKER)))
        work.freed += 1
        work.freed_from = placement.meld
    work.melds[table.name] = evolve(table, meld=grown)


def _named(work: Work, name: str) -> TableMeld:
    """The meld of that name: ``m3`` lay there before, ``new:0`` this lay has made.

    Each has one name, spelt one way: else a lay could name a meld twice, or a new one where ``new:0`` is refused.
    """
    spelt = _NAME.fullmatch(name)
    if spelt is not None:
        number = int(spelt["number"])
        if spelt["kind"] == "new:" and number < len(work.made):
            return work.melds[work.made[number]]
        if spelt["kind"] == "m" and number < work.state.next_meld and number in work.melds:
            return work.melds[number]
    raise IllegalMove("unknown_meld", None, meld=name)


def _new_meld(work: Work, owner: int, meld: Meld) -> int:
    name = work.next_meld
    work.next_meld += 1
    work.melds[name] = TableMeld(name, owner, meld)
    return name


def _leave_hand(work: Work, name: int, faces: bytes) -> None:
    _hold(Counter(work.hand), faces)
    for face in faces:
        work.hand = remove(work.hand, face)
        if face == JOKER:
            work.got_joker.add(name)
    work.laid += faces
    if faces:
        work.touched.add(name)


def _rebuild(work: Work, placement: Rebuild) -> None:
    named = []
    for name in placement.melds:
        if name.startswith("new:"):
            raise IllegalMove("unknown_meld", None, meld=name)
        named.append(_named(work, name))
    parts = rearrange(work.state.profile, named, [parse_slots(part) for part in placement.into], work.hand)
    for table in named:
        del work.melds[table.name]
    for part in parts:
        _leave_hand(work, _settle(work, part), part.from_hand)


def _settle(work: Work, part: Part) -> int:
    if part.name is not None:
        work.melds[part.name] = TableMeld(part.name, part.owner if part.owner is not None else work.seat, part.meld)
        return part.name
    if part.owner is not None:
        return _new_meld(work, part.owner, part.meld)
    name = _new_meld(work, work.seat, part.meld)
    work.own.add(name)
    return name
