"""Playtests are asked for, cancelled and read here; ``pieces`` are what is played of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.db import connection, transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from rummy.formats import dump_profile
from rummy.sense import Fault
from variants import lookup
from variants.catalogue import Variant, with_options
from variants.errors import InvalidPlaytest, PlaytestNotFound, TooManyPlaytests
from variants.levels import BOT_LEVELS
from variants.models import RUNNING_STATES, HouseRule, Playtest, PlaytestState
from variants.options import InvalidOptions, read_choice
from variants.pieces import announce

MOST_DEALS: Final = 10_000
MOST_SEED: Final = 2**53 - 1
"""What every reader of JSON can hold."""
MOST_RUNNING: Final = 3
"""Playtests that one requester may have unfinished; those beside them (``beside``) are not counted."""
MOST_QUEUED: Final = 30
"""Playtests that may be unfinished altogether."""
_LOCK: Final = 0x706C6179
"""The number by which PostgreSQL knows the lock on what is queued; no other of the house's."""


def request(
    *,
    variant: Variant,
    deals: int,
    seats: int,
    level: str,
    by: str,
    options: Mapping[str, Any] | None = None,
    seed: int = 1,
    compare: bool | None = None,
    rule: HouseRule | None = None,
) -> Playtest:
    """A new playtest, queued. ``rule``: the house rule that the variant is, as it is written now.

    ``compare``: whether the variant that it builds on is played too, at the same number of seats, level and seed, or
    taken from what was played before (default: for a house rule). Raises InvalidPlaytest with all faults,
    TooManyPlaytests.
    """
    said = {"deals": deals, "seats": seats, "level": level, "options": options or {}, "seed": seed}
    faults = faults_of(variant, said)
    if faults:
        raise InvalidPlaytest(faults)
    profile = with_options(variant, options or {})
    asked = Playtest(
        variant=variant.id, rule=rule, hash=variant.hash, profile=dump_profile(profile), profile_hash=profile.hash,
        options=dict(options or {}), seats=seats, level=level, deals=deals, seed=seed, requested_by=by,
    )  # fmt: skip
    parent = lookup.parent_of(variant) if (rule is not None if compare is None else compare) else None
    with transaction.atomic():
        _one_at_a_time()
        unfinished = Playtest.objects.filter(state__in=RUNNING_STATES)
        if unfinished.filter(requested_by=by, beside=False).count() >= MOST_RUNNING:
            raise TooManyPlaytests(limit=MOST_RUNNING)
        beside = None if parent is None else _of_base(asked, variant, parent)
        known = None if beside is None else _played_before(beside)
        asked.base = known or beside
        new = [asked] if beside is None or known is not None else [beside, asked]
        if unfinished.count() + len(new) > MOST_QUEUED:
            raise TooManyPlaytests(limit=MOST_QUEUED)
        for each in new:
            _queue(each)
    return asked


def faults_of(variant: Variant, said: Mapping[str, Any]) -> list[Fault]:
    """All that is wrong with what is asked for; ``said``: the arguments of ``request`` that can be read, by name."""
    faults = []
    for name, least, most in (("deals", 1, MOST_DEALS), ("seed", 0, MOST_SEED)):
        if name in said and not least <= said[name] <= most:
            faults.append(Fault(f"/{name}", "out_of_range", data={"ge": least, "le": most}))
    if "seats" in said and not _seats_fit(variant, said["seats"]):
        players = variant.profile.players
        faults.append(
            Fault("/seats", "seat_count", data={"min": players.min, "max": players.max, "got": said["seats"]})
        )
    if "level" in said and said["level"] not in BOT_LEVELS:
        faults.append(Fault("/level", "unknown_level", data={"level": said["level"], "levels": list(BOT_LEVELS)}))
    try:
        with_options(variant, said.get("options", {}))
    except InvalidOptions as error:
        faults += [Fault(f"/options{fault.pointer}", fault.code, data=fault.data) for fault in error.faults]
    return faults


def _seats_fit(variant: Variant, seats: int) -> bool:
    return variant.profile.players.min <= seats <= variant.profile.players.max


def _of_base(asked: Playtest, variant: Variant, parent: Variant) -> Playtest | None:
    """The base as it is to be played beside: like with like, so with those of the host's options that it offers too.

    None where it cannot be played so: by so many, or with these options together.
    """
    if not _seats_fit(parent, asked.seats):
        return None
    offered = {option.path: option for option in parent.options}
    shared = {
        offered[path].name: value
        for path, value in read_choice(variant.options, asked.options).items()
        if path in offered and offered[path].allows(value)
    }
    try:
        profile = with_options(parent, shared)
    except InvalidOptions:
        return None
    return Playtest(
        variant=parent.id, hash=parent.hash, profile=dump_profile(profile), profile_hash=profile.hash, options=shared,
        seats=asked.seats, level=asked.level, deals=asked.deals, seed=asked.seed, requested_by=asked.requested_by,
        beside=True,
    )  # fmt: skip


def _played_before(wanted: Playtest) -> Playtest | None:
    """The newest playtest by the same rules that is of use in place of the one wanted."""
    alike = Playtest.objects.filter(
        profile_hash=wanted.profile_hash, seats=wanted.seats, level=wanted.level, deals=wanted.deals, seed=wanted.seed
    )
    return alike.filter(state__in=(*RUNNING_STATES, PlaytestState.DONE)).first()


def _one_at_a_time() -> None:
    """Until this transaction ends no other counts, queues or cancels; SQLite's write lock sees to that by itself."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])


def _queue(playtest: Playtest) -> None:
    playtest.sent_at = timezone.now()
    playtest.save(force_insert=True)
    announce(playtest.pk, 0)


def get(playtest_id: str) -> Playtest:
    """A playtest, and the one beside it as ``base``. Raises PlaytestNotFound."""
    found = Playtest.objects.select_related("base").filter(pk=playtest_id).first()
    if found is None:
        raise PlaytestNotFound
    return found


def cancel(playtest_id: str) -> bool:
    """Play no more of it, nor of the one beside it that no other is read with. Returns whether it was unfinished.

    What was counted stays.
    """
    with transaction.atomic():
        _one_at_a_time()
        if not _end(Playtest.objects.filter(pk=playtest_id)):
            return False
        readers = Playtest.objects.filter(base=OuterRef("pk")).exclude(state=PlaytestState.CANCELLED)
        base = Playtest.objects.filter(pk=playtest_id).values("base")
        _end(Playtest.objects.filter(~Exists(readers), pk__in=base, beside=True))
    return True


def _end(playtests: QuerySet[Playtest]) -> int:
    """Cancel those that are unfinished; how many they were."""
    return playtests.filter(state__in=RUNNING_STATES).update(
        state=PlaytestState.CANCELLED, spot=None, claim="", claimed_until=None, finished_at=timezone.now()
    )


def failed(version_hash: str) -> Playtest | None:
    """The newest playtest of a version that failed, None where there is none, or all were repeated and passed since.

    A repetition has the same rules, seats, level and seed and at least as many deals as were played until the failure.
    """
    for bad in Playtest.objects.filter(hash=version_hash, state=PlaytestState.FAILED):
        passed = Playtest.objects.filter(
            profile_hash=bad.profile_hash, seats=bad.seats, level=bad.level, seed=bad.seed, state=PlaytestState.DONE,
            created_at__gt=bad.created_at, deals__gt=bad.done,
        )  # fmt: skip
        if not passed.exists():
            return bad
    return None
