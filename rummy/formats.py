"""Stored forms: profile and state to JSON values and back.

Every stored form carries a format number. A form that changes gets the next number and one upcaster here; nothing else
knows old forms. Cards are stored in their text form.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields
from functools import lru_cache
from typing import Any, Final

from rummy.cards import CARD_TEXT, FACE, parse_cards, parse_slots, texts
from rummy.melds import Meld
from rummy.profile import FORMAT as PROFILE_FORMAT
from rummy.profile import RuleProfile, profile_to_json
from rummy.state import DealResult, Entry, Knock, Player, SeatResult, Snapshot, State, TableMeld, Turn

Json = dict[str, Any]
Upcaster = Callable[[Json], Json]

STATE_FORMAT: Final = 2
EVENT_FORMAT: Final = 1
RECORD_FORMAT: Final = 1
KEPT_PROFILES: Final = 256
"""Loaded rules that are kept: more than a server has games with rules of their own at one time."""

PROFILE_UPCASTERS: Final[dict[int, Upcaster]] = {}
STATE_UPCASTERS: Final[dict[int, Upcaster]] = {
    1: lambda data: {**data, "format": 2, "takes": 0, "put_backs": 0},  # deadlock.takes, .put_backs
}
EVENT_UPCASTERS: Final[dict[int, Upcaster]] = {}
RECORD_UPCASTERS: Final[dict[int, Upcaster]] = {}
"""Format number -> the function that makes the next format of it."""


def upcast(data: Json, current: int, upcasters: dict[int, Upcaster]) -> Json:
    """The data in the current format. Raises ValueError for a format that is not known (a newer one, say)."""
    number = data.get("format")
    while number != current:
        step = upcasters.get(number) if isinstance(number, int) else None
        if step is None:
            raise ValueError(f"format {number!r} is unknown; {current} is the newest")
        data = step(data)
        number = data["format"]
    return data


def dump_profile(profile: RuleProfile) -> Json:
    """A profile as it is stored: ``{"format", section: {field: value}, ...}``."""
    return {"format": PROFILE_FORMAT, **profile_to_json(profile)}


def load_profile(data: Json) -> RuleProfile:
    """A stored profile, as JSON gives it. Raises ValueError (pydantic's too) when it is none.

    What is equal is loaded once: every move of every game asks for its rules, and much is remembered of each.
    """
    return _profile(json.dumps(data, sort_keys=True, separators=(",", ":")))


@lru_cache(maxsize=KEPT_PROFILES)
def _profile(text: str) -> RuleProfile:
    current = upcast(json.loads(text), PROFILE_FORMAT, PROFILE_UPCASTERS)
    return RuleProfile.model_validate({name: value for name, value in current.items() if name != "format"})


def dump_state(state: State) -> Json:
    """A state as it is stored. The profile is stored apart."""
    return {
        "format": STATE_FORMAT,
        "deal": state.deal,
        "dealer": state.dealer,
        "phase": state.phase,
        "to_act": list(state.to_act),
        "seat": state.seat,
        "players": [_dump_player(player) for player in state.players],
        "turn": _dump_turn(state.turn),
        "stock": " ".join(texts(state.stock)),
        "stock_known": state.stock_known,
        "discard": " ".join(texts(state.discard)),
        "fresh": state.fresh,
        "melds": [_dump_meld(meld) for meld in state.melds],
        "next_meld": state.next_meld,
        "upcard": _card(state.upcard),
        "opener": state.opener,
        "renewals": state.renewals,
        "idle_renewals": state.idle_renewals,
        "idle_turns": state.idle_turns,
        "takes": state.takes,
        "put_backs": state.put_backs,
        "offered": state.offered,
        "answers": [list(answer) for answer in state.answers],
        "knock": None if state.knock is None else _dump_knock(state.knock),
        "results": [_dump_result(result) for result in state.results],
        "pot": state.pot,
        "ledger": [[entry.deal, entry.seat, entry.kind, entry.chips] for entry in state.ledger],
        "winners": list(state.winners),
    }


def load_state(data: Json, profile: RuleProfile) -> State:
    """A stored state under its profile. Raises ValueError for an unknown format."""
    data = upcast(data, STATE_FORMAT, STATE_UPCASTERS)
    plain = ("deal", "dealer", "phase", "seat", "stock_known", "fresh", "next_meld", "opener", "renewals")
    more = ("idle_renewals", "idle_turns", "takes", "put_backs", "offered", "pot")
    return State(
        profile,
        tuple(_load_player(player) for player in data["players"]),
        to_act=tuple(data["to_act"]),
        turn=_load_turn(data["turn"]),
        stock=parse_cards(data["stock"]),
        discard=parse_cards(data["discard"]),
        melds=tuple(_load_meld(meld) for meld in data["melds"]),
        upcard=_face(data["upcard"]),
        answers=tuple((seat, kind) for seat, kind in data["answers"]),
        knock=None if data["knock"] is None else _load_knock(data["knock"]),
        results=tuple(_load_result(result) for result in data["results"]),
        ledger=tuple(Entry(*entry) for entry in data["ledger"]),
        winners=tuple(data["winners"]),
        **{name: data[name] for name in (*plain, *more)},
    )


_PLAYER_CARDS: Final = ("hand", "known", "thrown", "taken")


def _dump_player(player: Player) -> Json:
    plain = {field.name: getattr(player, field.name) for field in fields(player)}
    return plain | {name: " ".join(texts(plain[name])) for name in _PLAYER_CARDS}


def _load_player(data: Json) -> Player:
    return Player(**data | {name: parse_cards(data[name]) for name in _PLAYER_CARDS})


def _dump_turn(turn: Turn) -> Json:
    before = turn.before
    plain = {field.name: getattr(turn, field.name) for field in fields(turn)}
    return plain | {
        "drawn": texts(turn.drawn),
        "taken": _card(turn.taken),
        "before": None
        if before is None
        else {
            "hand": texts(before.hand),
            "known": texts(before.known),
            "melds": [_dump_meld(meld) for meld in before.melds],
            "next_meld": before.next_meld,
            "opened": before.opened,
            "opener": before.opener,
        },
    }


def _load_turn(data: Json) -> Turn:
    before = data["before"]
    if before is not None:
        before = Snapshot(
            parse_cards(before["hand"]),
            parse_cards(before["known"]),
            tuple(_load_meld(meld) for meld in before["melds"]),
            before["next_meld"],
            before["opened"],
            before["opener"],
        )
    return Turn(**data | {"drawn": parse_cards(data["drawn"]), "taken": _face(data["taken"]), "before": before})


def _dump_meld(table: TableMeld) -> list[Any]:
    return [table.name, table.owner, table.meld.kind, " ".join(texts(table.meld.cards))]


def _load_meld(data: list[Any]) -> TableMeld:
    name, owner, kind, cards = data
    return TableMeld(name, owner, Meld(kind, parse_slots(cards)))


def _dump_knock(knock: Knock) -> Json:
    return {
        "seat": knock.seat,
        "points": knock.points,
        "melds": [[meld.kind, " ".join(texts(meld.cards))] for meld in knock.melds],
        "rest": texts(knock.rest),
        "discarded": knock.discarded,
        "waiting": list(knock.waiting),
    }


def _load_knock(data: Json) -> Knock:
    melds = tuple(Meld(kind, parse_slots(cards)) for kind, cards in data["melds"])
    rest, waiting = parse_cards(data["rest"]), tuple(data["waiting"])
    return Knock(data["seat"], data["points"], melds, rest, data["discarded"], waiting)


def _dump_result(result: DealResult) -> Json:
    return {
        "deal": result.deal,
        "how": result.how,
        "winner": result.winner,
        "double": result.double,
        "seats": [
            [line.seat, None if line.hand is None else " ".join(line.hand), *_numbers(line)] for line in result.seats
        ],
    }


def _numbers(line: SeatResult) -> tuple[int | None, ...]:
    return line.deadwood, line.points, line.rating, line.total


def _load_result(data: Json) -> DealResult:
    seats = tuple(
        SeatResult(seat, None if hand is None else tuple(hand.split()), deadwood, points, rating, total)
        for seat, hand, deadwood, points, rating, total in data["seats"]
    )
    return DealResult(data["deal"], data["how"], data["winner"], data["double"], seats)


def _card(face: int | None) -> str | None:
    return None if face is None else CARD_TEXT[face]


def _face(text: str | None) -> int | None:
    return None if text is None else FACE[text]
