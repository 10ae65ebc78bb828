"""What every DRF view of the API shares."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.auth import TokenAuthentication
from api.etag import etag_of
from api.parsing import check_size
from api.plain import plain
from api.problems import CHALLENGE, Problem, handle
from api.rendering import JSONRenderer, finish
from api.throttles import CHARGE, CallThrottle, add_fields, address_of, give_back
from hosting import selectors
from hosting.identity import Identity


class ApiView(APIView):
    """A view: it parses, calls one service or selector, and renders.

    Judged in this order: size, token, rate; the view goes on with game, body, ``If-Match``.
    """

    authentication_classes = (TokenAuthentication,)
    permission_classes = ()
    renderer_classes: tuple[type[BaseRenderer], ...] = (JSONRenderer,)
    parser_classes = ()
    throttle_classes = (CallThrottle,)
    http_method_names = ("get", "post", "put", "patch", "delete", "head")
    rate = "reads"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """The answer, rendered: Django would render it in the views' thread too, behind all calls that wait for it."""
        answer = super().dispatch(request, *args, **kwargs)
        if not isinstance(answer, Response):
            return answer
        answer.render()
        return HttpResponse(answer.content, status=answer.status_code, headers=dict(answer.headers))

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuses a body that is too large before anything else is looked at."""
        check_size(plain(request))
        super().initial(request, *args, **kwargs)

    def get_exception_handler(self) -> Any:
        """Problems, whatever the project's settings say."""
        return handle

    def rate_bucket(self, request: Request) -> tuple[str, str]:
        """Which bucket pays for the call: the token's, or without one the address's."""
        identity = self.who(request)
        if identity.anonymous:
            return ("new_games" if self.rate == "new_games" else "stateless"), address_of(plain(request))
        return ("moves" if self.rate == "moves" else "reads"), identity.key_name

    def finalize_response(self, request: Request, response: HttpResponseBase, *args: Any, **kwargs: Any) -> Any:
        """Adds the headers of every answer; a 412 costs nothing."""
        answer = super().finalize_response(request, response, *args, **kwargs)  # type: ignore[arg-type]  # any response
        bare = plain(request)
        cost = getattr(bare, CHARGE, None)
        if cost is not None:
            if answer.status_code == 412:
                give_back(cost)
            add_fields(answer, cost)
        return finish(bare, answer)

    def table(self, request: Request, game_id: str) -> selectors.Table:
        """The game as the caller stands to it. Raises GameNotFound where nothing of it may be seen."""
        return selectors.table_for(game_id=game_id, identity=self.who(request))

    def seated(self, request: Request, game_id: str) -> tuple[selectors.Table, int]:
        """The same, and the caller's seat. Raises Problem 403 for who only looks on."""
        table = self.table(request, game_id)
        if table.seat is None:
            raise Problem(403, "seat_needed")
        return table, table.seat

    def need_part(self, request: Request, game_id: str) -> Identity:
        """The caller, who has a seat at the game; which one, only the game's lock can say for sure.

        Nothing is read where the token itself says so. Raises as ``seated`` does.
        """
        caller = self.who(request)
        if caller.game_id != game_id:
            self.seated(request, game_id)
        return caller

    def need_scope(self, request: Request, scope: str) -> None:
        """Raises Problem: 401 for nobody in particular, 403 for a seat's token and for a key that lacks the scope."""
        identity = self.who(request)
        if identity.anonymous:
            raise Problem(401, "token_missing", headers=CHALLENGE)
        if identity.key is None:
            raise Problem(403, "key_needed", scope=scope)
        if scope not in identity.scopes:
            raise Problem(403, "scope_missing", scope=scope)

    def view_response(
        self, table: selectors.Table, status: int = 200, wrap: Callable[[dict[str, Any]], Any] | None = None
    ) -> Response:
        """The VIEW of the caller with its ``ETag``; ``wrap`` puts it into a larger answer."""
        view = selectors.view(table, timezone.now())
        return Response(view if wrap is None else wrap(view), status=status, headers={"ETag": etag_of(view)})

    @staticmethod
    def who(request: Request) -> Identity:
        """The caller."""
        identity: Identity = request.user  # type: ignore[assignment]  # what TokenAuthentication returns
        return identity
