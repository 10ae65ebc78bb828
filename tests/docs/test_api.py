"""docs/api.md says what the API does: its requests are taken, its lists and numbers are those of the code."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any, get_args

import pytest
from django.core.cache import cache
from django.test import Client

from api import events
from api.bodies import ClockIn
from api.throttles import RATES
from bots.tally import USES
from hosting.identity import SCOPES
from hosting.log import OWN_KINDS
from hosting.services import create_app_key
from hosting.table import BETWEEN_S, CLAIM_S
from rummy.moves import Lay, Move, Placement, move_from_json
from rummy.view import _MOVES, _OPEN, _OWN
from tests.api.caller import BASE, Answer, Caller
from tests.api.table import Table
from tests.servers import ROOT

PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def rows(head: str) -> list[list[str]]:
    """The cells of the table whose first line begins with ``head``."""
    _, found, rest = PAGE.partition(f"\n| {head} |")
    assert found, f"no table {head}"
    lines = rest.partition("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def names(cell: str) -> list[str]:
    return re.findall(r"`([a-z_]+)`", cell)


def told(head: str) -> dict[str, set[str]]:
    """Kind -> members, as a table of the page has them."""
    found: dict[str, set[str]] = {}
    for line in PAGE.partition(f"\n| {head} |")[2].partition("\n\n")[0].splitlines()[2:]:
        kinds, members, _ = line.strip("|").split("|", 2)
        for kind in names(kinds):
            assert kind not in found, f"{kind} stands there twice"
            found[kind] = set(names(members))
    return found


@pytest.mark.parametrize(("head", "union"), [("move", Move), ("placement", get_args(Placement)[0])])
def test_every_move_is_told_with_its_members(head: str, union: Any) -> None:
    members = [{field.name: field.default for field in fields(each)} for each in get_args(union)]
    assert told(head) == {each["kind"]: each.keys() - {"kind"} for each in members}


def test_the_example_of_a_lay_is_one() -> None:
    found = re.search(r'\n    (\{"kind": "lay".*?)\n\n', PAGE, re.DOTALL)
    assert found
    assert isinstance(move_from_json(json.loads(found[1])), Lay)


def test_every_kind_of_event_is_told_with_its_members() -> None:
    sent = {"answered": (), **_MOVES, **OWN_KINDS}
    assert told("`kind`") == {kind: set(members) for kind, members in sent.items()}


def test_every_effect_is_told_with_its_members() -> None:
    assert told("effect") == {kind: set(members) for kind, members in {**_OPEN, **_OWN}.items()}


def test_the_limits_of_calls_are_those_of_the_server() -> None:
    limits = {names(row[0])[0]: (int(row[1]), float(row[2])) for row in rows("bucket")}
    assert limits == {name: (rate.burst, rate.per_s) for name, rate in RATES.items()}


def test_the_names_of_a_report_are_those_that_are_counted() -> None:
    sentence = PAGE.partition("\n`rules` has, of these")[2].partition("\n\n")[0].partition("`deals`: ")[2]
    assert names(sentence) == [use.name for use in USES]


def test_numbers_are_those_of_the_code() -> None:
    clock = ClockIn()
    for text in (
        f"`: ping` comes after {events.PING_S:g} s",
        f"`wait` goes to {events.MOST_WAIT_S}, `limit` to {events.MOST_EVENTS}",
        f"claims have {CLAIM_S} s",
        f"Who is silent passes after {clock.claim_s} s",
        f"always {BETWEEN_S} s",
    ):
        assert text in PAGE.replace("\n", " "), text


def test_commands_can_be_run() -> None:
    commands = re.findall(r"`make ([a-z]+)([^`]*)`", PAGE)
    assert ("key", ' NAME=shop SCOPES="games:create rules:write"') in commands
    assert {target for target, _ in commands} <= TARGETS
    for command in re.findall(r"manage\.py ([a-z_]+)", PAGE):
        assert list(ROOT.glob(f"*/management/commands/{command}.py")), command
    assert set(re.findall(r"`([a-z]+:[a-z-]+)`", PAGE)) == set(SCOPES)


@dataclass(frozen=True)
class Request:
    """A request as the page writes it."""

    method: str
    path: str
    headers: dict[str, str]
    body: Any


def requests() -> Iterator[Request]:
    """The requests of the page, in its order."""
    lines = PAGE.splitlines()
    for at, line in enumerate(lines):
        found = re.match(r"    (GET|POST|PATCH) +/api/v1/(\S+)", line)
        if not found:
            continue
        headers: dict[str, str] = {}
        body = ""
        for following in lines[at + 1 :]:
            if header := re.match(r"    ([A-Z][A-Za-z-]+): (.*)", following):
                headers[header[1]] = header[2]
            elif re.match(r'    [ {"]', following):
                body += following
            else:
                break
        yield Request(found[1], found[2], headers, json.loads(body) if body else None)


@dataclass
class Reader:
    """Somebody who sends what the page says, one after the other, with what came back before."""

    anyone: Caller
    key: str
    game: str = ""
    token: str = ""
    invite: str = ""
    rule: str = ""

    def send(self, request: Request) -> Answer:
        room = request.path.partition("/")[0].partition("?")[0]
        known = {"games": self.game, "house-rules": self.rule, "variants": "rummy"}
        path = re.sub("after=[0-9]+", "after=0", request.path.replace("{id}", known.get(room, "")))
        body = {**request.body, "invite": self.invite} if "invite" in (request.body or {}) else request.body
        by_key = room == "house-rules" or path.endswith("/playtest")
        opening = (request.method, request.path) == ("POST", "games")
        token = self.key if by_key else None if opening or path.endswith("/join") else self.token or None
        raw = b"" if body is None else json.dumps(body).encode()
        answer = self.anyone.but(token=token).send(request.method, path, raw, **request.headers)
        self.note(request, answer)
        return answer

    def note(self, request: Request, answer: Answer) -> None:
        if (request.method, request.path) == ("POST", "games"):
            self.game, self.invite = answer.json["game"]["id"], answer.json["invite"]
            self.token = answer.json["tokens"][0]["token"]
            assert answer.json["game"]["me"] is None
        elif (request.method, request.path) == ("POST", "house-rules"):
            self.rule = str(answer.json["id"])


@pytest.mark.django_db(transaction=True)
def test_every_request_of_the_page_is_taken(settings: Any) -> None:
    settings.OPEN_TABLES = True
    cache.clear()
    reader = Reader(Caller(Client()), create_app_key(name="reader", scopes=["rules:write"]))
    sent: list[str] = []
    revisions: list[int] = []
    for request in requests():
        answer = reader.send(request)
        assert answer.status < 300, (request, answer.content[:500])
        sent.append(request.path)
        if request.path.startswith("house-rules") and request.method != "GET" and answer.status != 202:
            revisions.append(answer.json["revision"])
    assert {"games/{id}/moves", "games/{id}/join", "games/{id}/start", "games/{id}/hint", "house-rules"} <= set(sent)
    assert revisions == [1, 2, 3, 4], "made, changed, published, retired"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("cards", "read"),
    [("7H 8H X", ["7H", "8H", "X:9H"]), ("X 7H 8H", ["X:6H", "7H", "8H"]), ("8H X 7H", "ambiguous_meld")],
)
def test_a_bare_joker_is_read_as_the_page_says(cards: str, read: Any) -> None:
    assert f"`{cards}`" in PAGE
    verdict = Caller(Client()).post(f"{BASE}variants/romme/check-meld", {"cards": cards.split()}).json
    assert (verdict["cards"] if verdict["valid"] else verdict["code"]) == read
    assert verdict["valid"] or len(verdict["choices"]) == 2


@pytest.mark.django_db(transaction=True)
def test_one_version_is_good_for_all_who_are_asked_until_they_have_answered() -> None:
    cache.clear()
    maker = Caller(Client(), create_app_key(name="maker", scopes=["games:create"]))
    cast = [{"name": name} for name in ("Ann", "Bea", "Cem", "Dirk")]
    made = maker.post("games", {"variant": "romme", "seats": cast}).json
    table = Table(made["game"]["id"], tuple(maker.but(token=line["token"]) for line in made["tokens"]))
    while (begun := table.view())["phase"] != "claims":
        (seat,) = begun["to_act"]
        moves = table.players[seat].get(f"{table.path}/legal-moves").json["moves"]
        wanted = next(move for kind in ("discard", "draw_stock", "pass") for move in moves if move["kind"] == kind)
        assert table.play(seat, wanted).status == 200
    first, second = begun["to_act"]
    passed = {"kind": "pass"}
    assert table.play(first, passed, version=begun["decision"]).status == 200
    again = table.play(first, passed, version=begun["version"])
    assert (again.status, [event["kind"] for event in again.json["events"]]) == (412, ["pass"])
    late = table.play(first, passed)
    assert (late.status, late.code) == (409, "not_your_turn")
    asked = table.players[second].get(f"{table.path}/events?after={begun['version']}").json["events"]
    assert [event["kind"] for event in asked] == ["answered"]
    assert table.play(second, passed, version=begun["version"]).status == 200


@pytest.mark.django_db(transaction=True)
def test_the_last_event_tells_that_the_match_is_over() -> None:
    cache.clear()
    maker = Caller(Client(), create_app_key(name="maker", scopes=["games:create"]))
    seats = [{"name": "Ann"}, {"name": "Bea"}]
    made = maker.post("games", {"variant": "rummy", "options": {"target": 50}, "seats": seats}).json
    table = Table(made["game"]["id"], tuple(maker.but(token=line["token"]) for line in made["tokens"]))
    view = table.view()
    while view["status"] == "playing":
        seat = view["to_act"][0]
        cache.clear()
        hint = table.players[seat].get(f"{table.path}/hint").json
        view = table.play(seat, hint["move"], version=view["version"]).json
    log: list[Any] = []
    while page := table.players[0].get(f"{table.path}/events?limit=1000&after={len(log)}").json["events"]:
        log += page
    ends = [[effect["kind"] for effect in event["effects"] if effect["kind"].endswith("_over")] for event in log]
    assert [end for end in ends if end] == [["deal_over"]] * (view["deal"] - 1) + [["deal_over", "match_over"]]
    assert ends[-1], "nothing follows"
    assert (view["status"], log[-1]["seq"]) == ("finished", view["version"])
    late = table.play(0, {"kind": "ready"})
    assert (late.status, late.code) == (409, "match_finished")
