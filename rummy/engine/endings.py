"""The end of a deal, the pause between deals and the end of the match (profile.md 4.3, 4.4 h, i)."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict

from rummy import scoring, solver
from rummy.cards import texts
from rummy.engine.chance import next_dealer
from rummy.engine.knocks import counts_double, defended, lays_off
from rummy.errors import IllegalMove
from rummy.moves import Decline, Ready, Rebuy
from rummy.state import NEW_TURN, DealResult, Effect, Entry, EntryKind, How, Player, SeatResult, State, Step, evolve


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
    gain: Effect = {}
    if profile.scoring.method == "difference" and state.knock is not None and winner is not None:
        winner, gain = _difference(state, points, winner)
        doubled = gain["factor"] > 1
        booked = (gain["difference"] + gain["bonus"]) * gain["factor"]
        changes = {seat: booked if seat == winner else 0 for seat in points}
    else:
        changes = scoring.booked(profile.scoring, points, winner, hand_out=double)
        doubled = double and profile.scoring.hand_out_factor > 1
    void = winner is None and profile.scoring.no_winner == "void"
    players = list(state.players)
    gained: dict[int, int] = {}
    for seat in active:
        player = players[seat]
        total = player.total + changes[seat]
        if seat == winner:
            total = max(0, total - profile.scoring.winner_relief) if profile.scoring.winner_relief else total
        elif seat == state.opener and not void:
            total += profile.scoring.opener_penalty
        if profile.rating.bands and not void:
            won = seat == winner
            gained[seat] = scoring.rating_points(profile.rating, points[seat], won=won, hand_out=double)
        players[seat] = evolve(
            player,
            total=total,
            rating=player.rating + gained.get(seat, 0),
            wins=player.wins + (seat == winner),
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


def rebuy_candidate(state: State) -> int | None:
    """The one seat that could gain by buying back now (profile.md 4.4i)."""
    if state.phase != "between":
        return None
    for seat in state.to_act:
        if rebuy_refusal(state, seat) is None:
            return seat
    return None


def rebuy_refusal(state: State, seat: int) -> IllegalMove | None:
    """Why a seat may not buy back; None where it may."""
    ledger, match, player = state.profile.ledger, state.profile.match, state.players[seat]
    if player.rebuys >= ledger.rebuys:
        return IllegalMove("rebuy_none_left", "ledger.rebuys", limit=ledger.rebuys, got=player.rebuys)
    if not ledger.rebuy_from <= player.total < match.out_at:
        limits = {"from": ledger.rebuy_from, "below": match.out_at}
        return IllegalMove("rebuy_out_of_range", "ledger.rebuy_from", **limits, got=player.total)
    highest = rebuy_score(state, seat)
    if player.total <= highest:
        return IllegalMove("rebuy_no_benefit", "ledger.rebuy_fee", own=player.total, highest_other=highest)
    return None


def rebuy_score(state: State, seat: int) -> int:
    """The total after buying back: the highest of the other seats still in."""
    return max((state.players[other].total for other in state.remaining() if other != seat), default=0)


def answered(state: State, seat: int, move: Ready | Rebuy | Decline) -> Step:
    """An answer between two deals; after the last one the next deal's order is due. Raises IllegalMove."""
    effects: list[Effect] = []
    if isinstance(move, Rebuy):
        refusal = rebuy_refusal(state, seat)
        if refusal is not None:
            raise refusal
        fee, score = state.profile.ledger.rebuy_fee, rebuy_score(state, seat)
        player: Player = state.players[seat]
        state = state.with_player(seat, total=score, rebuys=player.rebuys + 1)
        state = pay(state, seat, "rebuy", -fee)
        effects.append({"kind": "rebought", "seat": seat, "total": score, "fee": fee})
    elif isinstance(move, Decline) and rebuy_candidate(state) != seat:
        raise IllegalMove("wrong_phase", None, phase=state.phase, allowed=["ready"])
    elif isinstance(move, Ready) and rebuy_candidate(state) == seat:
        raise IllegalMove("wrong_phase", None, phase=state.phase, allowed=["rebuy", "decline"])
    left = tuple(other for other in state.to_act if other != seat)
    if left:
        return Step(evolve(state, to_act=left), effects)
    dealer = next_dealer(state)
    return Step(evolve(state, phase="dealing", to_act=(), deal=state.deal + 1, dealer=dealer), effects)
