"""The questionnaire in the admin: step by step from a base to a draft, by the buttons alone."""

from html.parser import HTMLParser
from typing import Any, Final

import pytest
from django.test import Client

from rummy.profile import profile_to_json
from tests.admin.conftest import staff
from tests.variants.questionnaire.test_house_rules import HOUSE_RULES
from variants.admin import questionnaire
from variants.catalogue import variant
from variants.models import HouseRule
from variants.questionnaire import overrides
from variants.questionnaire.answering import Standing
from variants.questionnaire.data import catalogue, groups

URL: Final = "/admin/variants/houserule/questionnaire/"
TONGUES: Final = pytest.mark.parametrize("tongue", ["en", "de", "nl"])


class _Form(HTMLParser):
    """What a browser would send of the questionnaire: hidden fields, what is typed, what is picked."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.inside = False
        self.fields: dict[str, str] = {}
        self.radios: dict[str, list[str]] = {}
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.inside = found.get("id") == "questionnaire"
        elif tag == "input" and self.inside and "name" in found:
            if found.get("type") == "radio":
                self.radios.setdefault(found["name"], []).append(found["value"])
                if "checked" in found:
                    self.fields[found["name"]] = found["value"]
            else:
                self.fields[found["name"]] = found.get("value", "")


class Pages:
    """Somebody at the questionnaire."""

    def __init__(self, client: Client, base: str, tongue: str = "en") -> None:
        self.client = client
        self.answer: Any = client.get(URL, {"base": base, "language": tongue})
        assert self.answer.status_code == 200

    @property
    def html(self) -> str:
        return str(self.answer.content.decode())

    @property
    def form(self) -> _Form:
        return _Form(self.html)

    @property
    def at(self) -> str:
        return self.form.fields["at"]

    def send(self, go: str, **changed: str) -> None:
        picked = {(name if name in ("title", "slug") else f"q-{name}"): value for name, value in changed.items()}
        typed = {f"n-{name[4:]}": value for name, value in changed.items() if name.startswith("new_")}
        picked = {name: value for name, value in picked.items() if not name.startswith("q-new_")}
        self.answer = self.client.post(URL, {**self.form.fields, **picked, **typed, "go": go})
        assert self.answer.status_code in (200, 302)


def test_first_a_base_and_a_language_are_chosen(alice: Client) -> None:
    for asked in ({}, {"base": "nothing"}, {"base": ""}):
        html = alice.get(URL, asked).content.decode()
        assert '<option value="wiener-rummy"' in html
        assert '<option value="nl" lang="nl"' in html


@TONGUES
def test_every_step_shows_its_questions_in_the_language_that_was_chosen(alice: Client, tongue: str) -> None:
    words = {"en": "At least 30 points", "de": "Mindestens 30 Punkte", "nl": "Minstens 30 punten"}
    pages = Pages(alice, "romme", tongue)
    for group in ("opening", "match"):
        pages.send(group)
        assert pages.at == group
        assert f'lang="{tongue}"' in pages.html
        assert (words[tongue] in pages.html) == (group == "opening")
        assert "q-" in "".join(pages.form.radios)
    pages.send("summary")
    assert pages.at == "summary"


def test_from_the_first_step_to_a_draft(alice: Client) -> None:
    pages = Pages(alice, "romme", "de")
    pages.send("deal", jokers="4")
    pages.send("opening", most_players="4")
    assert pages.at == "opening"
    pages.send("discards", minimum="40")
    pages.send("summary", out_of_turn="none")
    assert pages.html.count("<strong>4</strong>") >= 1
    assert "Punkte für die erste Meldung" in pages.html
    pages.send("create", title="Unser Rommé")
    rule = HouseRule.objects.get()
    assert pages.answer["Location"] == f"/admin/variants/houserule/{rule.pk}/change/"
    assert (rule.slug, rule.extends, rule.title, rule.state) == ("unser-romme", "romme", {"de": "Unser Rommé"}, "draft")
    assert (rule.author, rule.owner, rule.faults) == ("alice", "", 0)
    assert rule.overrides == {
        "deck": {"jokers": 4}, "opening": {"min_points": 40}, "claims": {"mode": "none"},
    }  # fmt: skip
    assert alice.get(pages.answer["Location"]).status_code == 200


@pytest.mark.parametrize("name", ["fifty", "round_the_corner", "viennese_without_chips", "leaflet_of_today"])
def test_a_house_rule_as_it_is_told_becomes_a_draft_that_states_it(alice: Client, name: str) -> None:
    told = HOUSE_RULES[name]
    pages = Pages(alice, told["base"])
    for group in groups():
        answers = {each: answer for each, answer in told["answers"].items() if catalogue()[each].group == group}
        if answers:
            pages.send(group)
            typed = {
                f"new_{each}": answer for each, answer in answers.items() if answer not in catalogue()[each].answers
            }
            pages.send("stay", **{each: answer for each, answer in answers.items() if f"new_{each}" not in typed})
            pages.send("stay", **typed)
    pages.send("create", title=name.replace("_", " "))
    assert HouseRule.objects.get().overrides == told["states"]


@pytest.mark.parametrize("base", ["romme", "wiener-rummy", "gin-rummy"])
def test_every_answer_arrives_as_it_was_picked(base: str) -> None:
    whole = profile_to_json(variant(base).profile)
    for question in catalogue().values():
        if not Standing(whole).raises(question):
            continue
        for answer in question.answers:
            sent = questionnaire._read({f"was-{question.id}": "", f"q-{question.id}": answer}, variant(base))
            changed = overrides(variant(base), {question.id: answer})
            assert sent.answers == ({question.id: answer} if changed else {})
            assert sent.refused == {}


def test_going_back_and_forth_loses_nothing_and_the_bases_answer_takes_one_back(alice: Client) -> None:
    pages = Pages(alice, "romme")
    pages.send("melds", jokers="2")
    pages.send("cards", ace="wrap")
    assert pages.form.fields["q-jokers"] == "2"
    pages.send("summary")
    assert pages.form.fields["a-ace"] == "wrap"
    pages.send("cards")
    pages.send("summary", jokers="6")
    assert "a-jokers" not in pages.form.fields
    assert pages.form.fields["a-ace"] == "wrap"


def test_a_number_may_be_typed_with_or_without_choosing_it(alice: Client) -> None:
    pages = Pages(alice, "romme")
    pages.send("opening")
    pages.send("stay", minimum="_number", new_minimum="45")
    assert pages.form.fields["a-minimum"] == "45"
    assert (pages.form.fields["q-minimum"], pages.form.fields["n-minimum"]) == ("_number", "45")
    pages.send("laying", minimum="30")
    assert "a-minimum" not in pages.form.fields
    pages.send("discards", new_take_back="5")
    assert pages.form.fields["a-take_back"] == "5"


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("", "from 0 to 150"),
        ("many", "from 0 to 150"),
        ("-3", "from 0 to 150"),
        ("151", "150"),
        ("<b>", "from 0 to 150"),
    ],
)
def test_what_is_no_number_is_said_at_the_question_and_stays_there(alice: Client, typed: str, told: str) -> None:
    pages = Pages(alice, "romme")
    pages.send("opening")
    pages.send("summary", minimum="_number", new_minimum=typed)
    assert pages.at == "opening"
    place = pages.html.index('id="told-minimum"')
    assert told in pages.html[place : place + 300]
    assert "<b>" not in pages.html
    assert "a-minimum" not in pages.form.fields
    assert pages.form.fields["n-minimum"] == typed
    pages.send("summary", minimum="_number", new_minimum="45")
    assert pages.at == "summary"


def test_questions_that_an_answer_raises_are_asked_before_the_next_step(alice: Client) -> None:
    pages = Pages(alice, "rummy")
    pages.send("opening")
    assert "q-minimum_failed" not in pages.form.radios
    pages.send("summary", minimum="40")
    assert pages.at == "opening"
    assert "q-minimum_failed" in pages.form.radios
    assert "Your answer raises more questions" in pages.html
    pages.send("summary", minimum_failed="lock")
    assert pages.at == "summary"
    pages.send("create", title="Forty or nothing")
    assert HouseRule.objects.get().overrides == {"opening": {"min_points": 40, "failure": "lock"}}


def test_groups_that_an_answer_settles_are_left_out(alice: Client) -> None:
    pages = Pages(alice, "romme")
    pages.send("stay", jokers="0")
    assert 'value="jokers"' not in pages.html
    pages.send("jokers")
    assert pages.at == "cards"


def test_what_does_not_go_together_is_said_where_it_can_be_mended_and_may_be_kept(alice: Client) -> None:
    pages = Pages(alice, "romme", "de")
    pages.send("summary", packs="1")
    assert "58 Karten" in pages.html
    assert 'name="go" value="deal"' in pages.html[pages.html.index('id="faults"') :]
    pages.send("deal")
    assert 'id="told-hand_size"' in pages.html
    pages.send("summary")
    pages.send("create", title="Zu wenig Karten", slug="zu-wenig")
    rule = HouseRule.objects.get()
    assert (rule.slug, rule.faults) == ("zu-wenig", 1)


def test_a_title_is_needed_and_the_slug_must_be_free(alice: Client) -> None:
    pages = Pages(alice, "romme", "nl")
    pages.send("summary", jokers="4")
    pages.send("create", title="  ")
    assert pages.at == "summary"
    assert 'id="title_told"' in pages.html
    assert 'id="slug_told"' not in pages.html, "it is made from the title"
    pages.send("create", title="Ons spel", slug="romme")
    assert 'id="slug_told"' in pages.html
    assert pages.form.fields["title"] == "Ons spel"
    assert not HouseRule.objects.exists()
    pages.send("cards")
    pages.send("summary")
    assert pages.form.fields["title"] == "Ons spel"
    pages.send("create", slug="ons-spel")
    assert HouseRule.objects.get().overrides == {"deck": {"jokers": 4}}


def test_what_nobody_could_have_picked_does_no_harm(alice: Client) -> None:
    pages = Pages(alice, "romme")
    form = pages.form.fields
    for odd in (
        {"go": "nowhere"},
        {"at": "nowhere", "go": "stay"},
        {"a-ace": "sideways", "go": "summary"},
        {"a-colour": "red", "q-colour": "red", "was-colour": "blue", "go": "summary"},
        {"q-jokers": "a\x00b", "go": "summary"},
        {"language": "xx", "go": "summary"},
        {"base": "nothing", "go": "create"},
        {"go": "create", "title": "x\x00y"},
        {"go": "create", "title": "x" * 500},
        {"go": "create", "title": "x", "slug": "../etc"},
    ):
        assert alice.post(URL, {**form, **odd}).status_code == 200, odd
    assert alice.post(URL, {}).status_code == 200
    assert not HouseRule.objects.exists()


def test_only_who_may_add_house_rules_is_asked(client: Client, db: None) -> None:  # noqa: ARG001  # the database
    assert client.get(URL).status_code == 302
    bob = staff("bob", "view_houserule")
    assert bob.get(URL).status_code == 403
    assert bob.post(URL, {"base": "romme", "go": "create", "title": "Mine"}).status_code == 403
    assert staff("carol", "add_houserule", "view_houserule").get(URL).status_code == 200


def test_it_is_reached_from_where_a_rule_is_begun(alice: Client) -> None:
    assert URL in alice.get("/admin/variants/houserule/add/").content.decode()
