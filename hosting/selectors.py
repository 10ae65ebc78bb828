"""Reads. None takes a lock or opens a transaction, but ``lock_game``, which services call inside theirs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, Final

from django.db.models import Q

from hosting import presence, shuffles, tokens
from hosting.errors import GameNotFound, NotAllowed
from hosting.identity import Identity
from hosting.judging import apply_all, judge_current, judge_request
from hosting.log import events_since
from hosting.models import AppKey, Game, Seat, Status
from rummy import engine
from rummy.formats import load_profile, load_state
from rummy.moves import Move
from rummy.profile import RuleProfile, profile_to_json
from rummy.state import State
from rummy.view import view_for
from variants import lookup

VIEW_FORMAT: Final = "rummy-view/1"
_UNSEEN: Final = frozenset(("draw_stock", "claim", "pass", "ready", "rebuy", "decline"))
"""Kinds of move after which the player's hand holds cards that nobody has shown it, or another deal's."""


@dataclass
class Table:
    """A game, and the seat from which the caller looks at it (None: a spectator). The rest is read when asked for."""

    game: Game
    seat: int | None

    @cached_property
    def profile(self) -> RuleProfile:
        """The game's rules, its options applied."""
        return load_profile(self.game.profile)

    @cached_property
    def seats(self) -> list[Seat]:
        """Its seats in turn order."""
        return list(self.game.seats.all())

    @cached_property
    def state(self) -> State:
        """Its state; before the match begins, that of a match that waits for its first deal."""
        if self.game.state is None:
            return engine.new_match(self.profile, len(self.seats))
        return load_state(self.game.state, self.profile)


def lock_game(game_id: str) -> Game:
    """The game with its row locked until the transaction ends. Raises GameNotFound."""
    game = Game.objects.select_for_update().filter(pk=game_id).first()
    if game is None:
        raise GameNotFound
    return game


def identity_of(*, token: str, seat: int | None) -> Identity | None:
    """Who holds a token; None where it is nobody's. ``seat``: the seat that a key asks to act for."""
    claimed = tokens.read_seat_token(token)
    if claimed is not None:
        game_id, ticket = claimed
        row = Seat.objects.filter(game_id=game_id, ticket=ticket).first()
        if row is None or not tokens.seat_token_holds(token, game_id, ticket, row.epoch):
            return None
        return Identity(game_id=game_id, ticket=ticket, seat=row.number)
    key = AppKey.objects.filter(hash=tokens.key_hash(token), revoked__isnull=True).first()
    return None if key is None else Identity(key=key, seat=seat)


def table_for(*, game_id: str, identity: Identity) -> Table:
    """The game as the caller stands to it.

    Raises GameNotFound where nothing of it may be seen, NotAllowed for a seat that the caller's key may not act for.
    """
    game = Game.objects.filter(pk=game_id).first()
    if game is None:
        raise GameNotFound
    table = Table(game, None)
    if _has_part(game, identity):
        table.seat = seat_in(table.seats, identity)
    elif game.visibility != "public" and "games:read-all" not in identity.scopes:
        raise GameNotFound
    return table


def _has_part(game: Game, identity: Identity) -> bool:
    """Whether a seat of the game, or the game, is the caller's."""
    if identity.key is not None:
        return game.owner_id == identity.key.pk
    return identity.game_id == game.id


def seat_in(seats: Sequence[Seat], identity: Identity) -> int | None:
    """The number that the caller's seat has now; None for a key that asks for none.

    The numbers must have been read after the game: when a match begins seats close up, and an older number may by then
    be somebody else's. Raises NotAllowed for a seat that the caller may not act for.
    """
    if identity.key is None:
        found = next((seat.number for seat in seats if seat.ticket == identity.ticket), None)
        if found is None:
            raise NotAllowed("seat_not_yours", seat=identity.seat)
        return found
    if identity.seat is not None and not any(seat.number == identity.seat and seat.with_key for seat in seats):
        raise NotAllowed("seat_not_yours", seat=identity.seat)
    return identity.seat


def view(table: Table, now: datetime) -> dict[str, Any]:
    """The whole VIEW of api.md for who looks."""
    game, state = table.game, table.state
    seen = view_for(state, table.seat)
    asked = set(state.to_act)
    rows = {line["seat"]: line for line in seen["seats"]}
    seen["seats"] = [
        {
            **rows[seat.number],
            "name": seat.name or None,
            "bot": seat.bot or None,
            "controller": ("bot" if seat.bot else seat.controller) or None,
            "online": bool(seat.bot) or presence.is_online(game.id, seat.number),
            **_time_left(game, seat, now, asked=seat.number in asked),
        }
        for seat in table.seats
    ]
    return {
        "format": VIEW_FORMAT,
        "id": game.id,
        "version": game.version,
        "decision": game.decision,
        "now": now.isoformat(),
        "status": game.status,
        "variant": game.variant,
        "hash": game.hash,
        "options": game.options,
        "arranged": game.arranged is not None,
        **seen,
        "commitments": [shuffles.commitment(nonce) for nonce in game.nonces],
    }


