"""Every move of a seat by trial: all that a hand can be put together to is proposed, and ``step`` is the judge.

Nothing of ``legal_moves`` or the solver is used, but that a joker is not looked for at a place whose natural card the
hand holds and the move does not use (design.md 3). Lays are compared by what comes to lie on the table.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, combinations_with_replacement, pairwise
from typing import Any, Final

from rummy.cards import JOKER, RANKS, SUITS, parse_slots, texts
from rummy.engine import legal_moves, step, whole_deck
from rummy.errors import IllegalMove
from rummy.melds import Meld, held, read_meld
from rummy.moves import (
    Add,
    Claim,
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
    Rebuy,
    Swap,
    TakeBack,
    TakeDiscard,
)
from rummy.profile import RuleProfile
from rummy.state import Player, Snapshot, State, Step, TableMeld, Turn
from tests.rummy.builder import altered
from tests.variants.family import FAMILY

Key = tuple[Any, ...]
MOST: Final = 7
"""Most cards of a hand that is tried whole."""


def outcome(state: State, seat: int, move: Move) -> Step | None:
    """What the move leads to; None where it is refused."""
    try:
        return step(state, seat, move)
    except IllegalMove:
        return None


def key_of(placement: Placement, after: Step) -> Key:
    """What a lay of one placement brings about: the meld that came of it, a set's cards in any order."""
    (shown,) = after.effects[0]["melds"]
    cards = sorted(shown["cards"]) if shown["kind"] == "set" else shown["cards"]
    return placement.kind, shown["id"], shown["kind"], tuple(cards), getattr(placement, "card", "")


def listed(state: State, seat: int) -> tuple[set[Key], set[Move]]:
    """What ``legal_moves`` lists: lays of one placement by what they bring about, and the moves that are no lay."""
    lays: list[Key] = []
    others: set[Move] = set()
    for move in legal_moves(state, seat):
        if not isinstance(move, Lay):
            others.add(move)
            continue
        after = outcome(state, seat, move)
        assert after is not None, f"{move} is listed and refused"
        if len(move.placements) == 1 and isinstance(move.placements[0], NewMeld | Add | Swap):
            lays.append(key_of(move.placements[0], after))
    assert len(lays) == len(set(lays)), "a lay is listed once"
    return set(lays), others


def legal(state: State, seat: int) -> tuple[set[Key], set[Move]]:
    """The same by trial of all that could be proposed."""
    lays = set()
    for placement in _placements(state, seat):
        after = outcome(state, seat, Lay((placement,)))
        if after is not None and after.effects[0]["kind"] == "laid":
            lays.add(key_of(placement, after))
    faces = texts(sorted(set(state.players[seat].hand)))
    tried: list[Move] = [
        DrawStock(), TakeDiscard(), TakeBack(), Claim(), Pass(), Pass("my_turn"), Pass("deal_end"), Ready(), Rebuy(),
        Decline(), Knock(), *map(Discard, faces), *map(Knock, faces),
    ]  # fmt: skip
    if state.phase != "claims":
        tried.remove(Pass("my_turn"))
        tried.remove(Pass("deal_end"))
    return lays, {move for move in tried if outcome(state, seat, move) is not None}


def _placements(state: State, seat: int) -> Iterator[Placement]:
    hand = texts(state.players[seat].hand)
    distinct = state.profile.sets.suits == "distinct"
    for cards in sorted({part for size in range(1, len(hand) + 1) for part in combinations(hand, size)}):
        left = Counter(hand) - Counter(cards)
        for heap in _written(cards):
            if len(heap) > 2 and _spares_naturals(heap, left, () if distinct else None):
                yield from (NewMeld(order) for order in _orders(heap))
        for table in state.melds:
            there = texts(table.meld.cards)
            for heap in _written(cards, there):
                if _spares_naturals(heap, left, there if distinct else None):
                    yield Add(f"m{table.name}", heap)
    for table in state.melds:
        yield from (Swap(f"m{table.name}", card) for card in sorted(set(hand)) if card != "X")


