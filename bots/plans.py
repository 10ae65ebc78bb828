"""Which lays to make: those that go out where there are any, else the most cards, or points.

Lays that the engine listed are combined only where their sum needs no new judgement; else they are played one after the
other. So a plan is always legal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from bots.seen import Facts, counts, faces
from rummy.cards import CARD_TEXT, JOKER
from rummy.moves import Add, Lay, NewMeld, Rebuild, Swap

MOST_STEPS = 2_000
"""Branches of the search for the best plan; beyond, the best plan found so far is taken."""


@dataclass(frozen=True)
class Item:
    """A listed lay with what it takes: cards by face, and the melds on the table that it changes."""

    lay: Lay
    cards: bytes
    melds: frozenset[str]
    new_melds: int
    points: int
    alone: bool
    """It changes the table in ways that make it unfit to be combined."""


@dataclass(frozen=True)
class Plan:
    """Lays to be made in this turn, and the hand that stays."""

    items: tuple[Item, ...]
    rest: bytes
    out: bool
    """The deal ends this turn: nothing is left, or one card that may be thrown."""

    @property
    def cards(self) -> int:
        """How many cards leave the hand for the table."""
        return sum(len(item.cards) for item in self.items)

    @property
    def points(self) -> int:
        """What those cards would cost in the hand."""
        return sum(item.points for item in self.items)


class Planner:
    """Searches the listed lays of one position. ``lightest``: points laid count before cards laid."""

    def __init__(self, facts: Facts, *, lightest: bool = False) -> None:
        self.facts = facts
        self.lightest = lightest
        self.steps = 0

    @cached_property
    def items(self) -> list[Item]:
        """Listed lays that place hand cards, one for each set of cards and melds, largest first."""
        found: dict[tuple[bytes, frozenset[str]], Item] = {}
        for lay in self.facts.lays:
            item = self.item(lay)
            found.setdefault((item.cards, item.melds), item)
        return sorted(found.values(), key=lambda item: (-len(item.cards), -item.points))

    def item(self, lay: Lay) -> Item:
        """What a lay takes from the hand and changes on the table."""
        cards: list[str] = []
        melds: set[str] = set()
        made = 0
        alone = len(lay.placements) > 1
        for placement in lay.placements:
            match placement:
                case NewMeld():
                    cards += placement.cards
                    made += 1
                case Add():
                    cards += placement.cards
                    melds.add(placement.meld)
                case Swap():
                    cards.append(placement.card)
                    melds.add(placement.meld)
                    alone = True
                case Rebuild():
                    melds.update(placement.melds)
                    cards += self._from_hand(placement)
                    made += max(0, len(placement.into) - len(placement.melds))
                    alone = True
        placed = bytes(sorted(faces(cards)))
        return Item(lay, placed, frozenset(melds), made, sum(map(self.facts.points, placed)), alone)

    def _from_hand(self, rebuild: Rebuild) -> list[str]:
        after = counts(faces(card for part in rebuild.into for card in part))
        for name in rebuild.melds:
            for card in self._table_cards(name):
                after[card] -= 1
        return [CARD_TEXT[face] for face, count in enumerate(after) for _ in range(count)]

    def _table_cards(self, name: str) -> bytes:
        return faces(next(meld["cards"] for meld in self.facts.view["melds"] if meld["id"] == name))

    def best(self) -> Plan:
        """The plan that goes out, else the one that lays most. Empty where nothing is listed."""
        hand = counts(self.facts.hand)
        self._best = self._plan((), hand)
        self._search((), hand, self.items, frozenset(), 0)
        return self._best

    def _offer(self, chosen: tuple[Item, ...], left: list[int]) -> list[int]:
        """Keep the plan if it is the best so far; what stays of the hand."""
        after = left.copy()
        for face in chosen[-1].cards:
            after[face] -= 1
        plan = self._plan(chosen, after)
        if self._worth(plan) > self._worth(self._best):
            self._best = plan
        return after

    def _search(
        self, chosen: tuple[Item, ...], left: list[int], items: Sequence[Item], melds: frozenset[str], made: int
    ) -> None:
        for at, item in enumerate(items):
            if self.steps >= MOST_STEPS:
                return
            if not self._compatible(item, chosen, left, melds, made):
                continue
            self.steps += 1
            after = self._offer((*chosen, item), left)
            if sum(after):
                self._search((*chosen, item), after, items[at + 1 :], melds | item.melds, made + item.new_melds)

    def _compatible(
        self, item: Item, chosen: tuple[Item, ...], left: list[int], melds: frozenset[str], made: int
    ) -> bool:
        if chosen and (item.alone or chosen[0].alone or item.melds & melds):
            return False
        if chosen and self.facts.profile.laying.max_melds and made + item.new_melds > 1:
            return False
        need = counts(item.cards)
        return all(need[face] <= left[face] for face in item.cards)

    def _plan(self, chosen: tuple[Item, ...], left: list[int]) -> Plan:
        rest = bytes(face for face, count in enumerate(left) for _ in range(count))
        return Plan(chosen, rest, self._ends(rest))

    def _ends(self, rest: bytes) -> bool:
        if not rest:
            return self.facts.profile.going_out.final_discard == "optional"
        return len(rest) == 1 and self.throwable(rest)

    def throwable(self, rest: bytes) -> bool:
        """Whether some card of what stays may be thrown: a card that may be thrown now may be thrown later.

        Where one card is left, the bars that hold ``only_last`` are off.
        """
        if any(face in self.facts.discards for face in rest):
            return True
        discarding = self.facts.profile.discarding
        if len(rest) != 1 or self.facts.view["me"]["obligations"]:
            return False
        joker = rest[0] == JOKER
        return (joker and discarding.joker != "forbidden") or (not joker and discarding.taken_card != "forbidden")

    def move(self, plan: Plan) -> Lay:
        """The next lay of a plan: all of it at once where that is surely legal, else its first lay."""
        first = plan.items[0].lay
        if len(plan.items) == 1 or self.facts.view["me"]["obligations"]:
            return first
        sure = any(face in self.facts.discards for face in plan.rest)
        if sure or (not plan.rest and plan.out):
            return Lay(tuple(placement for item in plan.items for placement in item.lay.placements))
        return first

    def _worth(self, plan: Plan) -> tuple[bool, int, int]:
        laid = (plan.points, plan.cards) if self.lightest else (plan.cards, plan.points)
        return plan.out, *laid
