"""A turn as one seat would have it, as a state that the engine can judge lays in. No card of others is in it."""

from __future__ import annotations

from bots.seen import Facts
from rummy.engine.laying import lay
from rummy.errors import IllegalMove
from rummy.moves import Lay
from rummy.state import Player, State, TableMeld, Turn


def imagine(facts: Facts, face: int) -> State:
    """The turn of this seat as it would be after taking the open card ``face``.

    Where the view does not tell, the stricter is assumed: a lay that stands here stands at the table too.
    """
    return State(
        profile=facts.profile,
        players=tuple(_player(facts, seat, face) for seat in range(len(facts.view["seats"]))),
        deal=facts.view["deal"],
        dealer=facts.view["dealer"],
        phase="play",
        to_act=(facts.seat,),
        seat=facts.seat,
        turn=Turn(drawn=bytes((face,)), taken=face, use=facts.profile.draw.taken_card == "lay_now"),
        melds=tuple(
            TableMeld(int(row["id"][1:]), row["owner"], meld)
            for row, meld in zip(facts.view["melds"], facts.table.values(), strict=True)
        ),
        next_meld=1 + max((int(name[1:]) for name in facts.table), default=0),
    )


def _player(facts: Facts, seat: int, face: int) -> Player:
    row = facts.view["seats"][seat]
    if seat != facts.seat:
        return Player(status=row["state"], opened=row["opened"])
    hand = bytes(sorted((*facts.hand, face)))
    return Player(hand=hand, status=row["state"], opened=row["opened"], laps=facts.view["lap"])


def stands(state: State, move: Lay) -> bool:
    """Whether a lay is legal, and no failed opening."""
    try:
        after, _ = lay(state, state.seat, move)
    except IllegalMove:
        return False
    return not after.turn.locked
