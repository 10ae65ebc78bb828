"""Meld rules for tests, said twice: as sections for the engine and as a ``House`` for the second opinion."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from rummy.sections import JokerSwap, Runs, Sets, Values, Wilds
from tests.rummy.oracle import House


@dataclass(frozen=True)
class Rules:
    """The part of a profile on which melds depend."""

    sets: Sets = field(default_factory=Sets)
    runs: Runs = field(default_factory=Runs)
    wilds: Wilds = field(default_factory=Wilds)
    joker_swap: JokerSwap = field(default_factory=JokerSwap)
    values: Values = field(default_factory=Values)


def rules_of(house: House) -> Rules:
    """The sections that say what a house says."""
    return Rules(
        sets=Sets(min_size=house.set_min, max_size=house.set_max, suits="distinct" if house.distinct else "any"),
        runs=Runs.model_validate({"min_size": house.run_min, "ace": house.ace}),
        wilds=Wilds(share="half" if house.half else "any", min_gap=house.gap),
        values=Values(ace=house.ace_points, ace_low=house.ace_low_points, joker=house.joker_points),
    )


BASE: Final = House()
ROMME: Final = House(ace="both", ace_points=11)
"""Two packs and jokers: half of a meld at most, ace at both ends and 11 in a hand (S1a)."""
TOURNAMENT: Final = House(ace="both", ace_points=11, gap=1)
"""Jokers never side by side (S1b)."""
DISTANT: Final = House(ace="both", ace_points=11, gap=2, joker_points=25)
"""Two naturals between jokers (JOK1)."""
REPEATED: Final = House(ace="both", ace_points=11, distinct=False, set_max=8)
"""Suits may repeat in a set (SPK)."""
LOOSE: Final = House(ace="wrap", half=False, ace_points=15)
"""The ring, and any number of jokers."""
STRICT: Final = House(set_min=4, run_min=4, ace="high")

FAMILIES: Final = {
    "base": (BASE, 1, 0, 10),
    "base_small_sets": (House(set_max=3), 1, 0, 11),
    "base_long_runs": (House(run_min=4, ace="both"), 1, 0, 12),
    "one_pack_with_jokers": (House(ace="both"), 1, 2, 10),
    "two_packs": (ROMME, 2, 3, 14),
    "jokers_apart": (TOURNAMENT, 2, 3, 14),
    "jokers_far_apart": (DISTANT, 2, 3, 14),
    "repeated_suits": (REPEATED, 2, 3, 14),
    "loose": (LOOSE, 2, 3, 12),
    "strict": (STRICT, 2, 2, 14),
}
"""Name -> house, packs, most jokers in a hand, cards of a hand."""
