"""Rules to try bots under: each turns on fields that ask something of a bot that the base game does not."""

from __future__ import annotations

from typing import Any

from rummy.formats import load_profile
from rummy.profile import FORMAT, RuleProfile

TWO_PACKS: dict[str, Any] = {
    "deck": {"packs": 2, "jokers": 6},
    "deal": {"cards": 13, "upcard": False, "first_turn": "no_draw"},
    "runs": {"ace": "both"},
    "values": {"ace": 11},
    "discarding": {"taken_card": "allowed"},
    "going_out": {"final_discard": "required"},
    "stock_empty": {"action": "shuffle", "open_card": "keep", "renewals": "unlimited"},
    "scoring": {"method": "penalty", "hand_out_factor": 1, "no_winner": "count"},
    "match": {"target": 0, "rounds": 1, "tie": "shared"},
}
CONCEALED: dict[str, Any] = {
    "players": {"max": 2},
    "laying": {"mode": "concealed"},
    "discarding": {"taken_card": "forbidden"},
    "stock_empty": {"action": "end", "low_water": 2},
}

FIELDS: dict[str, dict[str, Any]] = {
    "base": {},
    "shuffled": {
        "runs": {"ace": "both"},
        "discarding": {"taken_card": "forbidden"},
        "stock_empty": {"action": "shuffle", "open_card": "turn", "renewals": "unlimited"},
    },
    "one meld, minimum, last discard": {
        "laying": {"max_melds": 1},
        "opening": {"min_points": 20},
        "discarding": {"taken_card": "forbidden"},
        "going_out": {"final_discard": "required"},
    },
    "opening of several melds": {"opening": {"min_points": 50}, "match": {"target": 50}},
    "claims and freed jokers": TWO_PACKS
    | {
        "joker_swap": {"mode": "to_hand"},
        "claims": {"mode": "sealed"},
        "opening": {"min_points": 30},
        "laying": {"from_lap": 2, "before_opening": "none"},
    },
    "claims one by one": TWO_PACKS | {"claims": {"mode": "preemption", "who": "opened"}},
    "taken card laid now, jokers replayed": TWO_PACKS
    | {
        "draw": {"taken_card": "lay_now"},
        "wilds": {"min_gap": 2},
        "joker_swap": {"mode": "replay"},
        "opening": {"min_points": 40},
    },
    "rebuilding": TWO_PACKS
    | {
        "draw": {"taken_card": "lay_now"},
        "opening": {"min_points": 40, "applies": "every_lay", "counts": "touched"},
        "laying": {"before_opening": "all", "rearrange": "take", "from_lap": 2},
    },
    "lock and no joker thrown": TWO_PACKS
    | {
        "draw": {"with_one_card": "not_to_go_out"},
        "opening": {"min_points": 40, "failure": "lock"},
        "laying": {"take_backs": 0},
        "discarding": {"joker": "only_last"},
        "joker_swap": {"mode": "replay", "from_sets": "full"},
    },
    "knock on the table": TWO_PACKS
    | {"sets": {"max_size": 8, "suits": "any"}, "knocking": {"limit_by": "number", "limit": 9}},
    "knock, last go, rebuy": TWO_PACKS
    | {
        "deck": {"packs": 2, "jokers": 2},
        "deal": {"cards": 10, "first_actor": "dealer", "upcard": False, "first_turn": "no_draw"},
        "laying": {"mode": "concealed"},
        "knocking": {"limit_by": "number", "limit": 5, "last_go": "one_each"},
        "match": {"target": 0, "out_at": 101, "tie": "shared"},
        "ledger": {"ante": 5, "per_deal": 1, "rebuys": 1, "rebuy_from": 81, "rebuy_fee": 5},
    },
    "offer, knock, undercut": CONCEALED
    | {
        "deal": {"cards": 10, "first_turn": "upcard_offer", "next_dealer": "loser"},
        "knocking": {"limit_by": "number", "limit": 10, "lay_off": "on_knocker", "undercut": "lower_or_equal"},
        "scoring": {"method": "difference", "hand_out_factor": 1, "clean_knock_bonus": 25, "undercut_bonus": 25},
    },
}


def rules(name: str) -> RuleProfile:
    """The profile of that name."""
    return load_profile({"format": FORMAT} | FIELDS[name])
