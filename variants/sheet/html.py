"""A rules sheet as a page of HTML that prints well: one stylesheet, no script, nothing inline."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from typing import Final

from variants.sheet.document import Answers, Block, Bullets, Document, Links, Paragraph, Section, Table, Text
from variants.sheet.writing import Writer


@dataclass(frozen=True)
class Above:
    """What stands above a sheet that was opened from elsewhere: the way back, and what it is the sheet of."""

    address: str
    label: str
    about: str


_WORDY: Final = 90
"""Characters of a row from which on a table does not fit beside each other on a phone."""


def page(document: Document, write: Writer, stylesheet: str, above: Above | None = None) -> str:
    """The sheet as a whole page; ``stylesheet``: address of its CSS. Whatever somebody named is escaped."""
    title = escape(write(document.title))
    lines = [
        "<!doctype html>",
        f'<html lang="{write.language}">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        f"<title>{title}</title>",
        f'<link rel="stylesheet" href="{escape(stylesheet)}">',
        "</head>",
        "<body>",
        *([_above(above)] if above else []),
        *article(document, write),
        "</body>",
        "</html>",
    ]
    return "\n".join(lines) + "\n"


def article(document: Document, write: Writer) -> list[str]:
    """The sheet itself, line by line, to stand in a page."""
    return [f'<main class="rules-sheet" lang="{write.language}">', *_inner(document, write), "</main>"]


def _above(above: Above) -> str:
    back = f'<a href="{escape(above.address)}">{escape(above.label)}</a>'
    return f'<nav class="above">{back} <span>{escape(above.about)}</span></nav>'


def _inner(document: Document, write: Writer) -> Iterator[str]:
    yield f"<h1>{escape(write(document.title))}</h1>"
    for text in document.lead:
        yield f'<p class="lead">{escape(write(text))}</p>'
    for section in document.sections:
        yield from _section(section, write)


def _section(section: Section, write: Writer) -> Iterator[str]:
    yield f'<section id="{section.name}" aria-labelledby="{section.name}-title">'
    yield f'<h2 id="{section.name}-title">{escape(write(section.title))}</h2>'
    for block in section.blocks:
        yield from _block(block, write)
    yield "</section>"


def _block(block: Block, write: Writer) -> Iterator[str]:
    def line(text: Text) -> str:
        return escape(write(text))

    match block:
        case Paragraph():
            yield f"<p>{line(block.text)}</p>"
        case Bullets():
            tag = "ol" if block.ordered else "ul"
            yield f"<{tag}>"
            yield from (f"<li>{line(item)}</li>" for item in block.items)
            yield f"</{tag}>"
        case Table():
            yield from _table(block, line)
        case Links():
            yield "<ul>"
            for title, address in block.items:
                shown = (
                    f'<a href="{escape(address)}" rel="noreferrer">{escape(title)}</a>' if address else escape(title)
                )
                yield f"<li>{shown}</li>"
            yield "</ul>"
        case Answers():
            yield '<dl class="answers">'
            for question, answer in block.items:
                yield f"<dt>{line(question)}</dt><dd>{line(answer)}</dd>"
            yield "</dl>"


def _table(table: Table, line: Callable[[Text], str]) -> Iterator[str]:
    """A table. A wordy one is stacked on a narrow screen: roles and labels say then what its cells still are."""
    head = [line(cell) for cell in table.head]
    rows = [[line(cell) for cell in row] for row in table.rows]
    wordy = len(head) > 2 and any(sum(map(len, row)) > _WORDY for row in rows)
    yield '<table role="table" class="wordy">' if wordy else '<table role="table">'
    yield f"<caption>{line(table.caption)}</caption>"
    columns = "".join(f'<th scope="col" role="columnheader">{cell}</th>' for cell in head)
    yield f'<thead role="rowgroup"><tr role="row">{columns}</tr></thead>'
    yield '<tbody role="rowgroup">'
    for first, *others in rows:
        cells = "".join(
            f'<td role="cell" data-column="{column}">{cell}</td>' for column, cell in zip(head[1:], others, strict=True)
        )
        yield f'<tr role="row"><th scope="row" role="rowheader">{first}</th>{cells}</tr>'
    yield "</tbody></table>"
