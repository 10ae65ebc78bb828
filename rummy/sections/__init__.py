"""The sections of a rule profile (profile.md 1). Defaults are base Rummy."""

from rummy.sections.base import Section
from rummy.sections.cards import Deal, Deck, Players, Values
from rummy.sections.melding import JokerSwap, Laying, MeldRules, Opening, Runs, Sets, Wilds
from rummy.sections.scores import Band, Ledger, Match, Rating, Scoring
from rummy.sections.turns import Claims, Deadlock, Discarding, Draw, GoingOut, Knocking, StockEmpty

__all__ = [
    "Band",
    "Claims",
    "Deadlock",
    "Deal",
    "Deck",
    "Discarding",
    "Draw",
    "GoingOut",
    "JokerSwap",
    "Knocking",
    "Laying",
    "Ledger",
    "Match",
    "MeldRules",
    "Opening",
    "Players",
    "Rating",
    "Runs",
    "Scoring",
    "Section",
    "Sets",
    "StockEmpty",
    "Values",
    "Wilds",
]
