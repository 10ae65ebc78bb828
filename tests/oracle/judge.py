"""An outside judge: OpenSpiel's ``gin_rummy`` plays the same deals action by action, under a profile that says so.

Where OpenSpiel chooses otherwise than the rule book, fields say so: the fiftieth take ends a deal, two cards put back
in a row do, the last discard may be had for a knock, an equal rest is no undercut, a knock always discards, and the
taken card may be thrown. Player 0 begins, so seat 1 deals. After a knock OpenSpiel asks for melds and lay-offs one
by one: they are found in its own tree. The knocker melds all he can, as our engine does for him; what is left open,
which melds, and what the defender lays off, is played out both ways for the best result.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

import pyspiel

from rummy import solver
from rummy.cards import CARD_TEXT, FACE, RANKS, insert, remove, texts
from rummy.engine import legal_moves, new_match, order_needed, step
from rummy.engine.knocks import knock_limit
from rummy.moves import Dealt, Discard, Knock, Move
from rummy.profile import RuleProfile
from tests.rummy.builder import altered
from variants.catalogue import variant

TAKE, DRAW, PASS, KNOCK = 52, 53, 54, 55
CAP: Final = 50
"""OpenSpiel's most takes of a deal."""
THEIR_SUITS: Final = "SCDH"
_THEIRS: Final = {
    FACE[rank + suit]: at * 13 + RANKS.index(rank) for at, suit in enumerate(THEIR_SUITS) for rank in RANKS
}
_OURS: Final = {theirs: ours for ours, theirs in _THEIRS.items()}


@dataclass(frozen=True)
class Parameters:
    """OpenSpiel's parameters of the game."""

    oklahoma: bool = False
    knock_card: int = 10
    gin_bonus: int = 25
    undercut_bonus: int = 25
    hand_size: int = 10

    @property
    def profile(self) -> RuleProfile:
        """The profile that says the same."""
        return altered(
            variant("oklahoma-gin" if self.oklahoma else "gin-rummy").profile,
            deal={"cards": self.hand_size},
            discarding={"taken_card": "allowed"},
            going_out={"final_discard": "required"},
            knocking={"limit": self.knock_card, "undercut": "lower"},
            stock_empty={"last_discard": "knock"},
            deadlock={"takes": CAP, "put_backs": 2, "idle_laps": 30},
            scoring={
                "clean_knock_bonus": self.gin_bonus,
                "undercut_bonus": self.undercut_bonus,
                "doubling_upcard": "none",
            },
        )

    @property
    def game(self) -> Any:
        """OpenSpiel's game."""
        return pyspiel.load_game("gin_rummy", dict(vars(self)))


@dataclass
class Tally:
    """What the games met."""

    games: int = 0
    decisions: int = 0
    ends: dict[str, int] = field(default_factory=dict)
    lay_offs: int = 0
    last_chances: int = 0
    capped: int = 0
    misjudged: int = 0
    """Knocks that OpenSpiel lists although no throw allows one, or does not list although one does."""


def faces(cards: list[int]) -> bytes:
    """OpenSpiel's cards as a hand of ours."""
    return bytes(sorted(_OURS[card] for card in cards))


