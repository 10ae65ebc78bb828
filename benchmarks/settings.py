"""The server's own settings, with the ceiling beside the API and without its limits of calls."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "benchmarks.ceiling"
API_RATES = dict.fromkeys(("new_games", "stateless", "reads", "moves"), (10**9, 1000000000.0))
