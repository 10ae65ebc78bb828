"""The end of a deal and of the match (profile.md 4.3, 4.4h); the pause between two deals is ``between``'s."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict

from rummy import scoring, solver
from rummy.cards import texts
from rummy.engine.knocks import counts_double, defended, lays_off
from rummy.state import NEW_TURN, DealResult, Effect, Entry, EntryKind, How, SeatResult, State, Step, evolve


def last_go_on(step: Step) -> Step:
    """The next seat's last go after a knock, or the end of the deal."""
    state = step.state
    knock = state.knock
    if knock is None or state.phase == "renewing":
        return step
    if knock.waiting:
        seat = knock.waiting[0]
        knock = evolve(knock, waiting=knock.waiting[1:])
        after = evolve(state, knock=knock, phase="last_draw", seat=seat, to_act=(seat,), turn=NEW_TURN)
        return Step(after, step.effects)
    over = deal_over(state, "knock", winner=knock.seat)
    return Step(over.state, [*step.effects, *over.effects])


def deal_over(state: State, how: How, winner: int | None = None) -> Step:
    """Score the deal, then the match: the pause between deals, or the end (profile.md 4.3)."""
    profile = state.profile
    active = state.active()
    double = how == "out" and winner is not None and not state.players[winner].laid
    rest = {seat: _rest(state, seat) for seat in active}
    lay_offs: list[Effect] = []
    if state.knock is not None and lays_off(profile, state.knock):
        left, lay_offs = defended(state, state.knock.seat, state.knock.melds)
        rest |= left
    points = {seat: scoring.hand_points(profile, rest[seat]) for seat in active}
    gets_stakes = winner
    winner, changes, doubled, gain = _won(state, points, winner, hand_out=double)
    void = winner is None and profile.scoring.no_winner == "void"
    rated = profile.rating.bands and not void
    gained = {
        seat: scoring.rating_points(profile.rating, points[seat], won=seat == winner, hand_out=double)
        for seat in (active if rated else ())
    }
    players = list(state.players)
    for seat in active:
        players[seat] = evolve(
            players[seat],
            total=_total(state, seat, changes[seat], won=seat == winner, void=void),
            rating=players[seat].rating + gained.get(seat, 0),
            wins=players[seat].wins + (seat == winner),
        )
    lines = tuple(
        SeatResult(
            seat,
            None if void else tuple(texts(state.players[seat].hand)),
            None if void else points[seat],
            None if void else players[seat].total - state.players[seat].total,
            gained.get(seat),
            players[seat].total,
        )
        for seat in active
    )
    result = DealResult(state.deal, how, winner, doubled, lines)
    state = evolve(state, players=tuple(players), results=(*state.results, result), to_act=(), answers=())
    if gets_stakes is not None:
        state = _stakes(state, gets_stakes, active)
    effect: Effect = {"kind": "deal_over", "how": how, "winner": winner, "double": doubled, "void": void}
    if not void:
        effect["seats"] = [_counted(state, line, rest[line.seat]) for line in lines]
    if lay_offs:
        effect["lay_offs"] = lay_offs
    if gain:
        effect["gain"] = gain
    step = _match_on(state)
    return Step(step.state, [effect, *step.effects])


def _won(
    state: State, points: dict[int, int], winner: int | None, *, hand_out: bool
) -> tuple[int | None, dict[int, int], bool, Effect]:
    """Who wins the deal, what each seat's total changes by, whether that is doubled, and of a difference why."""
    rules = state.profile.scoring
    if rules.method != "difference" or state.knock is None or winner is None:
        changes = scoring.booked(rules, points, winner, hand_out=hand_out)
        return winner, changes, hand_out and rules.hand_out_factor > 1, {}
    winner, gain = _difference(state, points, winner)
    booked = (gain["difference"] + gain["bonus"]) * gain["factor"]
    return winner, {seat: booked if seat == winner else 0 for seat in points}, gain["factor"] > 1, gain


def _total(state: State, seat: int, change: int, *, won: bool, void: bool) -> int:
    """The total of a seat after the deal: with its change, the winner's relief and the opener's penalty."""
    rules, total = state.profile.scoring, state.players[seat].total + change
    if won:
        return max(0, total - rules.winner_relief) if rules.winner_relief else total
    return total + rules.opener_penalty if seat == state.opener and not void else total


def _rest(state: State, seat: int) -> bytes:
    """What counts of a seat's hand: all of it, or its deadwood where melds are concealed."""
    hand = state.players[seat].hand
    if state.profile.laying.mode == "table":
        return hand
    if state.knock is not None and state.knock.seat == seat:
        return state.knock.rest
    return solver.best_melds(state.profile, hand, "deadwood").rest


def _difference(state: State, points: dict[int, int], knocker: int) -> tuple[int, Effect]:
    """Who wins a knock, and what is booked for it: ``(difference + bonus) * factor``, and why."""
    profile, knock = state.profile, state.knock
    opponent = next(seat for seat in points if seat != knocker)
    whole = knock is not None and not knock.discarded
    gain = scoring.difference(
        profile.scoring, profile.knocking.undercut, points[knocker], points[opponent], whole_hand=whole
    )
    winner = opponent if gain.why == "undercut" else knocker
    return winner, {**asdict(gain), "factor": 2 if counts_double(state) else 1}


