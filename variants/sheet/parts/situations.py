"""Situations and what they mean: chosen by hand to show a rule, judged and counted by the engine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rummy import solver
from rummy.cards import CARD_TEXT, JOKER, parse_cards, parse_slots, texts
from rummy.errors import IllegalMove
from rummy.melds import card_points, meld_points, read_meld
from rummy.moves import Add, Discard, Knock, Lay, Move, NewMeld, Rebuild, Swap, TakeDiscard
from rummy.profile import RuleProfile
from rummy.scoring import hand_points, rating_points
from variants.sheet.document import Cards, Joined, Refused, Section, Table, Text, cards, say, section
from variants.sheet.parts.beginning import may_knock, melds_are_measured
from variants.sheet.parts.melding import concealed, swap_duty
from variants.sheet.parts.table import Scene, in_deck

HEAPS: Final = (
    "8S 8H 8D", "8S 8H 8D 8C", "8S 8H 8D 8C 8S", "7C 7C 7H", "8S 8H", "4H 5H 6H", "4H 5H 6H 7H", "4H 5H 7H",
    "4H 5H 6S", "AH 2H 3H", "QH KH AH", "KH AH 2H", "9H TH X QH", "3C X X 6C", "3C X 5C X 7C", "KS KH X X", "KS X X",
)  # fmt: skip
"""Cards that may be a meld."""

FIRST_LAYS: Final = (
    ("9H TH JH",), ("TH JH QH",), ("QH KH AH",), ("JH QH KH AH",), ("9H TH X QH",), ("8S 8H 8D", "4C 5C 6C"),
    ("TH JH QH", "5S 5H 5D"),
)  # fmt: skip
"""Melds that may be laid first, together."""

HELD: Final = ("KC QD 9S AC", "X AS 7D", "2H 2S 3C")
"""Hands left at the end of a deal on the table."""

ARRANGED: Final = "2S 3S 4S 8H 8D 8C KC QD 9S AC"
"""A hand left at the end of a deal in which melds stay in the hand."""

_MELDED: Final = "2S 3S 4S 5H 6H 7H 8D 9D TD"
_COMPLETED: Final = ("8S 8H 8D", "KH", "TH JH QH")
"""A meld laid first, and a card added to another in the same lay."""
_BESIDE: Final = "5D 6D 7D"
"""A meld to which a freed joker can go."""
_THROWN: Final = "KC"
_FIRST_OPEN: Final = "7D"


def situations(rules: RuleProfile) -> Section:
    """All tables of situations."""
    return section(
        "situations",
        _table("melds", ("cards", "meaning"), _heaps(rules)),
        _table("lays", ("cards", "meaning"), _first_lays(rules)),
        _table("moves", ("table", "move", "meaning"), _moves(rules)),
        _table("knocks", ("left", "meaning"), _knocks(rules)),
        _table("hands", ("left", "counts"), _hands(rules)),
    )


def _table(name: str, head: tuple[str, ...], rows: Iterator[tuple[Text, ...]]) -> Table | None:
    found = tuple(rows)
    titles = tuple(say(f"situation.head.{column}") for column in head)
    return Table(say(f"situation.table.{name}"), titles, found) if found else None


def refused(error: IllegalMove) -> Text:
    """The engine's sentence against a move; of a card that does not fit, why the grown meld is none."""
    if error.code == "opening_too_low":  # the engine speaks of a first lay, also where every lay is measured
        return say("situation.too_low", n=error.data["got"], needed=error.data["needed"])
    return Refused(error.data.get("inner", error.code), error.data)


def meld_verdict(rules: RuleProfile, heap: str) -> Text:
    """What cards are together, in words."""
    try:
        meld = read_meld(rules, parse_slots(heap))
    except IllegalMove as error:
        return Joined((say("situation.no_meld"), refused(error)))
    if melds_are_measured(rules):
        kind = say(f"situation.{meld.kind}.worth", n=meld_points(rules, meld))
    else:
        kind = say(f"situation.{meld.kind}.plain")
    if "X" not in heap:
        return kind
    return Joined((kind, say("situation.read", cards=Cards(tuple(texts(meld.cards))))))


def _heaps(rules: RuleProfile) -> Iterator[tuple[Text, ...]]:
    for heap in HEAPS:
        if in_deck(rules, heap):
            yield cards(heap), meld_verdict(rules, heap)


