"""Every row of a list leads to its page, whatever characters its id has: Django writes some of them differently."""

import html
import re
from typing import Any

import pytest
from django.contrib.admin.utils import quote
from django.test import Client

from hosting.models import Disclosure, Game
from tests.admin.test_playtests import asked
from tests.hosting.rig import hosted, play_on
from tests.variants.houses import made
from variants.catalogue import variant
from variants.models import Playtest

IDS = ["ab_cd", "ab_5Fcd", "_5F_2F-_", "-_-"]
"""As ``token_urlsafe`` makes them; the second reads like something that Django has written differently."""


def links(answer: Any, of: str) -> list[str]:
    """Addresses that the page leads or sends to."""
    assert answer.status_code == 200
    found = re.findall(r'(?:href|action)="([^"]*)"', answer.content.decode())
    return [html.unescape(link) for link in found if of in link]


@pytest.fixture(params=IDS)
def game(request: pytest.FixtureRequest, db: None, monkeypatch: pytest.MonkeyPatch) -> Game:  # noqa: ARG001  # the database
    with monkeypatch.context() as fixed:
        fixed.setattr("hosting.tokens.secrets.token_urlsafe", lambda _bytes: request.param)
        made_game = hosted(variant("rummy").profile, 2)
    assert made_game.pk == request.param
    play_on(made_game, moves=2)
    return made_game


def test_a_game_is_opened_from_the_list_and_its_own_links_hold(alice: Client, game: Game) -> None:
    (link,) = set(links(alice.get("/admin/hosting/game/"), "/change/"))
    page = alice.get(link)
    assert page.status_code == 200
    assert page.context["game"].pk == game.pk
    (look,) = links(page, "/hidden/")
    assert alice.post(look).context["game"].pk == game.pk
    assert Disclosure.objects.get().game_id == game.pk
    (log,) = [found for found in links(page, "/hosting/event/") if "?q=" in found]
    assert {row.game_id for row in alice.get(log).context["cl"].result_list} == {game.pk}
    assert alice.get(link.replace("change", "history")).status_code == 200


@pytest.mark.parametrize("name", ["event", "seat", "disclosure"])
def test_the_other_lists_lead_to_their_rows(alice: Client, game: Game, name: str) -> None:
    Disclosure.objects.create(game=game, who="Charlie", version=1)
    found = set(links(alice.get(f"/admin/hosting/{name}/"), "/change/"))
    assert found
    for link in found:
        assert alice.get(link).status_code == 200


@pytest.mark.parametrize("number", IDS)
def test_a_playtest_is_opened_from_the_list_and_ended_from_its_page(alice: Client, number: str) -> None:
    Playtest.objects.filter(pk=asked(made("club-rules")).pk).update(id=number)
    playtest = Playtest.objects.get(pk=number)
    (link,) = {found for found in links(alice.get("/admin/variants/playtest/"), "/change/") if quote(number) in found}
    page = alice.get(link)
    assert page.context["playtest"] == playtest
    (end,) = links(page, "/cancel/")
    assert alice.post(end, follow=True).context["playtest"] == playtest
    playtest.refresh_from_db()
    assert playtest.state == "cancelled"


def test_a_house_rule_is_opened_from_the_list(alice: Client) -> None:
    rule = made("club-rules")
    (link,) = set(links(alice.get("/admin/variants/houserule/"), f"/{rule.pk}/change/"))
    assert alice.get(link).status_code == 200
    assert alice.get(link.replace("change", "history")).status_code == 200
    assert alice.get("/admin/variants/houserule/none_5F/change/").status_code == 404
