"""Which cards may not be discarded (profile.md ``discarding``)."""

from __future__ import annotations

from rummy.cards import CARD_TEXT, JOKER, texts
from rummy.errors import IllegalMove
from rummy.state import State


def bar_on(state: State, seat: int, face: int) -> IllegalMove | None:
    """Why a face of the hand may not be discarded now, obligations apart; None where it may."""
    rule = barring_rule(state, seat, face)
    if rule is None:
        return None
    left = len(state.players[seat].hand)
    if rule == "discarding.taken_card":
        return IllegalMove("taken_card_discard", rule, card=CARD_TEXT[face], cards_left=left)
    return IllegalMove("joker_discard", rule, cards_left=left)


def barring_rule(state: State, seat: int, face: int) -> str | None:
    """The rule that bars a face from the discard now, None where none does."""
    profile, turn, hand = state.profile, state.turn, state.players[seat].hand
    if face == JOKER:
        if turn.locked and any(other != JOKER for other in hand):
            return "opening.failure"
        if profile.discarding.joker == "forbidden" or (profile.discarding.joker == "only_last" and len(hand) > 1):
            return "discarding.joker"
    if face == turn.taken:
        rule = profile.discarding.taken_card
        if rule == "forbidden" or (rule == "only_last" and len(hand) > 1):
            return "discarding.taken_card"
    return None


def unbarred(state: State, seat: int) -> list[int]:
    """The faces of a hand that may be discarded now, obligations apart, in card order."""
    faces = sorted(set(state.players[seat].hand))
    for face in (JOKER, state.turn.taken):  # only these can be barred
        if face in faces and barring_rule(state, seat, face) is not None:
            faces.remove(face)
    return faces


def stranded(state: State, seat: int) -> IllegalMove:
    """The refusal where every card of the hand is barred from the discard; the taken card's bar is named first."""
    faces = sorted(set(state.players[seat].hand))
    rules = [bar.rule for face in faces if (bar := bar_on(state, seat, face)) is not None]
    rule = "discarding.taken_card" if "discarding.taken_card" in rules else "discarding.joker"
    return IllegalMove("no_legal_end", rule, cards=texts(faces))
