"""The one door by which anything leaves for a seat: views, events and memory, each built from what is allowed.

Who sees what: profile.md 6. ``seat`` None is a spectator, who sees what a seat that is out sees.
"""

from __future__ import annotations

from typing import Any

from rummy.cards import CARD_TEXT, texts
from rummy.engine import between, endings, knocks
from rummy.state import DealResult, State

View = dict[str, Any]

_OPEN: dict[str, tuple[str, ...]] = {
    "deal": ("dealer", "first", "discard", "stock_count", "hand_counts"),
    "renewed": ("how", "stock_count", "discard"),
    "laid": ("melds", "points", "jokers"),
    "opening_failed": ("melds", "needed", "got"),
    "taken_back": ("cards", "discard"),
    "taken": ("seat", "card"),
    "claimed": ("seat", "card", "penalty_count"),
    "knocked": ("seat", "points", "melds", "rest"),
    "deal_over": ("how", "winner", "double", "void", "seats", "lay_offs", "gain"),
    "seat_out": ("seat", "total"),
    "rebought": ("seat", "total", "fee"),
    "match_over": ("winners", "totals", "chips", "list_results", "bonuses"),
}
"""Effects that everybody sees, with the fields they may see."""

_OWN: dict[str, tuple[str, ...]] = {
    "hand": ("seat", "cards"),
    "drawn": ("seat", "cards"),
    "penalty": ("seat", "cards"),
}
"""Effects that only the seat they concern sees."""

_MOVES: dict[str, tuple[str, ...]] = {
    "draw_stock": (),
    "take_discard": ("count",),
    "lay": ("placements",),
    "take_back": (),
    "discard": ("card",),
    "knock": ("discard",),
    "claim": (),
    "pass": ("until",),
    "ready": ("salt",),
    "rebuy": (),
    "decline": (),
    "dealt": ("dealer",),
    "reshuffled": (),
}
"""Fields of the engine's own events that everybody sees."""


def view_for(state: State, seat: int | None) -> View:
    """The engine's part of the VIEW of api.md: what ``seat`` (None: a spectator) may know of the match."""
    profile = state.profile
    match = profile.match
    deals = match.deals or match.rounds * len(state.players)
    on_turn = state.players[state.seat]
    return {
        "deal": state.deal,
        "deals_total": deals or None,
        "target": match.target or None,
        "knock_limit": _knock_limit(state),
        "doubled": knocks.counts_double(state),
        "lap": on_turn.laps,
        "dealer": state.dealer,
        "phase": "waiting" if state.phase in ("dealing", "renewing") else state.phase,
        "to_act": list(state.to_act),
        "seats": [_seat(state, other) for other in range(len(state.players))],
        "me": _me(state, seat),
        "stock_count": len(state.stock),
        "stock_renewals_left": _renewals_left(state),
        "discard": texts(state.discard if profile.discarding.look_back == "all" else state.discard[-1:]),
        "discard_count": len(state.discard),
        "melds": [
            {
                "id": f"m{table.name}",
                "owner": table.owner,
                "kind": table.meld.kind,
                "cards": texts(table.meld.cards),
            }
            for table in state.melds
        ],
        "claim": {"card": CARD_TEXT[state.discard[-1]], "penalty": profile.claims.penalty_cards}
        if state.phase == "claims"
        else None,
        "knock": {
            "seat": state.knock.seat,
            "points": state.knock.points,
            "melds": [texts(meld.cards) for meld in state.knock.melds],
            "rest": texts(state.knock.rest),
        }
        if state.knock is not None
        else None,
        "results": [_result(result) for result in state.results],
        "ledger": _ledger(state),
        "winners": list(state.winners),
        "winner": state.winners[0] if len(state.winners) == 1 else None,
    }


def _seat(state: State, seat: int) -> View:
    player, profile = state.players[seat], state.profile
    return {
        "seat": seat,
        "state": player.status,
        "hand_count": len(player.hand) if player.status == "playing" else 0,
        "opened": player.opened,
        "score": player.total,
        "rating": player.rating if profile.rating.bands else None,
        "list_result": endings.list_result(state, seat),
        "chips": player.chips if _has_ledger(state) else None,
    }


