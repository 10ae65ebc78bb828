"""Logging in: who guesses passwords has to wait, and keeps nobody else out."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client

from config.logins import COOL_OFF_MIN, MOST_TRIES, MOST_WRONG
from rummy.texts import LANGUAGES
from tests.hosting.rig import at_once

WRONG = "wrong"
LOCKED = {
    "en": "Too many wrong passwords for this name. It can be tried again in 5 minutes.",
    "de": "Zu viele falsche Passwörter für diesen Namen. In 5 Minuten geht es wieder.",
    "nl": "Te veel verkeerde wachtwoorden voor deze naam. Over 5 minuten kan het opnieuw.",
}


@pytest.fixture(autouse=True)
def people(db: None) -> None:  # noqa: ARG001  # the database
    cache.clear()
    for name in ("alice", "bob"):
        User.objects.create_superuser(name, password="right")


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Makes it so many minutes later than it is."""
    now = time.time

    def wait(minutes: float) -> None:
        monkeypatch.setattr("time.time", lambda: now() + 60 * minutes)

    return wait


def tried(name: str = "alice", password: str = WRONG, *, language: str = "en", **where: Any) -> Any:
    data = {"username": name, "password": password}
    return Client().post("/admin/login/?next=/admin/", data, headers={"accept-language": language}, **where)


def wrong(times: int = MOST_WRONG) -> list[int]:
    return [tried().status_code for _ in range(times)]


@pytest.mark.parametrize("asked", ["", "?next=/admin/hosting/game/"])
def test_it_leads_to_what_was_asked_for_or_to_the_admin(asked: str) -> None:
    answer = Client().post(f"/admin/login/{asked}", {"username": "alice", "password": "right"})
    assert (answer.status_code, answer["Location"]) == (302, asked.partition("=")[2] or "/admin/")


def test_the_tenth_wrong_password_locks_the_name_and_the_right_one_does_not_help() -> None:
    assert wrong() == [200] * (MOST_WRONG - 1) + [429]
    for password in ("wrong", "right"):
        answer = tried(password=password)
        assert (answer.status_code, answer.headers["retry-after"]) == (429, "300")
        assert LOCKED["en"] in answer.content.decode()
        assert "_auth_user_id" not in answer.client.session


def test_an_address_tries_no_more_than_so_many_names() -> None:
    """Each try costs a slow hash in the thread that serves the games."""
    assert {tried(f"nobody {number}").status_code for number in range(MOST_TRIES)} == {200}
    answer = tried("one more")
    assert answer.status_code == 429
    assert "Too many logins from here" in answer.content.decode()
    assert tried("alice", "right", REMOTE_ADDR="10.9.8.7").status_code == 302


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_said_on_the_login_page(language: str) -> None:
    wrong()
    page = tried(language=language).content.decode()
    assert LOCKED[language] in page
    assert 'name="password"' in page


def test_after_the_cool_off_the_right_one_works_again(later: Callable[[float], None]) -> None:
    wrong(MOST_WRONG - 1)
    later(COOL_OFF_MIN - 1)
    assert wrong(1) == [429]
    later(COOL_OFF_MIN + 1)
    assert tried(password="right").status_code == 429, "it lasts as long as it says"
    later(2 * COOL_OFF_MIN - 1 + 0.1)
    assert tried(password="right").status_code == 302
    assert wrong(1) == [200], "and all is counted anew"


def test_who_knocks_on_is_not_kept_out_for_longer(later: Callable[[float], None]) -> None:
    wrong()
    later(COOL_OFF_MIN - 1)
    wrong()
    later(COOL_OFF_MIN + 0.1)
    assert tried(password="right").status_code == 302


def test_the_right_one_wipes_out_the_wrong_ones() -> None:
    for _ in range(3):
        assert set(wrong(MOST_WRONG - 1)) == {200}
        assert tried(password="right").status_code == 302


def test_nobody_else_is_kept_out(settings: Any) -> None:
    wrong()
    assert tried("bob", "right").status_code == 302
    assert tried(password="right", REMOTE_ADDR="10.0.0.7").status_code == 302
    assert tried(password="right", HTTP_X_FORWARDED_FOR="10.0.0.8").status_code == 429, "no proxy is believed"
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": 1}
    assert tried(password="right", HTTP_X_FORWARDED_FOR="10.0.0.8").status_code == 302


def test_a_session_and_the_api_go_on() -> None:
    alice = Client()
    alice.login(username="alice", password="right")
    wrong()
    assert alice.get("/admin/").status_code == 200
    assert Client().get("/api/v1/variants").status_code == 200
    assert Client().get("/admin/login/").status_code == 200


def test_names_that_nobody_has_are_counted_alike_and_empty_ones_not() -> None:
    assert [tried("nobody").status_code for _ in range(MOST_WRONG)] == wrong()
    assert {tried("bob", "").status_code for _ in range(2 * MOST_WRONG)} == {200}
    assert tried("bob", "right").status_code == 302


@pytest.mark.django_db(transaction=True)
def test_many_at_once_are_no_more_than_one_after_another() -> None:
    answers = at_once(*[tried] * (2 * MOST_WRONG))
    assert sorted(answer.status_code for answer in answers) == [200] * (MOST_WRONG - 1) + [429] * (MOST_WRONG + 1)


def test_a_wrong_password_writes_nothing(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1) as asked:
        tried()
    assert asked.captured_queries[0]["sql"].startswith("SELECT")
