"""What those who run the server are told: `/live` and `/ready`."""

import pytest
from django.db import OperationalError, connection
from django.test import Client


@pytest.mark.django_db
def test_a_server_that_can_serve_says_so(client: Client) -> None:
    assert client.get("/live").json() == {"status": "ok"}
    assert client.get("/ready").json() == {"status": "ok"}


def test_without_its_database_it_lives_and_is_not_ready(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(connection, "ensure_connection", refused)
    assert client.get("/live").status_code == 200
    answer = client.get("/ready")
    assert (answer.status_code, answer.headers["Content-Type"]) == (503, "application/problem+json")
    assert answer.json()["code"] == "unavailable"
    assert answer.headers["Retry-After"] == "1"
