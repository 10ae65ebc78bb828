"""Before the first turn: the aim, the players, the cards and what they are worth, the deal."""

from __future__ import annotations

from collections.abc import Iterator

from rummy.bounds import active_counts, deck_size
from rummy.profile import RuleProfile
from variants.sheet.document import Joined, Paragraph, Say, Section, Table, Text, bullets, say, section


def may_knock(rules: RuleProfile) -> bool:
    """Whether a deal can end by a knock."""
    return rules.knocking.limit_by != "none"


def aim(rules: RuleProfile) -> Section:
    """What it is all about."""
    return section(
        "aim",
        Paragraph(say(f"aim.{rules.laying.mode}")),
        Paragraph(say("aim.knock")) if rules.laying.mode == "table" and may_knock(rules) else None,
        Paragraph(worth(rules)),
    )


def worth(rules: RuleProfile) -> Say:
    """What the points of a deal are good for."""
    if rules.rating.bands:
        return say("aim.score.rated")
    if rules.match.out_at:
        return say("aim.score.out", limit=rules.match.out_at)
    return say(f"aim.score.{rules.scoring.method}")


def players(rules: RuleProfile) -> Section:
    """Who plays."""
    return section("players", bullets([seat_counts(rules), sitting_out(rules), say("players.alone")]))


def seat_counts(rules: RuleProfile) -> Say:
    """How many can play."""
    least, most = rules.players.min, rules.players.max
    if least == most:
        return say("players.exactly", n=most)
    return say("players.either" if most == least + 1 else "players.count", least=least, most=most)


def sitting_out(rules: RuleProfile) -> Say | None:
    """Who does not play where there are too many."""
    active = rules.players.max_active
    return say("players.active", n=active) if active < rules.players.max else None


def deck_and_values(rules: RuleProfile) -> Section:
    """The cards, their order and their worth."""
    copies = say("cards.copies", n=rules.deck.packs) if rules.deck.packs > 1 else None
    return section("cards", bullets([pack(rules), copies, say("cards.order")]), _values(rules))


def pack(rules: RuleProfile) -> Say:
    """How many cards there are."""
    deck = rules.deck
    if deck.jokers:
        return say("cards.deck.jokers", packs=deck.packs, jokers=deck.jokers, n=deck_size(rules))
    return say("cards.deck.plain", packs=deck.packs, n=deck_size(rules))


def _values(rules: RuleProfile) -> Table:
    """Card values: in melds too, where a minimum for a lay asks for them."""
    held = str(rules.values.ace)
    rows: list[tuple[Text, Text, Text]] = [
        (say("values.pips"), say("values.own"), say("values.own")),
        (say("values.faces"), "10", "10"),
        (say("values.ace"), held, held),
    ]
    if rules.runs.ace != "high":
        rows.append((say("values.ace_low"), str(rules.values.ace_low), held))
    if rules.deck.jokers:
        rows.append((say("values.joker"), say("values.its_card"), str(rules.values.joker)))
    if melds_are_measured(rules):
        return Table(say("values.caption"), (say("values.card"), say("values.melded"), say("values.held")), tuple(rows))
    seldom = [(card, last) for card, _, last in rows if card != say("values.ace_low")]
    return Table(say("values.caption"), (say("values.card"), say("values.held")), tuple(seldom))


def melds_are_measured(rules: RuleProfile) -> bool:
    """Whether it matters what a meld on the table is worth."""
    return rules.laying.mode == "table" and rules.opening.min_points > 0


def deal(rules: RuleProfile) -> Section:
    """How a deal begins."""
    return section("deal", _hands(rules), bullets(_course(rules)))


def hand_size(rules: RuleProfile) -> Say | None:
    """How many cards everybody gets, where that is the same at every table."""
    cards = rules.deal.cards
    sizes = {rules.deal.hand_size(count) for count in active_counts(rules)}
    if isinstance(cards, int) or len(sizes) == 1:
        return say("deal.cards.all", n=min(sizes))
    return None


def hand_sizes(rules: RuleProfile) -> list[tuple[str, int]]:
    """How many cards everybody gets by the number of players: ``("3–4", 7)``."""
    found: list[tuple[list[int], int]] = []
    for count in active_counts(rules):
        size = rules.deal.hand_size(count)
        if found and found[-1][1] == size:
            found[-1][0].append(count)
        else:
            found.append(([count], size))
    return [(str(counts[0]) if len(counts) == 1 else f"{counts[0]}–{counts[-1]}", size) for counts, size in found]


def _hands(rules: RuleProfile) -> Table | None:
    if hand_size(rules) is not None:
        return None
    head = (say("deal.table.players"), say("deal.table.cards"), say("deal.table.stock"))
    taken = int(rules.deal.upcard) + int(rules.deal.first_turn == "no_draw")
    rows = []
    for count in active_counts(rules):
        size = rules.deal.hand_size(count)
        rows.append((str(count), str(size), str(deck_size(rules) - count * size - taken)))
    return Table(say("deal.table.caption"), head, tuple(rows))


def _course(rules: RuleProfile) -> Iterator[Text | None]:
    deal = rules.deal
    yield hand_size(rules)
    yield say("deal.singly")
    yield extra_card(rules)
    yield upcard(rules)
    yield say(f"deal.first_actor.{deal.first_actor}")
    yield say(f"deal.first_turn.{deal.first_turn}")
    yield say("deal.first_dealer")
    yield say(f"deal.next_dealer.{deal.next_dealer}")
    if rules.match.out_at:
        yield say("deal.skipped")


def extra_card(rules: RuleProfile) -> Text:
    """Who is dealt one card more."""
    if rules.deal.first_turn != "no_draw":
        return say("deal.extra.nobody")
    extra = say(f"deal.extra.{rules.deal.first_actor}")
    sizes = hand_sizes(rules)
    return Joined((extra, say("deal.extra.holds", n=sizes[0][1] + 1))) if len(sizes) == 1 else extra


def upcard(rules: RuleProfile) -> Say:
    """Whether the discard pile begins with a card turned up."""
    return say("deal.upcard.yes" if rules.deal.upcard else "deal.upcard.no")
