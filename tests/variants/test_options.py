"""What a host may set, and what is said when it cannot be."""

from typing import Any

import pytest

from rummy import texts
from rummy.profile import RuleProfile
from tests.variants.family import FAMILY
from variants.catalogue import resolve, variant, with_options
from variants.combinations import combinations, option_faults
from variants.options import InvalidOptions


def faults(name: str, chosen: dict[str, Any]) -> list[tuple[str, str]]:
    """The faults of a choice: pointer and code."""
    with pytest.raises(InvalidOptions) as refusal:
        with_options(FAMILY[name], chosen)
    return [(fault.pointer, fault.code) for fault in refusal.value.faults]


def test_the_target_of_base_rummy_goes_from_50_to_300_by_25() -> None:
    (target,) = variant("rummy").options  # S0
    assert (target.path, target.name, target.kind, target.default, target.step) == (
        "match.target",
        "target",
        "range",
        100,
        25,
    )
    assert target.values == (50, 75, 100, 125, 150, 175, 200, 225, 250, 275, 300)


def test_dutch_rummy_has_the_switches_of_its_source() -> None:
    options = {option.name: option.values for option in variant("rummy-dutch").options}  # S3
    assert options == {
        "target": (100, 150, 200, 250, 300, 350, 400, 450, 500),
        "max_melds": (0, 1),
        "ace": ("both", "low"),
        "final_discard": ("optional", "required"),
        "min_points": (0, 50),
        "jokers": (0, 2),
        "method": ("winner_takes", "zero_sum"),
    }


def test_no_choice_is_the_variant_itself() -> None:
    assert with_options(variant("rummy"), {}) is variant("rummy").profile


@pytest.mark.parametrize("name", ["target", "match.target"])
def test_an_option_goes_by_its_name_or_its_path(name: str) -> None:
    assert with_options(variant("rummy"), {name: 150}) == RuleProfile.model_validate({"match": {"target": 150}})


def test_several_options_are_set_at_once() -> None:
    profile = with_options(variant("rummy-dutch"), {"max_melds": 1, "ace": "low", "target": 500})
    assert (profile.laying.max_melds, profile.runs.ace, profile.match.target) == (1, "low", 500)
    assert profile.discarding == variant("rummy-dutch").profile.discarding


def test_all_faults_of_a_choice_come_at_once() -> None:
    chosen = {"target": 60, "nothing": 1, "scoring.method": "zero_sum", "method": "zero_sum", "a/b~c": 0}
    assert faults("rummy-dutch", chosen) == [
        ("/target", "option_value"),
        ("/nothing", "option_unknown"),
        ("/method", "option_twice"),
        ("/a~1b~0c", "option_unknown"),
    ]


@pytest.mark.parametrize(
    "value", [60, 49, 325, -100, True, "100", 100.0, None, [100], {}, 10**5000], ids=lambda value: type(value).__name__
)
def test_only_the_values_of_an_option_are_taken(value: Any) -> None:
    assert faults("rummy", {"target": value}) == [("/target", "option_value")]


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("100", 'target cannot be the text "100"; possible: 50, 75, '),
        (60, "target cannot be 60; possible: "),
        (True, "target cannot be true; possible: "),
        (None, "target cannot be null; possible: "),
    ],
)
def test_a_text_is_told_to_be_one(value: Any, told: str) -> None:
    with pytest.raises(InvalidOptions) as refusal:
        with_options(FAMILY["rummy"], {"target": value})
    (fault,) = refusal.value.faults
    assert texts.sentence(fault.code, "en", fault.data).startswith(told)


def test_true_is_not_one() -> None:
    assert faults("rummy-dutch", {"max_melds": True}) == [("/max_melds", "option_value")]
    assert faults("rummy-dutch", {"max_melds": False}) == [("/max_melds", "option_value")]


def test_two_options_of_one_name_go_by_their_paths() -> None:
    found = resolve({"a": {"options": {"sets.min_size": [3, 4], "runs.min_size": [3, 4], "match.target": [100, 200]}}})[
        "a"
    ]
    assert [option.name for option in found.options] == ["sets.min_size", "runs.min_size", "target"]
    assert with_options(found, {"runs.min_size": 4}).runs.min_size == 4
    with pytest.raises(InvalidOptions):
        with_options(found, {"min_size": 4})


def test_options_are_inherited_less_what_a_file_states_itself() -> None:
    files: dict[str, dict[str, Any]] = {
        "a": {"options": {"match.target": {"min": 50, "max": 150, "step": 50}, "runs.ace": ["low", "both"]}},
        "b": {"extends": "a", "runs": {"ace": "high"}},
        "c": {"extends": "a", "options": {}},
        "d": {"extends": "b", "match": {"target": 300}},
    }
    found = {name: [option.path for option in each.options] for name, each in resolve(files).items()}
    assert found == {"a": ["match.target", "runs.ace"], "b": ["match.target"], "c": [], "d": []}


def test_values_that_do_not_go_together_are_refused_and_found_beforehand() -> None:
    found = resolve({
        "a": {"options": {"opening.min_points": [0, 60], "laying.max_melds": [0, 1], "runs.min_size": [3, 5]},
              "deal": {"cards": 5}},
    })["a"]  # fmt: skip
    assert with_options(found, {"opening.min_points": 0}).opening.min_points == 0
    with pytest.raises(InvalidOptions) as refusal:
        with_options(found, {"opening.min_points": 60, "max_melds": 1})
    (fault,) = refusal.value.faults
    assert (fault.code, fault.data["inner"]) == ("option_breaks", "opening_unreachable")
    assert fault.data["options"] == ["opening.min_points = 60", "laying.max_melds = 1"]
    assert {each.data["inner"] for each in option_faults(found.profile, found.options)} == {"opening_unreachable"}


def test_of_too_many_combinations_the_ends_are_tried() -> None:
    wide = {"min": 1, "max": 100, "step": 1}
    found = resolve({
        "a": {"options": {"match.target": wide, "match.deals": {"min": 0, "max": 199, "step": 1}}},
    })["a"]  # fmt: skip
    assert sorted(tuple(choice.values()) for choice in combinations(found.options)) == [
        (1, 0), (1, 199), (100, 0), (100, 199),
    ]  # fmt: skip


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_options_and_their_values_have_names(language: str) -> None:
    for each in FAMILY.values():
        for option in each.options:
            assert option.title(language) != option.path
            for value in option.values:
                assert option.label(value, language)
                if isinstance(value, str):
                    assert option.label(value, language) != value
