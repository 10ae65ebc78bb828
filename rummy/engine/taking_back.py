"""Taking back what was laid in a turn, and a card that is owed to the table (profile.md 4.4b)."""

from __future__ import annotations

from collections import Counter

from rummy.cards import CARD_TEXT, remove, texts
from rummy.errors import IllegalMove
from rummy.state import NEW_TURN, Effect, Snapshot, State, evolve


def take_back(state: State, seat: int) -> tuple[State, list[Effect]]:
    """Undo the lays of this turn, and under an open *use* the take too (profile.md 4.4b). Raises IllegalMove."""
    turn, profile = state.turn, state.profile
    if turn.use:
        return _put_back(state, seat)
    if not turn.laid or turn.before is None or turn.final:
        raise IllegalMove("nothing_to_take_back", "laying.take_backs", limit=profile.laying.take_backs, got=0)
    if turn.take_backs >= profile.laying.take_backs:
        raise IllegalMove("take_backs_used", "laying.take_backs", limit=profile.laying.take_backs, got=turn.take_backs)
    before = turn.before
    taken = turn.drawn[0] if turn.drawn and not turn.from_stock else None
    undone = evolve(
        turn,
        laid=False,
        new_melds=0,
        points=0,
        taken=taken,
        use=taken is not None and profile.draw.taken_card == "lay_now",
        replay=0,
        take_backs=turn.take_backs + 1,
        before=None,
    )
    return evolve(_restored(state, seat), turn=undone), [_returned(state, seat, before.hand)]


def _put_back(state: State, seat: int) -> tuple[State, list[Effect]]:
    turn = state.turn
    face = turn.drawn[0]
    back = _restored(state, seat)
    player = back.players[seat]
    effect = _returned(state, seat, player.hand)
    known = remove(player.known, face) if face in player.known else player.known
    back = back.with_player(seat, hand=remove(player.hand, face), known=known, taken=player.taken[:-1])
    closed = evolve(NEW_TURN, closed=True, take_backs=turn.take_backs, locked=turn.locked)
    effect = {**effect, "discard": CARD_TEXT[face]}
    return evolve(back, phase="draw", turn=closed, discard=state.discard + bytes([face])), [effect]


def _restored(state: State, seat: int) -> State:
    before = state.turn.before
    if before is None:
        return state
    back = state.with_player(seat, hand=before.hand, opened=before.opened, known=_still_known(state, seat, before))
    return evolve(back, melds=before.melds, next_meld=before.next_meld, opener=before.opener)


def _still_known(state: State, seat: int, before: Snapshot) -> bytes:
    """What was known of the hand, and the cards that everybody has now seen return to it."""
    laid = Counter(before.hand) - Counter(state.players[seat].hand)
    known = (Counter(before.known) | laid) & Counter(before.hand)
    return bytes(sorted(known.elements()))


def _returned(state: State, seat: int, hand: bytes) -> Effect:
    back = Counter(hand) - Counter(state.players[seat].hand)
    return {"kind": "taken_back", "cards": texts(sorted(back.elements()))}
