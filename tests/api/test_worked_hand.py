"""The worked hand of base Rummy and its relatives, move by move over HTTP (rules.md C.2, fixtures 1 to 3)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.api.table import DRAW, TAKE, Table, add, arranged, discard, lay, meld, names, still

pytestmark = pytest.mark.django_db(transaction=True)

Arrange = Callable[..., Table]

ALICE = "8S 8H 8D 4H 5H 6H KC 2S 2D TD"
BOB = "8C QD 9S AC JS JH JC 5D 3S 6C"


def test_it_scores_the_worked_hand_at_30(arrange: Arrange) -> None:
    table = arrange("rummy", arranged([ALICE, BOB], stock="7H 3D 3H 7S 2H 2C", upcard="4S"))

    view = table.turn(0, DRAW, lay(meld("8S 8H 8D"), meld("4H 5H 6H 7H")), discard("KC"))
    eights, hearts = (found["id"] for found in view["melds"])
    view = table.turn(1, TAKE, lay(meld("JS JH JC"), add(eights, "8C")))
    assert view["melds"][0] == {"id": eights, "owner": 0, "kind": "set", "cards": ["8S", "8H", "8D", "8C"]}
    refused = table.play(1, discard("KC"))
    assert (refused.status, refused.code, refused.json["rule"]) == (409, "taken_card_discard", "discarding.taken_card")
    table.turn(1, discard("3S"))
    table.turn(0, DRAW, discard("3D"))
    table.turn(1, DRAW, lay(add(hearts, "3H")), discard("5D"))
    table.turn(0, DRAW, discard("7S"))
    table.turn(1, DRAW, lay(add(hearts, "2H")), discard("6C"))
    assert names(table.view(1)["me"]["hand"]) == names(["KC", "QD", "9S", "AC"])
    view = table.turn(0, DRAW, lay(meld("2S 2D 2C")), discard("TD"))

    (result,) = view["results"]
    assert (result["how"], result["winner"], result["double"]) == ("out", 0, False)
    assert [(line["deadwood"], line["points"], line["total"]) for line in result["seats"]] == [(0, 30, 30), (30, 0, 0)]
    assert names(result["seats"][1]["hand"]) == names(["KC", "QD", "9S", "AC"])
    assert (view["phase"], view["to_act"], view["status"]) == ("between", [0, 1], "playing")


def test_a_set_takes_no_fifth_card(arrange: Arrange) -> None:
    table = arrange("rummy", arranged([ALICE, BOB], stock="7H", upcard="4S"))
    verdict = table.players[0].post(f"{table.path}/check-meld", {"cards": ["8S", "8H", "8D", "8C", "8S"]})
    assert (verdict.status, verdict.json["valid"], verdict.json["code"]) == (200, False, "set_too_large")


def test_a_hand_out_counts_twice(arrange: Arrange) -> None:
    """The winner had laid nothing before his last turn; the loser's hand is worth 4 + 12 + 14 = 30."""
    table = arrange(
        "rummy",
        arranged(["8S 8H 8D 4H 5H 6H 2S 2D 2C KC", "AS AH AD AC 3S 3H 3D 3C 7S 7D"], stock="7H", upcard="4S"),
    )
    view = table.turn(0, DRAW, lay(meld("8S 8H 8D"), meld("4H 5H 6H 7H"), meld("2S 2D 2C")), discard("KC"))
    (result,) = view["results"]
    assert (result["winner"], result["double"]) == (0, True)
    assert [line["points"] for line in result["seats"]] == [60, 0]


MELDED = "8S 8H 8D 4H 5H 6H 7H 2S 2D 2C"
ALL_OF_IT = lay(meld("8S 8H 8D"), meld("4H 5H 6H 7H"), meld("2S 2D 2C"))


def test_the_taken_card_may_not_go_back_while_others_are_left(arrange: Arrange) -> None:
    table = arrange("rummy", arranged([MELDED, BOB], stock="7D", upcard="KC"))
    table.turn(0, TAKE)
    before = table.view()
    refused = table.play(0, discard("KC"))
    assert (refused.status, refused.code) == (409, "taken_card_discard")
    after = table.view()
    assert still(after) == still(before)


def test_the_taken_card_may_go_back_as_the_last_one(arrange: Arrange) -> None:
    table = arrange("rummy", arranged([MELDED, BOB], stock="7D", upcard="KC"))
    view = table.turn(0, TAKE, ALL_OF_IT, discard("KC"))
    assert (view["results"][0]["winner"], view["results"][0]["how"]) == (0, "out")


def test_dutch_rummy_refuses_the_lay_that_leaves_only_the_taken_card(arrange: Arrange) -> None:
    table = arrange("rummy-dutch", arranged([MELDED, BOB], stock="7D", upcard="KC"))
    table.turn(0, TAKE)
    refused = table.play(0, ALL_OF_IT)
    assert (refused.status, refused.code, refused.json["rule"]) == (409, "no_legal_end", "discarding.taken_card")
    assert len(table.view()["me"]["hand"]) == 11


def throw_what_is_drawn(table: Table, turns: int) -> list[str]:
    """Both seats draw from the stock and throw the card drawn; the cards in that order."""
    drawn = []
    seats = list(enumerate([0, 1] * turns))[:turns]
    for _, seat in seats:
        view = table.turn(seat, DRAW)
        (card,) = view["me"]["drawn"]
        table.turn(seat, discard(card))
        drawn.append(card)
    return drawn


def test_the_pile_is_turned_over_twice_and_never_thrice(arrange: Arrange) -> None:
    """Two seats leave 31 cards in the stock; each turned pile then has 32: 31 + 32 + 32 draws."""
    deal = arranged([MELDED, BOB], stock="", upcard="4S")
    table = arrange("rummy", deal)

    first = throw_what_is_drawn(table, 31)
    assert first == deal["stock"]
    view = table.view(1)
    assert (view["stock_count"], view["discard_count"], view["stock_renewals_left"]) == (32, 0, 1)
    refused = table.play(1, TAKE)
    assert (refused.status, refused.code) == (409, "pile_empty")

    seats = [1, 0] * 16
    second = []
    for seat in seats:
        (card,) = table.turn(seat, DRAW)["me"]["drawn"]
        table.turn(seat, discard(card))
        second.append(card)
    assert second == ["4S", *first]
    assert table.view()["stock_renewals_left"] == 0

    for seat in seats[:-1]:
        (card,) = table.turn(seat, DRAW)["me"]["drawn"]
        table.turn(seat, discard(card))
    last = seats[-1]
    (card,) = table.turn(last, DRAW)["me"]["drawn"]
    view = table.turn(last, discard(card))
    (result,) = view["results"]
    assert (result["how"], result["winner"]) == ("stock", None)
    assert [line["hand"] for line in result["seats"]] == [None, None]
    assert [seat["score"] for seat in view["seats"]] == [0, 0]


def test_who_draws_the_very_last_card_may_still_go_out(arrange: Arrange) -> None:
    table = arrange("rummy", arranged([MELDED, BOB], stock="", upcard="4S"))
    for seat in [*[0, 1] * 15, 0, *[1, 0] * 16, *[1, 0] * 15, 1]:
        (card,) = table.turn(seat, DRAW)["me"]["drawn"]
        table.turn(seat, discard(card))
    (card,) = table.turn(0, DRAW)["me"]["drawn"]
    view = table.turn(0, ALL_OF_IT, discard(card))
    assert (view["results"][0]["how"], view["results"][0]["winner"]) == ("out", 0)
