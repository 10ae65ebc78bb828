"""What a seat may do, and doing it."""

from __future__ import annotations

from typing import Final

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.bodies import Moves
from api.language import language_of
from api.parsing import Query, if_match, read_body
from api.plain import plain
from api.rendering import JSON
from api.schema import CURSOR, DRY_RUN, IF_MATCH, LIMIT, RUMMY_SEAT
from api.shapes.games import HintOut, LegalMovesOut, PlayedOut
from api.texts import sentence
from api.views.base import ApiView
from bots.hints import hint
from bots.seen import look
from hosting import selectors, services
from hosting.judging import judge_request, judge_status
from rummy.errors import IllegalMove
from rummy.moves import move_to_json

PAGE: Final = 100
MOST_PAGE: Final = 500
_MID_TURN: Final = frozenset(("draw_stock", "take_discard", "lay", "take_back"))
"""Kinds of move after which the turn goes on."""


class LegalMoves(ApiView):
    """What the caller's seat may do."""

    @extend_schema(
        operation_id="games_legal_moves_list", parameters=[LIMIT, CURSOR, RUMMY_SEAT], responses=LegalMovesOut
    )
    def get(self, request: Request, game_id: str) -> Response:
        """All moves with one placement, and the solver's best lays; moves that end the turn come first.

        A seat that is not to act, and whoever only looks on, gets an empty list. A cursor holds for one version.
        """
        table = self.table(request, game_id)
        query = Query(plain(request))
        limit = query.number("limit", default=PAGE, least=1, most=MOST_PAGE)
        cursor = query.cursor("cursor", r"\d{1,9}-\d{1,9}")
        version, moves = selectors.legal_moves(table)
        offset = 0
        if cursor is not None:
            at, offset = (int(part) for part in cursor.split("-"))
            if at != version:
                query.fault("cursor", "cursor_outdated")
        query.check()
        ordered = sorted(moves, key=lambda move: move.kind in _MID_TURN)
        end = offset + limit
        return Response({
            "version": version,
            "moves": [move_to_json(move) for move in ordered[offset:end]],
            "next": f"{version}-{end}" if end < len(ordered) else None,
        })  # fmt: skip


class Hint(ApiView):
    """Advice for the caller's seat."""

    @extend_schema(operation_id="games_hint_retrieve", parameters=[RUMMY_SEAT], responses=HintOut)
    def get(self, request: Request, game_id: str) -> Response:
        """What a medium player would do here, and why: from what the caller's seat may see, and nothing else."""
        table, seat = self.seated(request, game_id)
        judge_status(table.game)
        version, moves = selectors.legal_moves(table)
        if not moves:
            raise IllegalMove("not_your_turn", None, to_act=list(table.state.to_act), phase=table.state.phase)
        advice = hint(look(table.state, seat))
        detail = sentence(advice["code"], language_of(plain(request)), advice["data"])
        return Response({"version": version, **advice, "detail": detail})


class GameMoves(ApiView):
    """The one door by which a seat plays."""

    rate = "moves"

    @extend_schema(
        operation_id="games_moves_create",
        parameters=[IF_MATCH, DRY_RUN, RUMMY_SEAT],
        request={JSON: Moves},
        responses=PlayedOut,
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Plays moves, all or none; with ``dry_run`` says only whether they could be played."""
        caller = self.need_part(request, game_id)
        query = Query(plain(request))
        dry_run = query.flag("dry_run")
        body = read_body(plain(request), Moves)
        query.check()
        judge_request(body.moves)  # who plays judges it too: here it comes before what is wrong with the version
        expected = if_match(plain(request))
        if dry_run:
            return Response(selectors.dry_run(self.table(request, game_id), body.moves, expected))
        return self.view_response(services.play(game_id=game_id, seat=caller, moves=body.moves, expected=expected))
