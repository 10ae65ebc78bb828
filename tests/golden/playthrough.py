"""The first deals of each variant, played by a plain player and told line by line.

The player takes the open card where it can lay it at once, lays whatever is listed first, knocks and buys back when it
may, claims what makes a meld with two of its cards, and throws its dearest card. Where a first meld too low is shown
and taken back, it tries that once in a deal. Only chance is random, from a seed that the file names: what changes in a
file is a change of the rules.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from itertools import count, islice
from typing import Final

from rummy import solver
from rummy.cards import texts
from rummy.engine import default_move, legal_moves, new_match, step
from rummy.errors import IllegalMove
from rummy.melds import meld_points
from rummy.moves import (
    Add,
    Claim,
    Discard,
    Knock,
    Lay,
    Move,
    NewMeld,
    Pass,
    Placement,
    Rebuild,
    Rebuy,
    Swap,
    TakeDiscard,
)
from rummy.profile import RuleProfile
from rummy.state import DealResult, Effect, State
from tests.laws.tables import Match, supply
from variants.catalogue import Variant

FEWEST, MOST = 2, 8
"""Deals of a playthrough."""
TRIED: Final = 5
"""How many playthroughs the shortest is chosen from."""


@dataclass(frozen=True)
class Playthrough:
    """A playthrough as text, and the kinds of special things that happened in it."""

    text: str
    shown: frozenset[str]


def special(profile: RuleProfile) -> frozenset[str]:
    """What a playthrough under these rules has to show."""
    knocking, opening = profile.knocking, profile.opening
    wanted = {
        "claimed": profile.claims.mode != "none",
        "passed ahead": profile.claims.mode != "none",
        "swap": profile.joker_swap.mode != "forbidden",
        "rebuild": profile.laying.rearrange != "none",
        "opening of several melds": opening.min_points > 0 and opening.applies == "first",
        "opening failed": opening.failure == "lock",
        "open card laid at once": profile.draw.taken_card == "lay_now",
        "offer": profile.deal.first_turn == "upcard_offer",
        "sits out": profile.players.max > profile.players.max_active,
        "knocked": knocking.limit_by != "none",
        "last go": knocking.last_go != "none",
        "rated": bool(profile.rating.bands),
        "paid": profile.ledger.per_deal > 0,
        "rebought": profile.ledger.rebuys > 0,
        "starter pays": profile.scoring.opener_penalty > 0,
    }
    return frozenset(kind for kind, due in wanted.items() if due)


def found(variant: Variant) -> Playthrough:
    """The shortest of the first playthroughs that show all they have to."""
    wanted = special(variant.profile)
    enough = (each for number in count() if wanted <= (each := told(variant, number)).shown)
    return min(islice(enough, TRIED), key=lambda each: each.text.count("\n"))


def told(variant: Variant, number: int) -> Playthrough:
    """The playthrough of a variant with the shuffles that a number stands for."""
    teller = Teller(variant, number)
    wanted = special(variant.profile)
    while teller.match.state.to_act and teller.deals < MOST:
        if teller.deals >= FEWEST and wanted <= teller.shown:
            break
        teller.go_on()
    return Playthrough("\n".join(teller.lines) + "\n", frozenset(teller.shown))


@dataclass
class Teller:
    """A match that is played and told."""

    variant: Variant
    number: int
    lines: list[str] = field(default_factory=list)
    shown: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        players = self.variant.profile.players
        crowd = players.max if players.max > players.max_active else 3
        seats = max(players.min, min(crowd, players.max))
        self.rng = random.Random(f"golden {self.variant.id} {self.number}")
        self.match = Match(new_match(self.variant.profile, seats))
        self.failed: set[int] = set()
        """The deals in which an opening has failed."""
        self.lines.append(f"{self.variant.id}, {seats} seats, shuffles {self.number}")
        self._supply()

    @property
    def deals(self) -> int:
        """Deals that are over."""
        return len(self.match.state.results)

    def go_on(self) -> None:
        """One move, and what chance does after it."""
        state = self.match.state
        seat = state.to_act[0]
        move = self._failing(state, seat) or plain(state, seat)
        after = self.match.do(seat, move)
        effects = self.match.log[-1]["effects"]
        drawn = [effect for effect in effects if effect["kind"] in ("drawn", "penalty", "claimed")]
        gained = "".join(f"  ({effect['seat']} gets {spelt(effect)})" for effect in drawn)
        self.lines.append(f"{seat} {spell(move)}{gained}")
        self.shown |= kinds_of(state, move, effects)
        for effect in effects:
            if effect["kind"] == "opening_failed":
                self.failed.add(state.deal)
                self.lines.append(f"opening failed: {effect['got']} of {effect['needed']}")
            if effect["kind"] == "rebought":
                self.lines.append(f"bought back: {effect['seat']} goes on with {effect['total']}")
        if len(after.results) > len(state.results):
            self.lines += ending(state, after)
        self._supply()

    def _supply(self) -> None:
        before = self.match.state
        supply(self.match, self.rng)
        if before.phase == "dealing":
            self.lines += beginning(self.match.state)
        flipped = self.match.log and any(effect["kind"] == "renewed" for effect in self.match.log[-1]["effects"])
        if before.phase == "renewing" or flipped:
            self.lines.append(f"the stock is renewed: {len(self.match.state.stock)} cards")
        self.shown |= {"sits out" for player in self.match.state.players if player.status == "sitting_out"}

    def _failing(self, state: State, seat: int) -> Move | None:
        """The dearest meld of the hand where it is too low to open with, once in a deal."""
        profile, player = state.profile, state.players[seat]
        if profile.opening.failure != "lock" or state.phase != "play" or player.opened or state.deal in self.failed:
            return None
        if state.turn.locked or any(isinstance(move, Lay) for move in legal_moves(state, seat)):
            return None
        melds = solver.all_melds(profile, player.hand)
        if not melds:
            return None
        best = max(melds, key=lambda meld: meld_points(profile, meld))
        lay = Lay((NewMeld(tuple(texts(best.cards))),))
        try:
            effects = step(state, seat, lay).effects
        except IllegalMove:
            return None
        return lay if any(effect["kind"] == "opening_failed" for effect in effects) else None


def kinds_of(state: State, move: Move, effects: list[Effect]) -> set[str]:
    """Which special things a move was."""
    made = {effect["kind"] for effect in effects}
    kinds = {
        "claimed": "claimed" in made,
        "passed ahead": isinstance(move, Pass) and move.until is not None,
        "opening failed": "opening_failed" in made,
        "offer": state.phase == "offer" and isinstance(move, TakeDiscard),
        "knocked": isinstance(move, Knock),
        "last go": state.phase == "last_play",
        "rebought": "rebought" in made,
    }
    if isinstance(move, Lay) and "laid" in made:
        parts = {type(placement) for placement in move.placements}
        kinds["swap"] = Swap in parts
        kinds["rebuild"] = Rebuild in parts
        kinds["opening of several melds"] = len(move.placements) > 1 and not state.players[state.seat].opened
        kinds["open card laid at once"] = state.turn.use
    if "deal_over" in made:
        over = next(effect for effect in effects if effect["kind"] == "deal_over")
        kinds["rated"] = any(line["rating"] for line in over.get("seats", []))
        kinds["paid"] = state.profile.ledger.per_deal > 0 and over["winner"] is not None
        kinds["starter pays"] = state.profile.scoring.opener_penalty > 0 and state.opener not in (None, over["winner"])
    return {kind for kind, happened in kinds.items() if happened}


def plain(state: State, seat: int) -> Move:
    """What the plain player does."""
    moves = legal_moves(state, seat)
    for kind in (Rebuy, Knock, Lay):
        for move in moves:
            if isinstance(move, kind):
                return move
    if state.phase == "claims":
        return asked(state, seat)
    take = TakeDiscard()
    if take in moves and (state.phase == "offer" or lays_at_once(state, seat)):
        return take
    return default_move(state, seat)


def asked(state: State, seat: int) -> Move:
    """A claim of what makes a meld; else a pass, until its own turn for a seat that has opened."""
    hand, card = state.players[seat].hand, state.discard[-1]
    makes = any(card in meld.cards for meld in solver.all_melds(state.profile, bytes(sorted((*hand, card)))))
    if makes and card not in hand:
        return Claim()
    return Pass("my_turn") if state.players[seat].opened else Pass()


def lays_at_once(state: State, seat: int) -> bool:
    """Whether the open card, once taken, can be laid."""
    after = step(state, seat, TakeDiscard()).state
    card = texts(state.discard[-1:])[0]
    return any(isinstance(move, Lay) and card in spell(move).split() for move in legal_moves(after, seat))


def beginning(state: State) -> list[str]:
    """The deal as it lies."""
    hands = [f"  {seat}: {' '.join(texts(player.hand)) or '-'}" for seat, player in enumerate(state.players)]
    pile = f"  open: {' '.join(texts(state.discard)) or 'none'}; stock: {len(state.stock)}"
    return ["", f"deal {state.deal}, dealer {state.dealer}", *hands, pile]


def ending(before: State, after: State) -> list[str]:
    """How the deal ended: hands, points, rating points and chips."""
    result: DealResult = after.results[-1]
    double = ", double" if result.double else ""
    lines = [f"deal over: {result.how}, winner {result.winner}{double}"]
    for line in result.seats:
        player = after.players[line.seat]
        more = "" if line.rating is None else f", rating {line.rating}"
        more += f", chips {player.chips}" if after.ledger else ""
        more += ", out" if player.status == "out" and before.players[line.seat].status != "out" else ""
        hand = " ".join(line.hand or ()) or "-"
        lines.append(f"  {line.seat}: {hand}; points {line.points}, total {line.total}{more}")
    if after.phase == "finished":
        lines.append(f"match over: winners {' '.join(map(str, after.winners))}")
    return lines


def spelt(effect: dict[str, object]) -> str:
    """The cards that an effect brings."""
    cards = effect.get("cards", [effect.get("card")])
    return " ".join(str(card) for card in cards) if isinstance(cards, list) else ""


def spell(move: Move) -> str:
    """A move as text, as ``tests.rummy.builder`` reads it."""
    match move:
        case Lay():
            return "lay " + " / ".join(_part(placement) for placement in move.placements)
        case Discard():
            return f"discard {move.card}"
        case Knock():
            return f"knock {move.discard or ''}".strip()
        case Pass():
            return f"pass {move.until or ''}".strip()
    return {"draw_stock": "draw", "take_discard": "take", "take_back": "back"}.get(move.kind, move.kind)


def _part(placement: Placement) -> str:
    match placement:
        case NewMeld():
            return " ".join(placement.cards)
        case Add():
            return f"{placement.meld} + {' '.join(placement.cards)}"
        case Swap():
            return f"{placement.meld} swap {placement.card}"
        case Rebuild():
            return f"rebuild {' '.join(placement.melds)} -> {' | '.join(' '.join(part) for part in placement.into)}"
