"""A rules sheet as a value: sections of paragraphs, lists and tables, in no language yet.

A text in it is something to be said (``Say``), a refusal of the engine (``Refused``), cards (``Cards``), or a plain
string: a name that somebody gave, shown as it is. ``variants.sheet.writing`` makes words of it in a language.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Say:
    """A sentence of the sheet's texts, and what it is about. Texts may be among the data."""

    key: str
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Refused:
    """What the engine says against a move: the code of the refusal and its data."""

    code: str
    data: Mapping[str, Any]


@dataclass(frozen=True)
class Cards:
    """Cards as they are written in moves (``8S``, ``X``, ``X:7H``)."""

    cards: tuple[str, ...]


@dataclass(frozen=True)
class Titled:
    """What a field of the profile, or a value of it, is called."""

    path: str
    value: Any = None
    of_value: bool = False


@dataclass(frozen=True)
class Joined:
    """Several texts, one after the other."""

    parts: tuple[Text, ...]
    between: str = " "


Text = str | Say | Refused | Cards | Titled | Joined


@dataclass(frozen=True)
class Paragraph:
    """A text by itself."""

    text: Text


@dataclass(frozen=True)
class Bullets:
    """A list; ``ordered`` where the order matters."""

    items: tuple[Text, ...]
    ordered: bool = False


@dataclass(frozen=True)
class Table:
    """A table; the first cell of a row is its heading."""

    caption: Text
    head: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]


@dataclass(frozen=True)
class Links:
    """Works that the sheet cites: title and address ("" where there is none)."""

    items: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Answers:
    """Questions, each with its answer."""

    items: tuple[tuple[Text, Text], ...]


Block = Paragraph | Bullets | Table | Links | Answers


@dataclass(frozen=True)
class Section:
    """A part of the sheet; ``name`` is its anchor, the same in every language."""

    name: str
    title: Text
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Document:
    """A whole sheet."""

    title: Text
    lead: tuple[Text, ...]
    sections: tuple[Section, ...]


def say(key: str, **data: Any) -> Say:
    """A sentence of the sheet's texts."""
    return Say(key, data)


def cards(text: str) -> Cards:
    """Cards, written with spaces between."""
    return Cards(tuple(text.split()))


def bullets(items: Iterable[Text | None], *, ordered: bool = False) -> Bullets:
    """A list of all that is there to be said."""
    return Bullets(tuple(item for item in items if item is not None), ordered)


def section(name: str, *blocks: Block | None) -> Section:
    """A section with the blocks that are there; its title is the text of its name."""
    return Section(name, say(f"title.{name}"), tuple(block for block in blocks if block is not None))
