"""Why something cannot be done with a house rule or a playtest. Each has a stable ``code`` and ``data``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rummy.sense import Fault


class HouseRuleError(Exception):
    """Base of all; nothing was changed."""

    def __init__(self, code: str, **data: Any) -> None:
        super().__init__(f"{code} {data}" if data else code)
        self.code = code
        self.data = data


class HouseRuleNotFound(HouseRuleError):
    """There is no such house rule, or it is not the caller's to see."""

    def __init__(self) -> None:
        super().__init__("house_rule_not_found")


class FaultyHouseRule(HouseRuleError):
    """What was written is no variant. ``faults``: all that is wrong with it, warnings left out."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("invalid")
        self.faults = tuple(faults)


class StaleHouseRule(HouseRuleError):
    """The writer did not see what it says now: ``revision``, ``author`` of that.

    ``house_rule_changed``: somebody else was first. ``house_rule_revision``: ``seen`` was never a revision of it.
    """

    def __init__(self, *, revision: int, author: str, seen: int | None = None) -> None:
        if seen is None or 0 < seen < revision:
            super().__init__("house_rule_changed", revision=revision, author=author)
        else:
            super().__init__("house_rule_revision", revision=revision, author=author, got=seen)


class HouseRuleConflict(HouseRuleError):
    """It cannot be done as it stands: ``house_rule_unpublished``, ``house_rule_published``, ``playtest_failed``."""


class PlaytestNotFound(HouseRuleError):
    """There is no such playtest."""

    def __init__(self) -> None:
        super().__init__("playtest_not_found")


class InvalidPlaytest(HouseRuleError):
    """What is asked for cannot be tried. ``faults``: all that is wrong with it."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("invalid")
        self.faults = tuple(faults)


class TooManyPlaytests(HouseRuleError):
    """So many playtests, the caller's or all, are unfinished that another must wait."""

    def __init__(self, *, limit: int) -> None:
        super().__init__("too_many_playtests", limit=limit)
