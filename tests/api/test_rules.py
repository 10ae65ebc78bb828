"""``GET variants/{id}/rules``, ``GET games/{id}/rules``: kinds of the sheet, languages, tags, and who may see it."""

from __future__ import annotations

import json
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

import pytest
from django.contrib.staticfiles import finders

from tests.api.caller import Caller
from tests.api.table import Table

pytestmark = pytest.mark.django_db(transaction=True)

LIKED = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
"""What a browser sends for a link."""


@pytest.mark.parametrize(
    ("accept", "kind"),
    [
        ("*/*", "text/markdown"), ("text/markdown", "text/markdown"), ("text/html", "text/html"),
        (LIKED, "text/html"), ("text/markdown;q=0.5, text/html", "text/html"), ("text/*", "text/markdown"),
    ],
)  # fmt: skip
def test_it_comes_as_the_caller_likes_it(anyone: Caller, accept: str, kind: str) -> None:
    answer = anyone.get("variants/rummy/rules", Accept=accept)
    assert answer.status == 200
    assert answer.headers["content-type"] == f"{kind}; charset=utf-8"
    assert "Accept" in answer.headers["vary"]


def test_it_comes_as_nothing_else(anyone: Caller) -> None:
    answer = anyone.get("variants/rummy/rules", Accept="application/json")
    assert (answer.status, answer.code) == (406, "not_acceptable")


@pytest.mark.parametrize(
    ("wished", "query", "language", "word"),
    [
        ("de-AT,de;q=0.9", "", "de", "Ablagestapel"), ("nl", "", "nl", "aflegstapel"), ("fr", "", "en", "discard pile"),
        ("de", "?language=nl", "nl", "aflegstapel"),
    ],
)  # fmt: skip
def test_it_speaks_the_callers_language(anyone: Caller, wished: str, query: str, language: str, word: str) -> None:
    answer = anyone.but(language=wished).get(f"variants/rummy/rules{query}")
    assert answer.headers["content-language"] == language
    assert word in answer.content.decode()


def test_a_language_that_nobody_speaks_here_is_refused(anyone: Caller) -> None:
    answer = anyone.get("variants/rummy/rules?language=fr")
    assert (answer.status, answer.faults) == (422, [("language", "bad_parameter")])


def test_it_is_asked_about_again_by_its_tag(anyone: Caller) -> None:
    first = anyone.get("variants/rummy/rules")
    again = anyone.get("variants/rummy/rules", If_None_Match=first.headers["etag"])
    assert (again.status, again.content) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]
    others = [
        anyone.get("variants/rummy/rules", Accept="text/html"),
        anyone.get("variants/rummy/rules?language=de"),
        anyone.get("variants/rummy-dutch/rules"),
    ]
    assert len({first.headers["etag"], *(other.headers["etag"] for other in others)}) == 4


def test_unknown_variants_and_versions_have_no_rules(anyone: Caller) -> None:
    assert anyone.get("variants/nothing/rules").code == "variant_not_found"
    assert anyone.get(f"variants/rummy/rules?hash={'0' * 64}").code == "version_not_found"


def test_a_games_rules_are_those_of_its_options(seat_table: Callable[..., Table], anyone: Caller) -> None:
    table = seat_table("rummy", options={"target": 250})
    told = table.players[0].get(f"{table.path}/rules").content.decode()
    usual = anyone.get("variants/rummy/rules").content.decode()
    assert "reaches 250 points" in told
    assert "reaches 100 points" in usual
    assert "| Target | 250 | 100 |" in told
    assert "| Target | 50 to 300 in steps of 25 | 100 |" in usual


def test_a_games_rules_are_seen_by_who_sees_the_game(table: Table, anyone: Caller, charlie: Caller) -> None:
    for caller in (anyone, charlie):
        for page in ("rules", "profile"):
            assert caller.get(f"{table.path}/{page}").code == "game_not_found"
    assert table.players[1].get(f"{table.path}/rules").status == 200
    assert table.players[1].get(f"{table.path}/rules").headers["cache-control"].startswith("private")


