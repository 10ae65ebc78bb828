"""What a browser is shown where something goes wrong: one plain page, in its language, with the right status."""

from __future__ import annotations

import asyncio
import logging
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError, connection
from django.test import AsyncClient, Client

from config.texts import sentences
from tests.admin.conftest import staff
from variants.admin.rules import HouseRuleAdmin

LANGUAGES = ("en", "de", "nl")
pytestmark = pytest.mark.django_db(transaction=True)


def asked(address: str, *, client: Client | None = None, method: str = "get", **headers: str) -> Any:
    client = client or Client()
    client.raise_request_exception = False
    return getattr(client, method)(address, headers=headers)


def is_page(answer: Any, kind: str, language: str = "en") -> str:
    """That it is the page of this kind, whole and without anything from elsewhere; its text."""
    page: str = answer.content.decode()
    told = sentences(language)
    assert answer.headers["Content-Type"].startswith("text/html")
    assert answer.headers["Content-Language"] == language
    assert "no-store" in answer.headers["Cache-Control"]
    assert "Accept-Language" in answer.headers["Vary"]
    assert f'<html lang="{language}">' in page
    assert told[kind]["title"] in unescape(page)
    assert told[kind]["text"] in unescape(page)
    assert re.findall(r'(?:src|href)="(?!/|http://testserver/)', page) == []
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'; style-src 'sha256-")
    return unescape(page)


def test_the_languages_have_the_same_texts() -> None:
    def shape(language: str) -> list[tuple[str, list[str]]]:
        return [(kind, list(texts)) for kind, texts in sentences(language).items()]

    assert [language for language in LANGUAGES if shape(language) != shape("en")] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("address", ["/nothing", "/static/web/nothing.css", "/%00", "/admin/nothing%00"])
def test_an_unknown_address_is_told_in_the_browsers_language(address: str, language: str) -> None:
    answer = asked(address, accept_language=f"{language}-XX,{language};q=0.9")
    assert answer.status_code == 404
    is_page(answer, "not_found", language)


def test_a_language_that_nobody_speaks_here_is_english() -> None:
    is_page(asked("/nothing", accept_language="fr"), "not_found", "en")


def test_every_page_leads_back_to_its_part_of_the_house(admin_client: Client) -> None:
    assert 'href="/"' in is_page(asked("/nothing"), "not_found")
    assert 'href="/admin/"' in is_page(asked("/admin/nothing/", client=admin_client), "not_found")


def test_a_page_without_permission_says_so() -> None:
    answer = asked("/admin/hosting/appkey/", client=staff("bob", "view_game"))
    assert answer.status_code == 403
    is_page(answer, "forbidden")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("address", "method", "allowed"),
    [
        ("/", "options", {"GET", "HEAD"}),
        ("/", "delete", {"GET", "HEAD"}),
        ("/admin/login/", "trace", {"GET", "HEAD", "POST", "PUT", "OPTIONS"}),
        ("/admin/logout/", "get", {"POST", "OPTIONS"}),
        ("/admin/variants/houserule/1/publish/", "get", {"POST"}),
        ("/admin/variants/playtest/x/cancel/", "get", {"POST"}),
        ("/admin/hosting/game/x/hidden/", "get", {"POST"}),
    ],
)
def test_an_address_that_is_called_otherwise_says_so(
    admin_client: Client, address: str, method: str, allowed: set[str], language: str
) -> None:
    answer = asked(address, client=admin_client, method=method, accept_language=language)
    assert (answer.status_code, set(answer.headers["Allow"].split(", "))) == (405, allowed)
    page = is_page(answer, "method_not_allowed", language)
    assert f'href="{"/admin/" if address.startswith("/admin/") else "/"}"' in page


def test_so_it_does_where_everything_is_asynchronous() -> None:
    answer = asyncio.run(AsyncClient().options("/"))
    assert (answer.status_code, answer.headers["Allow"]) == (405, "GET, HEAD")
    is_page(answer, "method_not_allowed")


def test_a_name_that_is_not_the_servers_is_refused_without_a_link() -> None:
    answer = asked("/", host="elsewhere.example")
    assert answer.status_code == 400
    assert "<a " not in is_page(answer, "unknown_host")


