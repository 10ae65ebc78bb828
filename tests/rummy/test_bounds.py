"""The bound of a deal (profile.md 3.2) against the table there."""

import pytest
from hypothesis import given

from rummy.bounds import active_counts, turn_bound
from rummy.profile import RuleProfile
from tests.strategies import profiles
from tests.variants.family import FAMILY

# profile -> C at fewest and most seats, T, R, turns at fewest and most seats, the most at any number of seats
ROMME = (84, 32, 214, 430, 582_704, 672_336, 806_816)
TABLE = {
    "rummy": (32, 16, 52, 2, 2_384, 4_848, 4_848),
    "rummy-dutch": (32, 24, 52, 106, 55_632, 83_872, 83_872),
    "romme": ROMME,
    "romme-kaufen": ROMME,
    "romme-anlegen": ROMME,
    "raeuber-romme": ROMME,
    "romme-kurz": ROMME,
    "romme-turnier": (71, 71, 110, 0, 4_368, 4_368, 4_368),
    "wiener-rummy": (86, 46, 0, 2, 4_144, 6_672, 6_760),
    "jokeren": (80, 28, 106, 214, 276_912, 294_096, 374_944),
    "gin-rummy": (32, 32, 0, 0, 528, 528, 528),
    "oklahoma-gin": (32, 32, 0, 0, 528, 528, 528),
}


@pytest.mark.parametrize("name", TABLE)
def test_the_bound_of_a_deal_is_that_of_the_table(name: str) -> None:
    profile = FAMILY[name].profile
    bounds = [turn_bound(profile, active) for active in active_counts(profile)]
    first, last = bounds[0], bounds[-1]
    most = max(bound.turns for bound in bounds)
    assert (first.pool, last.pool, first.table_turns, first.renewals, first.turns, last.turns, most) == TABLE[name]


def test_seats_that_fall_out_leave_deals_for_fewer() -> None:
    assert list(active_counts(FAMILY["wiener-rummy"].profile)) == [2, 3, 4, 5, 6]
    four = RuleProfile.model_validate({"players": {"min": 4, "max": 5}, "match": {"out_at": 100}})
    assert list(active_counts(four)) == [2, 3, 4, 5]


def test_a_seat_that_sits_out_is_not_dealt_in() -> None:
    assert list(active_counts(FAMILY["romme-turnier"].profile)) == [3]


@given(profiles())
def test_every_valid_profile_has_a_bound_at_every_number_of_seats(profile: RuleProfile) -> None:
    counts = active_counts(profile)
    assert counts
    for active in counts:
        bound = turn_bound(profile, active)
        assert bound.pool >= active
        assert bound.turns >= active * profile.deadlock.idle_laps
        assert bound.stock_cards == bound.pool * (1 + bound.renewals)