class Judged:
    """One deal on both sides."""

    def __init__(self, parameters: Parameters, rng: Random, tally: Tally) -> None:
        self.parameters, self.rng, self.tally = parameters, rng, tally
        self.profile = parameters.profile
        self.utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, parameters.hand_size)
        state = new_match(self.profile, seats=2, first_dealer=1)
        deck = order_needed(state)
        assert deck is not None
        self.ours = step(state, None, Dealt(tuple(texts(rng.sample(deck, len(deck)))))).state
        self.theirs = parameters.game.new_initial_state()
        for face in (*self.ours.players[0].hand, *self.ours.players[1].hand, self.ours.discard[-1]):
            self.theirs.apply_action(_THEIRS[face])

    def play(self, mind: str) -> None:
        """Play the deal to its end. Raises AssertionError where the two differ.

        ``mind``: any move (``random``), towards knocks (``eager``), towards one knock at the last chance to (``late``),
        or every discard taken (``taking``).
        """
        while not self.ours.results:
            seat = self.ours.to_act[0]
            self.compare(seat)
            moves = self.legal(seat)
            move = None
            if mind == "eager":
                move = self._wanted(seat, moves)
            elif mind == "late":
                move = self._waited(seat, moves)
            elif mind == "taking":
                move = next((move for move in moves if move.kind == "take_discard"), None)
            self.do(seat, move or self.rng.choice(moves))
            self.tally.decisions += 1
        self.compare_result()
        self.tally.games += 1
        how = self.ours.results[0].how
        self.tally.ends[how] = self.tally.ends.get(how, 0) + 1
        self.tally.capped += self.ours.takes == CAP

    def compare(self, seat: int) -> None:
        """Phase, turn, hands, piles and least deadwood."""
        ours, theirs = self.ours, self.theirs
        assert theirs.current_player() == seat
        phases = {
            "offer": "FIRST_UPCARD", "draw": "FIRST_UPCARD" if ours.turn.closed else "DRAW", "play": "DISCARD",
            "last_draw": "WALL", "last_play": "KNOCK",
        }  # fmt: skip
        assert theirs.current_phase() == getattr(pyspiel.gin_rummy, phases[ours.phase]), self
        assert [faces(hand) for hand in theirs.hands()] == [player.hand for player in ours.players], self
        assert theirs.stock_size() == len(ours.stock)
        assert theirs.knock_card() == knock_limit(ours)
        assert theirs.upcard() == (_THEIRS[ours.discard[-1]] if ours.phase not in ("play", "last_play") else None), self
        for player, hand in zip(ours.players, theirs.hands(), strict=True):
            if len(hand) == self.parameters.hand_size:
                assert solver.deadwood(self.profile, player.hand) == self.utils.min_deadwood(hand), self

    def legal(self, seat: int) -> list[Move]:
        """The moves that both sides list, after a look that they are the same."""
        moves = legal_moves(self.ours, seat)
        theirs = set(self.theirs.legal_actions())
        mine = {self.action(move) for move in moves}
        if self.ours.phase in ("play", "last_draw"):
            possible = self._possible_knocks(seat)
            if self.ours.phase == "play":
                assert {move.discard for move in moves if isinstance(move, Knock)} == possible, self
            assert (KNOCK in mine) == bool(possible), self
            if KNOCK in mine ^ theirs:
                self.tally.misjudged += 1
                theirs.discard(KNOCK)
                mine.discard(KNOCK)
                moves = [move for move in moves if self.action(move) != KNOCK]
        assert mine == theirs, self
        return moves

    def _possible_knocks(self, seat: int) -> set[str]:
        """The cards that can be thrown with a knock, by OpenSpiel's own count of what is left after each.

        Its list of moves looks at the hand with one card more, takes its best melds, and the dearest card beside them
        off: that misses some knocks, and allows one where every card is melded and no throw leaves few enough.
        """
        held = self.theirs.hands()[seat]
        if self.ours.phase == "last_draw":
            held = [*held, self.theirs.upcard()]
        return {CARD_TEXT[_OURS[card]] for card in self.utils.legal_discards(held, knock_limit(self.ours))}

    def action(self, move: Move) -> int:
        """OpenSpiel's action for a move."""
        if isinstance(move, Discard):
            return _THEIRS[FACE[move.card]]
        if isinstance(move, Knock):
            assert move.discard is not None
            return _THEIRS[FACE[move.discard]] if self.ours.last_chance else KNOCK
        if move.kind == "take_discard":
            return KNOCK if self.ours.phase == "last_draw" else TAKE
        return {"draw_stock": DRAW, "pass": PASS}[move.kind]

    def do(self, seat: int, move: Move) -> None:
        """The move on both sides, and what chance brings."""
        before, last_chance = self.ours, self.ours.last_chance
        self.theirs.apply_action(self.action(move))
        taken = step(before, seat, move)
        self.ours = taken.state
        if move.kind == "draw_stock":
            self.theirs.apply_action(_THEIRS[before.stock[0]])
        if isinstance(move, Knock):
            if not last_chance:
                assert move.discard is not None
                self.theirs.apply_action(_THEIRS[FACE[move.discard]])
            self.tally.last_chances += last_chance
            over = next(effect for effect in taken.effects if effect["kind"] == "deal_over")
            self.tally.lay_offs += "lay_offs" in over

    def compare_result(self) -> None:
        """What both sides book."""
        (result,) = self.ours.results
        points = [line.points or 0 for line in result.seats]
        if result.how == "knock":
            knocker = self.theirs.current_player()
            least = self.utils.min_deadwood(self.theirs.hands()[knocker])
            returned = Tree(knocker, least).best(self.theirs)
        else:
            assert self.theirs.is_terminal(), self
            knocker, returned = 0, self.theirs.returns()[0]
        assert points[knocker] - points[1 - knocker] == returned, self

    def _wanted(self, seat: int, moves: list[Move]) -> Move | None:
        """A knock half of the times that there is one; else, mostly, what leaves least."""
        knocks = [move for move in moves if isinstance(move, Knock)]
        if knocks and self.rng.random() < 0.5:
            return self.rng.choice(knocks)
        if self.rng.random() < 0.1:
            return None
        hand = self.ours.players[seat].hand
        thrown = [move for move in moves if isinstance(move, Discard)]
        if not thrown:
            take = next((move for move in moves if move.kind == "take_discard"), None)
            if take is None or self._least(insert(hand, self.ours.discard[-1])) >= solver.deadwood(self.profile, hand):
                return next((move for move in moves if move is not take), None)
            return take
        left = {move: solver.deadwood(self.profile, remove(hand, FACE[move.card])) for move in thrown}
        return self.rng.choice([move for move in thrown if left[move] == min(left.values())])

    def _waited(self, seat: int, moves: list[Move]) -> Move | None:
        """What leaves least, and no knock before the last chance; there, what leads to one."""
        take = next((move for move in moves if move.kind == "take_discard"), None)
        if self.ours.phase == "last_draw":
            return take
        if not self.ours.last_chance:
            moves = [move for move in moves if not isinstance(move, Knock)]
        return self._wanted(seat, moves)

    def _least(self, hand: bytes) -> int:
        """Least deadwood after a throw."""
        return min(solver.discards(self.profile, hand).values())

    def __str__(self) -> str:
        return f"{self.parameters}\n{self.theirs}\n{self.ours}"


class Tree:
    """OpenSpiel's tree after a knock: the knocker melds for the most points, the defender for the fewest."""

    def __init__(self, knocker: int, least: int) -> None:
        self.knocker, self.least = knocker, least
        self.known: dict[Any, float] = {}

    def best(self, state: Any) -> float:
        """What the knocker gets from here."""
        if state.is_terminal():
            return float(state.returns()[self.knocker])
        player = state.current_player()
        key = (
            player, state.finished_layoffs(), tuple(map(frozenset, state.hands())),
            tuple(map(frozenset, state.layed_melds())), frozenset(state.layoffs()),
        )  # fmt: skip
        if key not in self.known:
            actions = state.legal_actions()
            if player == self.knocker and state.deadwood()[player] > self.least:
                actions = [action for action in actions if action != PASS]
            found = [self.best(state.child(action)) for action in actions]
            worst = float("inf") if player != self.knocker else float("-inf")
            self.known[key] = (max if player == self.knocker else min)(found, default=worst)
        return self.known[key]
