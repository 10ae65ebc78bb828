"""``house-rules``: written by a key, judged, published, retired; nobody else's, and never a faulty one stored."""

from __future__ import annotations

import threading
import tomllib
from collections.abc import Callable
from typing import Any

import pytest

from tests.api.caller import Caller
from tests.api.rules import BODY, patch
from variants import drafts, house_rules
from variants.models import HouseRuleVersion

pytestmark = pytest.mark.django_db(transaction=True)

Keys = Callable[..., Caller]


def test_a_game_has_the_title_that_its_rules_had_when_it_was_opened(club: Caller, rule: str) -> None:
    club.post(f"{rule}/publish", version='"1"')
    seats = [{"name": "Ann"}, {"name": "Bea"}]
    body = {"variant": "club-romme", "options": {"jokers": 4}, "seats": seats, "visibility": "public"}
    games = [club.post("games", body).json["game"]["id"]]
    seen = club.get(rule).headers["etag"]
    assert patch(club, rule, {"title": {"de": "Neues Rommé", "en": "New Rommé"}}, seen).status == 200
    assert club.post(f"{rule}/publish").status == 200
    games.append(club.post("games", body).json["game"]["id"])
    for language, titles in (("de", ["Vereins-Rommé", "Neues Rommé"]), ("en", ["Our Rommé", "New Rommé"])):
        caller = club.but(language=language)
        assert [caller.get(f"games/{game}/profile").json["title"] for game in games] == titles
        for path in ("games", "lobby"):
            assert [each["title"] for each in caller.get(path).json["results"]] == titles[::-1]


def test_a_rule_goes_from_draft_to_a_game_to_retirement(club: Caller) -> None:
    made = club.post("house-rules", BODY)
    assert (made.status, made.json["state"], made.json["published"]) == (201, "draft", None)
    assert made.headers["location"] == f"/api/v1/house-rules/{made.json['id']}"
    path = f"house-rules/{made.json['id']}"
    assert club.get("variants/club-romme").code == "variant_not_found"

    published = club.post(f"{path}/publish", version=made.headers["etag"])
    assert (published.status, published.json["state"], published.json["published"]["number"]) == (200, "published", 1)
    variant = club.but(language="de").get("variants/club-romme").json
    assert (variant["title"], variant["parent"], variant["hash"]) == ("Vereins-Rommé", "romme", made.json["hash"])
    assert variant["diff"] == BODY["overrides"]
    assert "club-romme" in {each["id"] for each in club.get("variants").json["results"]}

    table = {"variant": "club-romme", "options": {"jokers": 4}, "seats": [{"name": "Ann"}, {"name": "Bea"}]}
    game = club.post("games", table).json["game"]
    assert club.get(f"games/{game['id']}/profile").json["profile"]["opening"]["min_points"] == 40

    assert club.post(f"{path}/retire").json["state"] == "retired"
    refused = club.post("games", table)
    assert (refused.status, refused.faults) == (422, [("/variant", "variant_retired")])
    assert "club-romme" not in {each["id"] for each in club.get("variants").json["results"]}
    assert club.get(f"variants/club-romme?hash={variant['hash']}").json["profile"] == variant["profile"]


def test_any_published_version_can_be_read(club: Caller, rule: str) -> None:
    first = club.post(f"{rule}/publish").json
    patch(club, rule, {"overrides": {"opening": {"min_points": 51}}}, f'"{first["revision"]}"')
    second = club.post(f"{rule}/publish").json
    assert (first["published"]["number"], second["published"]["number"]) == (1, 2)
    for answer, points in ((first, 40), (second, 51)):
        found = club.get(f"variants/club-romme?hash={answer['published']['hash']}").json
        assert (found["hash"], found["profile"]["opening"]["min_points"]) == (answer["published"]["hash"], points)
    assert club.get(f"variants/club-romme?hash={'0' * 64}").code == "version_not_found"
    assert club.post(f"{rule}/publish").json["published"] == second["published"], "nothing new, no version"


def test_a_change_needs_to_know_what_it_changes(club: Caller, rule: str) -> None:
    change = {"title": {"de": "Neu"}}
    needed = patch(club, rule, change, None)
    assert (needed.status, needed.code) == (428, "if_match_needed")
    assert "game" not in needed.json["detail"]
    for never in ('"7"', '"0"'):
        refused = patch(club, rule, change, never)
        assert (refused.status, refused.code, refused.json["revision"]) == (412, "house_rule_revision", 1)
        assert "game" not in refused.json["title"] + refused.json["detail"]
        assert "changed" not in refused.json["detail"], "nobody has"
    assert patch(club, rule, change, '"x"').code == "bad_header"
    changed = patch(club, rule, change)
    assert (changed.status, changed.headers["etag"], changed.json["title"]) == (200, '"2"', {"de": "Neu"})
    assert changed.json["overrides"] == BODY["overrides"], "what is not named stays"
    late = patch(club, rule, {"title": {"de": "Anders"}})
    assert (late.status, late.code, late.json["revision"]) == (412, "house_rule_changed", 2)
    assert club.post(f"{rule}/publish", version='"1"').status == 412
    assert club.post(f"{rule}/retire", version='"1"').status == 412
    assert club.get(rule).json["title"] == {"de": "Neu"}


