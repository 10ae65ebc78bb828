"""Games in the admin: everything can be found and read, and what is hidden stays hidden but for whoever may look."""

import html
import json
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from hosting import services
from hosting.disclosures import disclose
from hosting.models import Disclosure, Event, Game
from rummy.cards import texts
from tests.admin.conftest import staff
from tests.hosting.rig import hosted, open_table, play_on
from tests.hosting.tables import state_of
from variants.catalogue import variant

LISTS = ["game", "seat", "event", "appkey", "disclosure"]


@pytest.fixture
def game(db: None) -> Game:  # noqa: ARG001  # the database
    found = hosted(variant("rummy").profile, 3)
    play_on(found, moves=5)
    found.refresh_from_db()
    return found


def text_of(answer: Any) -> str:
    """The page's words as a reader sees them, without its markup."""
    assert answer.status_code == 200
    return html.unescape(re.sub(r"<[^>]*>", " ", answer.content.decode()))


def in_log(game: Game) -> list[str]:
    """What only players, or nobody, may read in the log, as its details are written: the last draw, the shuffle."""
    drawn = Event.objects.filter(game=game, kind="draw_stock").latest("seq").payload["effects"][0]["cards"]
    order = Event.objects.get(game=game, kind="dealt").payload["order"]
    return [f'"cards": {json.dumps(drawn)}', f'"order": [{listed(order)}']


def listed(cards: list[str]) -> str:
    """Cards as the details of an event show them: the first three."""
    return json.dumps(cards[:3])[1:-1]


def hidden_of(game: Game) -> list[list[str]]:
    state = state_of(game)
    return [*(texts(player.hand) for player in state.players), texts(state.stock)]


@pytest.mark.parametrize("name", LISTS)
def test_every_list_opens_can_be_searched_and_changes_nothing(alice: Client, game: Game, name: str) -> None:
    services.create_app_key(name="Club", scopes=["games:create"])
    disclose(game=game, who="Charlie")
    url = f"/admin/hosting/{name}/"
    assert alice.get(url).status_code == 200
    assert alice.get(url, {"q": game.id}).status_code == 200
    assert alice.get(f"{url}add/").status_code == 403
    answer = alice.get(url)
    first = answer.context["cl"].result_list[0]
    assert alice.get(f"{url}{first.pk}/change/").status_code == 200
    assert alice.post(f"{url}{first.pk}/delete/", {"post": "yes"}).status_code == 403
    assert alice.post(url, {"action": "delete_selected", "_selected_action": [first.pk]}).status_code != 500
    assert type(first).objects.filter(pk=first.pk).exists()


def test_a_game_is_found_by_its_number_and_by_who_plays(alice: Client, game: Game) -> None:
    other = open_table().game
    assert game.id in text_of(alice.get("/admin/hosting/game/", {"q": game.id}))
    found = text_of(alice.get("/admin/hosting/game/", {"q": "Dora"}))
    assert game.id in found
    assert other.id not in found


@pytest.mark.parametrize("name", LISTS)
def test_the_number_of_queries_does_not_grow_with_the_rows(alice: Client, name: str) -> None:
    def rows_and_queries() -> tuple[int, int]:
        with CaptureQueriesContext(
            connection,
        ) as caught:
            answer = alice.get(f"/admin/hosting/{name}/")
        return len(answer.context["cl"].result_list), len(caught)

    def more(times: int) -> None:
        for number in range(times):
            made = open_table(free=3)
            services.create_app_key(name=f"Club {number}", scopes=[])
            disclose(game=made.game, who="Charlie")

    alice.get(f"/admin/hosting/{name}/")
    more(2)
    few = rows_and_queries()
    more(8)
    many = rows_and_queries()
    assert many[0] > few[0]
    assert many[1] == few[1] <= 10


def test_a_game_shows_what_a_spectator_sees(bob: Client, game: Game) -> None:
    page = text_of(bob.get(f"/admin/hosting/game/{game.id}/change/"))
    assert texts(state_of(game).discard[-1:])[0] in page
    for hidden in hidden_of(game):
        assert " ".join(hidden) not in page
    drawn = [row for row in Event.objects.filter(game=game) if row.kind == "draw_stock"]
    assert drawn
    assert "draw_stock" in page
    assert not [secret for secret in in_log(game) if secret in page]
    assert game.nonces[-1] not in page
    assert "hidden/" not in page
    assert bob.post(f"/admin/hosting/game/{game.id}/hidden/").status_code == 403
    assert not Disclosure.objects.exists()


@pytest.mark.parametrize(
    "path", ["/admin/hosting/event/", "/admin/hosting/event/{event}/change/", "/admin/hosting/seat/"]
)
def test_no_other_page_shows_a_hidden_card(bob: Client, game: Game, path: str) -> None:
    dealt = Event.objects.get(game=game, kind="dealt")
    page = text_of(bob.get(path.format(event=dealt.pk)))
    for hidden in hidden_of(game):
        assert listed(hidden) not in page
    assert not [secret for secret in in_log(game) if secret in page]


def test_hidden_cards_are_shown_by_permission_and_every_look_is_written_down(game: Game) -> None:
    charlie = staff("charlie", "view_game", "view_hidden_cards")
    before = charlie.get(f"/admin/hosting/game/{game.id}/change/")
    assert "hidden/" in before.content.decode()
    assert not Disclosure.objects.exists()
    page = text_of(charlie.post(f"/admin/hosting/game/{game.id}/hidden/"))
    for hidden in hidden_of(game):
        assert " ".join(hidden) in page
    assert [secret for secret in in_log(game) if secret in page] == in_log(game)
    (row,) = Disclosure.objects.all()
    assert (row.game_id, row.who, row.version) == (game.id, "charlie", game.version)
    assert charlie.get(f"/admin/hosting/game/{game.id}/hidden/").status_code == 405


def test_the_looks_can_be_read_by_the_others(alice: Client, game: Game) -> None:
    disclose(game=game, who="Charlie")
    page = text_of(alice.get("/admin/hosting/disclosure/"))
    assert "Charlie" in page
    assert game.id in page


def test_no_page_shows_a_key_or_its_hash(alice: Client) -> None:
    key = services.create_app_key(name="Club", scopes=["games:create"])
    row = alice.get("/admin/hosting/appkey/").context["cl"].result_list[0]
    for path in ("/admin/hosting/appkey/", f"/admin/hosting/appkey/{row.pk}/change/"):
        page = text_of(alice.get(path))
        assert "Club" in page
        assert "games:create" in page
        assert key not in page
        assert row.hash not in page


def test_who_may_not_look_at_games_sees_none(game: Game) -> None:
    dora = staff("dora")
    for name in LISTS:
        assert dora.get(f"/admin/hosting/{name}/").status_code == 403
    assert dora.get(f"/admin/hosting/game/{game.id}/change/").status_code == 403
    assert Client().get(f"/admin/hosting/game/{game.id}/change/").status_code == 302


def test_a_game_that_waits_and_one_that_does_not_exist(alice: Client) -> None:
    made = open_table()
    assert alice.get(f"/admin/hosting/game/{made.game.id}/change/").status_code == 200
    assert alice.get("/admin/hosting/game/none/change/").status_code == 404
