"""Writes. Each function opens one transaction, and announces nothing before it is sure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from django.db import transaction
from django.utils import timezone

from hosting import shuffles, tokens
from hosting.claiming import Claimed, claim_turn, release_turn
from hosting.errors import Conflict, GameNotFound, InvalidSetup, NotAllowed, SetupFault
from hosting.identity import SCOPES, Identity
from hosting.judging import apply_all, judge_current, judge_request
from hosting.models import AppKey, Game, Seat, Status
from hosting.names import bot_name, clean_name, same_name
from hosting.selectors import Table, lock_game, seat_in
from hosting.setups import FALLBACK_LEVEL, setup_of
from hosting.sweeping import sweep
from hosting.table import Play
from rummy import engine
from rummy.formats import dump_profile, load_profile
from rummy.moves import Move

__all__ = [
    "Claimed",
    "Created",
    "Joined",
    "claim_turn",
    "create_app_key",
    "create_game",
    "join_game",
    "play",
    "release_turn",
    "start_game",
    "sweep",
]


@dataclass(frozen=True)
class Created:
    """A new game, the tokens of the seats that its maker plays, and the invitation to its free seats."""

    game: Game
    tokens: list[dict[str, Any]]
    invite: str | None


@dataclass(frozen=True)
class Joined:
    """A seat taken, and the token that plays it."""

    game: Game
    seat: int
    token: str


def create_app_key(*, name: str, scopes: Sequence[str]) -> str:
    """A new app key, shown this once. Raises ValueError for an empty name or an unknown scope."""
    unknown = sorted(set(scopes) - set(SCOPES))
    if unknown:
        raise ValueError(f"unknown scope {', '.join(unknown)}; there are {', '.join(SCOPES)}")
    if not name.strip():
        raise ValueError("a key needs a name")
    key = tokens.new_key()
    AppKey.objects.create(name=name.strip()[:80], prefix=key[:9], hash=tokens.key_hash(key), scopes=sorted(set(scopes)))
    return key


def create_game(
    *,
    variant: str,
    seats: Sequence[Mapping[str, Any]],
    options: Mapping[str, Any] | None = None,
    visibility: str = "private",
    clock: Mapping[str, Any] | None = None,
    salt: str | None = None,
    deal: Mapping[str, Any] | None = None,
    key: AppKey | None = None,
) -> Created:
    """A new game; with no free seat its match begins at once. Raises InvalidSetup with all faults.

    ``seats``: by seat ``{"name"}`` (the caller plays it), ``{"bot": level}`` or ``{}`` (free). ``deal``: an arranged
    first deal. ``salt`` goes into the first shuffle for every seat that the caller plays.
    """
    setup = setup_of(variant=variant, options=options or {}, seats=seats, deal=deal, keyed=key is not None)
    named = [number for number, seat in enumerate(setup.seats) if seat["name"] is not None]
    free = any(seat["name"] is None and seat["bot"] is None for seat in setup.seats)
    game = Game(
        owner=key,
        variant=setup.variant,
        variant_version=setup.variant_version,
        profile=dump_profile(setup.profile),
        hash=setup.profile.hash,
        options=setup.options,
        arranged=setup.arranged,
        visibility=visibility,
        clock=dict(clock) if clock else None,
        host=named[0] if named else None,
        nonces=[shuffles.new_nonce()],
        salts={str(number): salt for number in named} if salt else {},
    )
    rows = _new_seats(game, setup.seats)
    with transaction.atomic():
        game.save(force_insert=True)
        Seat.objects.bulk_create(rows)
        if free:
            play = Play(game, rows, engine.new_match(setup.profile, len(rows)), timezone.now())
            play.log(None, "created", variant=game.variant, hash=game.hash)
            play.save_open()
        else:
            _begin(game, timezone.now())
    held = [
        {"seat": row.number, "token": tokens.seat_token(game.id, row.ticket, 0)} for row in rows if row.number in named
    ]
    return Created(game, held, tokens.invitation(game.id) if free else None)


def _new_seats(game: Game, asked: Sequence[Mapping[str, Any]]) -> list[Seat]:
    """The seats of a new game as they were asked for; bots get names that nobody at the table has."""
    rows: list[Seat] = []
    names = [seat["name"] for seat in asked if seat["name"] is not None]
    for number, seat in enumerate(asked):
        row = Seat(game=game, ticket=number, number=number, bank_left_s=game.clock["bank_s"] if game.clock else 0)
        if seat["bot"] is not None:
            row.name, row.bot, row.controller = bot_name(names), seat["bot"], "bot"
            names.append(row.name)
        elif seat["name"] is not None:
            row.name, row.controller = seat["name"], "person" if game.owner is None else "app"
            row.with_key = game.owner is not None
        rows.append(row)
    return rows


def join_game(*, game_id: str, name: str, invite: str | None = None, salt: str | None = None) -> Joined:
    """Take a free seat of a public table, or with the invitation of a private one; the last one begins the match.

    Raises GameNotFound, Conflict (``wrong_invite``, ``table_full``, ``already_started``, ``name_taken``), InvalidSetup.
    """
    try:
        name = clean_name(name)
    except ValueError as error:
        raise InvalidSetup([SetupFault("/name", str(error), {"limit": 40})]) from error
    with transaction.atomic():
        game = lock_game(game_id)
        if game.visibility != "public" and not tokens.invitation_holds(invite, game.id):
            if invite is None:
                raise GameNotFound
            raise Conflict("wrong_invite")
        seats = list(game.seats.all())
        free = [seat for seat in seats if not seat.controller]
        if not free:
            raise Conflict("table_full", limit=len(seats))
        if game.status != Status.OPEN:
            raise Conflict("already_started")
        if same_name(name) in {same_name(seat.name) for seat in seats if seat.name}:
            raise Conflict("name_taken", name=name)
        seat = free[0]
        seat.name, seat.controller = name, "person"
        seat.save()
        if salt:
            game.salts[str(seat.number)] = salt
        now = timezone.now()
        play = Play(game, seats, engine.new_match(load_profile(game.profile), len(seats)), now)
        play.log(seat.number, "joined", name=name)
        play.save_open()
        if len(free) == 1:
            _begin(game, now)
    return Joined(game, seat.number, tokens.seat_token(game.id, seat.ticket, seat.epoch))


def start_game(*, game_id: str, actor: Identity, free: Literal["go", "bots"] = "go") -> Game:
    """Begin a match with free seats; the game after it.

    ``free`` says what becomes of them: they go, but for as many as the rules need (or an arranged deal has hands for),
    which bots take; or bots take them all. Raises GameNotFound, NotAllowed where the actor is not the host, Conflict
    (``already_started``).
    """
    with transaction.atomic():
        game = lock_game(game_id)
        if not _is_host(game, actor):
            raise NotAllowed("not_host")
        if game.status != Status.OPEN:
            raise Conflict("already_started")
        seats = list(game.seats.all())
        all_stay = free == "bots" or game.arranged is not None
        needed = len(seats) if all_stay else load_profile(game.profile).players.min
        bots = max(0, needed - sum(bool(seat.controller) for seat in seats))
        kept: list[Seat] = []
        for seat in seats:
            if seat.controller:
                kept.append(seat)
            elif bots:
                seat.name, seat.bot, seat.controller = bot_name(s.name for s in seats), FALLBACK_LEVEL, "bot"
                kept.append(seat)
                bots -= 1
            else:
                seat.delete()
        game.salts = {str(at): game.salts[str(s.number)] for at, s in enumerate(kept) if str(s.number) in game.salts}
        for number, seat in enumerate(kept):
            seat.number = number
            seat.save()
        _begin(game, timezone.now())
    return game


def play(
    *,
    game_id: str,
    seat: int | Identity,
    moves: Sequence[Move],
    expected: int | None = None,
    at: datetime | None = None,
) -> Table:
    """Play moves of a seat, all or none; the table after them, as the seat's player sees it.

    ``seat``: its number, or whose it is: then the number is looked up once nobody else can change it. ``expected``: the
    version that the seat's player saw (None: the present one). ``at``: when it is (default: now).
    Raises, in this order, InvalidMove, RevealsMidway, GameNotFound, NotAllowed, StaleVersion, Conflict
    (``not_started``, ``game_aborted``), IllegalMove; nothing has changed then.
    """
    judge_request(moves)
    with transaction.atomic():
        game = lock_game(game_id)
        seats = list(game.seats.all())
        if isinstance(seat, Identity):
            seat = _seat_of(seats, seat)
        judge_current(game, seat, expected)
        playing = Play.of(game, at or timezone.now(), seats)
        apply_all(playing.apply, seat, moves)
        playing.save()
    table = Table(game, seat)
    table.seats, table.state = playing.seats, playing.state
    return table


def _seat_of(seats: Sequence[Seat], who: Identity) -> int:
    seat = seat_in(seats, who)
    if seat is None:
        raise NotAllowed("seat_needed")
    return seat


def _begin(game: Game, now: datetime) -> None:
    """The match begins: the first deal is dealt. The game's row is locked, or new."""
    profile = load_profile(game.profile)
    seats = list(game.seats.all())
    game.status = Status.PLAYING
    playing = Play(game, seats, engine.new_match(profile, len(seats)), now)
    playing.log(
        None, "started", seats=[{"seat": seat.number, "name": seat.name, "bot": seat.bot or None} for seat in seats]
    )
    playing.begin()
    playing.save()


def _is_host(game: Game, actor: Identity) -> bool:
    if actor.key is not None:
        return game.owner_id == actor.key.pk
    return actor.game_id == game.id and game.host is not None and actor.ticket == game.host
