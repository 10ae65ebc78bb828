"""Playtests asked for: what is refused, what is played beside them, and what a failed one stands in the way of."""

from __future__ import annotations

from typing import Any

import pytest

from rummy.formats import load_profile
from tests.hosting.rig import at_once
from tests.variants.houses import ANNA, made
from variants import catalogue, house_rules, lookup, playtests
from variants.drafts import Draft
from variants.errors import FaultyHouseRule, HouseRuleConflict, InvalidPlaytest, PlaytestNotFound, TooManyPlaytests
from variants.models import HouseRule, Playtest, PlaytestState

pytestmark = pytest.mark.django_db

ASKED: dict[str, Any] = {"deals": 10, "seats": 2, "level": "easy", "by": "Ann"}


def asked(variant: str = "rummy", **changes: Any) -> Playtest:
    return playtests.request(**{"variant": catalogue.variant(variant), **ASKED, **changes})


def of_rule(rule: HouseRule, **changes: Any) -> Playtest:
    return playtests.request(variant=house_rules.variant_of(rule), rule=rule, **{**ASKED, **changes})


def ended(playtest: Playtest, state: PlaytestState, **changes: Any) -> Playtest:
    Playtest.objects.filter(pk=playtest.pk).update(state=state, **changes)
    return playtests.get(playtest.pk)


def state_of(playtest: Playtest) -> str:
    return playtests.get(playtest.pk).state


@pytest.mark.parametrize(
    ("changes", "faults"),
    [
        ({"deals": 0}, [("/deals", "out_of_range")]),
        ({"deals": playtests.MOST_DEALS + 1}, [("/deals", "out_of_range")]),
        ({"seed": -1}, [("/seed", "out_of_range")]),
        ({"seats": 1}, [("/seats", "seat_count")]),
        ({"seats": 7}, [("/seats", "seat_count")]),
        ({"level": "genius"}, [("/level", "unknown_level")]),
        ({"options": {"jokers": 2}}, [("/options/jokers", "option_unknown")]),
        ({"options": {"target": 51}}, [("/options/target", "option_value")]),
        ({"deals": 0, "seats": 9, "level": "", "options": {"target": 0}},
         [("/deals", "out_of_range"), ("/seats", "seat_count"), ("/level", "unknown_level"),
          ("/options/target", "option_value")]),
    ],
)  # fmt: skip
def test_all_that_cannot_be_tried_is_told_at_once(changes: dict[str, Any], faults: list[tuple[str, str]]) -> None:
    with pytest.raises(InvalidPlaytest) as refused:
        asked(**changes)
    assert [(fault.pointer, fault.code) for fault in refused.value.faults] == faults
    assert not Playtest.objects.exists()


def test_the_rules_are_frozen_with_the_options_chosen() -> None:
    playtest = asked(options={"target": 200}, seed=7)
    assert load_profile(playtest.profile).match.target == 200
    assert playtest.hash == catalogue.variant("rummy").hash
    assert playtest.profile_hash == load_profile(playtest.profile).hash != playtest.hash
    assert (playtest.seed, playtest.state, playtest.requested_by) == (7, PlaytestState.QUEUED, "Ann")


def test_nobody_can_ask_for_more_than_the_workers_can_do() -> None:
    for _ in range(playtests.MOST_RUNNING):
        first = asked()
    with pytest.raises(TooManyPlaytests) as refused:
        asked()
    assert refused.value.data == {"limit": playtests.MOST_RUNNING}
    asked(by="Bob")
    playtests.cancel(first.pk)
    asked()
    Playtest.objects.filter(requested_by="Ann").update(requested_by="")
    while Playtest.objects.filter(state=PlaytestState.QUEUED).count() < playtests.MOST_QUEUED:
        asked(by=f"caller {Playtest.objects.count()}")
    with pytest.raises(TooManyPlaytests):
        asked(by="the last one")


def test_one_that_is_played_beside_another_takes_two_places() -> None:
    while Playtest.objects.count() < playtests.MOST_QUEUED - 1:
        asked(by=f"caller {Playtest.objects.count()}")
    with pytest.raises(TooManyPlaytests) as refused:
        asked("romme-kurz", compare=True)
    assert refused.value.data == {"limit": playtests.MOST_QUEUED}
    asked("romme-kurz")
    assert Playtest.objects.count() == playtests.MOST_QUEUED


