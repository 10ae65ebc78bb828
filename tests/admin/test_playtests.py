"""Playtests in the admin: asked for, watched, read beside their base; every word is there in every language."""

from __future__ import annotations

import re
from typing import Any, get_args

import pytest
from django.test import Client

from bots.playing import Spot, Trial, play_on
from bots.report import report_of
from bots.tally import USES
from rummy.formats import load_profile
from rummy.state import How
from rummy.texts import LANGUAGES
from tests.admin.conftest import staff
from tests.variants.houses import made
from variants import catalogue, house_rules, playtests
from variants.admin.charts import columns
from variants.admin_texts import sentences
from variants.levels import BOT_LEVELS
from variants.models import HouseRule, Playtest, PlaytestState

PAGES = "/admin/variants/playtest/"

FAILURES = ("exception", "stuck", "bound", "no_answer")


def asked(rule: HouseRule | None = None, **changes: Any) -> Playtest:
    variant = catalogue.variant("rummy") if rule is None else house_rules.variant_of(rule)
    chosen: dict[str, Any] = {"deals": 4, "seats": 2, "level": "easy", "by": "alice", **changes}
    return playtests.request(variant=variant, rule=rule, **chosen)


def played(playtest: Playtest) -> Playtest:
    """The playtest with a report of what bots play."""
    profile = load_profile(playtest.profile)
    _, tally = play_on(Trial(profile, playtest.seats, playtest.level, 1), Spot(), deals=playtest.deals, seconds=60)
    Playtest.objects.filter(pk=playtest.pk).update(
        state=PlaytestState.DONE, done=playtest.deals, report=report_of(tally, profile)
    )
    return playtests.get(playtest.pk)


def page(client: Client, playtest: Playtest, language: str = "en") -> Any:
    answer = client.get(f"{PAGES}{playtest.pk}/change/", headers={"accept-language": language})
    assert answer.status_code == 200
    return answer


def test_a_rule_is_tried_from_its_page_with_its_base(alice: Client) -> None:
    rule = made()
    link = f"{PAGES}add/?rule={rule.pk}"
    assert link in alice.get(f"/admin/variants/houserule/{rule.pk}/change/").content.decode()
    assert "From 2 to 6 players" in alice.get(link, headers={"accept-language": "en"}).content.decode()
    answer = alice.post(link, {"deals": 5, "seats": 2, "level": "easy", "seed": 3})
    playtest = Playtest.objects.get(rule=rule)
    assert answer["location"] == f"{PAGES}{playtest.pk}/change/"
    assert (playtest.deals, playtest.seed, playtest.requested_by) == (5, 3, "alice")
    assert playtest.base is not None
    assert playtest.base.variant == "romme"


def test_what_cannot_be_tried_is_said_and_nothing_is_lost(alice: Client) -> None:
    link = f"{PAGES}add/?variant=rummy"
    sent = {"deals": 0, "seats": 9, "level": "easy", "seed": 1}
    told = alice.post(link, sent, headers={"accept-language": "de"}).content.decode()
    assert "können 2 bis 6 Spieler sitzen, nicht 9" in told
    assert 'value="9"' in told
    assert alice.post(link, {**sent, "deals": "many"}).status_code == 200
    assert not Playtest.objects.exists()
    assert alice.get(f"{PAGES}add/")["location"] == "/admin/variants/houserule/catalogue/"
    assert alice.get(f"{PAGES}add/?variant=nothing").status_code == 404
    assert alice.get(f"{PAGES}add/?rule=99").status_code == 404


def test_a_running_playtest_shows_how_far_it_is_and_looks_again(alice: Client) -> None:
    playtest = asked()
    Playtest.objects.update(state=PlaytestState.RUNNING, done=3)
    answer = page(alice, playtest)
    assert answer["refresh"]
    assert "3 of 4 deals played" in answer.content.decode()
    alice.post(f"{PAGES}{playtest.pk}/cancel/")
    assert playtests.get(playtest.pk).state == PlaytestState.CANCELLED
    assert "refresh" not in page(alice, playtest)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_is_shown_beside_that_of_the_base(alice: Client, language: str) -> None:
    playtest = asked(made())
    assert playtest.base is not None
    played(playtest.base)
    shown = page(alice, played(playtest), language).content.decode()
    words = sentences(language)
    assert words["none_stuck"] in shown
    assert words["use_claims"] in shown, "a rule that only the base has"
    assert words["not_there"] in shown
    widths = [float(width) for width in re.findall(r'class="part" width="([^"]+)"', shown)]
    assert '<th scope="col"></th>' not in shown, "every column is named"
    assert widths
    assert all(0 <= width <= 100 for width in widths), "numbers in pictures have no comma"
    assert " style=" not in shown.partition('<div class="house">')[2].partition("</figure>")[0]


