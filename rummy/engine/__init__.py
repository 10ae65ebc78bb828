"""The engine: who may do what now, and what follows. It has no clock and no source of chance.

``step`` is the one judge: ``check`` and ``legal_moves`` ask it.
"""

from rummy.engine.chance import arranged, new_match, whole_deck
from rummy.engine.legal import default_move, legal_moves
from rummy.engine.steps import apply, check, order_needed, step

__all__ = [
    "apply",
    "arranged",
    "check",
    "default_move",
    "legal_moves",
    "new_match",
    "order_needed",
    "step",
    "whole_deck",
]
