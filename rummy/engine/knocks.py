"""Knocks: when one is legal, how the knocker is arranged, and what the others lay off (profile.md 4.4j, 7.18)."""

from __future__ import annotations

from collections.abc import Sequence

from rummy import scoring, solver
from rummy.cards import ACE, CARD_TEXT, texts
from rummy.errors import IllegalMove
from rummy.melds import Meld
from rummy.profile import RuleProfile
from rummy.state import NEW_TURN, Effect, Knock, State, evolve


def knock_limit(state: State) -> int:
    """Most points that may be left for a knock in this deal. Where it goes by the upcard there must be one."""
    knocking = state.profile.knocking
    if knocking.limit_by == "number":
        return knocking.limit
    if state.upcard is None or state.upcard % 13 == ACE:
        return 0
    return scoring.hand_points(state.profile, [state.upcard])


def counts_double(state: State) -> bool:
    """Whether this deal counts double because of its upcard (``scoring.doubling_upcard``)."""
    doubling = state.profile.scoring.doubling_upcard
    return doubling == "spades" and state.upcard is not None and state.upcard < len(CARD_TEXT) // 4


def judge_knock(state: State, seat: int, left: bytes, *, discarded: bool) -> Knock:
    """The knock with ``left`` in hand. Raises IllegalMove."""
    profile, player = state.profile, state.players[seat]
    if profile.knocking.limit_by == "none":
        raise IllegalMove("knocking_forbidden", "knocking.limit_by")
    if player.laps < profile.laying.from_lap:
        needed = profile.laying.from_lap
        raise IllegalMove("knock_too_early", "laying.from_lap", needed=needed, got=player.laps, lap=player.laps)
    if state.turn.locked:
        raise IllegalMove("opening_locked", "opening.failure")
    concealed = profile.laying.mode == "concealed"
    best = solver.best_melds(profile, left, "deadwood") if concealed else None
    melds, rest = (best.melds, best.rest) if best is not None else ((), left)
    if not discarded and (rest or profile.going_out.final_discard == "required" or not concealed):
        raise IllegalMove("knock_needs_discard", "going_out.final_discard", cards=texts(rest))
    if not concealed and not left:
        raise IllegalMove("knocking_forbidden", "knocking.limit_by", cards_left=0)
    points = scoring.hand_points(profile, rest)
    limit = knock_limit(state)
    if points > limit:
        arrangement = [texts(meld.cards) for meld in melds]
        raise IllegalMove(
            "knock_too_high", "knocking.limit", limit=limit, got=points, melds=arrangement, rest=texts(rest)
        )
    return Knock(seat, points, melds, rest, discarded)


def knocked(state: State, knock: Knock) -> tuple[State, Effect]:
    """The state after a knock and what everybody sees of it.

    Where a last go follows the arrangement is shown before the others' hands are, and must not tell of them.
    """
    profile, seat = state.profile, knock.seat
    waiting: list[int] = []
    if knock.points and profile.knocking.last_go == "one_each":
        at = seat
        while (at := state.next_active(at)) != seat:
            waiting.append(at)
    melds, rest = knock.melds, knock.rest
    if not waiting and lays_off(profile, knock):
        melds, rest = _hardest(state, knock)
    knock = evolve(knock, melds=melds, rest=rest, waiting=tuple(waiting))
    effect: Effect = {
        "kind": "knocked",
        "seat": seat,
        "points": knock.points,
        "melds": [texts(meld.cards) for meld in knock.melds],
        "rest": texts(knock.rest),
    }
    return evolve(state, knock=knock, turn=NEW_TURN), effect


def lays_off(profile: RuleProfile, knock: Knock) -> bool:
    """Whether the others may lay off on the knocker's melds (``knocking.lay_off``): not where he has nothing left."""
    return profile.knocking.lay_off == "on_knocker" and knock.points > 0


def _hardest(state: State, knock: Knock) -> tuple[tuple[Meld, ...], bytes]:
    """Of the arrangements that leave as few points, the one that leaves the others most (profile.md 7.18)."""
    hand = state.players[knock.seat].hand
    most, hardest = -1, (knock.melds, knock.rest)
    for each in solver.equal_arrangements(state.profile, hand):
        left, _ = defended(state, knock.seat, each.melds)
        points = sum(scoring.hand_points(state.profile, rest) for rest in left.values())
        if points > most:
            most, hardest = points, (each.melds, each.rest)
    return hardest


def defended(state: State, knocker: int, melds: Sequence[Meld]) -> tuple[dict[int, bytes], list[Effect]]:
    """What the others have left when they lay off on these melds, best for each seat in turn; and what is shown."""
    table, rest = list(melds), {}
    shown: list[Effect] = []
    seat = knocker
    while (seat := state.next_active(seat)) != knocker:
        best = solver.best_defence(state.profile, state.players[seat].hand, table)
        rest[seat] = best.rest
        shown += [{"seat": seat, "meld": place, "cards": texts(slots)} for place, slots in best.lay_offs]
        for place, meld in best.grown.items():
            table[place] = meld
    return rest, shown
