"""Writes of house rules. Each function opens one transaction at most, judges before it, and changes all or nothing.

A rule's row is what somebody works on; what is played are its versions, which never change. A version is whole in
itself: when its base publishes anew, or is retired, it stays as it is, and the base's new rules come into it only when
it is published again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from django.contrib.auth.models import AbstractBaseUser
from django.db import IntegrityError, transaction

from rummy.sense import Fault
from variants import files, versions
from variants.catalogue import Variant
from variants.drafts import Draft, Judgement, judge, text_of
from variants.errors import FaultyHouseRule, HouseRuleConflict, HouseRuleNotFound, StaleHouseRule
from variants.models import HouseRule, HouseRuleVersion, RuleState

_ATTEMPTS: Final = 5
Done = TypeVar("Done")


@dataclass(frozen=True)
class Author:
    """Who writes: the name that the history shows, and whose the rule is.

    ``owner``: the name of an app's key (``Identity.key_name``); empty in the admin, which may write every rule.
    ``user``: the admin's account.
    """

    name: str
    owner: str = ""
    user: AbstractBaseUser | None = None


@dataclass(frozen=True)
class Published:
    """A version, and whether it is new: publishing what is published already makes none."""

    rule: HouseRule
    version: HouseRuleVersion
    new: bool


def get(rule_id: int, *, by: Author) -> HouseRule:
    """The house rule, with its ``current`` version. Raises HouseRuleNotFound, also where it is another owner's."""
    rules = HouseRule.objects.select_related("current")
    rule = (rules.filter(owner=by.owner) if by.owner else rules).filter(pk=rule_id).first()
    if rule is None:
        raise HouseRuleNotFound
    return rule


def rules_of(by: Author, *, after: int = 0, limit: int = 100) -> list[HouseRule]:
    """The house rules that somebody may write, oldest first: those of a key, or in the admin all."""
    rules = HouseRule.objects.select_related("current").filter(pk__gt=after).order_by("pk")
    return list((rules.filter(owner=by.owner) if by.owner else rules)[:limit])


def create(*, draft: Draft, by: Author, keep_faulty: bool = False) -> HouseRule:
    """A new house rule, as a draft.

    ``keep_faulty``: keep it with its errors too (``faults`` counts them), unless it cannot be stored at all. Raises
    FaultyHouseRule with all faults.
    """
    judged = judge(draft)
    _refuse(judged, keep_faulty=keep_faulty)
    rule = HouseRule(owner=by.owner)
    _write(rule, judged, by)
    _save(rule, by, "created")
    return rule


def edit(
    *, rule_id: int, changes: Mapping[str, Any], by: Author, expected: int | None = None, keep_faulty: bool = False
) -> HouseRule:
    """Write a house rule; versions that were published, and what is played, stay as they are.

    ``changes``: fields of ``Draft`` with their new values, each replaced whole. ``expected``: the revision that the
    writer saw (None: whatever it is). Raises HouseRuleNotFound, StaleHouseRule, FaultyHouseRule.
    """

    def write(rule: HouseRule) -> Callable[[HouseRule], HouseRule]:
        judged = judge(replace(Draft.of(rule), **changes), rule)
        _refuse(judged, keep_faulty=keep_faulty)

        def apply(locked: HouseRule) -> HouseRule:
            _write(locked, judged, by)
            _save(locked, by, "edited")
            return locked

        return apply

    return _change(rule_id, by, expected, write)


def publish(*, rule_id: int, by: Author, expected: int | None = None) -> Published:
    """Make what a house rule says now its newest version, which new games are played by.

    Where that is its newest version already none is made; a retired rule is offered again. Raises HouseRuleNotFound,
    StaleHouseRule, FaultyHouseRule, HouseRuleConflict (``playtest_failed``); then nothing has changed.
    """

    def write(rule: HouseRule) -> Callable[[HouseRule], Published]:
        version = versions.version_of(rule, judge(Draft.of(rule), rule), by.name)

        def apply(locked: HouseRule) -> Published:
            current = locked.current
            if current is not None and versions.is_offered(locked, version):
                return Published(locked, current, new=False)
            versions.refuse_failed(locked, version)
            if current is not None and versions.is_current(locked, version):
                published = Published(locked, current, new=False)
            else:
                version.number = (current.number if current else 0) + 1
                version.save(force_insert=True)
                published = Published(locked, version, new=True)
            locked.current, locked.state, locked.faults = published.version, RuleState.PUBLISHED, 0
            locked.hash = published.version.hash
            _save(locked, by, f"published as version {published.version.number}")
            return published

        return apply

    return _change(rule_id, by, expected, write)


