"""Matchings against trying every one."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from rummy.matching import matching

GRAPHS = st.lists(st.lists(st.integers(0, 4), max_size=5, unique=True), max_size=5)


def servable(wanted: list[list[int]]) -> bool:
    """Whether all can be served at once."""
    return any(
        all(target in wants for target, wants in zip(order, wanted, strict=False))
        for order in permutations(range(5), len(wanted))
    )


@given(GRAPHS)
def test_the_earlier_are_served_and_as_many_as_can_be(graph: list[list[int]]) -> None:
    served: list[int] = []
    for source in range(len(graph)):
        if servable([graph[other] for other in [*served, source]]):
            served.append(source)
    found = matching(range(len(graph)), graph.__getitem__)
    assert sorted(found.values()) == served
    assert all(target in graph[source] for target, source in found.items())
