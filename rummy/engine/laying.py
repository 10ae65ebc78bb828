"""Lays: one atomic move of placements, judged as a whole (profile.md 4.1 ``lay``, 4.4 a, c-e and l)."""

from __future__ import annotations

from collections import Counter

from rummy import melds as shapes
from rummy.cards import JOKER, texts
from rummy.engine.bars import bar_on, stranded, unbarred
from rummy.engine.candidates import more_placements
from rummy.engine.placing import Work, hand_holds, place_all
from rummy.errors import IllegalMove
from rummy.moves import Lay
from rummy.state import Effect, Snapshot, State, TableMeld, evolve


def lay(state: State, seat: int, move: Lay, *, more: bool = False) -> tuple[State, list[Effect]]:
    """The state after a lay, before the end of the deal is looked at. Raises IllegalMove.

    ``more``: further placements may follow in the same lay, so owed jokers need not all be placed yet.
    """
    profile, player, turn = state.profile, state.players[seat], state.turn
    if not move.placements:
        raise IllegalMove("empty_lay")
    hand_holds(player.hand, move.placements)
    if profile.laying.mode == "concealed":
        raise IllegalMove("laying_concealed", "laying.mode")
    if player.laps < profile.laying.from_lap:
        raise IllegalMove(
            "laying_too_early", "laying.from_lap", needed=profile.laying.from_lap, got=player.laps, lap=player.laps
        )
    if turn.locked:
        raise IllegalMove("opening_locked", "opening.failure")
    work = Work(state, seat, player.hand, {meld.name: meld for meld in state.melds}, state.next_meld)
    place_all(work, move.placements)
    if not work.laid:
        raise IllegalMove("empty_lay")
    _judge_opened(work)
    _judge_limit(work)
    counted = points_counted(work)
    try:
        _judge_opening(work, counted)
    except IllegalMove as error:
        if profile.opening.failure == "lock" and not turn.replay and _stands(_applied(work)):
            return _failed(work, error)
        raise
    after = _applied(work)
    _judge_obligations(work, 1 if more else turn.replay)
    judge_end(after, seat, work.freed_from)
    shown = [_shown(meld) for name, meld in sorted(work.melds.items()) if name in work.touched or name in work.own]
    effect: Effect = {"kind": "laid", "melds": shown, "points": counted}
    if work.freed and profile.joker_swap.mode == "to_hand":
        effect["jokers"] = work.freed
    return after, [effect]


def standing(state: State, seat: int, move: Lay, *, more: bool = False) -> State | None:
    """The state after a lay that comes to lie on the table; None for one that is refused, or fails the opening."""
    try:
        after, _ = lay(state, seat, move, more=more)
    except IllegalMove:
        return None
    return None if after.turn.locked else after


def _judge_opened(work: Work) -> None:
    allowed = work.state.profile.laying.before_opening
    if allowed == "all" or work.state.players[work.seat].opened or work.own:
        return
    for kind in work.foreign:
        if allowed == "none" or kind != "add":
            raise IllegalMove("not_opened", "laying.before_opening", what=kind)


def _judge_limit(work: Work) -> None:
    limit = work.state.profile.laying.max_melds
    got = work.state.turn.new_melds + len(work.own)
    if limit and work.own and got > limit:
        raise IllegalMove("too_many_melds", "laying.max_melds", limit=limit, got=got)


def points_counted(work: Work) -> int:
    """What the lay is worth against the minimum, as ``opening.counts`` counts it (profile.md 4.4c)."""
    rules = work.state.profile
    counted = sum(shapes.meld_points(rules, work.melds[name].meld) for name in _counted(work))
    if rules.opening.counts == "melds_and_lay_offs":
        barred = _barred(work)
        counted += sum(gain for name, gain in work.joined.items() if name not in barred)
    return counted


def _counted(work: Work) -> list[int]:
    """The melds that count whole: the new ones, or all that got a hand card."""
    touched = work.state.profile.opening.counts == "touched"
    return sorted((work.touched if touched else work.own) - _barred(work))


def _barred(work: Work) -> set[int]:
    """Melds that do not count: in a lay that frees a joker, those that received one."""
    return work.got_joker if work.freed else set()


def _judge_opening(work: Work, counted: int) -> None:
    opening = work.state.profile.opening
    if counted >= opening.min_points:
        return
    if opening.applies == "first" and (work.state.players[work.seat].opened or not work.own):
        return
    if opening.waived == "going_out" and _goes_out(work):
        return
    melds = [texts(work.melds[name].meld.cards) for name in _counted(work)]
    raise IllegalMove("opening_too_low", "opening.min_points", needed=opening.min_points, got=counted, melds=melds)


