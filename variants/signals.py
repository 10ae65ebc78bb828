"""What variants tell the rooms above, after the commit."""

from django.dispatch import Signal

playtest_requested = Signal()
"""A piece of a playtest is to be played: ``playtest_id``, ``piece`` (its number)."""
