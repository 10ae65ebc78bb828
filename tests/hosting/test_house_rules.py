"""Games under house rules: what becomes of a rule reaches no game that runs; and writes of one rule at one moment."""

from __future__ import annotations

import json
from functools import partial
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from hosting import records, selectors, services
from hosting.errors import InvalidSetup
from hosting.models import Game, Seat
from rummy.formats import dump_state
from tests.hosting.rig import at_once, every_row, play_on
from tests.hosting.tables import fresh, new_game
from tests.variants.houses import ANNA, draft, made, published
from variants import house_rules, lookup
from variants.errors import FaultyHouseRule, StaleHouseRule
from variants.house_rules import Published
from variants.models import HouseRule, HouseRuleVersion

pytestmark = pytest.mark.usefixtures("database")

SHORT: dict[str, Any] = {
    "deal": {"cards": 3},
    "laying": {"from_lap": 3},
    "knocking": {"limit_by": "number", "limit": 30},
    "match": {"target": 0, "deals": 1},
}
"""One deal that nobody can end before the third lap, and anybody then."""
CLOCK = {"turn_s": 600, "bank_s": 60, "claim_s": 8, "misses": 3, "on_timeout": "play"}
PASSING = ("now", "time_left_s")


def house_game(number: int) -> Game:
    """A game of the house rule, as far on as its number says; they differ in seats, options and clock."""
    seats, moves = 2 + number % 2, number % 8
    options = {"ace": 1 + number % 2}
    game = new_game(seats, "club-rummy", options=options, clock=CLOCK if number % 2 else None)
    play_on(game, seed=number, moves=moves)
    return fresh(game)


def shown(game: Game) -> list[Any]:
    """What every seat and a spectator are shown, the clock aside."""

    def without_clock(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: without_clock(each) for key, each in value.items() if key not in PASSING}
        return [without_clock(each) for each in value] if isinstance(value, list) else value

    tables = [selectors.Table(fresh(game), seat) for seat in (None, *range(Seat.objects.filter(game=game).count()))]
    now = timezone.now()
    return [
        (
            without_clock(selectors.view(table, now)),
            selectors.events_after(table, 0, 1000),
            selectors.profile_of(table, "en"),
        )
        for table in tables
    ]


def test_nothing_that_becomes_of_a_rule_reaches_its_games() -> None:
    rule = published("club-rummy", extends="rummy", overrides=SHORT, options={"values.ace": [1, 2]})
    child = published("club-child", extends="club-rummy", overrides={})
    games = [*(house_game(number) for number in range(19)), new_game(2, "club-child")]
    rows, views = every_row(), [shown(game) for game in games]

    house_rules.edit(rule_id=rule.pk, changes={"overrides": {"match": {"target": 70}}, "options": {}}, by=ANNA)
    assert house_rules.publish(rule_id=rule.pk, by=ANNA).new
    house_rules.edit(rule_id=rule.pk, changes={"extends": "nowhere"}, by=ANNA, keep_faulty=True)
    house_rules.retire(rule_id=child.pk, by=ANNA)
    house_rules.retire(rule_id=rule.pk, by=ANNA)

    assert every_row() == rows
    assert [shown(game) for game in games] == views
    with pytest.raises(InvalidSetup) as refused:
        new_game(2, "club-rummy")
    assert [(fault.pointer, fault.code) for fault in refused.value.faults] == [("/variant", "variant_retired")]

    for game in games:
        play_on(game, seed=3)
        over = fresh(game)
        assert over.status == "finished"
        assert (over.profile, over.hash, over.options) == (game.profile, game.hash, game.options)
        record = json.loads(json.dumps({**records.whole_log(over), "nonces": over.nonces}))
        assert dump_state(list(records.replay(record))[-1].state) == over.state


def test_an_open_table_of_a_retired_rule_can_still_begin() -> None:
    rule = published("club-rummy", extends="rummy", overrides=SHORT)
    made = services.create_game(variant="club-rummy", seats=[{"name": "Alice"}, {}])
    house_rules.retire(rule_id=rule.pk, by=ANNA)
    joined = services.join_game(game_id=made.game.id, name="Bob", invite=made.invite)
    assert joined.game.status == "playing"
    assert lookup.find("club-rummy").hash == joined.game.hash


def test_a_game_has_the_newest_version_when_it_is_made() -> None:
    rule = published("club-rummy", extends="rummy", overrides=SHORT)
    first = new_game(2, "club-rummy")
    house_rules.edit(rule_id=rule.pk, changes={"overrides": {**SHORT, "values": {"ace": 11}}}, by=ANNA)
    assert new_game(2, "club-rummy").hash == first.hash, "an edit alone is not played"
    version = house_rules.publish(rule_id=rule.pk, by=ANNA).version
    assert new_game(2, "club-rummy").hash == version.hash != first.hash


