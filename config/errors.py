"""What a browser is shown where something goes wrong outside the API: one page that needs nothing but itself.

Django calls these functions (`handler400` and the like in `config.urls`, `CSRF_FAILURE_VIEW` in the settings) and logs
the exception itself; of 405, which is no exception, `config.middleware.Methods` tells. Calls of the API get problems
instead (`api.middleware`).
"""

from __future__ import annotations

import sys
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import Final

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language_from_request

from api.problems import problem_of
from config.texts import sentences

_STYLE: Final = Path(__file__).with_name("errors.css").read_text(encoding="utf-8")
_POLICY: Final = (
    f"default-src 'none'; style-src 'sha256-{b64encode(sha256(_STYLE.encode()).digest()).decode()}'; "
    "img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Nothing but the page's own style and the site's icon."""


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400: what was sent cannot be read, or is sent to a name that is not this server's."""
    if isinstance(exception, DisallowedHost):
        return _page(request, 400, "unknown_host", home=False)  # a link would lead to that name again
    return _page(request, 400, "bad_request")


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001  # Django's signature
    """403: an administrator without the permission."""
    return _page(request, 403, "forbidden")


def wrong_form(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001  # Django's signature, and log
    """403: a form that no page of this site can have sent, or one that is too old."""
    return _page(request, 403, "csrf", again=True)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001  # Django's signature
    """404: an address that leads nowhere."""
    return _page(request, 404, "not_found")


def method_not_allowed(request: HttpRequest, allowed: str) -> HttpResponse:
    """405: an address that answers to something else only. ``allowed``: the methods that it knows."""
    answer = _page(request, 405, "method_not_allowed")
    answer.headers["Allow"] = allowed
    return answer


def server_error(request: HttpRequest) -> HttpResponse:
    """500; or 503 where the API would say so too: the database cannot answer, and may in a moment."""
    error = sys.exc_info()[1]
    problem = problem_of(error) if error else None
    if problem is None or problem.status != 503:
        return _page(request, 500, "internal_error", again=True)
    answer = _page(request, 503, "unavailable", again=True)
    for name, value in problem.headers.items():
        answer.headers[name] = value
    return answer


def _page(request: HttpRequest, status: int, kind: str, *, again: bool = False, home: bool = True) -> HttpResponse:
    language = get_language_from_request(request)
    told = sentences(language)
    start = "admin" if request.path_info.startswith("/admin/") else "table"
    context = {
        **told[kind],
        "language": language,
        "status": status,
        "style": _STYLE,
        "again": (_address_of_the_page(request), told["links"]["again"]) if again else None,
        "home": ("/admin/" if start == "admin" else "/", told["links"][start]) if home else None,
    }
    # Without the request: what the theme adds to templates asks the database.
    answer = HttpResponse(render_to_string("config/error.html", context), status=status)
    patch_vary_headers(answer, ("Accept-Language", "Cookie"))
    answer.headers["Content-Language"] = language
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["Content-Security-Policy"] = _POLICY
    return answer


def _address_of_the_page(request: HttpRequest) -> str:
    """Where the browser was: this address, or for a form the page that it stood on, where that is known to be ours."""
    here = request.get_full_path()
    if request.method in ("GET", "HEAD"):
        return here
    before = request.headers.get("Referer", "")
    ours = url_has_allowed_host_and_scheme(before, {request.get_host()}, require_https=request.is_secure())
    return before if ours else here
