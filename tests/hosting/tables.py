"""Tables for the tests of hosting, and hands to play at them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from bots import levels
from bots.seen import look
from hosting import services, signals
from hosting.models import Game, Seat, Status
from rummy.cards import deck, parse_cards, texts
from rummy.formats import load_profile, load_state
from rummy.moves import Discard, DrawStock, Lay, Move, NewMeld, Ready, TakeDiscard
from rummy.state import State

CAST = ("Alice", "Bob", "Dora", "Emil", "Frida", "Gustav")
ALICE = "8S 8H 8D 4H 5H 6H KC 2S 2D TD"
BOB = "8C QD 9S AC JS JH JC 5D 3S 6C"
GOING_OUT = "8S 8H 8D 4H 5H 6H 2S 2D 2C KC"
"""With the 7H it goes out by hand."""

DRAW = DrawStock()
TAKE = TakeDiscard()
READY = Ready()
WHOLE_HAND = Lay((
    NewMeld(("8S", "8H", "8D")), NewMeld(("4H", "5H", "6H", "7H")), NewMeld(("2S", "2D", "2C")),
))  # fmt: skip


def arranged(hands: list[str], *, stock: str, upcard: str, packs: int = 1) -> dict[str, Any]:
    """A first deal: hands by seat, the next cards of the stock, the open card; the rest of the deck lies below."""
    rest = texts(deck(packs, 0))
    for card in [*" ".join(hands).split(), *stock.split(), upcard]:
        rest.remove(card)
    return {"hands": [hand.split() for hand in hands], "stock": [*stock.split(), *rest], "discard": [upcard]}


DEAL = arranged([ALICE, BOB], stock="7H 3D", upcard="4S")
LAST_TURN = arranged([GOING_OUT, "AS AH AD AC 3S 3H 3D 3C 7S 7D"], stock="7H", upcard="4S")


def new_game(seats: int = 2, variant: str = "rummy", **setup: Any) -> Game:
    """A running game whose seats persons play."""
    return services.create_game(variant=variant, seats=[{"name": name} for name in CAST[:seats]], **setup).game


def over_the_first_deal(**setup: Any) -> Game:
    """A game in which seat 0 has just gone out by hand: both seats are asked for the next deal."""
    game = new_game(deal=LAST_TURN, **setup)
    services.play(game_id=game.id, seat=0, moves=[DRAW])
    return services.play(game_id=game.id, seat=0, moves=[WHOLE_HAND, Discard("KC")]).game


def fresh(game: Game) -> Game:
    """The game as it is stored now."""
    return Game.objects.get(pk=game.pk)


def state_of(game: Game) -> State:
    """The stored state."""
    stored = fresh(game)
    assert stored.state is not None
    return load_state(stored.state, load_profile(stored.profile))


def stored(game: Game) -> str:
    """Everything that is stored of a game, as one text: equal texts, nothing changed."""
    return json.dumps(
        [
            list(Game.objects.filter(pk=game.pk).values()),
            list(Seat.objects.filter(game=game).order_by("ticket").values()),
            list(game.events.order_by("seq").values()),
        ],
        default=str,
    )


def easy(state: State, seat: int, rng: Random) -> Move:
    """What an easy bot does."""
    return levels.choose("easy", look(state, seat), rng)


def play_match(game: Game, rng: Random, deals: int = 1000) -> Game:
    """Plays a game to its end, or for so many deals, with easy bots' moves; between deals some seats add a salt.

    Every stored state holds the whole deck.
    """
    whole = sorted(deck_of(game))
    for _ in range(6000):
        state = state_of(game)
        assert sorted(cards_of(state)) == whole
        if not state.to_act or state.deal > deals:
            return fresh(game)
        seat = rng.choice(state.to_act)
        move = easy(state, seat, rng)
        if move == READY and rng.random() < 0.5:
            move = Ready(salt=f"{rng.random()}")
        services.play(game_id=game.id, seat=seat, moves=[move])
    raise AssertionError("the match does not end")


def deck_of(game: Game) -> bytes:
    """The deck that the game is played with."""
    profile = load_profile(game.profile)
    return deck(profile.deck.packs, profile.deck.jokers)


def cards_of(state: State) -> bytes:
    """All cards of hands, table, stock and discards."""
    laid = b"".join(meld.meld.cards for meld in state.melds)
    plain = parse_cards("X" if text.startswith("X") else text for text in texts(laid))
    return b"".join(player.hand for player in state.players) + state.stock + state.discard + plain


@contextmanager
def announced() -> Iterator[list[tuple[int, int]]]:
    """Seat and decision of every bot's turn that is announced meanwhile."""
    heard: list[tuple[int, int]] = []

    def hear(*, seat: int, decision: int, **_signal: Any) -> None:
        heard.append((seat, decision))

    signals.turn_began.connect(hear)
    try:
        yield heard
    finally:
        signals.turn_began.disconnect(hear)


def finished(game: Game) -> bool:
    """Whether the match is over."""
    return fresh(game).status == Status.FINISHED