def retire(*, rule_id: int, by: Author, expected: int | None = None) -> HouseRule:
    """Offer a house rule no longer: no new game and no new rule builds on it; its games and versions stay.

    Raises HouseRuleNotFound, StaleHouseRule, HouseRuleConflict (``house_rule_unpublished``).
    """

    def write(rule: HouseRule) -> Callable[[HouseRule], HouseRule]:
        if rule.current_id is None:
            raise HouseRuleConflict("house_rule_unpublished", slug=rule.slug)

        def apply(locked: HouseRule) -> HouseRule:
            if locked.state != RuleState.RETIRED:
                locked.state = RuleState.RETIRED
                _save(locked, by, "retired")
            return locked

        return apply

    return _change(rule_id, by, expected, write)


def delete(*, rule_id: int, by: Author, expected: int | None = None) -> None:
    """Throw a draft away. Raises HouseRuleNotFound, StaleHouseRule, HouseRuleConflict (``house_rule_published``)."""

    def write(rule: HouseRule) -> Callable[[HouseRule], None]:
        if rule.current_id is not None:
            raise HouseRuleConflict("house_rule_published", slug=rule.slug)

        def apply(locked: HouseRule) -> None:
            _signed(locked, by, "thrown away").delete()

        return apply

    _change(rule_id, by, expected, write)


def duplicate(*, rule_id: int, slug: str, by: Author) -> HouseRule:
    """A new draft that says what a house rule says now, faults included. Raises HouseRuleNotFound, FaultyHouseRule."""
    return create(draft=replace(Draft.of(get(rule_id, by=by)), slug=slug), by=by, keep_faulty=True)


def file_of(rule: HouseRule) -> str:
    """What a house rule says now, as a file that another house can read (``import_file``).

    It builds on a variant of the catalogue, whatever house rules lie between; a draft with errors is written as it is.
    """
    judged = judge(Draft.of(rule), rule)
    if judged.variant is not None and judged.base is not None:
        return files.dump(versions.written(judged.draft, judged.base, judged.variant))
    options = {} if rule.options is None else {"options": rule.options}
    return files.dump({"extends": rule.extends, **rule.overrides, **options, "text": text_of(Draft.of(rule))})


def import_file(*, text: str, slug: str, by: Author, keep_faulty: bool = False) -> HouseRule:
    """A new draft from a file (``variants.files``) whose name is ``slug``. Raises FaultyHouseRule with all faults."""
    return create(draft=files.draft_of(text, slug), by=by, keep_faulty=keep_faulty)


def variant_of(rule: HouseRule) -> Variant:
    """What a house rule's row would be to players if it were published now. Raises FaultyHouseRule."""
    judged = judge(Draft.of(rule), rule)
    if judged.variant is None:
        raise FaultyHouseRule(judged.errors)
    return judged.variant


def _refuse(judged: Judgement, *, keep_faulty: bool) -> None:
    if judged.errors and not (keep_faulty and judged.storable):
        raise FaultyHouseRule(judged.errors)


def _write(rule: HouseRule, judged: Judgement, by: Author) -> None:
    draft = judged.draft
    rule.slug, rule.extends = draft.slug, draft.extends
    rule.title, rule.description = dict(draft.title), dict(draft.description)
    rule.overrides = {section: dict(fields) for section, fields in draft.overrides.items()}
    rule.options = None if draft.options is None else dict(draft.options)
    rule.faults = len(judged.errors)
    rule.hash = judged.variant.hash if judged.variant else ""
    rule.author = by.name


def _signed(rule: HouseRule, by: Author, reason: str) -> HouseRule:
    """The rule, with what its history will say of the change."""
    rule._history_user = by.user  # type: ignore[attr-defined]  # noqa: SLF001  # simple-history's way to be told
    rule._change_reason = f"{by.name}: {reason}"[:100]  # type: ignore[attr-defined]  # noqa: SLF001  # the same
    return rule


def _save(rule: HouseRule, by: Author, reason: str) -> None:
    if not rule._state.adding:  # noqa: SLF001  # documented by Django
        rule.revision += 1
    try:
        with transaction.atomic():
            _signed(rule, by, reason).save()
    except IntegrityError as error:
        raise FaultyHouseRule([Fault("/slug", "slug_taken", data={"slug": rule.slug})]) from error


def _change(
    rule_id: int, by: Author, expected: int | None, write: Callable[[HouseRule], Callable[[HouseRule], Done]]
) -> Done:
    """Judge without a lock (``write``), then apply under it, if nobody wrote the rule meanwhile; else judge again.

    Its base may have been published anew or retired meanwhile: then this came first, and a version says which hash
    its base had.
    """
    for _ in range(_ATTEMPTS):
        rule = get(rule_id, by=by)
        _check_revision(rule, expected)
        apply = write(rule)
        with transaction.atomic():
            locked = HouseRule.objects.select_for_update().filter(pk=rule_id).first()
            if locked is None:
                raise HouseRuleNotFound
            if locked.revision == rule.revision:
                return apply(locked)
    raise StaleHouseRule(revision=rule.revision, author=rule.author)


def _check_revision(rule: HouseRule, expected: int | None) -> None:
    if expected not in (None, rule.revision):
        raise StaleHouseRule(revision=rule.revision, author=rule.author, seen=expected)
