"""The state of a match: frozen values, all that the rules need and nothing that they can derive.

``evolve`` makes a changed copy. Seats are 0-based and clockwise; piles and hands are ``bytes`` of faces (``cards``).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, Literal

from rummy.melds import Meld
from rummy.profile import RuleProfile

if TYPE_CHECKING:
    evolve = replace
else:

    def evolve(value: Any, **changes: Any) -> Any:
        """``dataclasses.replace`` without running ``__init__``: a step copies several of these values."""
        new = object.__new__(type(value))
        object.__setattr__(new, "__dict__", value.__dict__ | changes)
        return new


Phase = Literal[
    "dealing", "offer", "draw", "play", "claims", "renewing", "last_draw", "last_play", "between", "finished"
]
How = Literal["out", "knock", "stock", "deadlock"]
EntryKind = Literal["ante", "per_deal", "rebuy", "pot"]
Status = Literal["playing", "sitting_out", "out"]
Effect = dict[str, Any]
"""What an event brought about, as JSON: ``kind`` and its data. ``rummy.view`` says who may see what of it."""


@dataclass(frozen=True)
class Player:
    """A seat: its hand, what it did in this deal, and its account of the match."""

    hand: bytes = b""
    """Faces, sorted."""
    status: Status = "playing"
    laps: int = 0
    """Turns begun in this deal."""
    opened: bool = False
    laid: bool = False
    """Whether it laid, laid off or swapped in an earlier turn of this deal (then going out is no hand-out)."""
    silent: Literal["", "my_turn", "deal_end"] = ""
    """How long it has passed on claims ahead."""
    known: bytes = b""
    """Faces that everybody saw go into this hand and that have not left it."""
    thrown: bytes = b""
    taken: bytes = b""
    total: int = 0
    rating: int = 0
    chips: int = 0
    wins: int = 0
    rebuys: int = 0


@dataclass(frozen=True)
class TableMeld:
    """A meld on the table; ``name`` is its number (``m3`` in moves)."""

    name: int
    owner: int
    meld: Meld


@dataclass(frozen=True)
class Snapshot:
    """Hand and table as they were just after the draw."""

    hand: bytes
    known: bytes
    melds: tuple[TableMeld, ...]
    next_meld: int
    opened: bool
    opener: int | None


@dataclass(frozen=True)
class Turn:
    """What the seat on turn has done since its turn began, and what it still owes (profile.md 4.4)."""

    drawn: bytes = b""
    from_stock: bool = False
    taken: int | None = None
    """Face taken from the discard pile; it stays barred until a card of that face is laid."""
    use: bool = False
    """The taken card must still be laid."""
    replay: int = 0
    """Jokers freed and still owed to the table."""
    locked: bool = False
    closed: bool = False
    """The discard pile is closed for this turn."""
    laid: bool = False
    new_melds: int = 0
    points: int = 0
    """What its lays of this turn are worth, counted as `opening.counts` says."""
    take_backs: int = 0
    final: bool = False
    """A lay that the waiver of the minimum allowed cannot be taken back."""
    before: Snapshot | None = None


NEW_TURN: Final = Turn()
"""A turn in which nothing has been done; one value for all, since turns are many."""


@dataclass(frozen=True)
class Knock:
    """The knock that ends this deal: who, how much was left, and the arrangement shown."""

    seat: int
    points: int
    melds: tuple[Meld, ...]
    rest: bytes
    discarded: bool
    waiting: tuple[int, ...] = ()
    """Seats that still have their last go, in order."""


@dataclass(frozen=True)
class SeatResult:
    """A seat's line in the result of a deal; ``points`` is the change of its total."""

    seat: int
    hand: tuple[str, ...] | None
    deadwood: int | None
    points: int | None
    rating: int | None
    total: int


@dataclass(frozen=True)
class DealResult:
    """How a deal ended. A void deal has no winner and shows no hand."""

    deal: int
    how: How
    winner: int | None
    double: bool
    seats: tuple[SeatResult, ...]


@dataclass(frozen=True)
class Entry:
    """A line of the ledger: chips a seat received (negative: paid)."""

    deal: int
    seat: int
    kind: EntryKind
    chips: int


@dataclass(frozen=True)
class State:
    """A match at one moment. ``to_act`` is empty while chance is due and when the match is finished."""

    profile: RuleProfile = field(repr=False)
    players: tuple[Player, ...]
    deal: int
    dealer: int
    phase: Phase
    to_act: tuple[int, ...] = ()
    seat: int = 0
    """The seat on turn; in ``claims`` the one that has just discarded."""
    turn: Turn = NEW_TURN
    stock: bytes = b""
    """Next card first."""
    stock_known: bool = False
    """The order of the stock is public: it is the discard pile, turned over unshuffled."""
    discard: bytes = b""
    """Top card last."""
    fresh: bool = False
    """The top discard is the one that ended the last turn."""
    melds: tuple[TableMeld, ...] = ()
    next_meld: int = 1
    upcard: int | None = None
    opener: int | None = None
    """The first seat that melded in this deal."""
    renewals: int = 0
    idle_renewals: int = 0
    idle_turns: int = 0
    takes: int = 0
    """Discards taken in turn in this deal."""
    put_backs: int = 0
    """Turns in a row, up to now, in which the card taken was thrown again."""
    offered: int = 0
    """Seats that have passed on the upcard."""
    answers: tuple[tuple[int, str], ...] = ()
    """Answers of the present window, in the order given; they stay until the next player draws."""
    knock: Knock | None = None
    results: tuple[DealResult, ...] = ()
    pot: int = 0
    ledger: tuple[Entry, ...] = ()
    winners: tuple[int, ...] = ()

    @property
    def last_chance(self) -> bool:
        """The stock has run out, and the seat to act may only knock with the discard (``stock_empty.last_discard``)."""
        return self.knock is None and self.phase in ("last_draw", "last_play")

    def active(self) -> list[int]:
        """Seats that take part in this deal, in seat order."""
        return [seat for seat, player in enumerate(self.players) if player.status == "playing"]

    def remaining(self) -> list[int]:
        """Seats that are still in the match, sitting out or not."""
        return [seat for seat, player in enumerate(self.players) if player.status != "out"]

    def next_active(self, seat: int) -> int:
        """The next seat clockwise that takes part in this deal."""
        players = self.players
        count = len(players)
        for step in range(1, count + 1):
            at = (seat + step) % count
            if players[at].status == "playing":
                return at
        raise ValueError("nobody takes part in this deal")

    def with_player(self, seat: int, **changes: Any) -> State:
        """The state with one seat changed."""
        return self.seated(seat, evolve(self.players[seat], **changes))

    def seated(self, seat: int, player: Player, /, **changes: Any) -> State:
        """The state with this player at a seat, and other fields changed at the same time."""
        players = self.players
        return evolve(self, players=(*players[:seat], player, *players[seat + 1 :]), **changes)


@dataclass(frozen=True)
class Step:
    """The outcome of an event: the new state and what the event brought about."""

    state: State
    effects: list[Effect]