def _goes_out(work: Work) -> bool:
    """Whether the lay itself ends the deal, but for the discard where one is required."""
    return len(work.hand) == int(work.state.profile.going_out.final_discard == "required")


def _applied(work: Work) -> State:
    """The state as the placements leave it, whether or not it may stand."""
    state, seat, turn = work.state, work.seat, work.state.turn
    player = state.players[seat]
    opener = state.opener if state.opener is not None or not work.own else seat
    before = turn.before or Snapshot(
        player.hand, player.known, state.melds, state.next_meld, player.opened, state.opener
    )
    taken_laid = turn.taken is not None and turn.taken in work.laid
    jokers_laid = work.laid.count(JOKER)
    known = Counter(player.known)
    known[JOKER] += work.freed
    known.subtract(work.laid)
    owed = 0
    if state.profile.joker_swap.mode == "replay":
        owed = max(0, turn.replay + work.freed - jokers_laid)
    waived = (
        state.profile.opening.waived == "going_out"
        and not player.opened
        and bool(work.own)
        and points_counted(work) < state.profile.opening.min_points
    )
    changed = evolve(
        turn,
        laid=True,
        taken=None if taken_laid else turn.taken,
        use=turn.use and not taken_laid,
        replay=owed,
        new_melds=turn.new_melds + len(work.own),
        points=turn.points + points_counted(work),
        final=turn.final or waived,
        before=before,
    )
    players = state.players
    moved = evolve(
        player, hand=work.hand, known=bytes(sorted((+known).elements())), opened=player.opened or bool(work.own)
    )
    return evolve(
        state,
        players=(*players[:seat], moved, *players[seat + 1 :]),
        melds=tuple(work.melds[name] for name in sorted(work.melds)),
        next_meld=work.next_meld,
        opener=opener,
        turn=changed,
    )


def _judge_obligations(work: Work, least: int) -> None:
    if work.state.turn.replay and work.laid.count(JOKER) < least:
        raise IllegalMove("obligation_open", "joker_swap.mode", obligation="replay", card="X")


def _stands(after: State) -> bool:
    try:
        judge_end(after, after.seat)
    except IllegalMove:
        return False
    return True


def _failed(work: Work, error: IllegalMove) -> tuple[State, list[Effect]]:
    """The procedure of ``opening.failure = lock``: cards are shown and taken back, the seat is locked (4.4d)."""
    state, seat = work.state, work.seat
    player = state.players[seat]
    from_hand = Counter(work.laid)
    from_hand[JOKER] -= work.freed
    known = Counter(player.known) | from_hand
    in_hand = Counter(player.hand)
    shown = bytes(sorted((known & in_hand).elements()))
    after = evolve(state.with_player(seat, known=shown), turn=evolve(state.turn, locked=True))
    cards = [texts(work.melds[name].meld.cards) for name in sorted(work.own | work.touched)]
    return after, [{"kind": "opening_failed", **error.data, "melds": cards}]


def judge_end(state: State, seat: int, meld: str = "") -> None:
    """Whether the turn can still end legally after this (profile.md 4.4a); ``meld`` gave the joker that is owed.

    Raises IllegalMove.
    """
    if can_end(state, seat):
        return
    player, turn = state.players[seat], state.turn
    if turn.replay:
        raise IllegalMove("joker_not_replayable", "joker_swap.mode", meld=meld, card="X", got=turn.replay)
    if not player.hand:
        raise IllegalMove("no_card_left_to_discard", "going_out.final_discard", needed=1, got=0)
    raise stranded(state, seat)


def can_end(state: State, seat: int) -> bool:
    """Whether the turn can end from here, without lifting a bar."""
    turn, hand = state.turn, state.players[seat].hand
    if turn.use and not turn.replay:
        return True
    owes = turn.use or turn.replay
    if not owes:
        if not hand:
            return state.profile.going_out.final_discard == "optional"
        if unbarred(state, seat):
            return True
    if turn.locked:
        return False
    wanted = {JOKER} if turn.replay else {face for face in hand if bar_on(state, seat, face)}
    return any(
        standing(state, seat, Lay((placement,)), more=True) is not None
        for placement in more_placements(state, seat, using=wanted)
    )


def _shown(table: TableMeld) -> Effect:
    return {"id": f"m{table.name}", "owner": table.owner, "kind": table.meld.kind, "cards": texts(table.meld.cards)}
