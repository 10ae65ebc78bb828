"""What is stored of games. Rules are in ``rummy``, writes in ``services``, reads in ``selectors``."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import models

from hosting.tokens import new_game_id


class AppKey(models.Model):
    """An app's key and what it allows. Only its hash is stored."""

    name = models.CharField(max_length=80)
    prefix = models.CharField(max_length=12)
    """The key's first characters, to tell keys apart."""
    hash = models.CharField(max_length=64, unique=True)
    scopes: models.JSONField[list[str]] = models.JSONField(default=list)
    created = models.DateTimeField(auto_now_add=True)
    revoked = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"


class Status(models.TextChoices):
    """Where a game stands."""

    OPEN = "open"
    PLAYING = "playing"
    FINISHED = "finished"
    ABORTED = "aborted"


class Game(models.Model):
    """A match at a table: its rules, frozen, and its present state. The log is the truth; the state is its sum."""

    id = models.CharField(max_length=40, primary_key=True, default=new_game_id, editable=False)
    created = models.DateTimeField(auto_now_add=True)
    owner = models.ForeignKey(AppKey, null=True, blank=True, on_delete=models.SET_NULL, related_name="games")
    variant = models.CharField(max_length=80)
    variant_version = models.CharField(max_length=64, blank=True, default="", db_default="")
    """The version of the house rule that it was made of (``Variant.version``); empty for a variant without versions."""
    profile: models.JSONField[dict[str, Any]] = models.JSONField()
    hash = models.CharField(max_length=64)
    options: models.JSONField[dict[str, Any]] = models.JSONField(default=dict)
    arranged: models.JSONField[dict[str, Any] | None] = models.JSONField(null=True, blank=True)
    """The arranged first deal, for ever; None for a shuffled one."""
    visibility = models.CharField(max_length=8, default="private")
    clock: models.JSONField[dict[str, Any] | None] = models.JSONField(null=True, blank=True)
    host = models.PositiveSmallIntegerField(null=True, blank=True)
    """Ticket of the seat whose holder is the host."""
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.OPEN)
    version = models.PositiveIntegerField(default=0)
    """Number of the last event."""
    decision = models.PositiveIntegerField(default=0)
    """The version at which the present question was put."""
    state: models.JSONField[dict[str, Any] | None] = models.JSONField(null=True, blank=True)
    nonces: models.JSONField[list[str]] = models.JSONField(default=list)
    """The shuffles' secrets by deal; the next deal's is there before its seats are asked."""
    salts: models.JSONField[dict[str, str]] = models.JSONField(default=dict)
    """Salts by seat for the deal that runs; ``next_salts`` for the one to come."""
    next_salts: models.JSONField[dict[str, str]] = models.JSONField(default=dict)
    asked_at = models.DateTimeField(null=True, blank=True)
    """When the present question was put."""
    deadline = models.DateTimeField(null=True, blank=True)
    bot_due_at = models.DateTimeField(null=True, blank=True)
    bot_claimed_until = models.DateTimeField(null=True, blank=True)

    class Meta:  # noqa: D106  # Django's own
        indexes: ClassVar = [
            models.Index(fields=["deadline"], name="game_deadline", condition=models.Q(deadline__isnull=False)),
            models.Index(fields=["bot_due_at"], name="game_bot_due", condition=models.Q(bot_due_at__isnull=False)),
            models.Index(fields=["visibility", "status", "-created"], name="game_lobby"),
            models.Index(fields=["owner", "-created"], name="game_owner"),
        ]
        permissions: ClassVar = [("view_hidden_cards", "Can see hidden cards")]

    def __str__(self) -> str:
        return f"{self.variant} {self.id}"


class Seat(models.Model):
    """A seat at a table: free, a person's, an app's or a bot's."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    ticket = models.PositiveSmallIntegerField()
    """Its number for ever: tokens name it."""
    number = models.PositiveSmallIntegerField()
    """Its place in the turn order, 0-based; free seats that go close the gap."""
    name = models.CharField(max_length=40, blank=True)
    bot = models.CharField(max_length=20, blank=True)
    controller = models.CharField(max_length=8, blank=True)
    """``app``, ``person``, ``bot``; empty while it is free."""
    with_key = models.BooleanField(default=False)
    """Whether the key that made the game may act for it."""
    epoch = models.PositiveIntegerField(default=0)
    """Counts up when the seat's token is withdrawn."""
    bank_left_s = models.FloatField(default=0)
    misses = models.PositiveSmallIntegerField(default=0)

    class Meta:  # noqa: D106  # Django's own
        ordering = ("number",)
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "ticket"], name="seat_ticket")]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.number}"


class Event(models.Model):
    """An event of a game's log, numbered from 1 without a gap."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="events")
    seq = models.PositiveIntegerField()
    at = models.DateTimeField()
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    kind = models.CharField(max_length=20)
    format = models.PositiveSmallIntegerField(default=1)
    """Format of the payload; ``rummy.formats`` knows the old ones."""
    payload: models.JSONField[dict[str, Any]] = models.JSONField(default=dict)
    """The action's own fields, and ``effects``."""

    class Meta:  # noqa: D106  # Django's own
        ordering = ("seq",)
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "seq"], name="event_seq")]

    def __str__(self) -> str:
        return f"{self.game_id}#{self.seq} {self.kind}"


class Disclosure(models.Model):
    """That somebody of the house looked at the hidden cards of a game."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="disclosures")
    who = models.CharField(max_length=150)
    """The user's name; it stays when the user goes."""
    at = models.DateTimeField(auto_now_add=True)
    version = models.PositiveIntegerField()
    """The number of the last event that was there to be seen."""

    class Meta:  # noqa: D106  # Django's own
        ordering = ("-at", "-pk")

    def __str__(self) -> str:
        return f"{self.who} {self.game_id}#{self.version}"
