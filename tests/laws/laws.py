"""The laws of design.md 7 as things that can be watched at any table."""

from __future__ import annotations

import json
import random
from itertools import combinations

from rummy.bounds import turn_bound
from rummy.cards import CARD_TEXT, JOKER, RUN_JOKER, SET_JOKER, SLOT_TEXT, texts
from rummy.engine import check, default_move, legal_moves, new_match, step, whole_deck
from rummy.errors import IllegalMove
from rummy.formats import dump_profile, dump_state, load_profile, load_state
from rummy.moves import (
    Action,
    Add,
    Claim,
    Decline,
    Discard,
    DrawStock,
    Knock,
    Lay,
    Move,
    NewMeld,
    Pass,
    Placement,
    Ready,
    Rebuild,
    Rebuy,
    Swap,
    TakeBack,
    TakeDiscard,
    action_from_json,
    move_from_json,
    move_to_json,
)
from rummy.profile import RuleProfile
from rummy.state import State
from tests.laws.tables import Match


class Laws:
    """Watches every event of a match. ``often``: the share of states at which the dear checks are made."""

    def __init__(self, profile: RuleProfile, rng: random.Random, often: float) -> None:
        self.rng = rng
        self.often = often
        self.deck = sorted(whole_deck(profile))
        self.stored = json.dumps(dump_profile(profile))
        self.turns = 0

    def watch(self, before: State, seat: int | None, action: Action, after: State) -> None:
        """What must hold after any event."""
        assert sorted(held(after)) == self.deck, "law 1: cards are conserved"
        self._count_turns(before, action, after)
        for other in range(len(after.players)):
            if other not in after.to_act:
                assert legal_moves(after, other) == [], "only a seat to act has legal moves"
        if seat is None or self.rng.random() >= self.often:
            return
        for other in after.to_act:
            self._judge_legal(after, other)
        self._judge_forms(after)
        for _ in range(4):
            self._judge_attempt(after, random_move(after, self.rng))

    def _count_turns(self, before: State, action: Action, after: State) -> None:
        """Law 3: every deal ends within the bound that its profile proves."""
        if action.kind == "dealt":
            self.turns = 1
        elif after.phase == "draw" and (before.phase != "draw" or before.seat != after.seat):
            self.turns += 1
        # A seat that falls out at the end of a deal took part in it.
        in_deal = after if action.kind == "dealt" else before
        bound = turn_bound(after.profile, len(in_deal.active())).turns
        assert self.turns <= bound, f"law 3: {self.turns} turns, the bound is {bound}"

    def _judge_legal(self, state: State, seat: int) -> None:
        """Law 2: what is listed is accepted; the list is never empty, knows no move twice, and holds the default."""
        moves = legal_moves(state, seat)
        assert moves, "law 2: a seat to act has a legal move"
        assert len(set(moves)) == len(moves), "law 2: a move is listed once"
        assert default_move(state, seat) in moves, "law 2: what a time-out plays is legal"
        for move in moves:
            after = step(state, seat, move).state
            assert sorted(held(after)) == self.deck, f"law 1: cards are conserved by {move}"
            assert move_from_json(json.loads(json.dumps(move_to_json(move)))) == move, "law 4: a move round-trips"

    def _judge_forms(self, state: State) -> None:
        """Law 4: a state and its profile come back from JSON as they were."""
        profile = load_profile(json.loads(self.stored))
        assert profile == state.profile, "law 4: a profile round-trips"
        text = json.dumps(dump_state(state))
        assert load_state(json.loads(text), state.profile) == state, "law 4: a state round-trips"

    def _judge_attempt(self, state: State, attempt: tuple[int, Move]) -> None:
        """Laws 1 and 6: any move is applied and conserves cards, or is refused; judging it changes nothing."""
        seat, move = attempt
        kept = dump_state(state)
        try:
            check(state, seat, move)
        except IllegalMove as refusal:
            json.dumps(refusal.data)
        else:
            assert sorted(held(step(state, seat, move).state)) == self.deck, f"law 1: cards are conserved by {move}"
        assert dump_state(state) == kept, "law 6: a move that is judged changes nothing"


def held(state: State) -> bytes:
    """All cards of a match, wherever they lie."""
    melds = b"".join(meld.meld.cards for meld in state.melds)
    table = bytes(min(slot, JOKER) for slot in melds)
    return b"".join((state.stock, state.discard, table, *(player.hand for player in state.players)))


