"""What the address of a list can ask for: what its filters offer, and never what a column holds."""

import html
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group, User
from django.db.models import Model
from django.test import Client

from hosting import services
from hosting.disclosures import disclose
from hosting.models import AppKey, Event, Game, Seat
from tests.admin.conftest import staff
from tests.admin.test_playtests import asked
from tests.hosting.rig import hosted, play_on
from tests.variants.houses import made
from variants.catalogue import variant

LISTS = [model for model in admin.site._registry if model._meta.app_label in ("hosting", "variants", "auth")]
COMPARISONS = (
    "contains",
    "icontains",
    "startswith",
    "regex",
    "iregex",
    "gt",
    "in",
    "has_key",
    "contained_by",
    "year",
    "0",
)
INSIDE = ("players__0__hand__icontains", "order__icontains", "0__startswith", "stock__0__in")


def url_of(model: type[Model]) -> str:
    return f"/admin/{model._meta.app_label}/{model._meta.model_name}/"


def name_of(model: type[Model]) -> str:
    return str(model._meta.model_name)


@pytest.fixture
def rows(db: None) -> Game:  # noqa: ARG001  # the database
    """Something in every list."""
    game = hosted(variant("rummy").profile, 3, bots=[1])
    play_on(game, moves=3)
    services.create_app_key(name="Club", scopes=["games:create"])
    disclose(game=game, who="Charlie")
    asked(made("club-rules"))
    Group.objects.create(name="House")
    staff("dora")
    game.refresh_from_db()
    return game


def paths(model: type[Model]) -> Iterator[str]:
    """Every column, and every column one relation further."""
    for field in model._meta.get_fields():
        yield field.name
        if field.related_model:
            yield from (f"{field.name}__{each.name}" for each in field.related_model._meta.get_fields())


def refused(answer: Any) -> bool:
    return bool(answer.status_code == 400 or (answer.status_code == 302 and answer["Location"].endswith("?e=1")))


@pytest.mark.usefixtures("rows")
@pytest.mark.parametrize("model", LISTS, ids=name_of)
def test_no_list_can_be_asked_for_what_a_column_holds(alice: Client, model: type[Model]) -> None:
    """Every column with every comparison is put to the list itself; a few go all the way, as a page takes long."""
    shown = admin.site._registry[model]
    request = alice.get(url_of(model)).wsgi_request
    for path in paths(model):
        for end in COMPARISONS + INSIDE:
            assert not shown.lookup_allowed(f"{path}__{end}", "1", request), (path, end)
        if path.split("__")[0] not in shown.list_filter:
            for end in ("", "__exact", "__isnull"):
                assert not shown.lookup_allowed(f"{path}{end}", "1", request), (path, end)
    for field in model._meta.fields:
        assert refused(alice.get(url_of(model), {f"{field.name}__contains": "x"})), field.name


@pytest.mark.parametrize("column", ["state", "nonces", "salts", "next_salts", "arranged", "profile"])
def test_who_may_only_see_games_learns_nothing_of_a_hidden_column(rows: Game, column: str) -> None:
    bob = staff("bob", "view_game")
    held = getattr(rows, column)
    within = next(iter(held)) if held else "0"
    for end in ("", "__isnull", "__exact", f"__{within}__icontains", "__icontains", "__contains"):
        assert refused(bob.get("/admin/hosting/game/", {f"{column}{end}": "1"}))
    assert refused(bob.get("/admin/hosting/game/", {"events__payload__order__icontains": "8S"}))
    assert bob.get("/admin/hosting/game/").status_code == 200


@pytest.mark.usefixtures("rows")
@pytest.mark.parametrize("model", LISTS, ids=name_of)
def test_all_that_the_filters_offer_can_be_followed(alice: Client, model: type[Model]) -> None:
    page = alice.get(url_of(model))
    offered = {
        choice["query_string"]
        for spec in page.context["cl"].filter_specs
        for choice in spec.choices(page.context["cl"])
        if "query_string" in choice
    }
    links = {html.unescape(found) for found in re.findall(r'href="(\?[^"]*)"', page.content.decode())}
    for link in offered | links:
        assert alice.get(url_of(model) + link).status_code == 200, link


