"""Law 7: every field of a profile stands in its JSON Schema, and another value changes what the engine does.

Each field is given two values in a profile in which it matters. Under both the same players play the same shuffles;
somewhere an event, its effects or the list of legal moves must differ. Fields that only show in a rare state get one.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any, Final

import pytest

from rummy.engine import legal_moves, new_match
from rummy.moves import move_to_json
from rummy.profile import RuleProfile
from rummy.state import evolve
from rummy.view import view_for
from tests.laws.tables import Match, Setting, choose, supply
from tests.rummy.builder import altered, play, playing, table, verdict, with_totals
from tests.strategies import FIELDS
from tests.variants.family import FAMILY

Json = dict[str, Any]
BASE: Final = RuleProfile()
ROMME: Final = altered(FAMILY["romme"].profile, match={"rounds": 1})
ROBBER: Final = FAMILY["raeuber-romme"].profile
IRO: Final = altered(FAMILY["romme-turnier"].profile, match={"deals": 2})
KURZ: Final = FAMILY["romme-kurz"].profile
WIENER: Final = FAMILY["wiener-rummy"].profile
GIN: Final = altered(FAMILY["gin-rummy"].profile, match={"target": 30})
OKLAHOMA: Final = FAMILY["oklahoma-gin"].profile
QUICK: Final = altered(BASE, match={"target": 60})
JOKERS: Final = altered(BASE, deck={"packs": 2, "jokers": 6}, laying={"before_opening": "all"})
SHUFFLED: Final = altered(BASE, stock_empty={"action": "shuffle"})

PLAYED: Final[dict[str, tuple[RuleProfile, Any]]] = {
    "players.max_active": (IRO, 4),
    "deck.packs": (BASE, 2),
    "deck.jokers": (ROMME, 2),
    "deal.cards": (BASE, 5),
    "deal.upcard": (BASE, False),
    "deal.first_actor": (BASE, "dealer"),
    "deal.first_turn": (BASE, "no_draw"),
    "draw.taken_card": (BASE, "lay_now"),
    "claims.mode": (ROMME, "preemption"),
    "claims.who": (ROMME, "opened"),
    "claims.penalty_cards": (ROMME, 2),
    "sets.min_size": (BASE, 4),
    "sets.max_size": (KURZ, 4),
    "sets.suits": (KURZ, "distinct"),
    "runs.min_size": (BASE, 4),
    "runs.ace": (BASE, "both"),
    "wilds.share": (JOKERS, "any"),
    "wilds.min_gap": (JOKERS, 2),
    "joker_swap.mode": (JOKERS, "to_hand"),
    "joker_swap.from_sets": (altered(JOKERS, joker_swap={"mode": "to_hand"}), "full"),
    "opening.min_points": (BASE, 30),
    "opening.applies": (altered(BASE, opening={"min_points": 20}), "every_lay"),
    "laying.mode": (GIN, "table"),
    "laying.from_lap": (BASE, 2),
    "laying.before_opening": (BASE, "none"),
    "laying.max_melds": (BASE, 1),
    "laying.take_backs": (BASE, 0),
    "discarding.taken_card": (BASE, "allowed"),
    "discarding.joker": (JOKERS, "forbidden"),
    "going_out.final_discard": (BASE, "required"),
    "knocking.limit_by": (KURZ, "none"),
    "knocking.limit": (GIN, 5),
    "knocking.last_go": (WIENER, "none"),
    "knocking.lay_off": (GIN, "none"),
    "stock_empty.action": (BASE, "shuffle"),
    "stock_empty.open_card": (SHUFFLED, "keep"),
    "stock_empty.low_water": (GIN, 4),
    "stock_empty.renewals": (BASE, 1),
    "deadlock.idle_renewals": (altered(SHUFFLED, stock_empty={"renewals": "unlimited"}), 1),
    "values.ace": (BASE, 11),
    "values.ace_low": (altered(BASE, opening={"min_points": 20}), 11),
    "values.joker": (JOKERS, 40),
    "scoring.method": (BASE, "penalty"),
    "scoring.no_winner": (altered(BASE, scoring={"method": "penalty"}, stock_empty={"action": "end"}), "count"),
    "scoring.hand_out_factor": (altered(BASE, deal={"cards": 3}), 3),
    "match.target": (QUICK, 20),
    "match.deals": (altered(QUICK, match={"target": 0, "deals": 2}), 1),
    "match.rounds": (altered(QUICK, match={"target": 0, "rounds": 2}), 1),
}
"""Field -> a profile in which it matters, and another value."""

MOST_MOVES: Final = 400
MOST_SEEDS: Final = 60


def course(profile: RuleProfile, seats: int, seed: int) -> list[str]:
    """What happens at a table of players without a plan: legal moves, events and effects, as JSON."""
    setting = Setting("fields", profile, seats, ("eager",) * seats, (), str(seed))
    rng = random.Random(seed)
    match = Match(new_match(profile, seats))
    supply(match, random.Random(seed))
    told: list[str] = []
    for _ in range(MOST_MOVES):
        if not match.state.to_act:
            break
        seat = match.state.to_act[0]
        told.append(json.dumps([move_to_json(move) for move in legal_moves(match.state, seat)]))
        match.do(seat, choose(setting.minds[seat], match.state, seat, rng))
        supply(match, random.Random(seed))
    return told + [json.dumps(entry) for entry in match.log]


@pytest.mark.parametrize("path", sorted(PLAYED))
def test_another_value_leads_to_another_game(path: str) -> None:
    profile, value = PLAYED[path]
    section, field = path.split(".")
    other = altered(profile, **{section: {field: value}})
    assert other != profile
    seats = (profile.players.max, profile.players.min)
    assert any(
        course(profile, seats[seed % 2], seed) != course(other, seats[seed % 2], seed) for seed in range(MOST_SEEDS)
    ), f"{path} = {value!r} changes nothing"


# --- fields that show in a rare state only ---


def seats_allowed(profile: RuleProfile) -> Any:
    allowed = []
    for seats in range(1, 10):
        try:
            new_match(profile, seats)
        except ValueError:
            continue
        allowed.append(seats)
    return allowed


def with_one_card(profile: RuleProfile) -> Any:
    return verdict(table("0: 4D\n1: KD\nstock: *\ndiscard: 7S\nm1 of 1: 4S 5S 6S", profile), "0 take")


def opening_with_a_lay_off(profile: RuleProfile) -> Any:
    state = playing("0: 8S 8H 8D KH 2S\n1: 2C\nstock: *\nm1 of 1: TH JH QH", profile)
    return verdict(state, "0 lay 8S 8H 8D / m1 + KH")


def opening_too_low(profile: RuleProfile) -> Any:
    return verdict(playing("0: 9S 9H 9D KC 2S\n1: 2C\nstock: *", profile), "0 lay 9S 9H 9D")


def opening_to_go_out(profile: RuleProfile) -> Any:
    return verdict(playing("0: 9S 9H 9D\n1: 2C\nstock: *", profile), "0 lay 9S 9H 9D")


def robbing(profile: RuleProfile) -> Any:
    state = playing("0: 4H 4D 5H 5D 6H 6D KC\n1: 2C\nstock: *\nm1 of 1: 4S 5S 6S", profile)
    return verdict(state, "0 lay rebuild m1 -> 4S 4H 4D | 5S 5H 5D | 6S 6H 6D")


def looking_back(profile: RuleProfile) -> Any:
    return view_for(table("0: 2S\n1: 3S\nstock: *\ndiscard: QC KC", profile), 0)["discard"]


def idling(profile: RuleProfile) -> Any:
    state = playing("0: 2S 4S\n1: 2D\nstock: *\ndiscard: KC", profile, idle_turns=15)
    return play(evolve(state, turn=evolve(state.turn, from_stock=False)), "0 discard 2S").phase


def returning(profile: RuleProfile) -> Any:
    state = table("0: 2S 4S\n1: 2D 4D\nstock: *\ndiscard: KC", profile)
    return play(state, "0 take", "0 discard KC", "1 take", "1 discard KC").phase


def taking(profile: RuleProfile) -> Any:
    return play(table("0: 2S 4S\n1: 2D\nstock: *\ndiscard: KC", profile, takes=4), "0 take").phase


def last_chance(profile: RuleProfile) -> Any:
    state = playing(KNOCK.format("9C KC", "AC"), profile)
    over = play(evolve(state, stock=state.stock[:2]), "0 discard KC")
    return over.phase, legal_moves(over, 1)


def scored(state_text: str, last: str, *totals: int, **changes: Any) -> Callable[[RuleProfile], Any]:
    """Totals, ratings, chips, winners and the next phase after a last move."""

    def told(profile: RuleProfile) -> Any:
        state = playing(state_text, profile, **changes)
        over = play(with_totals(state, *totals) if totals else state, *last.split(" ; "))
        players = [(player.total, player.rating, player.chips, player.status) for player in over.players]
        return players, over.winners, over.phase, over.dealer, view_for(over, 0)["me"]

    return told


KNOCK: Final = "0: 2S 3S 4S 5H 6H 7H 8D 9D TD {}\n1: AS AD AH 2H 3H 4H 5S 5D 5C {}\nstock: *\ndiscard: 9S"
OUT: Final = "0: 2H\n1: KD KS\n2: 3C\nstock: *\nm1 of 0: 5H 6H 7H"
HAND_OUT: Final = "0: 2H\n1: KD KS\n2: 3C\nstock: *"
CALL: Final = "0: 2S 3S 4S 5H 6H 7H 8D 9D TD JD KC\n1: KS QS\n2: KD\nstock: *"
PENALTY: Final = altered(BASE, scoring={"method": "penalty"}, match={"target": 0, "deals": 1})
BUYING: Final = scored(CALL, "0 knock KC ; 1 rebuy", 0, 65, 50, pot=15)
UNDERCUT: Final = scored(KNOCK.format("9C KC", "8C"), "0 knock KC")


def offered(profile: RuleProfile) -> Any:
    """Whether a seat with 85 points may buy back, and at what price."""
    state = play(with_totals(playing(CALL, profile, pot=15), 0, 65, 50), "0 knock KC")
    return verdict(state, "1 rebuy"), view_for(state, 1)["me"]["rebuy"]


STATED: Final[dict[str, tuple[RuleProfile, Any, Callable[[RuleProfile], Any]]]] = {
    "players.min": (BASE, 3, seats_allowed),
    "players.max": (BASE, 4, seats_allowed),
    "deal.next_dealer": (
        altered(GIN, match={"target": 100}), "winner",
        scored(KNOCK.format("AC KC", "9C"), "0 knock KC ; 0 ready ; 1 ready", dealer=0),
    ),
    "draw.with_one_card": (altered(BASE, discarding={"taken_card": "allowed"}), "not_to_go_out", with_one_card),
    "opening.counts": (altered(ROMME, opening={"min_points": 30}), "melds_and_lay_offs", opening_with_a_lay_off),
    "opening.failure": (altered(BASE, opening={"min_points": 40}), "lock", opening_too_low),
    "opening.waived": (altered(BASE, opening={"min_points": 40}), "going_out", opening_to_go_out),
    "laying.rearrange": (altered(ROBBER, opening={"min_points": 0}), "free", robbing),
    "discarding.look_back": (BASE, "all", looking_back),
    "knocking.undercut": (GIN, "none", UNDERCUT),
    "stock_empty.last_discard": (GIN, "knock", last_chance),
    "deadlock.idle_laps": (BASE, 9, idling),
    "deadlock.takes": (BASE, 5, taking),
    "deadlock.put_backs": (altered(BASE, discarding={"taken_card": "allowed"}), 2, returning),
    "scoring.winner_relief": (PENALTY, 40, scored(OUT, "0 discard 2H", 90, 0, 0)),
    "scoring.opener_penalty": (PENALTY, 20, scored(OUT, "0 discard 2H", opener=1)),
    "scoring.clean_knock_bonus": (GIN, 10, scored(KNOCK.format("JD KC", "9C"), "0 knock KC")),
    "scoring.whole_hand_bonus": (GIN, 50, scored(KNOCK.format("JD QD", "9C"), "0 knock")),
    "scoring.undercut_bonus": (GIN, 10, UNDERCUT),
    "scoring.doubling_upcard": (GIN, "spades", scored(KNOCK.format("7C KC", "9C"), "0 knock KC")),
    "rating.bands": (IRO, [{"from": 0, "points": 1}], scored(OUT, "0 discard 2H")),
    "rating.win": (IRO, 6, scored(OUT, "0 discard 2H")),
    "rating.hand_win": (IRO, 9, scored(HAND_OUT, "0 discard 2H")),
    "rating.factor": (altered(IRO, match={"deals": 1}), 1, scored(OUT, "0 discard 2H", 30, 0, 50)),
    "match.out_at": (WIENER, 120, scored(CALL, "0 knock KC", 0, 90, 0, pot=15)),
    "match.tie": (BASE, "shared", scored(OUT, "0 discard 2H", 90, 113, 0)),
    "match.tie_breaks": (altered(BASE, match={"tie": "shared"}), ["wins"], scored(OUT, "0 discard 2H", 90, 113, 0)),
    "match.game_bonus": (GIN, 50, scored(KNOCK.format("AC KC", "9C"), "0 knock KC", 95, 0)),
    "match.box_bonus": (GIN, 50, scored(KNOCK.format("AC KC", "9C"), "0 knock KC", 95, 0)),
    "match.shutout_factor": (GIN, 3, scored(KNOCK.format("AC KC", "9C"), "0 knock KC", 95, 0)),
    "ledger.ante": (WIENER, 3, lambda profile: new_match(profile, 3).pot),
    "ledger.per_deal": (WIENER, 2, scored(CALL, "0 knock KC", pot=15)),
    "ledger.rebuys": (WIENER, 0, offered),
    "ledger.rebuy_from": (WIENER, 90, offered),
    "ledger.rebuy_fee": (WIENER, 3, BUYING),
}  # fmt: skip
"""Field -> a profile in which it matters, another value, and what is then told of a state."""


@pytest.mark.parametrize("path", sorted(STATED))
def test_another_value_leads_to_another_verdict_score_or_view(path: str) -> None:
    profile, value, told = STATED[path]
    section, field = path.split(".")
    other = altered(profile, **{section: {field: value}})
    assert other != profile
    assert told(profile) != told(other), f"{path} = {value!r} changes nothing"


def test_every_field_is_shown_to_matter() -> None:
    assert set(PLAYED) | set(STATED) == set(FIELDS)
    assert not set(PLAYED) & set(STATED)


def test_every_field_stands_in_the_schema_with_its_help() -> None:
    schema = RuleProfile.model_json_schema()
    for path in FIELDS:
        section, field = path.split(".")
        reference = schema["properties"][section]["$ref"].rpartition("/")[2]
        described = schema["$defs"][reference]["properties"][field]
        assert described["description"], path
        assert "default" in described, path
