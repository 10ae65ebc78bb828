"""Who calls: a seat's token, an app's key, or nobody in particular. No cookie is read."""

from __future__ import annotations

import re
from typing import Final

from django.http import HttpRequest
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from api.parsing import seat_header
from api.plain import plain
from api.problems import CHALLENGE, Problem
from hosting import selectors
from hosting.identity import Identity

_BEARER: Final = re.compile(r"Bearer +(r[sk]_[A-Za-z0-9_.~-]{1,200})", re.ASCII | re.IGNORECASE)
_INVALID: Final = {"WWW-Authenticate": f'{CHALLENGE["WWW-Authenticate"]}, error="invalid_token"'}


def identify(request: HttpRequest) -> Identity:
    """The caller.

    Raises Problem: 401 for a token that is not known, 400 for a ``Rummy-Seat`` that cannot be read, 403 for one that
    is not the seat of the token.
    """
    header = request.headers.get("Authorization")
    if header is None:
        return Identity()
    match = _BEARER.fullmatch(header.strip())
    seat = seat_header(request)
    identity = None if match is None else selectors.identity_of(token=match[1], seat=seat)
    if identity is None:
        raise Problem(401, "token_invalid", headers=_INVALID)
    if seat is not None and seat != identity.seat:
        raise Problem(403, "seat_not_yours", seat=seat)
    return identity


class TokenAuthentication(BaseAuthentication):
    """DRF's door to ``identify``; the user of a request is its ``Identity``."""

    def authenticate(self, request: Request) -> tuple[Identity, None]:
        """The caller, also where it is nobody in particular."""
        return identify(plain(request)), None

    def authenticate_header(self, request: Request) -> str:  # noqa: ARG002  # DRF's signature
        """What a 401 asks for."""
        return CHALLENGE["WWW-Authenticate"]