def test_a_failed_playtest_says_how_it_is_played_again(alice: Client) -> None:
    rule = made()
    playtest = asked(rule, compare=False)
    Playtest.objects.update(
        state=PlaytestState.FAILED, failure={"code": "stuck", "deal": 23, "detail": "<b>seat 1</b>", "trace": "secret"}
    )
    shown = page(alice, playtest).content.decode()
    assert f"python manage.py replay_playtest {playtest.pk}" in shown
    assert "deal 23: a hand could not move" in shown
    assert "<b>seat 1</b>" not in shown
    answer = alice.post(f"/admin/variants/houserule/{rule.pk}/publish/", follow=True, headers={"accept-language": "en"})
    assert f"replay_playtest {playtest.pk}" in answer.content.decode()
    assert HouseRule.objects.get(pk=rule.pk).current is None


def test_who_may_only_look_starts_and_ends_nothing(alice: Client) -> None:  # noqa: ARG001  # a superuser is there too
    playtest = asked()
    looker = staff("vera", "view_playtest", "view_houserule")
    assert looker.get(PAGES).status_code == 200
    assert page(looker, playtest)
    assert looker.get(f"{PAGES}add/?variant=rummy").status_code == 403
    assert looker.post(f"{PAGES}{playtest.pk}/cancel/").status_code == 403
    assert looker.get(f"{PAGES}{playtest.pk}/delete/").status_code == 403
    assert staff("nils").get(f"{PAGES}{playtest.pk}/change/").status_code == 403
    assert Client().get(f"{PAGES}{playtest.pk}/change/").status_code == 302
    assert playtests.get(playtest.pk).state == PlaytestState.QUEUED


def test_the_list_reads_no_report(alice: Client, django_assert_max_num_queries: Any) -> None:
    for number in range(3):
        asked(by=f"caller {number}")
    with django_assert_max_num_queries(12) as queries:
        assert alice.get(PAGES).status_code == 200
    assert not any('"report"' in query["sql"] for query in queries.captured_queries)


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_a_report_names_has_words(language: str) -> None:
    keys = [
        *(f"use_{use.name}" for use in USES),
        *(f"how_{how}" for how in get_args(How)),
        *(f"failure_{code}" for code in FAILURES),
        *(f"trial_{state}" for state in PlaytestState.values),
        *(f"level_{level}" for level in BOT_LEVELS),
    ]
    assert [key for key in keys if key not in sentences(language)] == []


def signed(value: Any) -> Any:
    """A report whose nothings are negative, as rounding leaves them."""
    match value:
        case dict():
            return {name: signed(each) for name, each in value.items()}
        case list():
            return [signed(each) for each in value]
        case float() | int() if not isinstance(value, bool):
            return -0.00004 if isinstance(value, float) and abs(value) < 0.5 else value
    return value


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_figure_is_less_than_nothing_by_rounding(alice: Client, language: str) -> None:
    playtest = played(asked())
    Playtest.objects.filter(pk=playtest.pk).update(report=signed(playtest.report))
    shown = page(alice, playtest, language).content.decode().partition('<div class="house">')[2]
    assert re.findall(r"(?<![\w-])-0(?:[.,]0+)?(?![\d.,])", shown) == []


def test_distributions_are_compared_over_the_same_numbers() -> None:
    own = [{"points": -3, "count": 1}, {"points": 0, "count": 2}, {"points": 95, "count": 1}]
    base = [{"points": 0, "count": 10}]
    found = columns([own, base])
    assert len(found) <= 24
    assert found[0].least <= -3 <= found[0].most
    assert found[-1].least <= 95 <= found[-1].most
    assert [sum(column.shares[side] for column in found) for side in (0, 1)] == [100, 100]
    assert max(box[3] for column in found for box in column.boxes) == 100
    assert all(box[0] >= 0 and box[0] + box[2] <= 100 for column in found for box in column.boxes)
    assert columns([[], []]) == []
