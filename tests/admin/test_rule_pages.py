"""The pages around a house rule: the list, files, history, options, the catalogue, and who may do what."""

import tomllib
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from hosting import services
from tests.admin.conftest import staff
from variants import catalogue, house_rules
from variants.drafts import Draft
from variants.house_rules import Author
from variants.models import HouseRule

LIST = "/admin/variants/houserule/"
ALICE = Author("alice")


def rule(slug: str = "club", *, publish: bool = False, **fields: Any) -> HouseRule:
    """A house rule made without the admin."""
    said = {"title": {"de": "Vereinsrommé"}, "overrides": {"opening": {"min_points": 40}}, **fields}
    made = house_rules.create(draft=Draft(slug=slug, extends="romme", **said), by=ALICE, keep_faulty=True)
    return house_rules.publish(rule_id=made.pk, by=ALICE).rule if publish else made


def german(client: Client) -> Client:
    client.cookies["django_language"] = "de"
    return client


def test_the_list_shows_what_matters_with_as_many_queries_for_ten_rules_as_for_two(alice: Client) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as caught:
            assert alice.get(LIST).status_code == 200
        return len(caught)

    rule("club", publish=True)
    rule("faulty", overrides={"opening": {"min_points": 999}})
    services.create_game(variant="club", seats=[{"name": "Alice"}, {}])
    alice.get(LIST)
    few = queries()
    for number in range(8):
        rule(f"club-{number}", publish=True)
    assert queries() == few <= 8
    rows = {row.slug: row for row in alice.get(LIST).context["cl"].result_list}
    assert (rows["club"].game_count, rows["faulty"].game_count) == (1, 0)
    assert (rows["club"].faults, rows["faulty"].faults) == (0, 1)


def test_a_file_goes_out_and_comes_in_again(alice: Client) -> None:
    made = rule(options={"match.rounds": {"min": 1, "max": 4, "step": 1}})
    answer = alice.get(f"{LIST}{made.pk}/file/")
    assert 'filename="club.toml"' in answer["Content-Disposition"]
    assert tomllib.loads(answer.content.decode())["opening"] == {"min_points": 40}
    sent = {"file": SimpleUploadedFile("zweiter.toml", answer.content), "slug": ""}
    assert alice.post(f"{LIST}import/", sent).status_code == 302
    copy = HouseRule.objects.get(slug="zweiter")
    assert (copy.overrides, copy.options, copy.title) == (made.overrides, made.options, made.title)


@pytest.mark.parametrize("content", [b"\xff\xfe", b"no toml [", b"colour = 1", b""])
def test_a_file_that_is_none_is_refused_in_words(alice: Client, content: bytes) -> None:
    answer = alice.post(f"{LIST}import/", {"file": SimpleUploadedFile("x.toml", content), "slug": "some-rule"})
    assert answer.status_code == 200
    assert answer.context["told"]
    assert not HouseRule.objects.exists()


def test_the_history_tells_who_changed_what(alice: Client) -> None:
    made = rule(publish=True)
    house_rules.edit(
        rule_id=made.pk,
        changes={"overrides": {"opening": {"min_points": 50}}, "title": {"de": "Neu"}},
        by=Author("bob"),
    )
    german(alice)
    entries = alice.get(f"{LIST}{made.pk}/history/").context["entries"]
    assert [entry["who"] for entry in entries] == ["bob", "alice", "alice"]
    assert "Punkte für die erste Meldung: 40 → 50" in entries[0]["told"]
    assert "Titel (de): Vereinsrommé → Neu" in entries[0]["told"]


