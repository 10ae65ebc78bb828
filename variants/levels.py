"""The levels of bots, by name, for the rooms below the bots' own."""

from typing import Final

BOT_LEVELS: Final = ("easy", "medium", "hard")
"""Levels that a bot may have, weakest first; ``bots.levels`` has a strategy for each."""
