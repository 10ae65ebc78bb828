"""What Django's middleware does for pages, and leaves alone for calls of the API: on ASGI and on WSGI."""

import asyncio

import pytest
from django.http import HttpResponse
from django.test import AsyncClient, Client

pytestmark = pytest.mark.django_db(transaction=True)

FORM = {"username": "a", "password": "b"}


def sent(kind: str, path: str, data: dict[str, str]) -> HttpResponse:
    """The answer to a form, as a browser sends it that has seen no page of this site."""
    if kind == "asgi":
        return asyncio.run(AsyncClient(enforce_csrf_checks=True).post(path, data))  # type: ignore[return-value]
    return Client(enforce_csrf_checks=True).post(path, data)  # type: ignore[return-value]


@pytest.mark.parametrize("kind", ["asgi", "wsgi"])
@pytest.mark.parametrize("path", ["/admin/login/", "/admin/language/setlang/", "/admin/variants/houserule/add/"])
def test_a_form_from_elsewhere_is_refused(kind: str, path: str) -> None:
    assert sent(kind, path, FORM).status_code == 403


@pytest.mark.parametrize("kind", ["asgi", "wsgi"])
def test_a_call_of_the_api_needs_no_page(kind: str) -> None:
    answer = sent(kind, "/api/v1/games", FORM)
    assert answer.status_code == 415, "it is read, and refused for being a form"
    assert not hasattr(answer.wsgi_request if kind == "wsgi" else answer.asgi_request, "session")  # type: ignore[attr-defined]
    assert "set-cookie" not in {name.lower() for name in answer.headers}
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("kind", ["asgi", "wsgi"])
def test_the_health_pages_do_not_depend_on_the_server(kind: str) -> None:
    assert sent(kind, "/live", {}).status_code == 200
