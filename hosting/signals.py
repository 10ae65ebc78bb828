"""What hosting tells the rooms above, after the commit."""

from django.dispatch import Signal

turn_began = Signal()
"""A bot is due: ``game_id``, ``seat``, ``decision``, ``due_at`` (when it should move)."""
