"""What a playtest says of rules: the figures behind its page, from the sums of its tally."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from typing import Any

from bots.arena import Share
from bots.tally import USES, Tally
from rummy.profile import RuleProfile


def report_of(tally: Tally, profile: RuleProfile) -> dict[str, Any]:
    """The report of what was counted under a profile, as JSON. Shares are 0..1, ``low`` and ``high`` Wilson's at 95 %.

    A figure that nothing was counted for is None. ``rules`` lists the special rules that the profile has, used or not.
    """
    deals = tally.deals
    return {
        "deals": deals,
        "void": _share(tally.void, deals),
        "turns_per_deal": _mean(tally.turns, deals),
        "longest": asdict(tally.longest),
        "matches": tally.matches,
        "deals_per_match": _mean(tally.match_deals, tally.matches),
        "turns_per_match": _mean(tally.match_turns, tally.matches),
        "seats": [
            {
                "seat": seat,
                **_share(tally.won[seat], played),
                "matches": _share(tally.matches_won[seat], tally.matches),
            }
            for seat, played in enumerate(tally.played)
        ],
        "first_turn": _share(tally.begun_won, tally.begun),
        "ends": [{"how": how, **_share(number, deals)} for how, number in tally.ends.most_common()],
        "points": _points(tally.points),
        "rules": [
            {
                "name": use.name,
                "rules": [path for path, _ in use.rules],
                "count": tally.uses[use.name],
                "per_deal": _mean(tally.uses[use.name], deals),
                "deals": _share(tally.deals_with[use.name], deals),
            }
            for use in USES
            if use.applies(profile)
        ],
        "seconds_per_deal": _mean(tally.seconds, deals),
    }


def _mean(total: float, number: int) -> float | None:
    return round(total / number, 4) if number else None


def _share(number: float, of: int) -> dict[str, Any]:
    """How often it was so, out of how many, and the share with its interval."""
    if not of:
        return {"count": number, "of": of, "share": None, "low": None, "high": None}
    won = Share(number, of, 0)
    low, high = won.interval
    return {
        "count": round(number, 2),
        "of": of,
        "share": round(won.share, 4),
        "low": round(low, 4),
        "high": round(high, 4),
    }


def _points(points: Counter[int]) -> dict[str, Any]:
    """Points booked to a seat in a deal: mean, the least, quartiles and most, and how often each number was booked."""
    number = points.total()
    if not number:
        return {"count": 0, "mean": None, "quartiles": None, "values": []}
    total = sum(value * times for value, times in points.items())
    return {
        "count": number,
        "mean": _mean(total, number),
        "quartiles": [_at(points, number * quarter / 4) for quarter in range(5)],
        "values": [{"points": value, "count": points[value]} for value in sorted(points)],
    }


def _at(points: Counter[int], place: float) -> int:
    """The least value that so many of the counted ones do not exceed."""
    passed = 0
    for value in sorted(points):
        passed += points[value]
        if passed >= place:
            return value
    return max(points)
