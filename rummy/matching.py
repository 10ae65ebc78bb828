"""A matching in a bipartite graph, by augmenting paths."""

from __future__ import annotations

from collections.abc import Callable, Iterable


def matching(sources: Iterable[int], targets: Callable[[int], Iterable[int]]) -> dict[int, int]:
    """Which target each source is given, as target -> source; no target twice, and as many sources as can be served.

    A source that was served stays so, whichever come after it: where not all can be, the earlier ones go first. Since
    the sets of sources that can all be served form a matroid, sources by falling worth are served for the most worth.
    """
    given: dict[int, int] = {}

    def find(source: int, seen: set[int]) -> bool:
        for target in targets(source):
            if target in seen:
                continue
            seen.add(target)
            if target not in given or find(given[target], seen):
                given[target] = source
                return True
        return False

    for source in sources:
        find(source, set())
    return given
