"""Uniform random games of Gin: decisions per second in one process, beside OpenSpiel from Python and RLCard.

    python -m benchmarks.engine [--json] [--seconds 20]

A decision is a choice among the legal moves and the step that follows; shuffles, deals and draws are part of the work
and are not counted. Each side is used as its documentation shows: ``legal_moves`` and ``step`` here.
"""

from __future__ import annotations

from random import Random

from benchmarks.rates import Work, alternate, parser, ratio, report
from bots.arena import supply
from rummy.engine import legal_moves, new_match, step
from variants.catalogue import variant

GAMES = 2


def ours(rng: Random) -> Work:
    profile = variant("gin-rummy").profile

    def play() -> int:
        decisions = 0
        for _ in range(GAMES):
            state = supply(new_match(profile, seats=2), rng)
            while not state.results:
                seat = state.to_act[0]
                state = step(state, seat, rng.choice(legal_moves(state, seat))).state
                decisions += 1
        return decisions

    return play


def openspiel(rng: Random) -> Work:
    import pyspiel

    game = pyspiel.load_game("gin_rummy")

    def play() -> int:
        decisions = 0
        for _ in range(GAMES):
            state = game.new_initial_state()
            while not state.is_terminal():
                decisions += not state.is_chance_node()
                state.apply_action(rng.choice(state.legal_actions()))
        return decisions

    return play


def rlcard(rng: Random) -> Work:
    from rlcard.games.gin_rummy.game import GinRummyGame

    game = GinRummyGame()

    def play() -> int:
        decisions = 0
        for _ in range(GAMES):
            game.init_game()
            while not game.is_over():
                game.step(rng.choice(game.judge.get_legal_actions()))
                decisions += 1
        return decisions

    return play


def main() -> None:
    options = parser("engine", __doc__, 20).parse_args()
    works = {"ours": ours(Random(1))}
    for name, peer in (("openspiel", openspiel), ("rlcard", rlcard)):
        try:
            works[name] = peer(Random(1))
        except ImportError:
            print(f"{name} is not installed (make bench-setup)")
    rates = alternate(works, options.seconds)
    results = {"decisions_per_second": {name: round(rate) for name, rate in rates.items()},
               "openspiel_ratio": ratio(rates), "rlcard_ratio": ratio(rates, "rlcard")}  # fmt: skip
    rows = ["uniform random Gin    decisions/s  ours is x times"]
    rows += [f"{name:20} {rate:12,.0f}  {rates['ours'] / rate:15.2f}" for name, rate in rates.items()]
    report(results, rows, as_json=options.json)


if __name__ == "__main__":
    main()
