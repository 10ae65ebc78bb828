"""Playtests: asked for here, played piece by piece by whoever listens to ``playtest_requested``, and kept.

What is to be played stands in the row, one conditional update decides who plays a piece, and another whether its
result is still wanted: a message that is lost, late or doubled does nothing wrong. No deal is played here.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import connection, transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from rummy.formats import dump_profile, load_profile
from rummy.profile import RuleProfile
from rummy.sense import Fault
from variants import lookup
from variants.catalogue import Variant, with_options
from variants.errors import InvalidPlaytest, PlaytestNotFound, TooManyPlaytests
from variants.levels import BOT_LEVELS
from variants.models import RUNNING_STATES, HouseRule, Playtest, PlaytestState
from variants.options import InvalidOptions, read_choice
from variants.signals import playtest_requested

MOST_DEALS: Final = 10_000
MOST_SEED: Final = 2**53 - 1
"""What every reader of JSON can hold."""
MOST_RUNNING: Final = 3
"""Playtests that one requester may have unfinished; those beside them (``beside``) are not counted."""
MOST_QUEUED: Final = 30
"""Playtests that may be unfinished altogether."""
LEASE: Final = timedelta(seconds=6)
"""How long a claimed piece is left alone: longer than a worker may be busy with one that takes under a second."""
RESEND_AFTER: Final = timedelta(seconds=10)
"""An unfinished playtest that nobody plays for so long is announced again."""
MOST_TRIES: Final = 4
"""A piece that so many workers began and none brought back has failed: something in it takes for ever."""
_AT_ONCE: Final = 50
_LOCK: Final = 0x706C6179
"""The number by which PostgreSQL knows the lock on what is queued; no other of the house's."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Claimed:
    """A piece that is the claimant's to play until the lease is over."""

    playtest_id: str
    piece: int
    claim: str
    profile: RuleProfile
    seats: int
    level: str
    seed: int
    left: int
    """Deals that are still to be played."""
    spot: dict[str, Any] | None
    tally: dict[str, Any] | None


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
        if unfinished.count() >= MOST_QUEUED:
            raise TooManyPlaytests(limit=MOST_QUEUED)
        beside = None if parent is None else _of_base(asked, variant, parent)
        if beside is not None:
            asked.base = _played_before(beside) or _queue(beside)
        return _queue(asked)


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


def _queue(playtest: Playtest) -> Playtest:
    playtest.sent_at = timezone.now()
    playtest.save(force_insert=True)
    _announce(playtest.pk, 0)
    return playtest


def _announce(playtest_id: str, piece: int) -> None:
    """Tell, once it is sure, that a piece is to be played."""
    transaction.on_commit(
        lambda: playtest_requested.send_robust(sender=Playtest, playtest_id=playtest_id, piece=piece), robust=True
    )


def get(playtest_id: str) -> Playtest:
    """A playtest, and the one beside it as ``base``. Raises PlaytestNotFound."""
    found = Playtest.objects.select_related("base").filter(pk=playtest_id).first()
    if found is None:
        raise PlaytestNotFound
    return found


def claim(*, playtest_id: str, piece: int) -> Claimed | None:
    """The piece with that number, if it is still to be had; None for a stale or doubled message, or a late one.

    A piece that was begun too often fails the playtest (``no_answer``).
    """
    now, token = timezone.now(), secrets.token_hex(16)
    free = Q(claimed_until__isnull=True) | Q(claimed_until__lt=now)
    claimed = Playtest.objects.filter(free, pk=playtest_id, pieces=piece, state__in=RUNNING_STATES).update(
        claim=token,
        claimed_until=now + LEASE,
        tries=F("tries") + 1,
        state=PlaytestState.RUNNING,
        started_at=Coalesce(F("started_at"), Value(now)),
    )
    if not claimed:
        return None
    row = Playtest.objects.get(pk=playtest_id)
    profile = load_profile(row.profile)
    mine = Claimed(
        row.pk, piece, token, profile, row.seats, row.level, row.seed, row.deals - row.done, row.spot, row.tally
    )  # fmt: skip
    if row.tries > MOST_TRIES:
        detail = f"{MOST_TRIES} workers began to play on and none came back"
        fail(mine, failure={"code": "no_answer", "deal": row.done + 1, "detail": detail})
        return None
    return mine


def store(
    claimed: Claimed, *, done: int, spot: dict[str, Any], tally: dict[str, Any], report: dict[str, Any] | None
) -> bool:
    """Keep what a piece has counted: ``done`` more deals. With a ``report`` the playtest is over.

    Returns whether it was still wanted: not where the claim is another's by now, or the playtest was cancelled.
    """
    now = timezone.now()
    changes: dict[str, Any] = {"done": F("done") + done, "spot": spot, "sent_at": now}
    if report is not None:
        changes |= {"spot": None, "report": report, "state": PlaytestState.DONE, "finished_at": now}
    return _give_back(claimed, tally=tally, **changes)


def fail(
    claimed: Claimed,
    *,
    failure: dict[str, Any],
    tally: dict[str, Any] | None = None,
    report: dict[str, Any] | None = None,
) -> bool:
    """End a playtest with what must never happen; ``tally`` and ``report`` are of the deals before it."""
    log.error("playtest %s failed: %s", claimed.playtest_id, failure.get("detail"))
    changes: dict[str, Any] = {"spot": None, "state": PlaytestState.FAILED, "finished_at": timezone.now()}
    if tally is not None:
        changes |= {"tally": tally, "done": tally["deals"], "report": report}
    return _give_back(claimed, failure=failure, **changes)


def release(claimed: Claimed) -> None:
    """Give a claim back unplayed, so that another worker need not wait for the lease to end."""
    Playtest.objects.filter(pk=claimed.playtest_id, claim=claimed.claim).update(claim="", claimed_until=None)


def _give_back(claimed: Claimed, **changes: Any) -> bool:
    with transaction.atomic():
        mine = Playtest.objects.filter(pk=claimed.playtest_id, claim=claimed.claim, state=PlaytestState.RUNNING)
        if not mine.update(claim="", claimed_until=None, tries=0, pieces=F("pieces") + 1, **changes):
            return False
        if "state" not in changes:
            _announce(claimed.playtest_id, claimed.piece + 1)
    return True


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


def sweep(*, now: datetime | None = None) -> None:
    """Announce again what is unfinished and played by nobody. Any number of sweeps may run at once."""
    now = now or timezone.now()
    free = Q(claimed_until__isnull=True) | Q(claimed_until__lt=now)
    late = Playtest.objects.filter(free, state__in=RUNNING_STATES, sent_at__lte=now - RESEND_AFTER)
    for pk, pieces, sent_at in late.order_by("sent_at").values_list("pk", "pieces", "sent_at")[:_AT_ONCE]:
        # Only the sweep that moves the mark sends: others find it moved.
        if Playtest.objects.filter(pk=pk, pieces=pieces, sent_at=sent_at).update(sent_at=now):
            _announce(pk, pieces)