def _me(state: State, seat: int | None) -> View | None:
    if seat is None or state.players[seat].status == "out":
        return None
    player, profile, turn = state.players[seat], state.profile, state.turn
    mine = seat == state.seat and state.phase in ("play", "last_play")
    needed = profile.opening.min_points
    if player.opened and profile.opening.applies == "first":
        needed = 0
    candidate = between.rebuy_candidate(state)
    return {
        "seat": seat,
        "hand": texts(player.hand) if player.status == "playing" else [],
        "drawn": texts(turn.drawn) if mine else [],
        "obligations": _obligations(state) if mine else [],
        "opening": {"needed": needed, "laid": turn.points if mine else 0, "opened": player.opened},
        "rebuy": {"fee": profile.ledger.rebuy_fee, "new_score": between.rebuy_score(state, seat)}
        if candidate == seat
        else None,
    }


def _obligations(state: State) -> list[View]:
    """What the seat on turn still owes, or may not do, in this turn."""
    turn = state.turn
    owed: list[View] = []
    if turn.use:
        owed.append({"kind": "use", "card": CARD_TEXT[turn.drawn[0]]})
    if turn.replay:
        owed.append({"kind": "replay", "jokers": turn.replay})
    if turn.locked:
        owed += [{"kind": "no_lay"}, {"kind": "no_joker_discard"}]
    return owed


def _knock_limit(state: State) -> int | None:
    """None where nobody knocks, and while the upcard that it goes by is not turned up."""
    by = state.profile.knocking.limit_by
    return None if by == "none" or (by == "upcard" and state.upcard is None) else knocks.knock_limit(state)


def _renewals_left(state: State) -> int | None:
    """How often the stock may still be renewed in this deal; None: without limit."""
    policy = state.profile.stock_empty
    if policy.action == "end":
        return 0
    return None if policy.renewals == "unlimited" else policy.renewals - state.renewals


def _has_ledger(state: State) -> bool:
    ledger = state.profile.ledger
    return bool(ledger.ante or ledger.per_deal or ledger.rebuys)


def _ledger(state: State) -> View | None:
    if not _has_ledger(state):
        return None
    entries = [
        {"deal": entry.deal, "seat": entry.seat, "kind": entry.kind, "chips": entry.chips} for entry in state.ledger
    ]
    return {"pot": state.pot, "entries": entries}


def _result(result: DealResult) -> View:
    return {
        "deal": result.deal,
        "how": result.how,
        "winner": result.winner,
        "double": result.double,
        "seats": [
            {
                "seat": line.seat,
                "hand": None if line.hand is None else list(line.hand),
                "deadwood": line.deadwood,
                "points": line.points,
                "rating": line.rating,
                "total": line.total,
            }
            for line in result.seats
        ],
    }


def event_for(entry: dict[str, Any], seat: int | None) -> View:
    """An event of the engine, as it stands in the log, as ``seat`` may see it; the same for ever.

    An answer in a sealed claim window shows to others only that the seat has answered.
    """
    frame = {"seq": entry["seq"], "at": entry["at"], "seat": entry["seat"]}
    effects = entry.get("effects", [])
    sealed = any(effect["kind"] == "answered" for effect in effects)
    if sealed and (seat is None or seat != entry["seat"]):
        return {**frame, "kind": "answered", "effects": []}
    kind = entry["kind"]
    fields = {name: entry[name] for name in _MOVES[kind] if name in entry}
    shown = [allowed for effect in effects if (allowed := _effect_for(effect, seat)) is not None]
    return {**frame, "kind": kind, **fields, "effects": shown}


def _effect_for(effect: dict[str, Any], seat: int | None) -> View | None:
    kind = effect["kind"]
    fields = _OPEN.get(kind)
    if fields is None and kind in _OWN and seat is not None and effect["seat"] == seat:
        fields = _OWN[kind]
    if fields is None:
        return None
    return {"kind": kind, **{name: effect[name] for name in fields if name in effect}}


def memory_for(state: State, seat: int) -> View:
    """What has been shown in this deal and is not to be seen on the table now; the same for every seat in play.

    ``known``: by seat, cards known to be in its hand; ``thrown`` and ``taken``: by seat, its last discards and the
    discards it took, oldest first, since the discards were last shuffled; ``upcard``: the card that began the discards,
    while it lies there; ``stock``: the stock's order, next card first, where it is public, else [].
    """
    if state.players[seat].status == "out":
        return {"known": [], "thrown": [], "taken": [], "upcard": [], "stock": []}
    lies = state.upcard is not None and not state.renewals and state.discard[:1] == bytes([state.upcard])
    return {
        "known": [texts(player.known) for player in state.players],
        "thrown": [texts(player.thrown) for player in state.players],
        "taken": [texts(player.taken) for player in state.players],
        "upcard": texts(state.discard[:1]) if lies else [],
        "stock": texts(state.stock) if state.stock_known else [],
    }
