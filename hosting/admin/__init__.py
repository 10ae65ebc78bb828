"""Games, seats, logs and app keys in the admin: to be looked at, never changed."""

from hosting.admin import games, log

__all__ = ["games", "log"]