def _time_left(game: Game, seat: Seat, now: datetime, *, asked: bool) -> dict[str, Any]:
    if not asked or seat.bot or game.deadline is None:
        return {"time_left_s": None, "deadline": None}
    left = max(0.0, (game.deadline - now).total_seconds())
    return {"time_left_s": round(left, 1), "deadline": game.deadline.isoformat()}


def legal_moves(table: Table) -> tuple[int, list[Move]]:
    """The version, and what the caller's seat may do; [] for who is not to act."""
    if table.seat is None or table.game.status != Status.PLAYING:
        return table.game.version, []
    return table.game.version, engine.legal_moves(table.state, table.seat)


def profile_of(table: Table, language: str) -> dict[str, Any]:
    """The rules that the game is played by, its options applied, and what they were called when it was opened."""
    (title,) = _titles([table.game], language)
    return {"title": title, "hash": table.game.hash, "profile": profile_to_json(table.profile)}


def events_after(table: Table, after: int, limit: int) -> list[dict[str, Any]]:
    """Events after a number, as the caller may see them."""
    return events_since(table.game, table.seat, after, limit)


def dry_run(table: Table, moves: Sequence[Move], expected: int | None) -> dict[str, Any]:
    """What moves would bring about, as far as their player could see it. Raises as ``services.play`` does."""
    if table.seat is None:
        raise NotAllowed("seat_needed")
    judge_request(moves)
    judge_current(table.game, table.seat, expected)
    trial = _Trial(table.state)
    apply_all(trial.apply, table.seat, moves)
    me = view_for(trial.seen, table.seat)["me"]
    return {
        "legal": True,
        "version": table.game.version,
        "opening_points": trial.points,
        "obligations": me["obligations"],
        "hand_after": me["hand"],
    }


class _Trial:
    """Moves applied to a copy. ``seen`` is the last state that shows nothing new to the player."""

    def __init__(self, state: State) -> None:
        self.state = self.seen = state
        self.points: int | None = None
        """What the last lay counts towards the opening; None without one."""

    def apply(self, seat: int, move: Move) -> State:
        """Applies a move; a card that it would draw, or a deal that it would begin, is not looked at."""
        step = engine.step(self.state, seat, move)
        for effect in step.effects:
            if effect["kind"] in ("laid", "opening_failed"):
                self.points = effect.get("points", effect.get("got"))
        self.state = step.state
        if move.kind not in _UNSEEN:
            self.seen = step.state
        return self.state


def games_of(*, identity: Identity, limit: int, cursor: str | None, language: str) -> dict[str, Any]:
    """The games of a key, or the one of a token, newest first; titles in this language."""
    if identity.key is not None:
        return _page(Game.objects.filter(owner=identity.key), limit, cursor, language)
    return _page(Game.objects.filter(pk=identity.game_id), limit, cursor, language)


def lobby(*, limit: int, cursor: str | None, language: str) -> dict[str, Any]:
    """Public tables that are open or being played, newest first; titles in this language."""
    games = Game.objects.filter(visibility="public", status__in=[Status.OPEN, Status.PLAYING])
    return _page(games, limit, cursor, language)


def _titles(games: Sequence[Game], language: str) -> list[str]:
    """What each game's variant was called when the game was opened; its id where it is no longer known."""
    known = lookup.all_as_made((game.variant, game.variant_version) for game in games)
    variants = [known.get((game.variant, game.variant_version)) for game in games]
    return [variant.title(language) if variant else game.variant for game, variant in zip(games, variants, strict=True)]


def _page(games: Any, limit: int, cursor: str | None, language: str) -> dict[str, Any]:
    if cursor is not None:
        mark = Game.objects.filter(pk=cursor).values_list("created", flat=True).first()
        if mark is not None:
            games = games.filter(Q(created__lt=mark) | Q(created=mark, pk__lt=cursor))
    found = list(games.order_by("-created", "-pk").prefetch_related("seats")[: limit + 1])
    shown = found[:limit]
    rows = [_row(game, title) for game, title in zip(shown, _titles(shown, language), strict=True)]
    return {"results": rows, "next": found[limit - 1].pk if len(found) > limit else None}


def _row(game: Game, title: str) -> dict[str, Any]:
    seats = list(game.seats.all())
    return {
        "id": game.id,
        "variant": game.variant,
        "title": title,
        "status": game.status,
        "options": game.options,
        "created": game.created.isoformat(),
        "visibility": game.visibility,
        "free_seats": sum(not seat.controller for seat in seats),
        "seats": [{"seat": seat.number, "name": seat.name or None, "bot": seat.bot or None} for seat in seats],
    }
