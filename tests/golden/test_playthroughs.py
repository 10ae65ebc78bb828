"""The playthroughs that are kept are those that the rules make; ``python -m tests.golden`` writes them anew."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from tests.golden.playthrough import Playthrough, special, spell, told
from tests.rummy.builder import move
from variants.catalogue import Variant, variants

EACH = pytest.mark.parametrize("each", variants(), ids=lambda each: each.id)


def kept(each: Variant) -> str:
    return Path(__file__).with_name(f"{each.id}.txt").read_text(encoding="utf-8")


@cache
def played(variant_id: str) -> Playthrough:
    """The playthrough with the shuffles that the kept file names."""
    (each,) = (one for one in variants() if one.id == variant_id)
    named = re.search(r"shuffles (\d+)$", kept(each).splitlines()[0])
    assert named
    return told(each, int(named[1]))


@EACH
def test_a_playthrough_is_as_it_was(each: Variant) -> None:
    assert played(each.id).text == kept(each)


@EACH
def test_it_shows_every_special_rule(each: Variant) -> None:
    assert special(each.profile) <= played(each.id).shown


@EACH
def test_its_moves_can_be_read(each: Variant) -> None:
    moves = [line.split("  (")[0][2:] for line in kept(each).splitlines() if line[:1].isdecimal()]
    assert len(moves) > 5
    for text in moves:
        assert spell(move(text)) == text
