"""How bots play: one module a strategy, over ``bots.seen``, ``bots.plans`` and ``bots.prospects``."""