def test_a_house_rule_is_played_beside_its_base_which_is_played_once() -> None:
    rule = made()
    playtest = of_rule(rule)
    base = playtest.base
    assert base is not None
    assert (base.variant, base.hash, base.base) == ("romme", catalogue.variant("romme").hash, None)
    assert (base.deals, base.seats, base.level, base.seed) == (10, 2, "easy", 1)
    assert (playtest.variant, playtest.rule) == ("club-romme", rule)
    assert of_rule(rule).base == base
    assert of_rule(rule, seats=3).base not in (None, base)
    assert Playtest.objects.count() == 5, "those beside the three are not the caller's"
    ended(base, PlaytestState.FAILED)
    Playtest.objects.filter(rule=rule).update(state=PlaytestState.DONE)
    assert of_rule(rule).base not in (None, base), "what failed is no measure"


def test_who_cancels_ends_what_was_only_played_beside_it() -> None:
    playtest = of_rule(made())
    assert playtest.base is not None
    assert playtests.cancel(playtest.pk)
    assert state_of(playtest.base) == PlaytestState.CANCELLED
    assert not Playtest.objects.filter(finished_at=None).exists()
    assert not playtests.cancel(playtest.pk), "it is over"
    again = of_rule(HouseRule.objects.get())
    assert again.base not in (None, playtest.base), "what was cancelled has no report"


@pytest.mark.parametrize("state", [PlaytestState.QUEUED, PlaytestState.RUNNING, PlaytestState.DONE])
def test_what_is_played_beside_two_goes_on_until_both_are_cancelled(state: PlaytestState) -> None:
    rule = made()
    first, second = of_rule(rule), of_rule(rule, by="Bob")
    assert first.base is not None
    assert first.base == second.base
    Playtest.objects.filter(pk=second.pk).update(state=state)
    playtests.cancel(first.pk)
    assert state_of(first.base) == PlaytestState.QUEUED, "the other's report is read beside it"
    wanted = playtests.cancel(second.pk)
    assert (state_of(first.base) == PlaytestState.CANCELLED) == wanted == (state != PlaytestState.DONE)


def test_what_was_asked_for_by_itself_goes_on() -> None:
    alone = asked("romme")
    playtest = of_rule(made())
    assert playtest.base == alone
    playtests.cancel(playtest.pk)
    assert state_of(alone) == PlaytestState.QUEUED

    other = of_rule(HouseRule.objects.get(), seed=2)
    by_itself = asked("romme", seed=2, by="Bob")
    assert other.base not in (None, by_itself)
    playtests.cancel(other.pk)
    assert state_of(by_itself) == PlaytestState.QUEUED
    assert not playtests.cancel(str(other.base_id))


def test_what_was_played_beside_it_stays_where_it_is_done() -> None:
    playtest = of_rule(made())
    assert playtest.base is not None
    ended(playtest.base, PlaytestState.DONE)
    playtests.cancel(playtest.pk)
    assert state_of(playtest.base) == PlaytestState.DONE


@pytest.mark.django_db(transaction=True)
def test_who_asks_many_times_at_once_gets_no_more_than_one_after_another() -> None:
    calls = [lambda: asked("romme-kurz", compare=True)] * (2 * playtests.MOST_RUNNING)
    answers = at_once(*calls)
    assert sum(isinstance(answer, Playtest) for answer in answers) == playtests.MOST_RUNNING
    assert {type(answer) for answer in answers} == {Playtest, TooManyPlaytests}
    assert Playtest.objects.filter(beside=True).count() == 1, "one base is enough for all"


def test_a_variant_is_played_beside_its_base_where_that_is_asked_for_and_can_be() -> None:
    assert asked("romme-kurz").base is None
    beside = asked("romme-kurz", compare=True).base
    assert beside is not None
    assert beside.variant == "romme"
    assert asked("rummy", compare=True, by="Bob").base is None
    assert of_rule(made(), compare=False, by="Bob").base is None
    more = made("for-eight", extends="rummy", overrides={"players": {"max": 8}, "deal": {"cards": {str(n): 5 for n in range(2, 9)}}, "deck": {"packs": 2}})  # fmt: skip  # noqa: E501
    assert of_rule(more, seats=8, by="Cem").base is None, "so many do not play the base"