@pytest.mark.usefixtures("rows")
def test_filters_still_narrow_a_list_down(alice: Client) -> None:
    def found(model: type[Model], **asked_for: str) -> int:
        answer = alice.get(url_of(model), asked_for)
        assert answer.status_code == 200
        return len(answer.context["cl"].result_list)

    assert (found(Game, variant="tests"), found(Game, variant="x"), found(Game, status__exact="open")) == (1, 0, 0)
    assert (found(Seat, controller="person"), found(Seat, controller="bot")) == (2, 1)
    assert found(Event, kind="dealt") == 1
    group = Group.objects.get()
    User.objects.get(username="dora").groups.add(group)
    assert found(User, groups__id__exact=str(group.pk)) == 1


@pytest.mark.usefixtures("rows")
@pytest.mark.parametrize("model", LISTS, ids=name_of)
def test_bad_values_of_a_filter_are_no_breakdown(alice: Client, model: type[Model]) -> None:
    for name in admin.site._registry[model].list_filter:
        for end in ("", "__exact", "__isnull"):
            for value in ("x", "\x00"):
                answer = alice.get(url_of(model), {f"{name}{end}": value})
                assert answer.status_code == 200 or refused(answer), (name, end, value)
    for asked_for in (
        {"o": "99.-99.x"},
        {"p": "9" * 40},
        {"q": "\x00"},
        {"q": '"('},
        {"_to_field": "state"},
        {"all": ""},
    ):
        answer = alice.get(url_of(model), asked_for)
        assert answer.status_code == 200 or refused(answer), asked_for


SEEN = {
    Game: {"id", "variant", "status", "owner", "created", "version"},
    Seat: {"game_id", "number", "name", "bot", "controller", "with_key", "misses"},
    Event: {"game_id", "seq", "at", "seat", "kind"},
    AppKey: {"name", "prefix", "created", "revoked"},
}
"""What the lists show: all that they may be sorted by."""


@pytest.mark.usefixtures("rows")
@pytest.mark.parametrize("model", SEEN, ids=name_of)
def test_a_list_is_sorted_by_what_it_shows(alice: Client, model: type[Model]) -> None:
    plain = alice.get(url_of(model)).context["cl"]
    names = {plain.get_ordering_field(name) for name in plain.list_display} - {None}
    assert names <= SEEN[model]
    for number in range(-1, len(plain.list_display) + 1):
        ordered = alice.get(url_of(model), {"o": str(number)}).context["cl"].queryset.query.order_by
        assert {name.lstrip("-") for name in ordered} <= SEEN[model] | {"pk"}


def test_a_search_finds_no_hidden_card_and_no_key(alice: Client, rows: Game) -> None:
    key = AppKey.objects.get()
    for model in SEEN:
        for hidden in (rows.nonces[-1], key.hash, "hand", "order", "games:create"):
            assert not alice.get(url_of(model), {"q": hidden}).context["cl"].result_list, (model, hidden)


def test_completing_a_name_tells_no_more_than_the_list(rows: Game) -> None:
    bob = staff("bob", "view_game")
    field = {"app_label": "hosting", "model_name": "event", "field_name": "game"}
    (found,) = bob.get("/admin/autocomplete/", {**field, "term": rows.id}).json()["results"]
    assert found == {"id": rows.id, "text": f"tests {rows.id}"}
    for term in (rows.nonces[-1], "8S", "state"):
        assert bob.get("/admin/autocomplete/", {**field, "term": term}).json()["results"] == []
    for model in ("houserule", "playtest"):
        asked_for = {"app_label": "variants", "model_name": model, "field_name": "id", "term": ""}
        assert bob.get("/admin/autocomplete/", asked_for).status_code == 403
    keys = {"app_label": "hosting", "model_name": "game", "field_name": "owner", "term": "Club"}
    assert bob.get("/admin/autocomplete/", keys).status_code == 403
