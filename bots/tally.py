"""What is counted while bots play under rules that are tried: sums only, so that parts of a playtest add up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Annotated, Any, Final

from pydantic import BeforeValidator, PlainSerializer, TypeAdapter

from bots.arena import Event
from rummy.engine.chance import first_actor
from rummy.moves import Claim, Lay, Pass
from rummy.profile import RuleProfile

Counts = Annotated[
    Counter[str], BeforeValidator(Counter), PlainSerializer(lambda counts: dict(sorted(counts.items())), dict[str, int])
]
Points = Annotated[
    Counter[int],
    BeforeValidator(lambda counts: Counter({int(points): count for points, count in counts.items()})),
    PlainSerializer(lambda counts: {str(points): counts[points] for points in sorted(counts)}, dict[str, int]),
]


@dataclass(frozen=True, slots=True)
class Use:
    """A special rule that can be seen at work.

    ``rules`` are its fields in the profile, each with the values that mean off; ``count`` says how often an event
    shows it.
    """

    name: str
    rules: tuple[tuple[str, tuple[Any, ...]], ...]
    count: Callable[[Event], int]

    def applies(self, profile: RuleProfile) -> bool:
        """Whether the profile has the rule at all."""
        return any(attrgetter(path)(profile) not in off for path, off in self.rules)


def _effects(kind: str, holds: Callable[[dict[str, Any]], bool] = lambda _: True) -> Callable[[Event], int]:
    return lambda event: sum(effect["kind"] == kind and holds(effect) for effect in event.effects)


def _placements(kind: str) -> Callable[[Event], int]:
    def count(event: Event) -> int:
        return sum(each.kind == kind for each in event.action.placements) if isinstance(event.action, Lay) else 0

    return count


def _moves(kind: str, *phases: str) -> Callable[[Event], int]:
    return lambda event: int(event.action.kind == kind and (not phases or event.before.phase in phases))


def _opened(event: Event) -> int:
    seat = event.seat
    return int(seat is not None and event.after.players[seat].opened and not event.before.players[seat].opened)


def _hand_outs(event: Event) -> int:
    over = _over(event)
    return int(bool(over) and over["how"] == "out" and not event.before.players[over["winner"]].laid)


def _opener_lost(event: Event) -> int:
    over = _over(event)
    # Who goes out with the first meld of the deal is its opener and its winner.
    return int(bool(over) and not over["void"] and event.before.opener not in (None, over["winner"]))


def _over(event: Event) -> dict[str, Any]:
    return next((effect for effect in event.effects if effect["kind"] == "deal_over"), {})


def _undercuts(event: Event) -> int:
    over = _over(event)
    return int(bool(over) and over["how"] == "knock" and over["winner"] != _knocker(event))


def _knocker(event: Event) -> int | None:
    shown = [effect["seat"] for effect in event.effects if effect["kind"] == "knocked"]
    return shown[0] if shown else event.before.knock.seat if event.before.knock else None


USES: Final = (
    Use("upcards_taken", (("deal.first_turn", ("draw", "no_draw")),), _moves("take_discard", "offer")),
    Use("discards_taken", (("draw.taken_card", ()),), _moves("take_discard", "draw", "last_draw")),
    Use("claims", (("claims.mode", ("none",)),), lambda event: int(isinstance(event.action, Claim))),
    Use("claims_won", (("claims.mode", ("none",)),), _effects("claimed")),
    Use(
        "claims_passed",
        (("claims.mode", ("none",)),),
        lambda event: int(isinstance(event.action, Pass) and event.before.phase == "claims"),
    ),
    Use("openings", (("opening.min_points", (0,)),), _opened),
    Use("opening_failures", (("opening.failure", ("refuse",)),), _effects("opening_failed")),
    Use("melds", (("laying.mode", ("concealed",)),), _placements("meld")),
    Use("lay_offs", (("laying.mode", ("concealed",)),), _placements("add")),
    Use("joker_swaps", (("joker_swap.mode", ("forbidden",)),), _placements("swap")),
    Use("rebuilds", (("laying.rearrange", ("none",)),), _placements("rebuild")),
    Use("take_backs", (("laying.take_backs", (0,)),), _moves("take_back")),
    Use("knocks", (("knocking.limit_by", ("none",)),), _effects("knocked")),
    Use("clean_knocks", (("knocking.limit_by", ("none",)),), _effects("knocked", lambda effect: not effect["points"])),
    Use("undercuts", (("knocking.undercut", ("none",)),), _undercuts),
    Use("last_goes", (("knocking.last_go", ("none",)),), _moves("discard", "last_play")),
    Use("defences", (("knocking.lay_off", ("none",)),), lambda event: len(_over(event).get("lay_offs", ()))),
    Use("hand_outs", (("scoring.hand_out_factor", (1,)), ("rating.hand_win", (0,))), _hand_outs),
    Use(
        "upcard_doublings",
        (("scoring.doubling_upcard", ("none",)),),
        _effects("deal_over", lambda effect: effect["double"] and effect["how"] != "out"),
    ),
    Use("opener_penalties", (("scoring.opener_penalty", (0,)),), _opener_lost),
    Use("renewals", (("stock_empty.action", ("end",)),), _effects("renewed")),
    Use("rebuys", (("ledger.rebuys", (0,)),), _effects("rebought")),
    Use("seats_out", (("match.out_at", (0,)),), _effects("seat_out")),
)
"""The special rules that are counted. A playtest of any profile shows those that it has."""


@dataclass
class Longest:
    """The deal with the most turns, the bound that its profile proves, its match and its number in the playtest."""

    turns: int = 0
    bound: int = 0
    match: int = 0
    first: int = 0
    """The first deal of that match."""
    deal: int = 0


@dataclass
class Tally:
    """Sums over deals. By seat where it is a list."""

    deals: int = 0
    void: int = 0
    turns: int = 0
    matches: int = 0
    match_deals: int = 0
    match_turns: int = 0
    played: list[int] = field(default_factory=list)
    won: list[int] = field(default_factory=list)
    matches_won: list[float] = field(default_factory=list)
    """A match that several seats win is shared among them."""
    begun: int = 0
    """Deals with a winner; ``begun_won`` of them went to the seat that had the first turn."""
    begun_won: int = 0
    ends: Counts = field(default_factory=Counter)
    points: Points = field(default_factory=Counter)
    """By points booked to a seat in a deal that counted: how often."""
    uses: Counts = field(default_factory=Counter)
    deals_with: Counts = field(default_factory=Counter)
    """Deals in which a special rule was used at least once."""
    longest: Longest = field(default_factory=Longest)
    seconds: float = 0.0
    """Time on the processor."""

    @classmethod
    def empty(cls, seats: int) -> Tally:
        """Nothing counted yet, at a table of so many seats."""
        return cls(played=[0] * seats, won=[0] * seats, matches_won=[0.0] * seats)

    def add(self, other: Tally) -> None:
        """Count in what another part of the same playtest has counted."""
        for name in ("deals", "void", "turns", "matches", "match_deals", "match_turns", "begun", "begun_won"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.played = [own + more for own, more in zip(self.played, other.played, strict=True)]
        self.won = [own + more for own, more in zip(self.won, other.won, strict=True)]
        self.matches_won = [own + more for own, more in zip(self.matches_won, other.matches_won, strict=True)]
        self.ends.update(other.ends)
        self.points.update(other.points)
        self.uses.update(other.uses)
        self.deals_with.update(other.deals_with)
        self.seconds += other.seconds
        self.note_longest(other.longest)

    def count_deal(self, event: Event, used: Counter[str], turns: int) -> None:
        """Count the deal that an event ended; ``used``: how often each special rule was used in it."""
        result, over = event.after.results[-1], _over(event)
        self.deals += 1
        self.turns += turns
        self.void += over["void"]
        self.ends[result.how] += 1
        for line in result.seats:
            self.played[line.seat] += 1
            if line.points is not None:
                self.points[line.points] += 1
        if result.winner is not None:
            self.won[result.winner] += 1
            self.begun += 1
            self.begun_won += result.winner == first_actor(event.before)
        self.uses.update(used)
        self.deals_with.update(used.keys())

    def note_longest(self, deal: Longest) -> None:
        """Keep a deal that is longer than all before."""
        if deal.turns > self.longest.turns:
            self.longest = deal

    def count_match(self, winners: tuple[int, ...], deals: int, turns: int) -> None:
        """Count a match that is over."""
        self.matches += 1
        self.match_deals += deals
        self.match_turns += turns
        for seat in winners:
            self.matches_won[seat] += 1 / len(winners)


_TALLY: Final = TypeAdapter(Tally)


def tally_to_json(tally: Tally) -> dict[str, Any]:
    """A tally as it is stored."""
    stored: dict[str, Any] = _TALLY.dump_python(tally, mode="json")
    return stored


def tally_from_json(stored: dict[str, Any]) -> Tally:
    """A stored tally. Raises ValueError (pydantic's) when it is none."""
    return _TALLY.validate_python(stored)
