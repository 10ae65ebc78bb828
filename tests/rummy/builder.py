"""States and moves as short text, so that a test shows the cards it is about.

A state is written line by line: ``0: 8S 8H 4C`` is the hand of seat 0; ``stock: 7H 2C`` next card first, ``discard: 2C
KC`` top last, ``m1 of 0: 8S 8H 8D`` a meld and its owner. Cards that are not written lie nowhere, except under a ``*``
at the end of the stock or at the beginning of the discard pile, where the rest of the deck goes.

A move is written as ``0 draw``, ``0 take``, ``0 lay 8S 8H 8D / m1 + 8C / m2 swap 6H / rebuild m1 m2 -> 4S 5S 6S |
7S 7H 7D``, ``0 back``, ``0 discard KC``, ``0 knock KC``, ``0 claim``, ``0 pass``, ``0 pass my_turn``, ``0 ready``,
``0 rebuy``, ``0 decline``; ``shuffled 7H 2C ..`` is chance.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from rummy.cards import parse_cards, parse_slots, texts
from rummy.engine import arranged, check, new_match, order_needed, step, whole_deck
from rummy.errors import IllegalMove
from rummy.melds import read_meld
from rummy.moves import (
    Action,
    Add,
    Claim,
    Dealt,
    Decline,
    Discard,
    DrawStock,
    Knock,
    Lay,
    Move,
    NewMeld,
    Pass,
    Placement,
    Ready,
    Rebuild,
    Rebuy,
    Reshuffled,
    Swap,
    TakeBack,
    TakeDiscard,
    move_from_json,
)
from rummy.profile import RuleProfile
from rummy.state import Effect, Player, State, TableMeld, Turn, evolve

BASE = RuleProfile()


def rules(**sections: dict[str, Any]) -> RuleProfile:
    """Base Rummy but for these fields, bounds checked."""
    return RuleProfile.model_validate(sections)


def altered(profile: RuleProfile, **sections: dict[str, Any]) -> RuleProfile:
    """A profile but for these fields."""
    data = profile.model_dump(mode="json", by_alias=True)
    return RuleProfile.model_validate(data | {name: data[name] | fields for name, fields in sections.items()})


def table(text: str, profile: RuleProfile = BASE, *, turn: int = 0, lap: int = 2, **changes: Any) -> State:
    """The state that the text describes, seat ``turn`` about to draw in its lap ``lap``.

    Seats that own a meld have opened and laid. ``changes`` are fields of the state. Raises ValueError for more copies
    of a card than the deck has.
    """
    lines = dict(_line(line) for line in text.strip().splitlines() if line.strip())
    melds = tuple(_meld(name, cards, profile) for name, cards in lines.items() if name.startswith("m"))
    written = [card for cards in lines.values() for card in cards.split() if card != "*"]
    left = Counter(whole_deck(profile))
    left.subtract(parse_cards([card.split(":")[0] for card in written]))
    if min(left.values()) < 0:
        raise ValueError(f"more copies than the deck has: {[texts([face]) for face in left if left[face] < 0]}")
    rest = " ".join(texts(left.elements()))
    owners = {meld.owner for meld in melds}
    seats = sorted(int(name) for name in lines if name.isdecimal())
    players = tuple(
        Player(bytes(sorted(parse_cards(lines[str(seat)]))), laps=lap, opened=seat in owners, laid=seat in owners)
        for seat in seats
    )
    discard = parse_cards(lines.get("discard", "").replace("*", rest))
    state = State(
        profile, players, 1, seats[turn - 1], "draw", (turn,), turn,
        stock=parse_cards(lines.get("stock", "").replace("*", rest)), discard=discard, melds=melds,
        next_meld=1 + max((meld.name for meld in melds), default=0), upcard=discard[0] if discard else None,
        opener=melds[0].owner if melds else None,
    )  # fmt: skip
    return evolve(state, **changes)


def playing(text: str, profile: RuleProfile = BASE, *, turn: int = 0, lap: int = 2, **changes: Any) -> State:
    """As ``table``, but the seat has drawn (its hand is written as it is after the draw, from the stock)."""
    state = table(text, profile, turn=turn, lap=lap, phase="play", **changes)
    return evolve(state, turn=Turn(from_stock=True))


def _line(line: str) -> tuple[str, str]:
    name, _, cards = line.partition(":")
    return name.strip(), cards.strip()


def _meld(name: str, cards: str, profile: RuleProfile) -> TableMeld:
    number, _, owner = name[1:].partition(" of ")
    return TableMeld(int(number), int(owner), read_meld(profile, parse_slots(cards)))


def act(text: str) -> tuple[int | None, Action]:
    """Who does what."""
    first, _, rest = text.partition(" ")
    if first == "shuffled":
        return None, Reshuffled(tuple(rest.split()))
    return int(first), move(rest)


def move(text: str) -> Move:
    """A move as text, without the seat."""
    verb, _, rest = text.strip().partition(" ")
    plain: dict[str, Move] = {
        "draw": DrawStock(), "take": TakeDiscard(), "back": TakeBack(), "claim": Claim(), "ready": Ready(),
        "rebuy": Rebuy(), "decline": Decline(),
    }  # fmt: skip
    if verb in plain:
        return plain[verb]
    if verb == "lay":
        return Lay(tuple(placement(part.strip()) for part in rest.split(" / ")) if rest else ())
    if verb == "discard":
        return Discard(rest)
    if verb == "knock":
        return Knock(rest or None)
    if verb == "pass":
        parsed = move_from_json({"kind": "pass", **({"until": rest} if rest else {})})
        assert isinstance(parsed, Pass)
        return parsed
    raise ValueError(text)


def placement(text: str) -> Placement:
    """One part of a lay as text."""
    words = text.split()
    if words[0] == "rebuild":
        named, into = text.removeprefix("rebuild").split("->")
        return Rebuild(tuple(named.split()), tuple(tuple(part.split()) for part in into.split("|")))
    if len(words) > 1 and words[1] == "+":
        return Add(words[0], tuple(words[2:]))
    if len(words) > 1 and words[1] == "swap":
        return Swap(words[0], words[2])
    return NewMeld(tuple(words))


def play(state: State, *moves: str) -> State:
    """The state after these moves."""
    for text in moves:
        state = step(state, *act(text)).state
    return state


def effects(state: State, text: str) -> list[Effect]:
    """What a move brings about."""
    return step(state, *act(text)).effects


def refused(state: State, text: str) -> IllegalMove:
    """Why a move is refused."""
    seat, action = act(text)
    assert seat is not None
    assert not isinstance(action, Dealt | Reshuffled)
    with pytest.raises(IllegalMove) as refusal:
        check(state, seat, action)
    return refusal.value


def verdict(state: State, text: str) -> str:
    """``ok``, or the code of the refusal."""
    seat, action = act(text)
    try:
        step(state, seat, action)
    except IllegalMove as refusal:
        return refusal.code
    return "ok"


def hand(state: State, seat: int) -> str:
    """A hand as text, sorted."""
    return " ".join(texts(state.players[seat].hand))


def cards(text: str) -> str:
    """Cards as text in the order in which a hand holds them."""
    return " ".join(texts(sorted(parse_cards(text))))


def on_table(state: State) -> dict[str, str]:
    """Melds on the table by name."""
    return {f"m{meld.name}": " ".join(texts(meld.meld.cards)) for meld in state.melds}


def totals(state: State) -> list[int]:
    """The scores of the match, by seat."""
    return [player.total for player in state.players]


def with_totals(state: State, *points: int) -> State:
    """The state with these scores before the deal ends."""
    players = tuple(evolve(player, total=total) for player, total in zip(state.players, points, strict=True))
    return evolve(state, players=players)


def shuffled(state: State, seed: int = 1) -> State:
    """The state after chance has done what is due, from a seed."""
    needed = order_needed(state)
    assert needed is not None
    order = tuple(texts(random.Random(seed).sample(needed, len(needed))))
    return step(state, None, Dealt(order) if state.phase == "dealing" else Reshuffled(order)).state


def dealt(
    profile: RuleProfile, hands: list[str], *, discard: str = "", stock: str = "", dealer: int | None = None
) -> State:
    """A match whose first deal lies so; the cards that are not written are the rest of the stock."""
    held = [parse_cards(text) for text in hands]
    left = Counter(whole_deck(profile))
    left.subtract(b"".join(held) + parse_cards(discard) + parse_cards(stock))
    assert min(left.values()) >= 0
    whole = parse_cards(stock) + bytes(left.elements())
    order = arranged(profile, len(hands), hands=held, stock=whole, discard=parse_cards(discard), dealer=dealer)
    return step(new_match(profile, len(hands), dealer), None, order).state


def everything(state: State) -> Counter[int]:
    """All cards of the match, wherever they lie."""
    melds = [bytes(52 if slot >= 64 else slot for slot in meld.meld.cards) for meld in state.melds]
    return Counter(b"".join((state.stock, state.discard, *melds, *(player.hand for player in state.players))))