def _stakes(state: State, winner: int, active: list[int]) -> State:
    chips = state.profile.ledger.per_deal
    if not chips:
        return state
    for seat in active:
        if seat != winner:
            state = pay(state, seat, "per_deal", -chips)
            state = pay(state, winner, "per_deal", chips)
    return state


def pay(state: State, seat: int, kind: EntryKind, chips: int) -> State:
    """Book chips to a seat (negative: it pays); antes and rebuys go into the pot, the pot comes out of it."""
    entry = Entry(state.deal, seat, kind, chips)
    state = state.with_player(seat, chips=state.players[seat].chips + chips)
    pot = state.pot if kind == "per_deal" else state.pot - chips
    return evolve(state, ledger=(*state.ledger, entry), pot=pot)


def _counted(state: State, line: SeatResult, rest: bytes) -> Effect:
    return {
        "seat": line.seat,
        "hand": list(line.hand or ()),
        "melds": _melded(state, line.seat, rest),
        "rest": texts(rest),
        "deadwood": line.deadwood,
        "points": line.points,
        "rating": line.rating,
        "total": line.total,
    }


def _melded(state: State, seat: int, rest: bytes) -> list[list[str]]:
    """The melds that a hand held, where they stay concealed."""
    if state.profile.laying.mode == "table":
        return []
    if state.knock is not None and state.knock.seat == seat:
        return [texts(meld.cards) for meld in state.knock.melds]
    held = Counter(state.players[seat].hand) - Counter(rest)
    best = solver.best_melds(state.profile, bytes(sorted(held.elements())), "deadwood")
    return [texts(meld.cards) for meld in best.melds]


def _match_on(state: State) -> Step:
    """Put seats out, then end the match or pause between deals (profile.md 4.3.3-5)."""
    profile = state.profile
    effects: list[Effect] = []
    players = list(state.players)
    fallen = []
    if profile.match.out_at:
        fallen = [seat for seat in state.remaining() if players[seat].total >= profile.match.out_at]
        for seat in fallen:
            players[seat] = evolve(players[seat], status="out")
            effects.append({"kind": "seat_out", "seat": seat, "total": players[seat].total})
    state = evolve(state, players=tuple(players), phase="between", turn=NEW_TURN, answers=())
    left = state.remaining()
    if profile.match.out_at and len(left) <= 1:
        lowest = min((players[seat].total for seat in fallen), default=0)
        winners = left or [seat for seat in fallen if players[seat].total == lowest]
        return _finished(state, winners, effects)
    if _played_out(state):
        first = _ranked(state)[0]
        if len(first) == 1 or profile.match.tie == "shared":
            return _finished(state, first, effects)
    return Step(evolve(state, to_act=tuple(left)), effects)


def _played_out(state: State) -> bool:
    match, seats = state.profile.match, len(state.players)
    return (
        (match.target > 0 and any(player.total >= match.target for player in state.players))
        or (match.deals > 0 and state.deal >= match.deals)
        or (match.rounds > 0 and state.deal >= match.rounds * seats)
    )


def _ranked(state: State) -> list[list[int]]:
    profile = state.profile
    rows = []
    for seat in state.remaining():
        player, listed = state.players[seat], list_result(state, seat)
        rows.append((seat, player.total if listed is None else listed, player.wins, player.total))
    low_wins = profile.scoring.method == "penalty" and not profile.rating.bands
    return scoring.ranking(profile.match, rows, low_wins=low_wins)


def list_result(state: State, seat: int) -> int | None:
    """What a seat has in the tournament list so far; None where deals are not rated."""
    rating, player = state.profile.rating, state.players[seat]
    return scoring.list_result(rating, player.rating, player.total) if rating.bands else None


def _finished(state: State, winners: list[int], effects: list[Effect]) -> Step:
    match = state.profile.match
    bonuses = scoring.bonuses(match, [player.wins for player in state.players], winners)
    players = tuple(
        evolve(player, total=(player.total + bonus.boxes + bonus.game) * bonus.factor)
        for player, bonus in zip(state.players, bonuses, strict=True)
    )
    state = evolve(state, players=players, phase="finished", to_act=(), winners=tuple(winners))
    state = _pot_out(state, winners)
    effect: Effect = {
        "kind": "match_over",
        "winners": winners,
        "totals": [player.total for player in state.players],
        "chips": [player.chips for player in state.players],
    }
    if given := [{"seat": seat, **asdict(bonus)} for seat, bonus in enumerate(bonuses) if bonus != scoring.NO_BONUS]:
        effect["bonuses"] = given
    if state.profile.rating.bands:
        effect["list_results"] = [list_result(state, seat) for seat in range(len(state.players))]
    return Step(state, [*effects, effect])


def _pot_out(state: State, winners: list[int]) -> State:
    """The pot goes to the winners; odd chips one by one from the dealer's left among them."""
    if not state.pot:
        return state
    share, odd = divmod(state.pot, len(winners))
    count = len(state.players)
    for place, seat in enumerate(sorted(winners, key=lambda seat: (seat - state.dealer - 1) % count)):
        chips = share + (1 if place < odd else 0)
        if chips:
            state = pay(state, seat, "pot", chips)
    return state
