"""Sentences say the same in every language, with the numbers that the code gives."""

from string import Formatter
from typing import Any

import pytest

from rummy import texts
from rummy.sense import faults_of
from tests.refusals import MADE_UP, RAISED
from tests.rummy.test_sense import CASES, put


def placeholders(template: str) -> set[str]:
    """The data that a sentence names."""
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_the_languages_say_the_same_with_the_same_numbers(language: str) -> None:
    english, other = texts.codes("en"), texts.codes(language)
    assert list(other) == list(english)
    assert [code for code in english if placeholders(english[code]) != placeholders(other[code])] == []


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_the_languages_name_the_same_words(language: str) -> None:
    def shape(table: Any) -> Any:
        return {key: shape(value) for key, value in table.items()} if isinstance(table, dict) else None

    assert shape(texts._texts(language)) == shape(texts._texts("en"))


def test_a_sentence_names_only_what_the_refusal_gives() -> None:
    english = texts.codes("en")
    known = [each for each in RAISED if each.whole and each.code in english]
    assert len(known) > 100
    assert [each for each in known if not placeholders(english[each.code]) - MADE_UP <= each.data] == []


@pytest.mark.parametrize("language", texts.LANGUAGES)
@pytest.mark.parametrize(("code", "values"), [(code, values) for code, _, values in CASES])
def test_a_fault_of_a_profile_is_told_whole(code: str, values: Any, language: str) -> None:
    (found,) = faults_of(put(values))
    told = texts.sentence(code, language, found.data)
    assert "?" not in told
    assert "{" not in told


@pytest.mark.parametrize(
    ("code", "language", "data", "told"),
    [
        ("opening_too_low", "en", {"needed": 40, "got": 31},
         "This lay must be worth 40 points; it counts 31."),
        ("taken_card_discard", "de", {"card": "KC", "cards_left": 3},
         "Du hast K♣ in diesem Zug vom Ablagestapel genommen und darfst sie nicht ablegen; Karten auf deiner Hand: 3."),
        ("does_not_fit", "nl", {"card": "TH", "meld": "m1", "inner": "set_too_large", "limit": 4, "got": 5},
         "10♥ past niet bij combinatie m1. Een setje heeft hoogstens 4 kaarten; dit zouden er 5 zijn."),
        ("ambiguous_meld", "en", {"choices": [["X:7H", "8H", "9H"], ["8H", "9H", "X:TH"]]},
         "These cards can be read in more than one way. Say which: joker (7♥) 8♥ 9♥ / 8♥ 9♥ joker (10♥)."),
        ("obligation_open", "de", {"obligation": "use", "card": "JS"},
         "Zuerst musst du die genommene Karte auslegen (B♠)."),
        ("cards_not_conserved", "nl", {"missing": ["X:KH", "X:Q"], "extra": ["JC", "AS", "TD"]},
         "De kaarten kloppen niet. Over van de tafel: joker (H♥), joker (V); niet in je hand: B♣, A♠, 10♦."),
        ("ranks_differ", "de", {"ranks": ["T", "J", "Q", "K", "A"]},
         "Ein Satz besteht aus einem Wert; hier sind 10, B, D, K, A."),
        ("ranks_differ", "nl", {"ranks": ["J", "Q", "K"]}, "Een setje bestaat uit één waarde; hier liggen B, V, H."),
        ("unknown_card", "de", {"card": "J"},
         "J ist keine Karte. Schreib zum Beispiel KS, 10H oder X für einen Joker."),
        ("suits_differ", "de", {"suits": ["S", "H"]}, "Eine Reihe besteht aus einer Farbe; hier sind ♠, ♥."),
        ("ranks_differ", "en", {"ranks": ["9", "T"]}, "A set is of one rank; here are 9, 10."),
        ("wrong_phase", "nl", {"phase": "draw", "allowed": ["draw_stock", "take_discard"]},
         "Dat kan nu niet. Mogelijk: van de trekstapel trekken, van de aflegstapel nemen."),
        ("cards_not_conserved", "en", {"missing": [], "extra": ["X", "AS"]},
         "The cards do not add up. Left over from the table: -; not in your hand: joker, A♠."),
        ("penalty_only", "de", {"field": "scoring.winner_relief"},
         "Abzug für den Gewinner: Das hat nur Sinn, wo jeder seine eigenen Punkte anschreibt."),
        ("unknown_card", "en", {"card": "{card}"},
         "{card} is no card. Write for example KS, 10H or X for a joker."),
    ],
)  # fmt: skip
def test_it_is_said_as_people_say_it(code: str, language: str, data: dict[str, Any], told: str) -> None:
    assert texts.sentence(code, language, data) == told


def test_missing_data_and_unknown_codes_or_languages_do_no_harm() -> None:
    assert texts.sentence("opening_too_low", "en", {}) == "This lay must be worth ? points; it counts ?."
    assert texts.sentence("no_such_code", "en", {}) == "no_such_code"
    assert texts.sentence("not_your_turn", "fr", {}) == "It is not your turn."
    assert texts.field_title("sets.no_such_field", "de") == "sets.no_such_field"
    assert texts.value_title("match.target", 150, "de") == "150"
