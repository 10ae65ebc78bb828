"""Questions about melds, under a variant's rules or a game's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.bodies import Analyse, CheckMeld
from api.language import language_of
from api.parsing import read_body
from api.plain import plain
from api.problems import Fault, Problem
from api.rendering import JSON
from api.schema import RUMMY_SEAT
from api.shapes.melds import AnalysisOut, MeldVerdict
from api.texts import sentence
from api.views.base import ApiView
from rummy import solver
from rummy.cards import CARD_TEXT, JOKER, deck, parse_cards, parse_slots, physical, texts
from rummy.errors import IllegalMove
from rummy.melds import Meld, meld_points, read_meld
from rummy.profile import RuleProfile
from rummy.solver import Goal, Play, Rebuilt
from variants import catalogue, lookup
from variants.options import InvalidOptions


def verdict(profile: RuleProfile, cards: Iterable[str], language: str) -> dict[str, Any]:
    """Whether cards are a meld: as it would lie on the table, or the rule that forbids it."""
    try:
        meld = read_meld(profile, parse_slots(cards))
    except IllegalMove as refusal:
        choices = {"choices": refusal.data["choices"]} if "choices" in refusal.data else {}
        detail = sentence(refusal.code, language, refusal.data)
        return {"valid": False, "code": refusal.code, "rule": refusal.rule, "detail": detail, **choices}
    return {"valid": True, "kind": meld.kind, "cards": texts(meld.cards), "points": meld_points(profile, meld)}


def check_deck(profile: RuleProfile, named: Iterable[tuple[str, bytes]]) -> None:
    """Raises Problem 422 where cards are named that the deck has not, or more often than it has them.

    ``named``: JSON Pointer of a list of cards, and its slots.
    """
    left = Counter(deck(profile.deck.packs, profile.deck.jokers))
    faults = []
    for pointer, slots in named:
        for at, face in enumerate(map(physical, slots)):
            left[face] -= 1
            if left[face] < 0:
                faults.append(Fault(f"{pointer}/{at}", "not_in_deck", {"card": CARD_TEXT[face]}))
    if faults:
        raise Problem(422, "invalid", errors=faults)


def check_meld(request: Request, profile: RuleProfile, body: CheckMeld) -> Response:
    """The verdict on a body's cards.

    Raises Problem 422 for a joker of a deck without jokers, and for a meld of cards that the deck has less often.
    """
    slots = parse_slots(body.cards)
    if not profile.deck.jokers:
        jokers = [at for at, slot in enumerate(slots) if physical(slot) == JOKER]
        if jokers:
            raise Problem(422, "invalid", errors=[Fault(f"/cards/{at}", "not_in_deck", {"card": "X"}) for at in jokers])
    found = verdict(profile, body.cards, language_of(plain(request)))
    if found["valid"]:
        check_deck(profile, [("/cards", slots)])
    return Response(found)


def analysis(profile: RuleProfile, body: Analyse) -> dict[str, Any]:
    """The best that the solver finds for a hand beside the melds of a table.

    Raises Problem 422 where a card is not in the deck, or a heap on the table is no meld.
    """
    hand = parse_cards(body.hand)
    heaps = [parse_slots(heap) for heap in body.table]
    check_deck(profile, [("/hand", hand), *((f"/table/{at}", heap) for at, heap in enumerate(heaps))])
    table = _read_table(profile, heaps)
    if body.goal == "rebuild":
        return _rebuilt(profile, hand, table)
    return _played(profile, hand, _best(profile, hand, table, body.goal))


def _played(profile: RuleProfile, hand: bytes, play: Play | Rebuilt) -> dict[str, Any]:
    return {
        "melds": [texts(meld.cards) for meld in play.melds],
        "lay_offs": [{"meld": place, "cards": texts(slots)} for place, slots in play.lay_offs],
        "deadwood": texts(play.rest),
        "deadwood_points": play.deadwood,
        "cards_placed": len(hand) - len(play.rest),
        "points": play.points,
        "discards": [
            {"card": CARD_TEXT[face], "deadwood_points": points}
            for face, points in solver.discards(profile, hand).items()
        ],
        "exact": play.exact,
    }


def _read_table(profile: RuleProfile, heaps: Iterable[bytes]) -> list[Meld]:
    table, faults = [], []
    for at, heap in enumerate(heaps):
        try:
            table.append(read_meld(profile, heap))
        except IllegalMove as refusal:
            faults.append(Fault(f"/table/{at}", refusal.code, {**refusal.data, "rule": refusal.rule}))
    if faults:
        raise Problem(422, "invalid", errors=faults)
    return table


def _rebuilt(profile: RuleProfile, hand: bytes, table: Sequence[Meld]) -> dict[str, Any]:
    """The play that places most cards, melds of the table put together anew as far as the rules let them."""
    mode = profile.laying.rearrange
    if mode == "none":
        raise Problem(422, "invalid", errors=[Fault("/goal", "rearranging_forbidden", {"rule": "laying.rearrange"})])
    found = solver.rebuild(profile, hand, table, mode)
    anew = {"melds": list(found.named), "into": [texts(meld.cards) for meld in found.into]}
    return {**_played(profile, hand, found), "rebuild": anew if found.named else None}


def _best(profile: RuleProfile, hand: bytes, table: Sequence[Meld], goal: Goal | Literal["opening"]) -> Play:
    if goal != "opening":
        return solver.best_play(profile, hand, table, goal, max_melds=profile.laying.max_melds)
    opening = profile.opening
    limit = profile.laying.max_melds
    found = solver.best_opening(profile, hand, opening.min_points, table=table, counts=opening.counts, max_melds=limit)
    return solver.best_play(profile, hand, (), new_melds=False) if found is None else found


class VariantCheckMeld(ApiView):
    """Whether cards are a meld under a variant's rules."""

    @extend_schema(operation_id="variants_check_meld", request={JSON: CheckMeld}, responses=MeldVerdict)
    def post(self, request: Request, variant_id: str) -> Response:
        """The meld as it would lie on the table, or the rule that forbids it."""
        variant = lookup.find(variant_id)
        body = read_body(plain(request), CheckMeld)
        return check_meld(request, chosen_rules(variant, body.options), body)


