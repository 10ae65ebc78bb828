"""``house-rules``: written by a key, judged, published, retired; nobody else's, and never a faulty one stored."""

from __future__ import annotations

import json
import threading
import tomllib
from collections.abc import Callable
from typing import Any

import pytest

from tests.api.caller import Answer, Caller
from variants import drafts, house_rules
from variants.models import HouseRule, HouseRuleVersion

pytestmark = pytest.mark.django_db(transaction=True)

Keys = Callable[..., Caller]

BODY: dict[str, Any] = {
    "slug": "club-romme",
    "extends": "romme",
    "title": {"de": "Vereins-Rommé", "en": "Our Rommé"},
    "description": {"de": "Ohne Klopfen."},
    "overrides": {"claims": {"mode": "none"}, "opening": {"min_points": 40}},
}


@pytest.fixture
def club(key: Keys) -> Caller:
    """A key that writes rules and opens tables."""
    return key("rules:write", "games:create")


@pytest.fixture
def rule(club: Caller) -> str:
    """The path of a draft of the club's."""
    return f"house-rules/{club.post('house-rules', BODY).json['id']}"


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


def patch(caller: Caller, path: str, body: Any, seen: str | None = '"1"') -> Answer:
    return caller.send("PATCH", path, json.dumps(body).encode(), **({"If-Match": seen} if seen else {}))


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


def test_a_faulty_rule_is_refused_with_all_its_faults(club: Caller) -> None:
    body = {
        **BODY,
        "slug": "RUMMY",
        "title": {"de": "Ro\u0007mmé", "fr": "Notre jeu"},
        "overrides": {"match": {"rounds": 0}, "deck": {"packs": 9, "jokers": "x"}, "opening": {"minpoints": 3}},
        "options": {"deck.nothing": [1]},
    }
    refused = club.but(language="de").post("house-rules", body)
    assert (refused.status, refused.code) == (422, "invalid")
    assert set(refused.faults) == {
        ("/slug", "slug_format"),
        ("/title/de", "control_characters"),
        ("/title/fr", "unknown_value"),
        ("/overrides/deck/packs", "value_too_high"),
        ("/overrides/deck/jokers", "wrong_type"),
        ("/overrides/opening/minpoints", "unknown_field"),
        ("/overrides/match/target", "match_never_ends"),
        ("/options/deck.nothing", "option_no_field"),
    }
    suggestions = {error["code"]: error.get("suggestion") for error in refused.json["errors"]}
    assert suggestions["value_too_high"] == {"deck.packs": 4}
    assert suggestions["unknown_field"] == {"opening.min_points": 3}
    assert all(error["detail"] and "{" not in error["detail"] for error in refused.json["errors"])
    assert not HouseRule.objects.exists()


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"slug": "rummy"}, ("/slug", "slug_taken")),
        ({"slug": "club-romme"}, ("/slug", "slug_taken")),
        ({"slug": "no"}, ("/slug", "slug_format")),
        ({"slug": "a--b"}, ("/slug", "slug_format")),
        ({"extends": "nowhere"}, ("/extends", "extends_unknown")),
        ({"extends": "club-romme"}, ("/extends", "extends_unpublished")),  # a draft
        ({"extends": "\u0000"}, ("/extends", "extends_unknown")),
        ({"title": {"de": "  "}}, ("/title", "title_missing")),
        ({"title": {"de": "x" * 81}}, ("/title/de", "too_long")),
        ({"description": {"nl": "x" * 2001}}, ("/description/nl", "too_long")),
        ({"overrides": {"text": {"de": "x"}}}, ("/overrides/text", "unknown_field")),
        ({"overrides": {"nonsense": {}}}, ("/overrides/nonsense", "unknown_field")),
        ({"overrides": {"deal": {"cards": "\u0000"}}}, ("/overrides/deal", "wrong_type")),
        ({"options": {"match.rounds": {"min": 0, "max": 10**30, "step": 1}}}, ("/options/match.rounds", "wrong_type")),
        ({"options": {"match.rounds": {"min": 0, "max": 900_000, "step": 1}}}, ("/options/match.rounds", "too_long")),
        ({"options": {"match.rounds": [2, 2]}}, ("/options/match.rounds/1", "value_twice")),
        ({"options": {"match.rounds": [2, 0]}}, ("/options/match.rounds", "option_breaks")),
        ({"options": {"match.rounds": [2, 99]}}, ("/options/match.rounds", "option_breaks")),
        ({"options": {"match.rounds": [1, 3]}}, ("/options/match.rounds", "option_default")),
        ({"owner": "key:1"}, ("/owner", "unknown_field")),
        ({"overrides": []}, ("/overrides", "wrong_type")),
    ],
)
def test_each_fault_stands_where_it_was_written(
    club: Caller, rule: str, changes: dict[str, Any], fault: tuple[str, str]
) -> None:
    refused = club.post("house-rules", {**BODY, "slug": "other", **changes})
    assert (refused.status, refused.faults) == (422, [fault]), rule
    assert HouseRule.objects.count() == 1


def test_too_many_options_are_refused_at_once(club: Caller) -> None:
    paths = ["ace", "ace_low", "joker"]
    options = {f"values.{name}": [1, 20] for name in paths} | {f"scoring.x{number}": [0] for number in range(10)}
    assert club.post("house-rules", {**BODY, "options": options}).faults == [("/options", "too_long")]


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


def test_what_cannot_be_read_hides_no_fault_of_the_rest(club: Caller, rule: str) -> None:
    wrong = {"slug": "Ä", "description": 3, "overrides": {"match": {"rounds": 0}}, "options": {"match.round": [1]}}
    unread = ("/description", "wrong_type")
    known = [("/slug", "slug_format"), ("/overrides/match/target", "match_never_ends")]
    option = ("/options/match.round", "option_unknown")
    made = club.post("house-rules", {"extends": "romme", **wrong}).faults
    assert sorted(made) == sorted([unread, ("/title", "missing_field"), *known, option])
    assert patch(club, rule, wrong).faults == [unread, *known, option]
    assert club.post(f"{rule}/validate", wrong).faults == [unread, *known, option]
    no_overrides = {**wrong, "overrides": 3, "options": {"match.rounds": [9]}}
    assert sorted(club.post(f"{rule}/validate", no_overrides).faults) == sorted(
        [unread, ("/overrides", "wrong_type"), known[0]]
    ), "what may be set is not judged without the fields it is of"
    for path in (rule, f"{rule}/validate"):
        endless = {"extends": 3, "overrides": {"match": {"rounds": 0}}}
        assert change_of(club, path, endless, '"1"').faults == [("/extends", "wrong_type")], (
            "on another base it may end"
        )


def test_what_a_field_was_before_says_nothing_of_what_it_shall_be(club: Caller, rule: str) -> None:
    assert patch(club, rule, {"overrides": {}, "options": {"deck.jokers": [4, 6]}}).status == 200
    wrong = {"extends": "rummy", "overrides": 3}
    for path in (rule, f"{rule}/validate"):
        assert change_of(club, path, wrong, '"2"').faults == [("/overrides", "wrong_type")]


def change_of(club: Caller, path: str, body: Any, seen: str) -> Answer:
    """The answer to a change, tried or made."""
    return club.post(path, body) if path.endswith("validate") else patch(club, path, body, seen)


def test_a_faulty_change_changes_nothing(club: Caller, rule: str) -> None:
    before = club.get(rule)
    refused = patch(club, rule, {"overrides": {"match": {"rounds": 0}}})
    assert refused.faults == [("/overrides/match/target", "match_never_ends")]
    assert club.get(rule).content == before.content


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
