"""Between two turns: who may claim the card just discarded, and whose turn it is next (profile.md 4.1, 4.4f)."""

from __future__ import annotations

from rummy.cards import CARD_TEXT, insert, texts
from rummy.moves import Claim, Pass
from rummy.state import NEW_TURN, Effect, Player, State, Step, evolve

Answers = tuple[tuple[int, str], ...]

THROWN_KEPT = 60
"""Discards of a seat that are remembered: more than a deal of one pack has."""


def begin_turn(state: State, seat: int, answers: Answers = ()) -> State:
    """The turn of ``seat`` begins with its draw; ``answers`` of the window before it are still pending."""
    player = state.players[seat]
    silent = "" if player.silent == "my_turn" else player.silent
    player = evolve(player, laps=player.laps + 1, silent=silent)
    return state.seated(seat, player, phase="draw", seat=seat, to_act=(seat,), turn=NEW_TURN, answers=answers)


def open_window(state: State) -> State:
    """Ask the seats that may claim the card just discarded, or begin the next turn."""
    following = state.next_active(state.seat)
    asked = _asked(state, following)
    if not asked:
        return begin_turn(state, following)
    sealed = state.profile.claims.mode == "sealed"
    to_act = tuple(sorted(asked)) if sealed else (asked[0],)
    return evolve(state, phase="claims", to_act=to_act, answers=())


def _asked(state: State, following: int) -> list[int]:
    """Seats to be asked, farthest from the next player first; [] where no window opens."""
    claims, players = state.profile.claims, state.players
    if claims.mode == "none" or not state.fresh or len(state.stock) < claims.penalty_cards + 1:
        return []
    asked, seat = [], following
    while (seat := state.next_active(seat)) != state.seat:
        if seat != following and not players[seat].silent and (claims.who == "anyone" or players[seat].opened):
            asked.append(seat)
    return asked[::-1]


def answer(state: State, seat: int, move: Claim | Pass) -> Step:
    """An answer in a claim window; after the last one the next player's turn begins, the answers pending."""
    answers = (*state.answers, (seat, move.kind))
    if isinstance(move, Pass) and move.until:
        state = state.with_player(seat, silent=move.until)
    following = state.next_active(state.seat)
    if state.profile.claims.mode == "sealed":
        left = tuple(other for other in state.to_act if other != seat)
        effects: list[Effect] = [{"kind": "answered", "seat": seat}]
    else:
        asked = _asked(state, following)
        given = {other for other, _ in answers}
        left = tuple(other for other in asked if other not in given)[:1]
        effects = []
    if left:
        return Step(evolve(state, answers=answers, to_act=left), effects)
    return Step(begin_turn(state, following, answers), effects)


def settle_claims(state: State) -> tuple[State, list[Effect]]:
    """The claimant nearest in turn gets the discard and the penalty cards, one by one."""
    claimants = [seat for seat, kind in state.answers if kind == "claim"]
    state = evolve(state, answers=())
    if not claimants:
        return state, []
    count = len(state.players)
    seat = min(claimants, key=lambda other: (other - state.seat) % count)
    number = state.profile.claims.penalty_cards
    face, penalty = state.discard[-1], state.stock[:number]
    player: Player = state.players[seat]
    state = state.with_player(
        seat,
        hand=bytes(sorted(player.hand + bytes([face]) + penalty)),
        known=insert(player.known, face),
        taken=(player.taken + bytes([face]))[-THROWN_KEPT:],
    )
    effects: list[Effect] = [
        {"kind": "claimed", "seat": seat, "card": CARD_TEXT[face], "penalty_count": number},
        {"kind": "penalty", "seat": seat, "cards": texts(penalty)},
    ]
    return evolve(state, stock=state.stock[number:], discard=state.discard[:-1]), effects


def pass_offer(state: State, seat: int) -> Step:
    """A seat leaves the upcard; when all have, the first of them must draw from the stock."""
    offered = state.offered + 1
    if offered < len(state.active()):
        following = state.next_active(seat)
        return Step(evolve(state, offered=offered, seat=following, to_act=(following,)), [])
    first = state.next_active(seat)
    begun = begin_turn(evolve(state, offered=offered), first)
    return Step(evolve(begun, turn=evolve(begun.turn, closed=True)), [])
