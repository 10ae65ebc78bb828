"""Cases without a machine-readable form, or whose rules are none of ours: where they are tested, or why they are not.

``tests/<path>::<test>`` names the test, ``tests/<room>`` the room whose tests play the case, ``none: `` a reason.
"""

from __future__ import annotations

from typing import Final

_MELDS: Final = "tests/rummy/test_melds.py::"
_ENGINE: Final = "tests/rummy"
_HOSTING: Final = "tests/hosting"
_API: Final = "tests/api"
_BOTS: Final = "tests/bots"

ELSEWHERE: Final[dict[str, str]] = {
    # Values that no profile has
    "P006": "none: card values beside the ace's and the joker's are no field (profile.md 0): 3 counts 3, not 5",
    "P007": "none: card values beside the ace's and the joker's are no field (profile.md 0): 4 counts 4, not 5",
    "J033": "none: no profile lets a joker be taken without its card; a joker keeps its card until swap or rebuild",
    # Melds and jokers
    "M005": _MELDS + "test_it_says_why_cards_are_no_meld",
    "J032": _MELDS + "test_the_real_card_takes_the_place_of_its_joker",
    "J034": f"{_ENGINE}/test_engine_jokers.py::test_a_joker_cannot_be_taken_without_its_card",
    "J035": f"{_ENGINE}/test_engine_jokers.py::test_a_freed_joker_bars_the_discard_until_it_lies",
    "J036": f"{_ENGINE}/test_engine_jokers.py::test_a_second_joker_waits_until_the_first_lies",
    "L021": f"{_ENGINE}/test_engine_laying.py::test_a_card_that_fits_two_melds_goes_where_the_player_says",
    "L022": f"{_ENGINE}/test_engine_laying.py::test_a_card_that_fits_two_melds_goes_where_the_player_says",
    "L025": f"{_ENGINE}/test_engine_laying.py::test_a_card_that_is_not_held_cannot_be_laid_off",
    "O035": f"{_ENGINE}/test_engine_opening.py::test_an_opening_beside_a_run_that_stays_as_it_is",
    # Scores
    "P012": f"{_ENGINE}/test_engine_knock_scores.py::test_gin_is_never_undercut_and_has_a_bonus",
    "P013": f"{_ENGINE}/test_engine_knock_scores.py::test_the_bonuses_are_fields",
    "P016": f"{_ENGINE}/test_engine_knock_scores.py::test_an_undercut_can_win_the_match",
    "P018": f"{_ENGINE}/test_engine_scores.py::test_a_tie_at_the_top_is_one_more_deal_for_all_and_again_while_tied",
    "P022": f"{_ENGINE}/test_engine_stock.py::test_an_exhausted_stock_may_count_every_hand",
    # Stock and discard pile
    "K001": f"{_ENGINE}/test_engine_stock.py::test_the_top_discard_may_stay",
    "K002": f"{_ENGINE}/test_engine_stock.py::test_one_renewal_for_a_given_order_always_leads_to_the_same_state",
    "K005": f"{_ENGINE}/test_engine_stock.py::test_the_deal_may_end_with_cards_in_the_stock",
    "K006": f"{_ENGINE}/test_engine_stock.py::test_the_deal_may_end_with_cards_in_the_stock",
    "K008": f"{_ENGINE}/test_engine_stock.py::test_the_discards_are_turned_over_unshuffled",
    "K009": f"{_ENGINE}/test_engine_stock.py::test_every_card_is_there_after_two_renewals",
    "K012": f"{_ENGINE}/test_engine_stock.py::test_a_kept_top_card_alone_ends_the_deal",
    "K015": f"{_HOSTING}/test_shuffles.py::test_every_card_lies_everywhere_equally_often",
    "K016": f"{_HOSTING}/test_shuffles.py::test_two_games_are_dealt_differently",
    # Turns
    "T001": f"{_ENGINE}/test_engine_deal.py::test_the_upcard_is_offered_in_turn_and_then_the_stock_is_drawn",
    "T003": f"{_ENGINE}/test_engine_turns.py::test_a_second_draw_is_refused",
    "T004": f"{_ENGINE}/test_engine_turns.py::test_an_empty_discard_pile_cannot_be_taken",
    "T006": f"{_API}/test_bad_input.py::test_it_names_every_fault_of_a_move",
    "T007": f"{_ENGINE}/test_engine_turns.py::test_a_card_that_is_not_held_cannot_be_thrown",
    "T008": f"{_ENGINE}/test_engine_jokers.py::test_a_rebuild_needs_a_card_from_the_hand",
    "T011": f"{_ENGINE}/test_engine_jokers.py::test_a_joker_cannot_be_taken_without_its_card",
    "T014": f"{_ENGINE}/test_engine_fixtures.py::test_2_base_throws_the_taken_card_as_its_last_only",
    "T016": f"{_ENGINE}/test_engine_taken_card.py::test_a_taken_card_that_is_left_as_the_last_may_be_thrown",
    "T020": f"{_ENGINE}/test_engine_claims.py::test_whoever_answers_first_the_nearest_gets_it",
    "T023": f"{_ENGINE}/test_engine_deal.py::test_the_dealer_moves_left_every_deal",
    "T025": f"{_ENGINE}/test_engine_turns.py::test_the_last_discard_ends_the_deal",
    "T027": f"{_ENGINE}/test_engine_deal.py::test_every_deal_starts_with_full_hands_and_an_empty_table",
    "T028": f"{_ENGINE}/test_engine_turns.py::test_a_draw_changes_one_pile_and_one_hand",
    "T030": f"{_ENGINE}/test_engine_knock_scores.py::test_a_refused_knock_leaves_all_as_it_was",
    "T033": f"{_ENGINE}/test_engine_turns.py::test_a_seat_out_of_turn_is_refused",
    "T035": f"{_ENGINE}/test_engine_turns.py::test_the_last_discard_ends_the_deal",
    # What is seen, and the server
    "A004": f"{_ENGINE}/test_view.py::test_a_view_shows_the_own_hand_and_counts_of_the_others",
    "A005": f"{_ENGINE}/test_view.py::test_a_draw_is_shown_to_the_drawer_alone",
    "A006": f"{_ENGINE}/test_view.py::test_a_taken_discard_is_shown_to_all",
    "A007": f"{_API}/test_create_game.py::test_the_first_answer_shows_no_hidden_card",
    "A008": f"{_API}/test_game.py::test_no_seed_and_no_shuffle_is_told_before_the_end",
    "A009": f"{_ENGINE}/test_view.py::test_a_shuffle_hides_the_order_and_shows_the_turned_card",
    "A011": f"{_ENGINE}/test_view.py::test_hands_stay_hidden_in_the_next_deal",
    "A014": f"{_API}/test_game.py::test_a_spectator_of_a_public_game_sees_no_hand",
    "A015": f"{_API}/test_moves.py::test_the_same_move_twice_at_once_is_played_once",
    "A017": f"{_API}/test_moves.py::test_the_same_move_twice_is_played_once",
    "A020": f"{_HOSTING}/test_concurrency.py::test_one_discard_goes_to_one_seat",
    "A021": f"{_HOSTING}/test_concurrency.py::test_a_deal_ends_once",
    "A022": f"{_HOSTING}/test_concurrency.py::test_a_deal_that_ends_while_time_runs_out_is_scored_once",
    "A023": f"{_API}/test_moves.py::test_a_stale_version_is_told_what_happened_since",
    "A024": f"{_API}/test_moves.py::test_a_version_must_be_said",
    "A025": f"{_API}/test_moves.py::test_after_a_refusal_a_legal_move_works",
    "A029": f"{_ENGINE}/test_engine_fixtures.py::test_24_a_card_belongs_to_one_meld_only",
    "A030": f"{_ENGINE}/test_engine_laying.py::test_one_copy_of_two_is_laid",
    "A031": f"{_API}/test_bad_input.py::test_it_names_every_fault_of_a_move",
    "A033": f"{_API}/test_bad_input.py::test_it_refuses_what_is_not_json",
    "A035": f"{_API}/test_bad_input.py::test_it_names_every_fault_of_a_move",
    "A037": f"{_API}/test_create_game.py::test_it_names_every_fault",
    "A040": f"{_HOSTING}/test_concurrency.py::test_the_last_seat_goes_to_one_of_many",
    "A042": "none: a running match cannot be left yet; who goes away keeps the seat (A043)",
    "A043": f"{_HOSTING}/test_processes.py::test_who_goes_away_and_comes_back_has_the_same_seat_and_turn",
    "A045": f"{_HOSTING}/test_processes.py::test_a_game_goes_on_after_a_restart_as_if_there_had_been_none",
    "A046": f"{_HOSTING}/test_processes.py::test_looking_at_a_game_deals_nothing_and_moves_nothing",
    "A048": f"{_ENGINE}/test_engine_taking_back.py::test_taking_back_undoes_every_lay_of_the_turn_but_not_the_draw",
    "A049": _BOTS,
    "A050": _BOTS,
    "A055": f"{_ENGINE}/test_cards_and_forms.py::test_all_110_cards_go_through_text_and_back",
}