def test_a_published_slug_stays(club: Caller, rule: str) -> None:
    assert patch(club, rule, {"slug": "better-name"}).json["slug"] == "better-name"
    club.post(f"{rule}/publish")
    assert patch(club, rule, {"slug": "third-name"}, '"3"').faults == [("/slug", "slug_fixed")]


def test_validate_judges_and_stores_nothing(club: Caller, rule: str) -> None:
    sound = club.post(f"{rule}/validate").json
    assert (sound["valid"], sound["errors"], sound["diff"]) == (True, [], BODY["overrides"])
    assert sound["hash"] == club.get(rule).json["hash"]
    dead = {"overrides": {"opening": {"min_points": 0, "failure": "lock"}}}
    judged = club.post(f"{rule}/validate", dead).json
    assert (judged["valid"], judged["errors"]) == (True, [])
    assert [(fault["pointer"], fault["code"]) for fault in judged["warnings"]] == [
        ("/overrides/opening/failure", "dead_field")
    ]
    faulty = club.post(f"{rule}/validate", {"extends": "nowhere", "title": {}}).json
    assert (faulty["valid"], faulty["hash"], faulty["diff"]) == (False, None, {})
    assert {fault["pointer"] for fault in faulty["errors"]} == {"/extends", "/title"}
    assert club.get(rule).json["revision"] == 1


def test_a_rule_is_shared_as_a_file(club: Caller, rule: str) -> None:
    answer = club.get(f"{rule}/file", Accept="*/*")
    assert answer.headers["content-type"] == "application/toml; charset=utf-8"
    assert answer.headers["content-disposition"] == 'attachment; filename="club-romme.toml"'
    written = tomllib.loads(answer.content.decode())
    assert (written["extends"], written["opening"], written["text"]["de"]["title"]) == (
        "romme",
        {"min_points": 40},
        "Vereins-Rommé",
    )


def test_rules_are_their_keys(club: Caller, rule: str, key: Keys, anyone: Caller) -> None:
    stranger, reader = key("rules:write"), key("games:create")
    table = club.post("games", {"variant": "rummy", "seats": [{"name": "Ann"}, {"bot": "easy"}]}).json
    seat = anyone.but(token=table["tokens"][0]["token"])
    calls = [
        ("GET", ""),
        ("PATCH", ""),
        ("POST", "/validate"),
        ("POST", "/publish"),
        ("POST", "/retire"),
        ("GET", "/file"),
    ]
    for method, part in calls:
        assert stranger.send(method, rule + part, b"{}").code == "house_rule_not_found"
        assert reader.send(method, rule + part, b"{}").code == "scope_missing"
        refused = seat.send(method, rule + part, b"{}")
        assert (refused.status, refused.code, refused.json["scope"]) == (403, "key_needed", "rules:write")
        assert "key" in refused.json["detail"]
        assert anyone.send(method, rule + part, b"{}").status == 401
    assert stranger.get("house-rules").json["results"] == []
    assert [each["slug"] for each in club.get("house-rules").json["results"]] == ["club-romme"]
    assert club.get("house-rules/999999999999999999").code == "house_rule_not_found"
    assert club.get("house-rules/9999999999999999999").status == 404


def test_the_list_has_pages(club: Caller) -> None:
    for number in range(3):
        club.post("house-rules", {**BODY, "slug": f"club-{number}"})
    first = club.get("house-rules?limit=2").json
    rest = club.get(f"house-rules?limit=2&cursor={first['next']}").json
    assert [each["slug"] for each in (*first["results"], *rest["results"])] == ["club-0", "club-1", "club-2"]
    assert rest["next"] is None


def test_what_was_never_published_cannot_retire(club: Caller, rule: str) -> None:
    assert (club.post(f"{rule}/retire").status, club.post(f"{rule}/retire").code) == (409, "house_rule_unpublished")
    assert not HouseRuleVersion.objects.exists()


def test_reading_a_file_is_charged_as_a_judgement(club: Caller, rule: str) -> None:
    for answer in (club.get(f"{rule}/file", Accept="*/*"), club.post(f"{rule}/validate")):
        assert answer.headers["ratelimit-policy"].startswith('"rules"')
    assert club.get(rule).headers["ratelimit-policy"].startswith('"reads"')


def test_judging_takes_a_solver_thread(club: Caller, rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A judgement may take a second; what else is asked meanwhile does not wait for it."""
    threads, judge = [], drafts.judge

    def seen(*args: Any) -> Any:
        threads.append(threading.current_thread().name)
        return judge(*args)

    monkeypatch.setattr(drafts, "judge", seen)
    monkeypatch.setattr(house_rules, "judge", seen)
    assert club.post("house-rules", {**BODY, "slug": "other"}).status == 201
    assert patch(club, rule, {"title": {"de": "Neu"}}).status == 200
    for answer in (club.post(f"{rule}/validate"), club.post(f"{rule}/publish"), club.get(f"{rule}/file", Accept="*/*")):
        assert answer.status == 200
    assert len(threads) == 5
    assert all(name.startswith("solver") for name in threads)
