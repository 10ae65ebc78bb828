"""House rules in the admin."""

from variants.admin import playtests, rules

__all__ = ["playtests", "rules"]
