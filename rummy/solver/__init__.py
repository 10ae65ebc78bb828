"""Exact search over melds: for hands, openings, lay-offs and the whole table. ``bytes`` of faces go in."""

from rummy.solver.assembly import Rebuilt
from rummy.solver.deadwood import counter, deadwood, discards
from rummy.solver.hands import Arrangement, all_melds, best_melds, equal_arrangements
from rummy.solver.lanes import Goal
from rummy.solver.laying import Play, best_defence, best_lay_offs, best_opening, best_play
from rummy.solver.rebuild import rebuild

__all__ = [
    "Arrangement",
    "Goal",
    "Play",
    "Rebuilt",
    "all_melds",
    "best_defence",
    "best_lay_offs",
    "best_melds",
    "best_opening",
    "best_play",
    "counter",
    "deadwood",
    "discards",
    "equal_arrangements",
    "rebuild",
]