class VariantAnalyse(ApiView):
    """The solver, under a variant's rules."""

    @extend_schema(operation_id="variants_analyse", request={JSON: Analyse}, responses=AnalysisOut)
    def post(self, request: Request, variant_id: str) -> Response:
        """The best melds and lay-offs of a hand, and what each discard would leave."""
        variant = lookup.find(variant_id)
        body = read_body(plain(request), Analyse)
        return Response(analysis(chosen_rules(variant, body.options), body))


class GameCheckMeld(ApiView):
    """Whether cards are a meld under a game's rules."""

    @extend_schema(
        operation_id="games_check_meld", parameters=[RUMMY_SEAT], request={JSON: CheckMeld}, responses=MeldVerdict
    )
    def post(self, request: Request, game_id: str) -> Response:
        """The meld as it would lie on the table, or the rule that forbids it."""
        table = self.table(request, game_id)
        body = read_body(plain(request), CheckMeld)
        own_options_only(body)
        return check_meld(request, table.profile, body)


class GameAnalyse(ApiView):
    """The solver, under a game's rules."""

    @extend_schema(
        operation_id="games_analyse", parameters=[RUMMY_SEAT], request={JSON: Analyse}, responses=AnalysisOut
    )
    def post(self, request: Request, game_id: str) -> Response:
        """The best melds and lay-offs of a hand, and what each discard would leave."""
        table = self.table(request, game_id)
        body = read_body(plain(request), Analyse)
        own_options_only(body)
        return Response(analysis(table.profile, body))


def chosen_rules(variant: catalogue.Variant, options: Mapping[str, Any] | None) -> RuleProfile:
    """A variant's rules with a host's options. Raises Problem 422 with all that is wrong with them."""
    try:
        return catalogue.with_options(variant, options or {})
    except InvalidOptions as error:
        faults = [Fault(f"/options{fault.pointer}", fault.code, fault.data) for fault in error.faults]
        raise Problem(422, "invalid", errors=faults) from error


def own_options_only(body: CheckMeld | Analyse) -> None:
    """Raises Problem 422 where a question about a game brings options: a game has its own."""
    if body.options is not None:
        raise Problem(422, "invalid", errors=[Fault("/options", "unknown_field", {"field": "options"})])