def _written(cards: Iterable[str], beside: Iterable[str] = ()) -> Iterator[tuple[str, ...]]:
    """The cards, each joker written with every card or rank that it could stand for beside the others."""
    naturals = [card for card in cards if card != "X"]
    jokers = len(list(cards)) - len(naturals)
    if not jokers:
        yield tuple(naturals)
        return
    plain = [card.removeprefix("X:") for card in (*naturals, *beside)]
    suits = {card[1] for card in plain if len(card) == 2}
    ranks = {card[0] for card in plain}
    if len(suits) == 1 and all(len(card) == 2 for card in plain):
        row = [f"X:{rank}{suit}" for suit in suits for rank in RANKS if rank not in ranks]
        yield from ((*naturals, *wild) for wild in combinations(row, jokers))
    if len(ranks) == 1:
        yield from ((*naturals, *wild) for wild in combinations_with_replacement([f"X:{r}" for r in ranks], jokers))


def _spares_naturals(heap: Iterable[str], left: Counter[str], taken: Iterable[str] | None) -> bool:
    """Whether no joker stands where a natural card that stays in the hand could.

    ``taken``: where suits may not repeat in a set, the cards of the meld that grows; None where they may.
    """
    heap = list(heap)
    for card in heap:
        if card.startswith("X:") and len(card) == 4 and left[card[2:]]:
            return False
        if card.startswith("X:") and len(card) == 3:
            beside = set() if taken is None else {*heap, *taken}
            if any(left[card[2] + suit] and card[2] + suit not in beside for suit in SUITS):
                return False
    return True