@pytest.mark.parametrize(
    ("path", "typed", "stored"),
    [
        ("match.target", "50-300/25", {"min": 50, "max": 300, "step": 25}),
        ("match.rounds", "1–4", {"min": 1, "max": 4, "step": 1}),
        ("deck.jokers", "2, 4, 6", [2, 4, 6]),
        ("claims.mode", "alle zugleich, verdeckt", ["alle zugleich", "verdeckt"]),
        ("claims.mode", "sealed, nein", ["sealed", "none"]),
        ("runs.ace", "niedrig oder hoch, wrap", ["both", "wrap"]),
        ("deal.upcard", "ja, nein", [True, False]),
        ("deck.jokers", "viele", ["viele"]),
    ],
)
def test_options_are_typed_as_people_say_them(alice: Client, path: str, typed: str, stored: Any) -> None:
    german(alice)
    sent = {
        "extends": "romme",
        "title_de": "Verein",
        "own_options": "own",
        "option_0_field": path,
        "option_0_values": typed,
    }
    alice.post(f"{LIST}add/", {**sent, "_save": "1"})
    made = HouseRule.objects.get()
    assert made.options == {path: stored}
    form = alice.get(f"{LIST}{made.pk}/change/").context["form"]
    assert form["option_0_field"].value() == path
    again = {"option_0_values": form["option_0_values"].value()}
    alice.post(
        f"{LIST}{made.pk}/change/", {**sent, **again, "slug": made.slug, "revision": made.revision, "_save": "1"}
    )
    made.refresh_from_db()
    assert made.options == {path: stored}


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_the_catalogue_can_be_read_in_every_language(alice: Client, language: str) -> None:
    alice.cookies["django_language"] = language
    body = alice.get(f"{LIST}catalogue/").content.decode()
    for each in catalogue.variants():
        assert each.title(language) in body
    answer = alice.get(f"{LIST}catalogue/romme/")
    assert "?extends=romme" in answer.content.decode()
    assert len(answer.context["sections"]) == 21
    assert alice.get(f"{LIST}catalogue/romme/sheet/").status_code == 200
    assert alice.get(f"{LIST}catalogue/none/").status_code == 404


def test_a_draft_has_its_rules_sheet_and_a_faulty_one_says_why_not(alice: Client) -> None:
    draft = rule()
    answer = alice.get(f"{LIST}{draft.pk}/sheet/", headers={"accept-language": "de"})
    assert answer.status_code == 200
    assert "Vereinsrommé" in answer.content.decode()
    above = answer.content.decode().partition('<nav class="above">')[2].partition("</nav>")[0]
    assert f'href="{LIST}{draft.pk}/change/"' in above
    assert "Entwurf · Grundlage: Rommé" in above
    faulty = rule("faulty", overrides={"opening": {"min_points": 999}})
    assert alice.get(f"{LIST}{faulty.pk}/sheet/").status_code == 302


def test_a_draft_keeps_what_no_field_is_for(alice: Client) -> None:
    made = rule(overrides={"weather": {"sun": True}, "opening": {"min_points": 40}})
    answer = alice.get(f"{LIST}{made.pk}/change/")
    assert any("sun" in sentence or "weather" in sentence for _, sentence, _ in answer.context["faults"])
    sent = {"extends": "romme", "title_de": "Neu", "slug": "club", "opening__min_points": "50"}
    alice.post(f"{LIST}{made.pk}/change/", {**sent, "revision": made.revision, "_save": "1"})
    made.refresh_from_db()
    assert made.overrides == {"opening": {"min_points": 50}, "weather": {"sun": True}}


@pytest.mark.parametrize("name", ["publish", "retire", "duplicate", "discard"])
def test_whoever_may_only_look_changes_nothing(db: None, name: str) -> None:  # noqa: ARG001  # the database
    made = rule(publish=True)
    bob = staff("bob", "view_houserule")
    assert bob.get(f"{LIST}{made.pk}/change/").status_code == 200
    assert bob.post(f"{LIST}{made.pk}/change/", {"extends": "romme", "title_de": "X"}).status_code == 403
    assert bob.post(f"{LIST}{made.pk}/{name}/", {"revision": made.revision}).status_code == 403
    assert bob.get(f"{LIST}add/").status_code == 403
    assert staff("dora").get(f"{LIST}{made.pk}/change/").status_code == 403
    made.refresh_from_db()
    assert (made.revision, HouseRule.objects.count()) == (2, 1)


@pytest.mark.parametrize("path", ["/admin/", LIST, f"{LIST}add/", f"{LIST}catalogue/", f"{LIST}import/"])
def test_a_visitor_is_asked_who_he_is(client: Client, db: None, path: str) -> None:  # noqa: ARG001  # the database
    answer = client.get(path)
    assert answer.status_code == 302
    assert "/admin/login/" in answer["Location"]
