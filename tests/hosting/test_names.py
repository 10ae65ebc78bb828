"""Names of players: trimmed, NFC, 1 to 40 characters, nothing invisible, unique at a table."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hosting.names import bot_name, clean_name, same_name


@pytest.mark.parametrize(
    ("given_name", "kept"),
    [
        ("  Zoe\u0308 ", "Zo\u00eb"),
        ("a" * 40, "a" * 40),
        ("李小龍", "李小龍"),
        ("R2 D2", "R2 D2"),
        ("\u3000Al", "Al"),
        ("\U0001f469\u200d\U0001f680", "\U0001f469\u200d\U0001f680"),
        ("\u0646\u06cc\u200c\u0644", "\u0646\u06cc\u200c\u0644"),
    ],
)
def test_it_trims_and_composes(given_name: str, kept: str) -> None:
    assert clean_name(given_name) == kept


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "bad_name"),
        ("   ", "bad_name"),
        ("a" * 41, "bad_name"),
        ("a\x00b", "control_characters"),
        ("a\nb", "control_characters"),
        ("a\u202eb", "control_characters"),
        ("a\u200bb", "control_characters"),
        ("\u2066", "control_characters"),
        ("\u200d", "control_characters"),
        ("Al\u200d", "control_characters"),
        ("A\u200d\u200dl", "control_characters"),
        ("A\u200d l", "control_characters"),
        ("a\ud800b", "control_characters"),
        ("a\ue000b", "control_characters"),
        ("a\u2028b", "control_characters"),
        ("\U000e0041", "control_characters"),
    ],
)
def test_it_refuses_what_is_no_name(name: str, code: str) -> None:
    with pytest.raises(ValueError, match=f"^{code}$"):
        clean_name(name)


def test_a_name_counts_its_composed_characters() -> None:
    assert len(clean_name("e\u0301" * 40)) == 40


@given(st.text(max_size=60))
def test_a_kept_name_is_visible_composed_and_stays_as_it_is(text: str) -> None:
    try:
        name = clean_name(text)
    except ValueError:
        return
    assert 1 <= len(name) <= 40
    assert name == name.strip() == unicodedata.normalize("NFC", name) == clean_name(name)
    assert not [sign for sign in name if unicodedata.category(sign)[0] == "C" and sign not in "\u200c\u200d"]


@pytest.mark.parametrize(
    ("one", "other"), [("Bob", "bOB"), ("STRASSE", "straße"), ("Ｂｏｂ", "bob"), ("ﬁn", "FIN"), ("A\u200dl", "al")]
)
def test_names_that_nobody_tells_apart_are_the_same(one: str, other: str) -> None:
    assert same_name(one) == same_name(other)


def test_a_bot_gets_a_name_that_nobody_has() -> None:
    assert bot_name(["Alice", "BOT 1", ""]) == "Bot 2"