class Reader(HTMLParser):
    """What a page is made of."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def test_the_page_loads_its_stylesheet_and_nothing_else(anyone: Caller) -> None:
    answer = anyone.get("variants/romme/rules?language=de", Accept="text/html")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    tags = Reader(answer.content.decode()).tags
    assert ("html", {"lang": "de"}) in tags
    names = {tag for tag, _ in tags}
    assert not names & {"script", "style", "img", "iframe"}
    assert not [
        attributes for _, attributes in tags if "style" in attributes or any(a.startswith("on") for a in attributes)
    ]
    (link,) = [attributes for tag, attributes in tags if tag == "link"]
    assert link["rel"] == "stylesheet"
    assert finders.find(str(link["href"]).removeprefix("/static/"))


HOUSE = {
    "slug": "ours",
    "extends": "romme",
    "title": {"en": "<i>Ours</i> & *theirs*"},
    "description": {"en": "A <script>alert(1)</script> club's"},
    "overrides": {"claims": {"mode": "none"}, "opening": {"min_points": 40}},
}


def publish(club: Caller, body: dict[str, Any]) -> str:
    """Publishes a house rule; its path."""
    made = club.post("house-rules", body)
    assert made.status == 201, made.json
    path = f"house-rules/{made.json['id']}"
    assert club.post(f"{path}/publish", version=made.headers["etag"]).status == 200
    return path


def test_a_house_rule_has_its_sheet_and_its_words_are_no_markup(key: Callable[..., Caller]) -> None:
    club = key("rules:write")
    publish(club, HOUSE)
    told = club.get("variants/ours/rules").content.decode()
    assert "must be worth at least 40 points" in told
    (asked,) = [line for line in told.splitlines() if line.startswith("| What must the first lay be worth?")]
    assert asked.endswith("| this house rule |")
    assert "| Altenburg |" in told, "from what it extends"
    html = club.get("variants/ours/rules", Accept="text/html").content.decode()
    assert "&lt;i&gt;Ours&lt;/i&gt; &amp; *theirs*" in html
    assert "<i>" not in html
    assert "<script" not in html


def republish(club: Caller, path: str, changes: dict[str, Any]) -> None:
    """Edits a house rule and publishes it anew."""
    rule = club.get(path)
    changed = club.send("PATCH", path, json.dumps(changes).encode(), If_Match=rule.headers["etag"])
    assert changed.status == 200, changed.json
    published = club.post(f"{path}/publish", version=changed.headers["etag"])
    assert published.status == 200, published.json


def sheets(caller: Caller, path: str) -> list[bytes]:
    """The sheet in every language."""
    return [caller.get(f"{path}/rules?language={language}").content for language in ("en", "de", "nl")]


POINTS = {"opening.min_points": [30, 40, 50]}


@pytest.mark.parametrize(
    "changes",
    [
        {"overrides": {"claims": {"mode": "none"}, "opening": {"min_points": 50}}},
        {"title": {"en": "Theirs"}, "description": {"en": "Another"}},
        {"options": {}},
        {"extends": "rummy", "overrides": {}, "options": {}},
    ],
    ids=["a default", "its words", "its options", "its base"],
)
def test_publishing_a_rule_anew_changes_no_byte_of_a_games_sheet(
    key: Callable[..., Caller], changes: dict[str, Any]
) -> None:
    club = key("rules:write", "games:create")
    path = publish(club, {**HOUSE, "options": POINTS})
    seats = [{"name": "Ann"}, {"name": "Bea"}]
    made = club.post("games", {"variant": "ours", "seats": seats, "options": {"min_points": 30}}).json
    game = f"games/{made['game']['id']}"
    before = sheets(club, game)
    of_rule = club.get("variants/ours/rules").content
    republish(club, path, changes)
    assert club.get("variants/ours/rules").content != of_rule, "what is published is told"
    assert sheets(club, game) == before


def test_what_a_game_rests_on_may_be_published_anew(key: Callable[..., Caller]) -> None:
    club = key("rules:write", "games:create")
    path = publish(club, HOUSE)
    publish(club, {**HOUSE, "slug": "below", "extends": "ours", "overrides": {"opening": {"min_points": 60}}})
    made = club.post("games", {"variant": "below", "seats": [{"name": "Ann"}, {"name": "Bea"}]}).json
    game = f"games/{made['game']['id']}"
    before = sheets(club, game)
    cards = club.get("variants/romme").json["profile"]["deal"]["cards"]  # says more, is the same
    republish(
        club, path, {"overrides": {"claims": {"mode": "none"}, "opening": {"min_points": 40}, "deal": {"cards": cards}}}
    )
    assert sheets(club, game) == before


def test_a_game_keeps_the_rules_it_was_opened_with(key: Callable[..., Caller]) -> None:
    club = key("rules:write", "games:create")
    path = publish(club, HOUSE)
    made = club.post("games", {"variant": "ours", "seats": [{"name": "Ann"}, {"name": "Bea"}]}).json
    game = f"games/{made['game']['id']}"
    before = club.get(f"{game}/rules").content.decode()
    rule = club.get(path)
    overrides = {"claims": {"mode": "none"}, "opening": {"min_points": 50}}
    changed = club.send("PATCH", path, json.dumps({"overrides": overrides}).encode(), If_Match=rule.headers["etag"])
    assert club.post(f"{path}/publish", version=changed.headers["etag"]).status == 200
    assert "at least 50 points" in club.get("variants/ours/rules").content.decode()
    after = club.get(f"{game}/rules").content.decode()
    assert "at least 40 points" in after
    assert "50 points" not in after
    assert "chosen by this table's host" not in after
    assert before.splitlines()[0] == after.splitlines()[0]
