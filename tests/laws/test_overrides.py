"""Whatever somebody states on top of a base is refused with reasons that can be read, or a deal of it is played out.

Set number ``n`` of overrides is always the same, on the base whose turn it is. ``make test`` tries ``SAMPLE`` of them,
``make laws`` ``MANY``; ``OVERRIDES=10000`` tries so many, ``OVERRIDES_FROM=2500`` from that one on.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterable
from typing import Any, Final, get_args

import pytest

from rummy import texts
from rummy.profile import FIELD_PATHS, RuleProfile
from tests.laws.laws import Laws
from tests.laws.tables import Setting, play
from tests.strategies import FIELDS
from variants.catalogue import judge, variants
from variants.combinations import option_faults

SAMPLE: Final = 500
MANY: Final = 2000
PARTS: Final = 4
_JUNK: Final[tuple[Any, ...]] = ("x", "", -1, 10**9, None, True, 2.5, [], {}, {"2": "x"}, [{"from": -1}])


def overrides(rng: random.Random) -> dict[str, dict[str, Any]]:
    """Up to a dozen fields with values, mostly within their bounds, mostly few."""
    found: dict[str, dict[str, Any]] = {}
    for path in rng.sample(FIELD_PATHS, min(rng.randint(1, 12), rng.randint(1, 12))):
        section, _, name = path.partition(".")
        junk = rng.random() < 0.02
        found.setdefault(section, {})[name] = rng.choice(_JUNK) if junk else value(path, rng)
    return found


def value(path: str, rng: random.Random) -> Any:
    """A value within the bounds of a field: the ends, small ones and any."""
    match path:
        case "deal.cards":
            sizes = {str(seats): rng.randint(3, 15) for seats in range(2, rng.randint(3, 9))}
            return rng.choice([rng.randint(3, 26), rng.randint(3, 14), sizes])
        case "stock_empty.renewals":
            return rng.choice(["unlimited", 1, 20, rng.randint(1, 4)])
        case "rating.bands":
            starts = sorted(rng.sample(range(1, 60), 2))
            return [{"from": start, "points": rng.randint(0, 9)} for start in (0, *starts)]
        case "match.tie_breaks":
            return rng.choice([[], ["wins"], ["points"], ["points", "wins"]])
    info = FIELDS[path]
    if info.annotation is bool:
        return rng.random() < 0.5
    if info.annotation is int:
        bounds: Any = info.metadata
        least, most = (next(getattr(each, name) for each in bounds if hasattr(each, name)) for name in ("ge", "le"))
        return rng.choice([least, most, rng.randint(least, most), rng.randint(least, min(most, least + 9))])
    return rng.choice(get_args(info.annotation))


def tried(number: int) -> str:
    """Try a set of overrides; what became of it: a code that refused it, or how the deal ended."""
    rng = random.Random(f"overrides/{number}")
    base = variants()[number % len(variants())]
    stated = overrides(rng)
    judged = judge(stated, None, base)
    profile = judged.profile
    broken = option_faults(profile, judged.options) if profile is not None and not judged.errors else []
    for fault in (*judged.faults, *broken):
        for language in texts.LANGUAGES:
            told = texts.sentence(fault.code, language, fault.data)
            assert told != fault.code, (number, fault)
            assert not set(told) & set("{}?"), (number, language, told)
    for fault in (*judged.errors, *broken):
        return fault.code
    assert profile is not None
    return deal(profile, rng, f"set {number} on {base.id}: {stated}")


def deal(profile: RuleProfile, rng: random.Random, name: str) -> str:
    """Play one deal; how it ended. Every event is watched, the bound of its length too."""
    seats = rng.randint(profile.players.min, profile.players.max)
    setting = Setting(name, profile, seats, ("easy",) * seats, (), name)
    match = play(setting, watch=Laws(profile, rng, often=0.0).watch)
    assert match.state.results, f"{name}: {seats} seats, nobody is to act and no deal is over"
    return match.state.results[0].how


def try_all(numbers: Iterable[int]) -> Counter[str]:
    """What became of each; told together with its number where it went wrong."""
    found: Counter[str] = Counter()
    for number in numbers:
        try:
            found[tried(number)] += 1
        except Exception as error:
            raise AssertionError(f"set {number} of overrides: {error!r}") from error
    return found


@pytest.mark.parametrize("part", range(PARTS))
def test_random_overrides_are_refused_with_reasons_or_played(part: int) -> None:
    found = try_all(range(part, SAMPLE, PARTS))
    played = sum(found[how] for how in ("out", "knock", "stock", "deadlock"))
    assert found.total() / 5 < played < found.total() * 4 / 5, f"both should happen often: {found}"


@pytest.mark.laws
@pytest.mark.parametrize("part", range(PARTS))
def test_many_random_overrides_are_refused_with_reasons_or_played(part: int) -> None:
    first, count = int(os.environ.get("OVERRIDES_FROM", "0")), int(os.environ.get("OVERRIDES", str(MANY)))
    print(f"overrides {first}..{first + count}, part {part}:", try_all(range(first + part, first + count, PARTS)))  # noqa: T201  # what a person wants to know
