"""A rules sheet as Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from variants.sheet.document import Answers, Block, Bullets, Document, Links, Paragraph, Table, Text
from variants.sheet.writing import Writer

_SPECIAL: Final = re.compile(r"([\\`*_\[\]<>|&~])")
_AT_START: Final = re.compile(r"^(?=[#=+-])|^(\d+)(?=[.)])")


def markdown(document: Document, write: Writer) -> str:
    """The sheet as Markdown (CommonMark with tables). Whatever somebody named is text in it, never markup."""

    def line(text: Text) -> str:
        return escaped(write(text))

    lines = [f"# {line(document.title)}", ""]
    for text in document.lead:
        lines += [line(text), ""]
    for section in document.sections:
        lines += [f"## {line(section.title)}", ""]
        for block in section.blocks:
            lines += [*_block(block, line), ""]
    return "\n".join(lines).rstrip() + "\n"


def _block(block: Block, line: Callable[[Text], str]) -> Iterator[str]:
    match block:
        case Paragraph():
            yield line(block.text)
        case Bullets():
            for number, item in enumerate(block.items, start=1):
                yield f"{f'{number}.' if block.ordered else '-'} {line(item)}"
        case Table():
            yield from (f"**{line(block.caption)}**", "", _row(block.head, line), "|" + "---|" * len(block.head))
            yield from (_row(row, line) for row in block.rows)
        case Links():
            for title, address in block.items:
                yield f"- {escaped(title)}" + (f": <{address}>" if address else "")
        case Answers():
            told = [(f"**{line(question)}**", line(answer)) for question, answer in block.items]
            yield "\n\n".join(part for pair in told for part in pair)


def _row(cells: Sequence[Text], line: Callable[[Text], str]) -> str:
    return "| " + " | ".join(map(line, cells)) + " |"


def escaped(text: str) -> str:
    """The text so that Markdown shows it as it is."""
    plain = " ".join(_SPECIAL.sub(r"\\\1", text).split())
    return _AT_START.sub(lambda found: f"{found[1]}\\" if found[1] else "\\", plain)
