"""Easy: plays by the rules and plainly. Draws from the stock, lays what it can, throws its dearest loose card."""

from __future__ import annotations

from random import Random

from bots.plans import Planner
from bots.seen import Facts
from bots.strategies.turns import Strategy, Until
from rummy import solver
from rummy.cards import JOKER
from rummy.moves import Move


def never(_facts: Facts, _rng: Random) -> bool:
    """No."""
    return False


def always(_facts: Facts) -> Until:
    """For good: it never claims."""
    return "deal_end"


def play(facts: Facts, rng: Random) -> Move | None:
    """The largest listed lay; else a knock; else the dearest card outside its melds."""
    items = Planner(facts).items
    if items:
        return items[0].lay
    face = _loose(facts, list(facts.discards) or [face for face in facts.knocks if face is not None], rng)
    if facts.knocks:
        return facts.knocks.get(face) or next(iter(facts.knocks.values()))
    return facts.discards.get(face) if face is not None else None


def _loose(facts: Facts, choices: list[int], rng: Random) -> int | None:
    if not choices:
        return None
    rest = solver.best_melds(facts.profile, facts.hand).rest
    loose = [face for face in choices if face in rest] or choices
    dearest = max((face != JOKER, facts.points(face)) for face in loose)
    return rng.choice([face for face in loose if (face != JOKER, facts.points(face)) == dearest])


STRATEGY = Strategy(take=never, claim=never, ahead=always, rebuy=never, play=play)
