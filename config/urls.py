"""Where everything is."""

from typing import NoReturn

from django.contrib import admin
from django.http import Http404, HttpRequest
from django.urls import URLPattern, URLResolver, include, path, re_path

from config.health import live, ready
from config.logins import login


def nowhere(request: HttpRequest) -> NoReturn:  # noqa: ARG001  # Django's signature
    """An address that nothing can have."""
    raise Http404


handler400 = "config.errors.bad_request"
handler403 = "config.errors.forbidden"
handler404 = "config.errors.not_found"
handler500 = "config.errors.server_error"

urlpatterns: list[URLPattern | URLResolver] = [
    path("live", live, name="live"),
    path("ready", ready, name="ready"),
    re_path(r"^admin/[^\x00]*\x00", nowhere),  # PostgreSQL takes no text with a NUL, and an id would be looked up
    path("admin/language/", include("django.conf.urls.i18n")),
    path("admin/login/", login),
    path("admin/", admin.site.urls),
    path("api/v1/", include("api.urls")),
    path("", include("web.urls")),
]