def _first_lays(rules: RuleProfile) -> Iterator[tuple[Text, ...]]:
    if not melds_are_measured(rules):
        return
    for melds in FIRST_LAYS:
        scene = Scene(" ".join((*melds, "2C 4D KS")))
        if not scene.possible(rules):
            continue
        shown = Joined(tuple(cards(meld) for meld in melds), " + ")
        yield shown, lay_verdict(rules, scene, Lay(tuple(NewMeld(tuple(meld.split())) for meld in melds)))
    new, added, lying = _COMPLETED
    scene = Scene(f"{new} {added} 2C 4D", (lying,))
    if scene.possible(rules):
        told = say("situation.added", cards=cards(added), meld=cards(lying))
        lay = Lay((NewMeld(tuple(new.split())), Add("m1", (added,))))
        yield Joined((cards(new), told), " + "), lay_verdict(rules, scene, lay)


def lay_verdict(rules: RuleProfile, scene: Scene, lay: Lay) -> Text:
    """Whether a first lay is accepted, in words."""
    error, effects = scene.judged(rules, lay)
    if error is not None:
        return Joined((say("situation.refused"), refused(error)))
    failed = next((effect for effect in effects if effect["kind"] == "opening_failed"), None)
    if failed is not None:
        low = say("situation.too_low", n=failed["got"], needed=failed["needed"])
        return Joined((low, say("situation.failed")))
    return say("situation.accepted")


def _moves(rules: RuleProfile) -> Iterator[tuple[Text, ...]]:
    if not concealed(rules):
        yield from _lay_offs(rules)
        yield from _swaps(rules)
        yield from _robberies(rules)
        yield from _thrown_jokers(rules)
    yield from _taken_cards(rules)


def _lay_offs(rules: RuleProfile) -> Iterator[tuple[Text, ...]]:
    wanted = (
        ("8S 8H 8D", "8C", True), ("8S 8H 8D", "8C", False), ("8S 8H 8D 8C", "8S", True), ("4H 5H 6H", "3H", True),
        ("4H 5H 6H", "8H", True), ("JH QH KH", "AH", True), ("9S TS JS", "QS", True), ("9S TS JS", "QS KS", True),
    )  # fmt: skip
    for lying, added, opened in wanted:
        scene = Scene(f"{added} 2C 4D", (lying,), opened)
        if not scene.possible(rules):
            continue
        what = say("situation.add" if opened else "situation.add_first", cards=cards(added))
        yield cards(lying), what, _verdict(rules, scene, Lay((Add("m1", tuple(added.split())),)))


def _swaps(rules: RuleProfile) -> Iterator[tuple[Text, ...]]:
    wanted = (
        ("5H X:6H 7H", "6H", True), ("5H X:6H 7H", "6H", False), ("KS KH X", "KD", True), ("KS KH KD X", "KC", True),
        ("KS KH X X", "KD", True),
    )  # fmt: skip
    for lying, card, opened in wanted:
        scene = Scene(f"{card} 2C 4D", (lying, _BESIDE), opened)
        if not scene.possible(rules):
            continue
        what = say("situation.swap" if opened else "situation.swap_first", card=cards(card))
        verdict = _verdict(rules, scene, Lay((Swap("m1", card),)))
        if verdict == say("situation.allowed"):
            verdict = Joined((verdict, swap_duty(rules)))
        shown = Cards(tuple(each.partition(":")[0] for each in lying.split()))
        yield Joined((shown, cards(_BESIDE)), " + "), what, verdict


def _robberies(rules: RuleProfile) -> Iterator[tuple[Text, ...]]:
    if rules.laying.rearrange == "none":
        return
    wanted = (
        ("4S 5S 6S 7S", "7S", "4S 5S 6S", "7S 7H 7D", ""), ("4S 5S 6S 7S", "7S", "4S 5S 6S", "7S 7H 7D", "KS KH KD"),
        ("4S 5S 6S", "4S", "5S 6S", "4S 4H 4D", "KS KH KD"),
    )  # fmt: skip
    for lying, robbed, left, made, beside in wanted:
        hand = made.removeprefix(robbed)
        scene = Scene(f"{hand} {beside} 2C 9C", (lying,), opened=True)
        if not scene.possible(rules):
            continue
        rebuild = Rebuild(("m1",), (tuple(left.split()), tuple(made.split())))
        new = (NewMeld(tuple(beside.split())),) if beside else ()
        melds: Text = Joined((cards(made), cards(beside)), " + ") if beside else cards(made)
        yield (
            cards(lying),
            say("situation.rob", card=cards(robbed), melds=melds),
            _verdict(rules, scene, Lay((rebuild, *new))),
        )


def _thrown_jokers(rules: RuleProfile) -> Iterator[tuple[Text, ...]]:
    if rules.deck.jokers:
        for hand in ("X 4D 9C", "X"):
            what = say("situation.throw", hand=cards(hand))
            yield "–", what, _verdict(rules, Scene(hand), Discard("X"))


