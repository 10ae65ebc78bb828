"""Games: create, list, view, join, start."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.bodies import CreateGame, Empty, JoinGame, as_json
from api.language import language_of
from api.parsing import Query, none_match, read_body
from api.plain import plain
from api.problems import CHALLENGE, Problem, fault_of
from api.rendering import JSON
from api.schema import IF_NONE_MATCH, PAGE, RUMMY_SEAT
from api.shapes.games import CreatedOut, JoinedOut, TablesOut, ViewOut
from api.shapes.variants import ProfileOut
from api.views.base import ApiView
from hosting import selectors, services, setups

TABLES: Final = 50
MOST_TABLES: Final = 100
_CURSOR: Final = r"[\w.:-]{1,80}"


class Games(ApiView):
    """The caller's games, and new ones."""

    rate = "new_games"

    @extend_schema(operation_id="games_list", parameters=PAGE, responses=TablesOut)
    def get(self, request: Request) -> Response:
        """The games that the caller's key made or its token plays, newest first."""
        identity = self.who(request)
        if identity.anonymous:
            raise Problem(401, "token_missing", headers=CHALLENGE)
        limit, cursor = page_asked(request)
        return Response(
            selectors.games_of(identity=identity, limit=limit, cursor=cursor, language=language_of(plain(request)))
        )

    @extend_schema(operation_id="games_create", request={JSON: CreateGame}, responses={201: CreatedOut})
    def post(self, request: Request) -> Response:
        """Opens a table. With no free seat it starts at once; the tokens of named seats are in the answer, once."""
        identity = self.who(request)
        if identity.key is not None:
            self.need_scope(request, "games:create")
        elif not settings.OPEN_TABLES:
            raise Problem(401, "token_missing", headers=CHALLENGE)
        keyed = identity.key is not None
        body = read_body(
            plain(request), CreateGame, also=lambda said, _: map(fault_of, setups.faults_of(said, keyed=keyed))
        )
        if body.deal is not None:
            self.need_scope(request, "games:arrange")
        created = services.create_game(**as_json(body), key=identity.key)
        table = selectors.Table(created.game, None)
        return self.view_response(
            table, 201, lambda view: {"game": view, "tokens": created.tokens, "invite": created.invite}
        )


class Lobby(ApiView):
    """Open public tables."""

    @extend_schema(operation_id="lobby_list", parameters=PAGE, responses=TablesOut)
    def get(self, request: Request) -> Response:
        """Public tables that have a free seat or can be watched, newest first."""
        limit, cursor = page_asked(request)
        return Response(selectors.lobby(limit=limit, cursor=cursor, language=language_of(plain(request))))


class Game(ApiView):
    """One game, as the caller may see it."""

    @extend_schema(
        operation_id="games_retrieve", parameters=[RUMMY_SEAT, IF_NONE_MATCH], responses={200: ViewOut, 304: None}
    )
    def get(self, request: Request, game_id: str) -> Response:
        """The VIEW of the caller; 304 while its ``ETag`` still holds."""
        response = self.view_response(self.table(request, game_id))
        if none_match(plain(request), response.headers["ETag"]):
            return Response(status=304, headers={"ETag": response.headers["ETag"]})
        return response


class Join(ApiView):
    """A free seat."""

    @extend_schema(operation_id="games_join", request={JSON: JoinGame}, responses={201: JoinedOut})
    def post(self, request: Request, game_id: str) -> Response:
        """Takes a free seat: of a public table, or with the invitation of a private one."""
        body = read_body(plain(request), JoinGame)
        joined = services.join_game(game_id=game_id, name=body.name, invite=body.invite, salt=body.salt)
        table = selectors.Table(joined.game, joined.seat)
        return self.view_response(table, 201, lambda view: {"seat": joined.seat, "token": joined.token, "game": view})


class Start(ApiView):
    """The host's call to begin."""

    @extend_schema(operation_id="games_start", parameters=[RUMMY_SEAT], request={JSON: Empty}, responses=ViewOut)
    def post(self, request: Request, game_id: str) -> Response:
        """Begins: free seats become bots, or go where enough others sit."""
        table = self.table(request, game_id)
        read_body(plain(request), Empty, optional=True)
        services.start_game(game_id=table.game.id, actor=self.who(request))
        return self.view_response(self.table(request, game_id))


class Profile(ApiView):
    """The rules a game is played by."""

    @extend_schema(operation_id="games_profile_retrieve", parameters=[RUMMY_SEAT], responses=ProfileOut)
    def get(self, request: Request, game_id: str) -> Response:
        """The game's pinned profile, its options applied; its title is the variant's when the game was opened."""
        return Response(selectors.profile_of(self.table(request, game_id), language_of(plain(request))))


def page_asked(request: Request) -> tuple[int, str | None]:
    """The page a list is asked for: most entries, and where to begin."""
    query = Query(plain(request))
    limit = query.number("limit", default=TABLES, least=1, most=MOST_TABLES)
    cursor = query.cursor("cursor", _CURSOR)
    query.check()
    return limit, cursor
