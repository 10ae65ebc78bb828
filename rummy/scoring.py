"""What hands, deals and matches are worth: arithmetic over numbers, without a table (profile.md 4.3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from rummy.melds import card_points
from rummy.sections import Match, MeldRules, Rating, Scoring


def hand_points(rules: MeldRules, hand: Iterable[int]) -> int:
    """Points of the faces left in a hand (``values``)."""
    return sum(card_points(rules, face) for face in hand)


def booked(scoring: Scoring, points: Mapping[int, int], winner: int | None, *, hand_out: bool) -> dict[int, int]:
    """What each seat books for a deal, by ``scoring.method``; ``points`` are the hands' points by seat.

    ``difference`` is for knocks between two seats and stands in ``difference``.
    """
    if winner is None:
        return dict(points) if scoring.no_winner == "count" else dict.fromkeys(points, 0)
    factor = scoring.hand_out_factor if hand_out else 1
    if scoring.method == "penalty":
        return {seat: own if seat == winner else own * factor for seat, own in points.items()}
    paid = {seat: own * factor for seat, own in points.items() if seat != winner}
    if scoring.method == "zero_sum":
        return {winner: sum(paid.values()), **{seat: -own for seat, own in paid.items()}}
    return {winner: sum(paid.values()), **dict.fromkeys(paid, 0)}


@dataclass(frozen=True)
class Gain:
    """What the winner of a knock books: the points that the loser had left beyond his own, and a bonus."""

    why: Literal["knock", "clean_knock", "whole_hand", "undercut"]
    """``undercut``: the opponent wins; else the knocker does."""
    difference: int
    bonus: int = 0


def difference(scoring: Scoring, undercut: str, knocker: int, opponent: int, *, whole_hand: bool) -> Gain:
    """What a knock brings, and to whom, from the points both have left (profile.md 4.3).

    ``whole_hand``: all cards melded and none discarded. A knocker with nothing left cannot be undercut.
    """
    if knocker == 0:
        if whole_hand:
            return Gain("whole_hand", opponent, scoring.whole_hand_bonus)
        return Gain("clean_knock", opponent, scoring.clean_knock_bonus)
    if knocker < opponent:
        return Gain("knock", opponent - knocker)
    if undercut == "lower_or_equal" or (undercut == "lower" and opponent < knocker):
        return Gain("undercut", knocker - opponent, scoring.undercut_bonus)
    return Gain("knock", 0)


@dataclass(frozen=True)
class Bonus:
    """What a seat's total gets at the end of the match: both sums are added, then the whole is multiplied."""

    boxes: int = 0
    game: int = 0
    factor: int = 1


NO_BONUS: Final = Bonus()


def bonuses(match: Match, wins: Sequence[int], winners: Sequence[int]) -> list[Bonus]:
    """The bonuses of the match by seat, from the deals that each has won (``match``)."""
    others_won = any(won for seat, won in enumerate(wins) if seat not in winners)
    factor = 1 if others_won else match.shutout_factor
    return [
        Bonus(match.box_bonus * won, match.game_bonus, factor) if seat in winners else Bonus(match.box_bonus * won)
        for seat, won in enumerate(wins)
    ]


def rating_points(rating: Rating, points: int, *, won: bool, hand_out: bool) -> int:
    """Rating points of a seat in a deal: for the winner, else by the band of its hand points."""
    if won:
        return rating.hand_win if hand_out else rating.win
    return next((band.points for band in reversed(rating.bands) if points >= band.from_), 0)


def list_result(rating: Rating, rating_total: int, points: int) -> int:
    """Result of a tournament list: factor x rating points - points; may be negative (S1b)."""
    return rating.factor * rating_total - points


def ranking(match: Match, seats: Sequence[tuple[int, int, int, int]], *, low_wins: bool) -> list[list[int]]:
    """Seats in groups that tie, best first. Each seat is (seat, result, deals won, points)."""

    def key(row: tuple[int, int, int, int]) -> tuple[int, ...]:
        _, result, wins, points = row
        breaks = {"wins": -wins, "points": points}
        return (result if low_wins else -result, *(breaks[name] for name in match.tie_breaks))

    groups: dict[tuple[int, ...], list[int]] = {}
    for row in sorted(seats, key=key):
        groups.setdefault(key(row), []).append(row[0])
    return list(groups.values())