def _taken_cards(rules: RuleProfile) -> Iterator[tuple[Text, ...]]:
    back = Scene("2C 9S 4D", open_card="KC")
    what = say("situation.back", card=cards("KC"))
    if rules.draw.taken_card == "keep":
        yield "–", what, _verdict(rules, back, TakeDiscard(), Discard("KC"))
    if not concealed(rules):
        if rules.draw.taken_card == "keep":
            last = Scene("8S 8H 8D", ("4S 5S 6S",), opened=True, open_card="KC")
            lay = Lay((NewMeld(("8S", "8H", "8D")),))
            what = say("situation.back_last", card=cards("KC"), cards=cards("8S 8H 8D"))
            if last.possible(rules):
                yield cards("4S 5S 6S"), what, _verdict(rules, last, TakeDiscard(), lay, Discard("KC"))
        last = Scene("4D", ("4S 5S 6S",), opened=True, open_card="7S")
        if last.possible(rules):
            what = say("situation.take_last", card=cards("7S"), hand=cards("4D"))
            yield cards("4S 5S 6S"), what, _verdict(rules, last, TakeDiscard())


def _verdict(rules: RuleProfile, scene: Scene, *moves: Move) -> Text:
    error, effects = scene.judged(rules, *moves)
    if error is not None:
        return Joined((say("situation.refused"), refused(error)))
    if any(effect["kind"] == "deal_over" for effect in effects):
        return say("situation.ends")
    return say("situation.allowed")


def _knocks(rules: RuleProfile) -> Iterator[tuple[Text, ...]]:
    if not may_knock(rules):
        return
    melded = _MELDED if concealed(rules) else ""
    limit = card_points(rules, parse_cards(_FIRST_OPEN)[0]) if rules.knocking.limit_by == "upcard" else None
    most = rules.knocking.limit if limit is None else limit
    for points in (most, most + 1):
        rest = _left(rules, points)
        if rest is None or (not rest and not concealed(rules)):
            continue
        scene = Scene(f"{melded} {rest} {_THROWN}", upcard=_FIRST_OPEN)
        shown: Text = (
            Joined((cards(rest), say("situation.points", n=points)), " = ") if rest else say("situation.nothing")
        )
        if limit is not None:
            shown = Joined((shown, say("situation.first_open", card=cards(_FIRST_OPEN))), "; ")
        yield shown, _verdict_of_knock(rules, scene)


def _verdict_of_knock(rules: RuleProfile, scene: Scene) -> Text:
    error, _ = scene.judged(rules, Knock(_THROWN))
    return say("situation.may_knock") if error is None else Joined((say("situation.refused"), refused(error)))


def _left(rules: RuleProfile, points: int) -> str | None:
    """One or two clubs that are worth so many points."""
    if not points:
        return ""
    clubs = [face for face, text in enumerate(CARD_TEXT) if text.endswith("C") and text != _THROWN]
    worth = {face: card_points(rules, face) for face in clubs if face != JOKER}
    single = [[face] for face in worth if worth[face] == points]
    pairs = [[a, b] for a in worth for b in worth if a > b and worth[a] + worth[b] == points]
    return next((" ".join(texts(found)) for found in (*single, *pairs)), None)


def _hands(rules: RuleProfile) -> Iterator[tuple[Text, ...]]:
    hands = (ARRANGED,) if concealed(rules) else HELD
    for hand in hands:
        if in_deck(rules, hand):
            yield cards(hand), counted(rules, hand)


def counted(rules: RuleProfile, hand: str) -> Text:
    """What a hand left at the end of a deal counts, in words."""
    faces = parse_cards(hand)
    melds: tuple[Text, ...] = ()
    if concealed(rules):
        best = solver.best_melds(rules, faces, "deadwood")
        faces = bytes(face for face in faces if face in best.rest)
        melds = tuple(Cards(tuple(texts(meld.cards))) for meld in best.melds)
    points = hand_points(rules, faces)
    total = " + ".join(str(card_points(rules, face)) for face in faces)
    parts: list[Text] = [say("situation.sum", sum=total, n=points)]
    if melds:
        parts.insert(0, say("situation.melds", melds=Joined(melds, " + "), rest=Cards(tuple(texts(faces)))))
    factor = rules.scoring.hand_out_factor
    if factor > 1 and not concealed(rules):
        parts.append(say("situation.hand_out", n=points * factor))
    if rules.rating.bands:
        rated = rating_points(rules.rating, points, won=False, hand_out=False)
        parts.append(say("situation.rated", n=rated))
    return Joined(tuple(parts))