def judge_replay(match: Match) -> None:
    """Law 4: the log, read from JSON, leads to the same state."""
    first = match.states[0]
    state = new_match(first.profile, len(first.players), first.dealer)
    assert state == first
    for event in json.loads(json.dumps(match.log)):
        taken = step(state, event["seat"], action_from_json(event))
        assert json.loads(json.dumps(taken.effects)) == event["effects"], "law 4: the same effects"
        state = taken.state
    assert state == match.state, "law 4: replay of the log is the state"


def random_move(state: State, rng: random.Random) -> tuple[int, Move]:
    """A move that somebody might send, legal or not."""
    seat = rng.randrange(len(state.players)) if rng.random() < 0.3 or not state.to_act else rng.choice(state.to_act)
    hand = texts(state.players[seat].hand) or ["KS"]

    def card() -> str:
        return rng.choice(hand) if rng.random() < 0.8 else rng.choice(CARD_TEXT)

    def heap() -> tuple[str, ...]:
        cards = [card() for _ in range(rng.choice((1, 2, 3, 3, 4, 5)))]
        if rng.random() < 0.1:
            cards[0] = rng.choice(list(SLOT_TEXT.values()))
        return tuple(cards)

    def name() -> str:
        known = [f"m{meld.name}" for meld in state.melds]
        odd = ("m1", "m01", f"m{state.next_meld}", "m99", "new:0", "new:1", "new:00", "m", "stock")
        return rng.choice([*known, *known, *odd])

    def placed() -> Placement:
        kind = rng.randrange(7)
        if kind < 3:
            return NewMeld(heap())
        if kind < 5:
            return Add(name(), heap())
        if kind < 6:
            return Swap(name(), card())
        return Rebuild(tuple(name() for _ in range(rng.randint(1, 2))), tuple(heap() for _ in range(rng.randint(1, 2))))

    moves = (
        DrawStock(), TakeDiscard(), Lay(tuple(placed() for _ in range(rng.choice((0, 1, 1, 1, 2, 3))))), TakeBack(),
        Discard(card()), Knock(card()), Knock(), Claim(), Pass(), Ready(), Rebuy(), Decline(),
        Lay((placed(),)), Lay((NewMeld(heap()),)), Lay((Add(name(), heap()),)),
    )  # fmt: skip
    return seat, rng.choice(moves)


def judge_complete(state: State, seat: int) -> None:
    """design.md 3: every legal lay of one new meld or lay-off is listed, by brute force over the hand.

    Not meant: a joker at a place whose natural card the hand holds and the lay does not use, and a failed opening.
    """
    hand = state.players[seat].hand
    lays = [move for move in legal_moves(state, seat) if isinstance(move, Lay) and len(move.placements) == 1]
    listed = {laid(state, step(state, seat, move).state) for move in lays}
    for size in range(1, min(len(hand), 7) + 1):
        for cards in sorted(set(combinations(hand, size))):
            heap = tuple(texts(cards))
            tried: list[Placement] = [NewMeld(heap)] if size > 2 else []
            if size <= 3:
                tried += [Add(f"m{meld.name}", heap) for meld in state.melds]
            for placement in tried:
                try:
                    after = step(state, seat, Lay((placement,))).state
                except IllegalMove:
                    continue
                whole = laid(state, after)
                if whole and not _replaceable(whole, after.players[seat].hand):
                    assert whole in listed, f"{placement} is legal and not listed"


def laid(before: State, after: State) -> tuple[tuple[int, str, bytes], ...]:
    """The melds that a lay has made or changed: name, kind and cards (those of a set sorted)."""
    old = set(before.melds)
    return tuple(
        (each.name, each.meld.kind, each.meld.cards if each.meld.kind == "run" else bytes(sorted(each.meld.cards)))
        for each in after.melds
        if each not in old
    )


def _replaceable(melds: tuple[tuple[int, str, bytes], ...], left: bytes) -> bool:
    """Whether a joker lies where a card that is still in the hand could lie."""
    for _, kind, cards in melds:
        for slot in cards:
            if kind == "run" and slot >= RUN_JOKER and slot - RUN_JOKER in left:
                return True
            if slot >= SET_JOKER and any(face % 13 == slot - SET_JOKER for face in left if face < JOKER):
                return True
    return False
