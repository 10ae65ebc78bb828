"""What is stored of house rules: what each says now, and every version that was ever published.

Rules are in ``rummy``, writes in ``variants.house_rules``, reads in ``variants.lookup``.
"""

from __future__ import annotations

import secrets
from typing import Any, ClassVar

from django.db import models
from simple_history.models import HistoricalRecords

LONGEST_ID = 60
"""Most characters of a slug."""


class RuleState(models.TextChoices):
    """Where a house rule stands."""

    DRAFT = "draft"
    PUBLISHED = "published"
    RETIRED = "retired"


class HouseRule(models.Model):
    """A variant of the house's own: a base and what differs from it. The row is what is being worked on.

    What people play is its ``current`` version, which an edit of the row does not touch.
    """

    slug = models.CharField(max_length=LONGEST_ID, unique=True)
    """Its id among the variants; fixed once it was published."""
    extends = models.CharField(max_length=80)
    """Id of the variant that it builds on."""
    title: models.JSONField[dict[str, str]] = models.JSONField(default=dict)
    """Language -> name."""
    description: models.JSONField[dict[str, str]] = models.JSONField(default=dict, blank=True)
    """Language -> what it is, in a sentence or two."""
    overrides: models.JSONField[dict[str, dict[str, Any]]] = models.JSONField(default=dict, blank=True)
    """Section -> field -> value, where it differs from its base."""
    options: models.JSONField[dict[str, Any] | None] = models.JSONField(null=True, blank=True)
    """Field path -> values that a host may choose from; None: those of the base, less the fields stated here."""
    state = models.CharField(max_length=9, choices=RuleState.choices, default=RuleState.DRAFT)
    owner = models.CharField(max_length=60, blank=True, db_index=True)
    """The name of the app's key whose rule it is; empty for one made in the admin."""
    author = models.CharField(max_length=150)
    """Who wrote what it says now."""
    revision = models.PositiveIntegerField(default=1)
    """Counts its edits; who edits says which one was seen."""
    faults = models.PositiveIntegerField(default=0)
    """How many errors it had when it was last saved; such a draft cannot be published."""
    hash = models.CharField(max_length=64, blank=True)
    """The hash of the profile that it stood for when it was last saved; empty where it had errors."""
    current = models.ForeignKey(
        "HouseRuleVersion", null=True, blank=True, on_delete=models.PROTECT, related_name="+", editable=False
    )
    """The version published last; None before the first."""
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    history = HistoricalRecords(excluded_fields=["created_at", "updated_at", "hash"])

    class Meta:  # noqa: D106  # Django's own
        ordering = ("slug",)

    def __str__(self) -> str:
        return self.slug


class HouseRuleVersion(models.Model):
    """A version as it was published: whole in itself, and never changed."""

    rule = models.ForeignKey(HouseRule, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    """From 1, without a gap."""
    hash = models.CharField(max_length=64, db_index=True)
    """The hash of its profile: what the API calls a variant's hash."""
    content = models.CharField(max_length=64)
    """SHA-256 (hex) of all that it says, texts and options included."""
    extends = models.CharField(max_length=80)
    """Id of the variant that it was built on."""
    extends_hash = models.CharField(max_length=64)
    """The hash that this variant had."""
    written: models.JSONField[dict[str, Any]] = models.JSONField()
    """Its file (``variants.files``): it extends a variant of the catalogue, whatever house rules lie between."""
    profile: models.JSONField[dict[str, Any]] = models.JSONField()
    """The resolved profile in its stored form (``rummy.formats``)."""
    author = models.CharField(max_length=150)
    published_at = models.DateTimeField(auto_now_add=True)

    class Meta:  # noqa: D106  # Django's own
        ordering = ("rule", "-number")
        constraints: ClassVar = [models.UniqueConstraint(fields=["rule", "number"], name="version_number")]

    def __str__(self) -> str:
        return f"{self.rule_id}/{self.number}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Stores a new version. Raises ValueError for one that is stored already."""
        if not self._state.adding:
            raise ValueError("a published version never changes")
        super().save(*args, **kwargs)


def new_playtest_id() -> str:
    """A text that nobody guesses, and that a command line takes for no option: who knows it may read the report."""
    return secrets.token_hex(12)


class PlaytestState(models.TextChoices):
    """Where a playtest stands."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


RUNNING_STATES = (PlaytestState.QUEUED, PlaytestState.RUNNING)
"""States in which deals are still to be played."""


class Playtest(models.Model):
    """Deals that bots play to try rules out: what was asked, how far it is, and what came of it.

    Whoever plays on claims the row (``claim``, ``claimed_until``) for one piece; ``pieces`` counts those stored.
    """

    id = models.CharField(max_length=40, primary_key=True, default=new_playtest_id, editable=False)
    variant = models.CharField(max_length=80, db_index=True)
    """Id of the variant, or the slug of the house rule."""
    rule = models.ForeignKey(HouseRule, null=True, blank=True, on_delete=models.SET_NULL, related_name="playtests")
    hash = models.CharField(max_length=64, db_index=True)
    """The hash of the version that is tried, without what a host may choose."""
    profile: models.JSONField[dict[str, Any]] = models.JSONField()
    """The rules, frozen, with the options chosen, in their stored form (``rummy.formats``)."""
    profile_hash = models.CharField(max_length=64, db_index=True)
    options: models.JSONField[dict[str, Any]] = models.JSONField(default=dict, blank=True)
    """Option name -> value, as chosen."""
    seats = models.PositiveSmallIntegerField()
    level = models.CharField(max_length=20)
    deals = models.PositiveIntegerField()
    seed = models.PositiveBigIntegerField()
    base = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    """The playtest of the variant that it builds on, to be read beside it."""
    beside = models.BooleanField(default=False, db_default=False)
    """Whether nobody asked for it by itself: it is only some other's ``base``, and ends when nobody wants that one."""
    state = models.CharField(max_length=9, choices=PlaytestState.choices, default=PlaytestState.QUEUED)
    done = models.PositiveIntegerField(default=0)
    """Deals that are played and counted."""
    pieces = models.PositiveIntegerField(default=0)
    spot: models.JSONField[dict[str, Any] | None] = models.JSONField(null=True, blank=True)
    """Where its players stand; None before the first deal and when it is over."""
    tally: models.JSONField[dict[str, Any] | None] = models.JSONField(null=True, blank=True)
    report: models.JSONField[dict[str, Any] | None] = models.JSONField(null=True, blank=True)
    failure: models.JSONField[dict[str, Any] | None] = models.JSONField(null=True, blank=True)
    claim = models.CharField(max_length=32, blank=True)
    claimed_until = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    """How often the present piece was begun."""
    sent_at = models.DateTimeField(null=True, blank=True)
    """When its next piece was last announced."""
    requested_by = models.CharField(max_length=150)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:  # noqa: D106  # Django's own
        ordering = ("-created_at",)
        indexes: ClassVar = [
            models.Index(
                fields=["sent_at"], name="playtest_unfinished", condition=models.Q(state__in=["queued", "running"])
            ),
        ]

    def __str__(self) -> str:
        return f"{self.variant} {self.id}"