def test_a_form_with_too_much_in_it_is_refused(admin_client: Client) -> None:
    admin_client.raise_request_exception = False
    answer = admin_client.post("/admin/login/", {f"field{number}": "" for number in range(1001)})
    assert answer.status_code == 400
    is_page(answer, "bad_request")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["asgi", "wsgi"])
def test_a_form_that_is_not_ours_says_what_to_do(kind: str, language: str) -> None:
    said = {"accept-language": language, "referer": "http://testserver/admin/login/?next=/admin/"}
    address = "/admin/language/setlang/"
    if kind == "asgi":
        answer: Any = asyncio.run(AsyncClient(enforce_csrf_checks=True).post(address, {}, headers=said))
    else:
        answer = Client(enforce_csrf_checks=True).post(address, {}, headers=said)
    assert answer.status_code == 403
    page = is_page(answer, "csrf", language)
    assert 'href="http://testserver/admin/login/?next=/admin/"' in page, "back to where the form was"


def test_a_page_elsewhere_is_not_linked_to() -> None:
    answer = Client(enforce_csrf_checks=True).post("/admin/login/", {}, headers={"referer": "http://evil.example/"})
    assert "evil" not in is_page(answer, "csrf")
    away = Client(enforce_csrf_checks=True).post("//evil.example/admin/", {})
    assert 'href="//' not in away.content.decode()


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_nobody_foresaw_is_logged_and_not_shown(
    admin_client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, language: str
) -> None:
    monkeypatch.setattr(HouseRuleAdmin, "get_queryset", _raises(RuntimeError("the inside")))
    with caplog.at_level(logging.ERROR, "django.request"):
        answer = asked("/admin/variants/houserule/", client=admin_client, accept_language=language)
    assert answer.status_code == 500
    page = is_page(answer, "internal_error", language)
    assert "inside" not in page
    assert 'href="/admin/variants/houserule/"' in page
    assert any("the inside" in str(record.exc_info and record.exc_info[1]) for record in caplog.records)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_database_that_is_not_there_asks_for_patience(
    admin_client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, language: str
) -> None:
    monkeypatch.setattr(connection, "ensure_connection", _raises(OperationalError("connection refused")))
    connection.close()
    with caplog.at_level(logging.ERROR, "django.request"):
        answer = asked("/admin/", client=admin_client, accept_language=language)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
    page = is_page(answer, "unavailable", language)
    assert "refused" not in page
    assert any("refused" in str(record.exc_info and record.exc_info[1]) for record in caplog.records)


def test_so_it_is_where_everything_is_asynchronous(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.views.get_language", _raises(OperationalError("connection refused")))
    answer = asyncio.run(AsyncClient(raise_request_exception=False).get("/"))
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
    is_page(answer, "unavailable")


@pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite has one write lock for all")
def test_a_form_that_meets_a_locked_database_can_be_sent_again() -> None:
    User.objects.create_superuser("alice", password="secret of alice")
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 100")
    client = Client(raise_request_exception=False)
    known = {"username": "alice", "password": "secret of alice"}
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        locked = client.post("/admin/login/", known)
        other.execute("ROLLBACK")
    assert (locked.status_code, locked.headers["Retry-After"]) == (503, "1")
    is_page(locked, "unavailable")
    assert client.post("/admin/login/", known).status_code == 302
    connection.close()


@pytest.mark.parametrize("error", [OperationalError("connection refused"), RuntimeError("the inside")])
def test_calls_of_the_api_still_get_problems(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    monkeypatch.setattr("api.views.pages.whole_schema", _raises(error))
    answer = asked("/api/v1/schema")
    unavailable = isinstance(error, OperationalError)
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert (answer.status_code, answer.json()["code"]) == (
        (503, "unavailable") if unavailable else (500, "internal_error")
    )
    assert answer.headers.get("Retry-After") == ("1" if unavailable else None)
    assert "Content-Security-Policy" not in answer.headers
    unknown = asked("/api/v1/nothing", accept_language="de")
    assert (unknown.status_code, unknown.headers["Content-Type"]) == (404, "application/problem+json")


def _raises(error: Exception) -> Callable[..., Any]:
    def raising(*_: object, **__: object) -> Any:
        raise error

    return raising