def _orders(heap: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Orders in which the heap is written as a run, from every card on; any order for what is none."""
    row = sorted(heap, key=lambda card: RANKS.index(card.removeprefix("X:")[0]))
    turned = [(*row[start:], *row[:start]) for start in range(len(row))]
    ranks = [[RANKS.index(card.removeprefix("X:")[0]) for card in order] for order in turned]
    runs = [
        order
        for order, places in zip(turned, ranks, strict=True)
        if all((b - a) % 13 == 1 for a, b in pairwise(places))
    ]
    return runs or [heap]


# --- small states ---


def random_profile(rng: random.Random) -> RuleProfile:
    """A profile of the family, half of the time with a few other rules."""
    on_table = [name for name in sorted(FAMILY) if FAMILY[name].profile.laying.mode == "table"]
    profile = FAMILY[rng.choice(on_table if rng.random() < 0.8 else sorted(FAMILY))].profile
    if rng.random() < 0.5 or profile.laying.mode == "concealed":
        return profile
    tweaks: dict[str, dict[str, Any]] = {
        "runs": {"ace": rng.choice(("low", "high", "both", "wrap"))},
        "wilds": {"share": rng.choice(("half", "any")), "min_gap": rng.choice((0, 0, 1, 2))},
        "deck": {"packs": 2, "jokers": 6},
        "sets": rng.choice(({"suits": "distinct", "max_size": 4}, {"suits": "any", "max_size": 6})),
        "laying": {
            "before_opening": rng.choice(("none", "lay_off", "all")),
            "max_melds": rng.choice((0, 0, 1)),
            "take_backs": rng.choice((0, 3)),
            "rearrange": rng.choice(("none", "take", "free")),
        },
        "opening": {
            "min_points": rng.choice((0, 0, 15, 30)),
            "counts": rng.choice(("melds", "melds_and_lay_offs", "touched")),
            "applies": "first",
            "failure": rng.choice(("refuse", "lock")),
            "waived": rng.choice(("never", "going_out")),
        },
        "joker_swap": {
            "mode": rng.choice(("forbidden", "to_hand", "replay", "replay")),
            "from_sets": rng.choice(("any", "full")),
        },
        "discarding": {
            "taken_card": rng.choice(("allowed", "only_last", "forbidden")),
            "joker": rng.choice(("allowed", "only_last", "forbidden")),
        },
        "going_out": {"final_discard": rng.choice(("optional", "required"))},
    }
    chosen = rng.sample(sorted(tweaks), rng.randint(1, 5))
    return altered(profile, **{name: tweaks[name] for name in chosen})


def random_state(rng: random.Random) -> State:
    """A small state of a random profile in phase ``play``, now and then in ``draw``, as a deal could come to it."""
    profile = random_profile(rng)
    pool = _narrow(profile, rng)
    melds = _random_melds(profile, pool, rng) if profile.laying.mode == "table" else []
    hand = bytes(sorted(pool[: max(rng.randint(1, MOST), rng.randint(1, MOST))]))
    others = [bytes(sorted(pool[MOST + 2 * seat : MOST + 2 * seat + 2])) or b"\x00" for seat in range(2)]
    opened = any(meld.owner == 0 for meld in melds) or rng.random() < 0.6
    lap = rng.choice((1, 2, 2, 2, 2, 2))
    count = max(profile.players.min, rng.choice((2, 3)) if profile.players.max > 2 else 2)
    players = (
        Player(hand, laps=lap, opened=opened, laid=opened),
        *(Player(other, laps=lap, opened=True) for other in others[: count - 1]),
    )
    stock = bytes(pool[MOST + 4 :]) or b"\x05"
    common: dict[str, Any] = {"stock": stock[1:] or b"\x07", "melds": tuple(melds), "next_meld": len(melds) + 1}
    if rng.random() < 0.15:
        return State(profile, players, 1, 1, "draw", (0,), 0, discard=stock[:1], turn=Turn(), **common)
    turn = _random_turn(profile, hand, melds, rng)
    return State(profile, players, 1, 1, "play", (0,), 0, discard=b"\x08", turn=turn, upcard=8, **common)


def _random_turn(profile: RuleProfile, hand: bytes, melds: list[TableMeld], rng: random.Random) -> Turn:
    new = rng.choice((0, 0, 0, 1)) if melds else 0
    kind = rng.random()
    natural = [face for face in hand if face != JOKER]
    if kind < 0.35 and natural:
        taken = rng.choice(natural)
        use = profile.draw.taken_card == "lay_now" and rng.random() < 0.7
        return Turn(drawn=bytes([taken]), taken=taken, use=use, new_melds=new)
    if kind < 0.55 and profile.joker_swap.mode == "replay" and JOKER in hand:
        owed = rng.randint(1, min(2, hand.count(JOKER)))
        before = Snapshot(hand, b"", tuple(melds), len(melds) + 1, opened=True, opener=None)
        return Turn(drawn=hand[:1], from_stock=True, replay=owed, laid=True, new_melds=new, before=before)
    locked = kind > 0.95 and profile.opening.failure == "lock"
    return Turn(drawn=hand[:1], from_stock=True, locked=locked, new_melds=new)


def _narrow(profile: RuleProfile, rng: random.Random) -> list[int]:
    """Cards of a few neighbouring ranks and some jokers, shuffled: melds compete for them."""
    low, wide = rng.randrange(13), rng.choice((4, 5, 7))
    suits = rng.choice((2, 3, 4))
    deck = list(whole_deck(profile))
    cards = [face for face in deck if face != JOKER and (face % 13 - low) % 13 < wide and face // 13 < suits]
    rng.shuffle(cards)
    jokers = min(deck.count(JOKER), rng.choice((0, 1, 1, 2, 3)))
    top = cards[: MOST - 1] + [JOKER] * jokers
    rng.shuffle(top)
    return top + cards[MOST - 1 :]


def _random_melds(profile: RuleProfile, pool: list[int], rng: random.Random) -> list[TableMeld]:
    """Up to two melds out of the pool, some with jokers; their cards leave it."""
    found: list[TableMeld] = []
    for _ in range(rng.choice((0, 1, 2, 2))):
        for _ in range(40):
            heap = rng.sample(pool, min(rng.choice((3, 3, 4, 5)), len(pool)))
            jokers = rng.choice((0, 0, 1, 1, 2)) if profile.deck.jokers else 0
            cards = bytes(sorted(heap)[: len(heap) - jokers]) + bytes([JOKER]) * jokers
            meld = _read(profile, cards, rng)
            if meld is None:
                continue
            for face in held(meld):
                if face in pool:
                    pool.remove(face)
            found.append(TableMeld(len(found) + 1, rng.choice((0, 1)), meld))
            break
    return found


def _read(profile: RuleProfile, cards: bytes, rng: random.Random) -> Meld | None:
    try:
        return read_meld(profile, cards)
    except IllegalMove as refused:
        if refused.code != "ambiguous_meld":
            return None
        return read_meld(profile, parse_slots(rng.choice(refused.data["choices"])))


def agree(state: State, seat: int = 0) -> None:
    """``legal_moves`` lists what trial finds legal, no more and no less."""
    lays, others = listed(state, seat)
    tried_lays, tried_others = legal(state, seat)
    about = f"{state.profile.stated} hand {texts(state.players[seat].hand)} table {state.melds} {state.turn}"
    assert others == tried_others, f"moves: {others ^ tried_others}\n{about}"
    # Where the turn goes on only with a lay, a joker is offered in the place of a card of the hand too.
    if tried_lays or any(isinstance(move, Discard) for move in tried_others):
        assert lays == tried_lays, f"lays: listed only {lays - tried_lays}, legal only {tried_lays - lays}\n{about}"
