"""Where chance comes in: the first state, the order of the deck, and what is dealt from it (profile.md 4.1)."""

from __future__ import annotations

from collections.abc import Sequence

from rummy.cards import CARD_TEXT, deck, parse_cards, texts
from rummy.moves import Dealt
from rummy.profile import RuleProfile
from rummy.state import NEW_TURN, Effect, Entry, Phase, Player, State, Status, Step, evolve


def new_match(profile: RuleProfile, seats: int, first_dealer: int | None = None) -> State:
    """A match that waits for the order of its first deal. Raises ValueError for a number of seats out of bounds."""
    if not profile.players.min <= seats <= profile.players.max:
        raise ValueError(f"{profile.players.min} to {profile.players.max} seats, not {seats}")
    ante = profile.ledger.ante
    players = tuple(Player(chips=-ante) for _ in range(seats))
    ledger = tuple(Entry(1, seat, "ante", -ante) for seat in range(seats)) if ante else ()
    state = State(
        profile, players, deal=1, dealer=seats - 1, phase="dealing", pot=ante * seats, ledger=ledger
    )  # fmt: skip
    return evolve(state, dealer=_dealer_for_seat_0(state) if first_dealer is None else first_dealer)


def _dealer_for_seat_0(state: State) -> int:
    seats = range(len(state.players) - 1, -1, -1)
    return next(dealer for dealer in seats if first_actor(_seated(evolve(state, dealer=dealer))) == 0)


def _seated(state: State) -> State:
    """Who takes part in the deal: with more seats in than ``players.max_active`` the dealer sits it out."""
    sits_out = len(state.remaining()) > state.profile.players.max_active

    def status(seat: int) -> Status:
        if state.players[seat].status == "out":
            return "out"
        return "sitting_out" if sits_out and seat == state.dealer else "playing"

    players = tuple(evolve(player, status=status(seat)) for seat, player in enumerate(state.players))
    return evolve(state, players=players)


def first_actor(state: State) -> int:
    """The seat whose turn is the first of the deal."""
    if state.profile.deal.first_actor == "left_of_dealer":
        return state.next_active(state.dealer)
    return state.next_active(state.dealer - 1)


def next_dealer(state: State) -> int:
    """Who deals after the deal just ended (``deal.next_dealer``)."""
    rule, players, count = state.profile.deal.next_dealer, state.players, len(state.players)
    if rule != "left":
        chosen = _named_dealer(state, rule)
        if players[chosen].status != "out":
            return chosen
    return next(
        (state.dealer + step) % count
        for step in range(1, count + 1)
        if players[(state.dealer + step) % count].status != "out"
    )


def _named_dealer(state: State, rule: str) -> int:
    """Whom ``winner`` or ``loser`` names, in the match or out of it; the same dealer again if nobody won."""
    result = state.results[-1]
    if result.winner is None:
        return state.dealer
    return result.winner if rule == "winner" else next(line.seat for line in result.seats if line.seat != result.winner)


def whole_deck(profile: RuleProfile) -> bytes:
    """All faces of the profile's deck."""
    return deck(profile.deck.packs, profile.deck.jokers)


def dealt(state: State, action: Dealt) -> Step:
    """Deal from an order of the deck, next card first. Raises ValueError for an order that is none."""
    profile = state.profile
    order = parse_cards(action.order)
    if sorted(order) != sorted(whole_deck(profile)):
        raise ValueError("the order is no permutation of the deck")
    if action.dealer is not None:
        if state.deal != 1 or not 0 <= action.dealer < len(state.players):
            raise ValueError("a dealer can be named for the first deal only, and must be a seat")
        state = evolve(state, dealer=action.dealer)
    state = _seated(state)
    active = state.active()
    count, size = len(active), profile.deal.hand_size(len(active))
    first = state.next_active(state.dealer)
    start = active.index(first)
    ring = active[start:] + active[:start]
    hands = {seat: order[place : count * size : count] for place, seat in enumerate(ring)}
    rest = order[count * size :]
    begins = first_actor(state)
    extra = profile.deal.first_turn == "no_draw"
    if extra:
        hands[begins] += rest[:1]
        rest = rest[1:]
    discards = action.discards if action.discards is not None else int(profile.deal.upcard)
    if not 0 <= discards < len(rest):
        raise ValueError("the stock must hold a card")
    players = tuple(
        Player(
            bytes(sorted(hands.get(seat, b""))), player.status, total=player.total, rating=player.rating,
            chips=player.chips, wins=player.wins, rebuys=player.rebuys,
        )
        for seat, player in enumerate(state.players)
    )  # fmt: skip
    pile, stock = rest[:discards], rest[discards:]
    state = State(
        profile, players, state.deal, state.dealer, "offer", (begins,), begins, stock=stock, discard=pile,
        upcard=pile[-1] if pile else None, results=state.results, pot=state.pot, ledger=state.ledger,
    )  # fmt: skip
    effects: list[Effect] = [
        {
            "kind": "deal", "dealer": state.dealer, "first": begins, "discard": texts(pile), "stock_count": len(stock),
            "hand_counts": [len(player.hand) for player in players],
        }
    ]  # fmt: skip
    effects += [{"kind": "hand", "seat": seat, "cards": texts(players[seat].hand)} for seat in active]
    return Step(_begun(state, begins), effects)


def _begun(state: State, seat: int) -> State:
    first_turn = state.profile.deal.first_turn
    if first_turn == "upcard_offer":
        return state
    phase: Phase = "draw" if first_turn == "draw" else "play"
    return evolve(state.with_player(seat, laps=1), phase=phase, turn=NEW_TURN)


def arranged(
    profile: RuleProfile,
    seats: int,
    *,
    hands: Sequence[bytes],
    stock: bytes,
    discard: bytes,
    dealer: int | None = None,
) -> Dealt:
    """The order that deals these hands (by seat, empty for one who sits out), stock and discards (top last).

    Raises ValueError with a sentence when they are not exactly the deck or a hand has the wrong size.
    """
    state = new_match(profile, seats, dealer)
    if dealer is not None and not 0 <= dealer < seats:
        raise ValueError(f"the dealer is no seat of {seats}")
    state = _seated(state)
    active = state.active()
    if len(hands) != seats:
        raise ValueError(f"{seats} hands, not {len(hands)}")
    size, begins = profile.deal.hand_size(len(active)), first_actor(state)
    extra = profile.deal.first_turn == "no_draw"
    for seat, hand in enumerate(hands):
        wanted = size + (extra and seat == begins) if seat in active else 0
        if len(hand) != wanted:
            raise ValueError(f"the hand of seat {seat} must have {wanted} cards, not {len(hand)}")
    if not stock:
        raise ValueError("the stock must hold a card")
    start = active.index(state.next_active(state.dealer))
    ring = active[start:] + active[:start]
    rounds = bytes(hands[seat][card] for card in range(size) for seat in ring)
    order = rounds + (hands[begins][size:] if extra else b"") + discard + stock
    if sorted(order) != sorted(whole_deck(profile)):
        raise ValueError("hands, stock and discards must together be exactly the deck")
    return Dealt(tuple(CARD_TEXT[face] for face in order), dealer=state.dealer, discards=len(discard))
