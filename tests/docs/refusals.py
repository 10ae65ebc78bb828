"""Writes ``docs/refusals.md``, every code of the API as the source raises it: ``python -m tests.docs.refusals``."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tests.refusals import Raised

PAGE: Final = Path(__file__).resolve().parents[2] / "docs" / "refusals.md"
ELSEWHERE: Final = ("variants/files.py", "variants/questionnaire/")
"""What no call of the API asks: files and the questionnaire are read in the admin."""

HEAD: Final = """# Every refusal of the API

Made from the source by `make openapi`; a test holds the two together. How a refusal looks, and in which order the
statuses are judged: [api.md](api.md#refusals). The sentence is the `detail` in English; `{...}` in it stand for members
of the answer (`{why}`: the sentence of the code in `inner`, `{name}`: the title of the field, `{bounds}`: of `ge`,
`gt`, `le`, `lt`, `{given}`: `got`). A member that does not apply is left out.
"""
ANSWERS: Final = """
## The code of an answer

`errors` holds the single faults of `invalid` and `invalid_setup`, and the one place at fault of a 422 with another code.

| status | code | members | sentence |
|---|---|---|---|
"""
MOVES: Final = """
## Against the rules of the game

409, of a dry run too. `rule` is the path of the profile's field that
forbids it; where there is none, no field does. The codes of melds are verdicts of `check-meld` too, and stand in
`errors` where a heap on the `table` of `analyse` is no meld.

| code | `rule` | members | sentence |
|---|---|---|---|
"""
FAULTS: Final = """
## Single faults

In `errors` of a 422, each with the JSON Pointer `pointer` of its place in the body (faults of a query have `parameter`
instead). `suggestion`, where there is one, maps fields of the profile to values that would mend it.

| code | members | sentence |
|---|---|---|
"""
WARNED: Final = """
## Warnings

In `warnings` of `house-rules/{id}/validate`, in the same form; nothing is refused because of them.

| code | members | sentence |
|---|---|---|
"""


def page() -> str:
    """The whole page."""
    from tests.refusals import RAISED, WARNINGS

    told = [each for each in RAISED if not each.place.startswith(ELSEWHERE)]
    moves = [each for each in told if each.kind == "IllegalMove"]
    answers = [each for each in told if each.status is not None and each.kind != "IllegalMove"]
    faults = [each for each in told if each.status is None]
    return "".join((
        HEAD,
        ANSWERS,
        *(_row(str(status), f"`{code}`", *_of(some)) for (status, code), some in _by_status(answers)),
        MOVES,
        *(_row(f"`{code}`", _rules(some), *_of(some)) for code, some in _by_code(moves)),
        FAULTS,
        *(_row(f"`{code}`", *_of(some)) for code, some in _by_code(faults) if code not in WARNINGS),
        WARNED,
        *(_row(f"`{code}`", *_of(some)) for code, some in _by_code(faults) if code in WARNINGS),
    ))  # fmt: skip


def members(some: Iterable[Raised]) -> list[str]:
    """What answers with a code may hold besides it."""
    from api.problems import _MEMBERS
    from tests.refusals import MADE_UP

    some = list(some)
    named = {name for _, name, _, _ in Formatter().parse(sentence(some[0].code)) if name}
    return sorted((named - MADE_UP).union(*(each.data for each in some)) - _MEMBERS)


def sentence(code: str) -> str:
    """What a code says, placeholders open."""
    from api.texts import _sentences
    from rummy import texts

    return {**texts.codes(), **_sentences("en")}[code]


def _by_code(some: list[Raised]) -> Iterator[tuple[str, list[Raised]]]:
    from rummy import texts

    known = list(texts.codes())
    codes = sorted({each.code for each in some}, key=lambda code: (code in known and known.index(code), code))
    for code in codes:
        yield code, [each for each in some if each.code == code]


def _by_status(some: list[Raised]) -> Iterator[tuple[tuple[int, str], list[Raised]]]:
    for key in sorted({(each.status or 0, each.code) for each in some}):
        yield key, [each for each in some if (each.status, each.code) == key]


def _rules(some: list[Raised]) -> str:
    from tests.refusals import RULES_OF

    if some[0].code == "does_not_fit":
        return "that of `inner`"
    rules = {rule for each in some for rule in each.rules} | set(RULES_OF.get(some[0].code, ()))
    return _quoted(sorted(rule for rule in rules if rule))


def _of(some: list[Raised]) -> tuple[str, str]:
    return _quoted(members(some)), sentence(some[0].code)


def _quoted(names: Iterable[str]) -> str:
    return " ".join(f"`{name}`" for name in names)


def _row(*cells: str) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |\n"


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django

    django.setup()
    PAGE.write_text(page(), encoding="utf-8")
