"""A table laid out to show a rule: the engine judges what is done at it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from rummy.cards import parse_cards, parse_slots
from rummy.engine import step, whole_deck
from rummy.errors import IllegalMove
from rummy.melds import Meld, read_meld
from rummy.moves import Move
from rummy.profile import RuleProfile
from rummy.state import Effect, Phase, Player, State, TableMeld, Turn


@dataclass(frozen=True)
class Scene:
    """A table of two in the middle of a deal. Cards that are not named are in the stock.

    ``hand``: of the player on turn; ``melds``: what lies there, his own if he has ``opened``, else the other's.
    """

    hand: str
    melds: tuple[str, ...] = ()
    opened: bool = False
    open_card: str = ""
    """The top of the discard pile; then the player is about to draw."""
    upcard: str = ""
    """The card turned up at the beginning of the deal."""

    def possible(self, rules: RuleProfile) -> bool:
        """Whether the deck has these cards and the melds are melds here."""
        left = Counter(whole_deck(rules))
        left.subtract(self._faces())
        return min(left.values()) >= 0 and all(meld_of(rules, text) is not None for text in self.melds)

    def judged(self, rules: RuleProfile, *moves: Move) -> tuple[IllegalMove | None, list[Effect]]:
        """What the engine says to moves of the player: the first refusal, or what the last of them brings about."""
        state, effects = self.state(rules), []
        for move in moves:
            try:
                after = step(state, 0, move)
            except IllegalMove as refusal:
                return refusal, []
            state, effects = after.state, after.effects
        return None, effects

    def state(self, rules: RuleProfile) -> State:
        """The table as the engine sees it."""
        lap = rules.laying.from_lap
        hand = bytes(sorted(parse_cards(self.hand)))
        stock = Counter(whole_deck(rules))
        stock.subtract(self._faces())
        other = bytes(sorted(stock.elements()))[:2]
        stock.subtract(other)
        melds = tuple(
            TableMeld(number, 0 if self.opened else 1, read_meld(rules, parse_slots(text)))
            for number, text in enumerate(self.melds, start=1)
        )
        phase: Phase = "draw" if self.open_card else "play"
        players = (
            Player(hand, laps=lap, opened=self.opened, laid=self.opened),
            Player(other, laps=lap, opened=bool(melds), laid=bool(melds)),
        )
        return State(
            rules, players, 1, 1, phase, (0,), 0,
            turn=Turn() if self.open_card else Turn(from_stock=True),
            stock=bytes(stock.elements()), discard=parse_cards(self.open_card), melds=melds,
            next_meld=len(melds) + 1, upcard=parse_cards(self.upcard)[0] if self.upcard else None,
        )  # fmt: skip

    def _faces(self) -> bytes:
        on_table = [card.partition(":")[0] for text in self.melds for card in text.split()]
        return parse_cards(self.hand) + parse_cards(self.open_card) + parse_cards(on_table)


def meld_of(rules: RuleProfile, text: str) -> Meld | None:
    """The meld that cards are under these rules; None where they are none."""
    try:
        return read_meld(rules, parse_slots(text))
    except IllegalMove:
        return None


def in_deck(rules: RuleProfile, text: str) -> bool:
    """Whether the deck has these cards."""
    left = Counter(whole_deck(rules))
    left.subtract(parse_cards([card.partition(":")[0] for card in text.split()]))
    return min(left.values()) >= 0
