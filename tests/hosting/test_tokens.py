"""Secrets: derived or hashed, never stored, and good for one seat of one game only."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from hosting import selectors, services, tokens
from hosting.models import AppKey, Seat
from tests.hosting.tables import new_game

pytestmark = pytest.mark.django_db


def everything_stored() -> str:
    """All values of all tables of the database."""
    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")  # noqa: S608  # names of ours
            found.append(str(cursor.fetchall()))
    return "".join(found)


def make_key(*arguments: str) -> str:
    out = StringIO()
    call_command("create_app_key", *arguments, stdout=out)
    return out.getvalue().strip()


def test_the_database_keeps_no_plain_token() -> None:
    key = make_key("shop", "--scope", "games:create")
    created = services.create_game(variant="rummy", seats=[{"name": "Alice"}, {}])
    joined = services.join_game(game_id=created.game.id, name="Bob", invite=created.invite)
    secret = [key, created.tokens[0]["token"], joined.token, created.invite]
    dump = everything_stored()
    assert created.game.id in dump, "the dump does hold what is stored"
    for text in secret:
        assert text
        assert text not in dump
        assert text.rpartition(".")[2] not in dump


def test_a_token_is_its_seats_and_nobody_elses() -> None:
    game, other = new_game(), new_game()
    token = tokens.seat_token(game.id, 0, 0)
    found = selectors.identity_of(token=token, seat=None)
    assert found is not None
    assert (found.game_id, found.ticket, found.seat) == (game.id, 0, 0)
    for forged in (
        token.replace(".0.", ".1."),
        token.replace(game.id, other.id),
        token[:-1] + ("A" if token[-1] != "A" else "B"),
        token + "A",
        tokens.seat_token("nothing", 0, 0),
        "rs_",
    ):
        assert selectors.identity_of(token=forged, seat=None) is None


def test_a_new_epoch_withdraws_a_token() -> None:
    game = new_game()
    token = tokens.seat_token(game.id, 1, 0)
    Seat.objects.filter(game=game, ticket=1).update(epoch=1)
    assert selectors.identity_of(token=token, seat=None) is None
    assert selectors.identity_of(token=tokens.seat_token(game.id, 1, 1), seat=None) is not None


def test_another_secret_key_makes_other_tokens(settings: Any) -> None:
    before = tokens.seat_token("g", 0, 0), tokens.invitation("g")
    settings.SECRET_KEY = "another"
    assert tokens.seat_token("g", 0, 0) != before[0]
    assert not tokens.invitation_holds(before[1], "g")


def test_an_invitation_is_for_one_game() -> None:
    assert tokens.invitation_holds(tokens.invitation("a"), "a")
    assert not tokens.invitation_holds(tokens.invitation("a"), "b")
    assert not tokens.invitation_holds(None, "a")
    assert not tokens.invitation_holds("ü", "a")


def test_a_key_has_all_its_scopes() -> None:
    """tech.md: ``nargs="*"`` would keep only the last ``--scope``."""
    key = make_key("shop", "--scope", "games:create", "--scope", "games:arrange")
    assert key.startswith("rk_")
    assert "\n" not in key
    found = selectors.identity_of(token=key, seat=None)
    assert found is not None
    assert found.scopes == {"games:create", "games:arrange"}


def test_a_revoked_key_is_nobodys() -> None:
    key = make_key("shop")
    AppKey.objects.update(revoked=timezone.now())
    assert selectors.identity_of(token=key, seat=None) is None


@pytest.mark.parametrize("arguments", [("shop", "--scope", "games:all"), ("  ",)])
def test_the_command_refuses_what_is_no_key(arguments: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        make_key(*arguments)
    assert not AppKey.objects.exists()


def test_game_ids_are_not_to_be_guessed() -> None:
    found = {tokens.new_game_id() for _ in range(1000)}
    assert len(found) == 1000
    assert all(len(game_id) >= 16 for game_id in found), "96 bits in base64"
