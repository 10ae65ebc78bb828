"""The catalogue: its files, what they are resolved to, and what is wrong with files that are none."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rummy import texts
from rummy.profile import RuleProfile, diff
from rummy.sense import sense_of
from tests.strategies import FIELDS
from tests.variants.family import FAMILY
from variants.catalogue import (
    InvalidVariant,
    UnknownVariant,
    Variant,
    options_of,
    parent_diff,
    resolve,
    variant,
    variants,
    with_options,
)
from variants.combinations import combinations, option_faults

CATALOGUE = variants()
ROOT = Path(__file__).parents[2]


def ids(each: Variant) -> str:
    return each.id


def test_the_catalogue_is_listed_by_id() -> None:
    assert [each.id for each in CATALOGUE] == sorted(each.id for each in CATALOGUE)
    assert {"rummy", "rummy-dutch"} <= {each.id for each in CATALOGUE}


def test_base_rummy_is_the_plain_profile() -> None:
    assert variant("rummy").profile == RuleProfile()
    assert variant("rummy").parent is None


def test_dutch_rummy_is_what_the_seed_says() -> None:
    dutch = variant("rummy-dutch")
    assert dutch.parent == "rummy"
    assert parent_diff(dutch, variant("rummy")) == {  # rules.md A.5 (S3)
        "players": {"max": 4},
        "deal": {"cards": {"2": 10, "3": 7, "4": 7}},
        "runs": {"ace": "both"},
        "discarding": {"taken_card": "forbidden"},
        "stock_empty": {"action": "shuffle", "open_card": "turn", "renewals": "unlimited"},
    }


def test_the_difference_of_a_root_is_that_to_base_rummy() -> None:
    assert parent_diff(variant("rummy"), None) == {}
    assert parent_diff(FAMILY["romme"], None) == FAMILY["romme"].profile.stated


def test_an_unknown_variant_is_refused() -> None:
    with pytest.raises(UnknownVariant) as refusal:
        variant("no-such-game")
    assert (refusal.value.code, refusal.value.data) == ("variant_not_found", {"variant": "no-such-game"})


@pytest.mark.parametrize("each", CATALOGUE, ids=ids)
def test_people_can_read_about_it_in_every_language(each: Variant) -> None:
    for language in texts.LANGUAGES:
        assert each.title(language) != each.id
        assert 40 < len(each.summary(language)) < 300
        assert each.aliases(language)
    assert len({each.summary(language) for language in texts.LANGUAGES}) == len(texts.LANGUAGES)
    assert each.title("fr") == each.title("en")
    assert each.difficulty in ("easy", "medium", "hard")
    assert each.minutes
    assert set(each.related) <= {other.id for other in CATALOGUE} - {each.id}
    assert all(each.id in variant(other).related for other in each.related), "related goes both ways"


@pytest.mark.parametrize("each", CATALOGUE, ids=ids)
def test_every_value_that_it_states_has_a_source(each: Variant) -> None:
    stated = {f"{section}.{field}" for section, fields in each.stated.items() for field in fields}
    assert stated <= set(each.sources)
    assert set(each.sources) <= set(FIELDS)


def test_a_citation_does_not_change_the_hash() -> None:
    plain = resolve({"a": {"match": {"target": 150}}})["a"]
    cited = resolve({"a": {"match": {"target": 150}, "sources": {"match.target": "S9"}, "minutes": 5}})["a"]
    assert plain.hash == cited.hash != variant("rummy").hash


@pytest.mark.parametrize("each", FAMILY.values(), ids=ids)
def test_it_is_valid_with_every_choice_of_options(each: Variant) -> None:
    assert [fault for fault in sense_of(each.profile) if fault.severity == "error"] == []
    assert option_faults(each.profile, each.options) == []


@pytest.mark.parametrize("each", FAMILY.values(), ids=ids)
def test_it_warns_of_nothing_but_matches_that_may_go_on(each: Variant) -> None:
    # With a target alone and deals that nobody wins, a match has no fixed end: base, Dutch and the two Gins.
    assert {fault.code for fault in each.faults} <= {"match_may_not_end"}


def test_all_profiles_of_the_family_differ() -> None:
    assert len(FAMILY) == 12
    assert len({each.hash for each in FAMILY.values()}) == 12


@pytest.mark.parametrize("each", FAMILY.values(), ids=ids)
def test_every_choice_of_a_host_is_a_profile_of_its_own(each: Variant) -> None:
    seen = set()
    for count, choice in enumerate(combinations(each.options)):
        if count >= 60:
            break
        profile = with_options(each, choice)
        seen.add(profile.hash)
        assert options_of(each, profile) == {option.name: choice[option.path] for option in each.options}
    assert len(seen) == count + (count < 60)


def test_a_child_replaces_fields_and_tables_whole() -> None:
    found = resolve({
        "a": {"deal": {"cards": {"2": 10, "3": 7}, "upcard": True}, "players": {"max": 3}},
        "b": {"extends": "a", "deal": {"cards": {"2": 8}}, "players": {"max": 2}},
    })  # fmt: skip
    assert found["b"].profile.stated == {"players": {"max": 2}, "deal": {"cards": {"2": 8}}}
    assert diff(found["b"].profile, found["a"].profile) == {"players": {"max": 2}, "deal": {"cards": {"2": 8}}}


def test_the_order_of_the_files_does_not_matter() -> None:
    files: dict[str, dict[str, Any]] = {"c": {"extends": "b"}, "b": {"extends": "a"}, "a": {"match": {"target": 150}}}
    assert [each.profile.match.target for each in resolve(files).values()] == [150, 150, 150]


BROKEN: list[tuple[dict[str, Any], str, str]] = [
    ({"a": {"extends": "nothing"}}, "extends_unknown", "/extends"),
    ({"a": {"extends": "b"}, "b": {"extends": "a"}}, "extends_cycle", "/extends"),
    ({"a": {"extends": "a"}}, "extends_cycle", "/extends"),
    ({"a": {}, "b": {"extends": "a"}, "c": {"extends": "b"}, "d": {"extends": "c"}, "e": {"extends": "d"}},
     "extends_depth", "/extends"),
    ({"a": {"match": {"target": 0}}}, "match_never_ends", "/match/target"),
    ({"a": {"match": {"goal": 10}}}, "unknown_field", "/match/goal"),
    ({"a": {"gaol": 10}}, "unknown_field", "/gaol"),
    ({"a": {"match": 10}}, "wrong_type", "/match"),
    ({"a": {"options": {"match.goal": [1]}}}, "option_unknown", "/options/match.goal"),
    ({"a": {"options": {"match.target": [150, 200]}}}, "option_default", "/options/match.target"),
    ({"a": {"options": {"match.target": {"min": 50, "max": 300}}}}, "missing_field", "/options/match.target/step"),
    ({"a": {"options": {"match.target": {"min": 50, "max": 310, "step": 25}}}},
     "range_step", "/options/match.target"),
    ({"a": {"options": ["match.target"]}}, "wrong_type", "/options"),
]  # fmt: skip


@pytest.mark.parametrize(("files", "code", "pointer"), BROKEN, ids=[f"{code}-{at}" for _, code, at in BROKEN])
def test_a_broken_file_is_refused_with_its_fault(files: dict[str, Any], code: str, pointer: str) -> None:
    with pytest.raises(InvalidVariant) as refusal:
        resolve(files)
    errors = [(fault.code, fault.pointer) for fault in refusal.value.faults if fault.severity == "error"]
    assert errors == [(code, pointer)]


def test_a_chain_of_four_is_the_longest() -> None:
    names = "abcd"
    files = {name: {"extends": names[place - 1]} if place else {} for place, name in enumerate(names)}
    assert resolve(files)["d"].profile == RuleProfile()


def test_it_runs_without_django() -> None:
    code = "import sys, variants.catalogue as c; c.variants(); assert 'django' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, timeout=120)