def test_of_publishers_at_once_one_makes_the_version() -> None:
    rule = made()
    results = at_once(*[partial(house_rules.publish, rule_id=rule.pk, by=ANNA)] * 4)
    assert all(isinstance(result, Published) for result in results), results
    assert sorted(result.new for result in results) == [False, False, False, True]
    assert {result.version.number for result in results} == {1}
    assert HouseRuleVersion.objects.count() == 1
    assert HouseRule.objects.get().revision == 2


def test_of_editors_at_once_one_is_first_and_the_others_are_told() -> None:
    rule = made()
    edits = [
        partial(house_rules.edit, rule_id=rule.pk, changes={"title": {"de": f"Nr. {n}"}}, by=ANNA, expected=1)
        for n in range(4)
    ]
    results = at_once(*edits)
    assert sorted(type(result).__name__ for result in results) == ["HouseRule", *["StaleHouseRule"] * 3]
    (first,) = [result for result in results if isinstance(result, HouseRule)]
    assert HouseRule.objects.get().title == first.title
    assert HouseRule.objects.get().revision == 2
    assert rule.history.count() == 2


def test_publishing_while_another_edits_publishes_one_of_both_whole() -> None:
    rule = made()
    changes = {"title": {"de": "Neu"}, "overrides": {"opening": {"min_points": 51}}}
    results = at_once(
        partial(house_rules.publish, rule_id=rule.pk, by=ANNA),
        partial(house_rules.edit, rule_id=rule.pk, changes=changes, by=ANNA),
    )
    assert [
        result for result in results if isinstance(result, Exception) and not isinstance(result, StaleHouseRule)
    ] == []
    found = lookup.find("club-romme")
    assert (found.title("de"), found.profile.opening.min_points) in {("Vereins-Rommé", 40), ("Neu", 51)}


def test_of_equal_slugs_at_once_one_is_taken() -> None:
    results = at_once(*[partial(house_rules.create, draft=draft(), by=ANNA)] * 3)
    assert sum(isinstance(result, HouseRule) for result in results) == 1
    refused = [result for result in results if isinstance(result, FaultyHouseRule)]
    assert [fault.code for error in refused for fault in error.faults] == ["slug_taken", "slug_taken"]
    assert HouseRule.objects.count() == 1


def test_a_publication_that_breaks_off_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The row is written last: when that fails, the version is gone too."""
    rule = published()
    before = lookup.find("club-romme")
    house_rules.edit(rule_id=rule.pk, changes={"overrides": {"opening": {"min_points": 51}}}, by=ANNA)

    def fails(*_: object, **__: object) -> None:
        raise OSError("no space left")

    with monkeypatch.context() as broken:
        broken.setattr(HouseRule, "save", fails)
        with pytest.raises(OSError, match="no space"):
            house_rules.publish(rule_id=rule.pk, by=ANNA)
    assert (HouseRuleVersion.objects.count(), lookup.find("club-romme")) == (1, before)
    assert house_rules.publish(rule_id=rule.pk, by=ANNA).version.number == 2


def test_many_house_rules_cost_no_more_queries(django_assert_num_queries: Any) -> None:
    rng = Random(1)
    first = published("club-rummy", extends="rummy", overrides=SHORT).current
    assert first is not None
    rules = [
        HouseRule(slug=f"club-{n}", extends="rummy", title={"de": str(n)}, author="tests", state="published")
        for n in range(200)
    ]
    HouseRule.objects.bulk_create(rules)
    versions = [
        HouseRuleVersion(
            rule=rule, number=1, hash=first.hash, content=f"{rng.getrandbits(256):064x}", extends="rummy",
            extends_hash=first.extends_hash, written=first.written, profile=first.profile, author="tests",
        )
        for rule in rules
    ]  # fmt: skip
    HouseRuleVersion.objects.bulk_create(versions)
    for rule, version in zip(rules, versions, strict=True):
        rule.current = version
    HouseRule.objects.bulk_update(rules, ["current"])
    with django_assert_num_queries(2):
        found = lookup.listed()
    assert len([variant for variant in found if variant.id.startswith("club-")]) == 201
    with django_assert_num_queries(1):
        assert lookup.listed() == found
    with django_assert_num_queries(1):
        assert lookup.find("club-7").title("de") == "Vereins-Rommé"