def test_the_base_is_played_with_the_hosts_options_that_it_offers_too() -> None:
    """Like with like: an option that the base does not know, or whose value it does not take, is left out."""
    offered = {"match.target": {"min": 50, "max": 350, "step": 50}, "opening.min_points": [0, 30]}
    rule = made("a-little-more", extends="rummy", overrides={"laying": {"from_lap": 2}}, options=offered)

    def base_of(**options: Any) -> Playtest:
        base = of_rule(rule, options=options, by=f"caller {Playtest.objects.count()}").base
        assert base is not None
        assert base.profile_hash == load_profile(base.profile).hash
        return base

    plain = base_of()
    assert (plain.options, plain.profile_hash) == ({}, catalogue.variant("rummy").hash)
    for chosen in ({"target": 200}, {"match.target": 200}, {"target": 200, "min_points": 30}):
        base = base_of(**chosen)
        assert (base.options, load_profile(base.profile).match.target) == ({"target": 200}, 200)
        assert load_profile(base.profile).opening.min_points == 0
    assert base_of(target=350) == plain == base_of(min_points=30), "rummy is played to 300 at most"
    assert Playtest.objects.filter(beside=True).count() == 2, "each of the two rules once"


def test_a_faulty_draft_is_not_tried() -> None:
    draft = Draft("faulty", "romme", {"en": "Faulty"}, overrides={"match": {"rounds": 0}})
    rule = house_rules.create(draft=draft, by=ANNA, keep_faulty=True)
    with pytest.raises(FaultyHouseRule) as refused:
        of_rule(rule)
    assert [fault.pointer for fault in refused.value.faults] == ["/overrides/match/target"]
    assert not Playtest.objects.exists()


def test_a_playtest_that_is_not_there() -> None:
    with pytest.raises(PlaytestNotFound):
        playtests.get("nothing")


def test_a_failed_playtest_stands_in_the_way_of_publishing_until_it_has_passed() -> None:
    rule = made()
    bad = ended(of_rule(rule, options={"jokers": 2}), PlaytestState.FAILED, done=4, failure={"deal": 5})
    with pytest.raises(HouseRuleConflict) as refused:
        house_rules.publish(rule_id=rule.pk, by=ANNA)
    assert refused.value.code == "playtest_failed"
    assert refused.value.data == {"slug": "club-romme", "playtest": bad.pk, "seed": 1, "deal": 5}
    with pytest.raises(LookupError):
        lookup.find("club-romme")

    ended(of_rule(rule, options={"jokers": 2}, seats=3), PlaytestState.DONE)
    ended(of_rule(rule, options={"jokers": 2}, deals=4), PlaytestState.DONE)
    ended(of_rule(rule), PlaytestState.DONE)
    with pytest.raises(HouseRuleConflict):
        house_rules.publish(rule_id=rule.pk, by=ANNA)
    ended(of_rule(rule, options={"jokers": 2}, deals=5), PlaytestState.DONE)
    assert house_rules.publish(rule_id=rule.pk, by=ANNA).new


def test_other_rules_can_be_published_after_a_failed_playtest_and_published_ones_stay() -> None:
    rule = made()
    ended(of_rule(rule), PlaytestState.FAILED)
    house_rules.edit(rule_id=rule.pk, changes={"overrides": {"opening": {"min_points": 50}}}, by=ANNA)
    rule = house_rules.publish(rule_id=rule.pk, by=ANNA).rule
    ended(of_rule(rule), PlaytestState.FAILED)
    assert not house_rules.publish(rule_id=rule.pk, by=ANNA).new, "it is published already"
    house_rules.retire(rule_id=rule.pk, by=ANNA)
    with pytest.raises(HouseRuleConflict):
        house_rules.publish(rule_id=rule.pk, by=ANNA)
    ended(of_rule(made("other")), PlaytestState.CANCELLED)
