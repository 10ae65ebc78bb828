"""The renewal of an exhausted stock, and what happens where it may not be renewed (profile.md 4.2, 4.4g)."""

from __future__ import annotations

from rummy.cards import texts
from rummy.engine import endings
from rummy.engine.claims import begin_turn, open_window
from rummy.state import Effect, State, Step, evolve


def renew(state: State, *, ending: bool = True) -> Step:
    """Renew an exhausted stock, or end the deal where it may not be renewed (``ending`` False: go on without)."""
    profile = state.profile
    policy = profile.stock_empty
    if len(state.stock) > policy.low_water:
        return Step(state, [])
    if policy.action == "end" or (policy.renewals != "unlimited" and state.renewals >= policy.renewals):
        return _stock_out(state) if ending else Step(state, [])
    if state.idle_renewals >= profile.deadlock.idle_renewals:
        return endings.deal_over(state, "deadlock") if ending else Step(state, [])
    renewed = state.discard if policy.open_card != "keep" else state.discard[:-1]
    if len(renewed) <= (1 if policy.open_card == "turn" else 0):
        return _stock_out(state) if ending else Step(state, [])
    state = evolve(state, renewals=state.renewals + 1, idle_renewals=state.idle_renewals + 1)
    if policy.action == "shuffle":
        return Step(evolve(state, phase="renewing", to_act=()), [])
    return _stocked(state, renewed, known=True)


def renewed_pile(state: State) -> bytes:
    """The faces that a shuffle puts into the stock: all discards, or all but the top one."""
    return state.discard[:-1] if state.profile.stock_empty.open_card == "keep" else state.discard


def reshuffled(state: State, order: bytes) -> Step:
    """Chance has ordered the renewed stock: the claims window, the next turn or the last go follows."""
    if sorted(order) != sorted(renewed_pile(state)):
        raise ValueError("the order is no permutation of the cards to be shuffled")
    players = tuple(evolve(player, thrown=b"", taken=b"") for player in state.players)
    step = _stocked(evolve(state, players=players), order, known=False)
    if state.knock is not None:
        return endings.last_go_on(Step(evolve(step.state, phase="last_draw"), step.effects))
    return Step(open_window(step.state), step.effects)


def _stocked(state: State, order: bytes, *, known: bool) -> Step:
    policy = state.profile.stock_empty
    if policy.open_card == "keep":
        open_cards, stock = state.discard[-1:], order
    elif policy.open_card == "turn":
        open_cards, stock = order[:1], order[1:]
    else:
        open_cards, stock = b"", order
    effect: Effect = {
        "kind": "renewed", "how": policy.action, "stock_count": len(stock), "discard": texts(open_cards),
    }  # fmt: skip
    fresh = state.fresh and policy.open_card == "keep"
    return Step(evolve(state, stock=stock, discard=open_cards, stock_known=known, fresh=fresh), [effect])


def _stock_out(state: State) -> Step:
    """The deal ends without a winner, unless the next seat may still knock with the discard."""
    if state.profile.stock_empty.last_discard == "none" or not state.discard:
        return endings.deal_over(state, "stock")
    return Step(evolve(begin_turn(state, state.next_active(state.seat)), phase="last_draw"), [])
