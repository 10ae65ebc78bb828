"""One namespace of variants: the catalogue's and the published house rules.

Everything that offers a variant asks here. A house rule is known by its slug, which no variant of the catalogue has.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from threading import Lock
from typing import Final

from rummy.formats import load_profile
from rummy.profile import SECTIONS
from rummy.sense import sense_of
from variants import catalogue
from variants.catalogue import UnknownVariant, Variant, paths_of
from variants.models import HouseRule, HouseRuleVersion, RuleState
from variants.options import in_order, read_options

_KEPT: Final = 2000
"""House rules that a process keeps resolved."""

Key = tuple[str, str]
"""Slug, and the hash of the content: what it stands for never changes."""


class UnknownVersion(UnknownVariant):
    """The variant was never published with this hash."""

    code = "version_not_found"


class RetiredVariant(UnknownVariant):
    """The variant is retired: its games go on, no new one begins."""

    code = "variant_retired"


def find(variant_id: str, hash: str | None = None) -> Variant:  # noqa: A002  # what it is called everywhere
    """The variant with this id, a retired one too; with ``hash`` as it was published with this hash.

    Raises UnknownVariant, UnknownVersion.
    """
    known = _of_catalogue(variant_id)
    if known is not None:
        if hash not in (None, known.hash):
            raise UnknownVersion(variant_id)
        return known
    if hash is None:
        return _current(variant_id)[0]
    found = _published(variant_id, hash=hash)
    if found is None:
        _current(variant_id)
        raise UnknownVersion(variant_id)
    return found


def as_made(variant_id: str, version: str) -> Variant:
    """The variant that a game was made of, as it was then: ``version`` is what ``Variant.version`` said.

    As it is now where it has no versions. Raises UnknownVariant.
    """
    found = _published(variant_id, content=version) if version else None
    return found or find(variant_id)


def all_as_made(made: Iterable[Key]) -> dict[Key, Variant]:
    """``as_made`` of many games at once, by id and version; without those whose variant is no longer known."""
    wanted = set(made)
    contents = {content for _, content in wanted if content}
    rows = HouseRuleVersion.objects.filter(content__in=contents).values_list("pk", "rule__slug", "content")
    versions = [(pk, (slug, content)) for pk, slug, content in rows if (slug, content) in wanted] if contents else []
    found = dict(zip((key for _, key in versions), _resolved(versions), strict=True))
    for key in wanted - found.keys():
        with suppress(UnknownVariant):
            found[key] = find(key[0])
    return found


def playable(variant_id: str) -> Variant:
    """The variant with this id, for a new game. Raises UnknownVariant, RetiredVariant."""
    known = _of_catalogue(variant_id)
    if known is not None:
        return known
    found, state = _current(variant_id)
    if state != RuleState.PUBLISHED:
        raise RetiredVariant(variant_id)
    return found


def listed() -> tuple[Variant, ...]:
    """All variants that can be played, by id."""
    files = {each.id: each for each in catalogue.variants()}
    rows = HouseRule.objects.filter(state=RuleState.PUBLISHED, current__isnull=False)
    # A catalogue may have grown by a variant whose id a house rule had before: the id is the catalogue's then.
    wanted = [
        (pk, (slug, content))
        for pk, slug, content in rows.values_list("current", "slug", "current__content")
        if slug not in files
    ]
    found = [*files.values(), *_resolved(wanted)]
    return tuple(sorted(found, key=lambda variant: variant.id))


def parent_of(variant: Variant) -> Variant | None:
    """The variant that another builds on, as it was then; None for a root.

    Of a catalogue variant that has changed since, the present one. Of a house rule the first version with these rules:
    a later one that only says more of them changes nothing that was built on it before.
    """
    if variant.parent is None:
        return None
    return _published(variant.parent, newest=False, hash=variant.parent_hash) or find(variant.parent)


def ancestry() -> dict[str, str | None]:
    """Every variant that was ever published, and what it builds on: id -> id (None for a root)."""
    rules = HouseRule.objects.filter(current__isnull=False).values_list("slug", "current__extends")
    return {**{each.id: each.parent for each in catalogue.variants()}, **dict(rules)}


def variant_of(slug: str, version: HouseRuleVersion) -> Variant:
    """A published version as a variant."""
    profile = load_profile(version.profile)
    stated = {section: version.written[section] for section in SECTIONS if section in version.written}
    return Variant(
        id=slug,
        parent=version.extends,
        parent_hash=version.extends_hash,
        profile=profile,
        options=read_options(profile, in_order(version.written["options"]))[0],
        stated=stated,
        faults=tuple(sense_of(profile, paths_of(stated))),
        text=version.written["text"],
        difficulty=None,
        minutes=None,
        related=(),
        sources={},
        version=version.content,
    )


def _of_catalogue(variant_id: str) -> Variant | None:
    try:
        return catalogue.variant(variant_id)
    except UnknownVariant:
        return None


def _published(slug: str, *, newest: bool = True, **which: str | None) -> Variant | None:
    """The newest version of a house rule (or the first one) with this ``hash`` or ``content``; None for none."""
    rows = HouseRuleVersion.objects.filter(rule__slug=slug, **which).order_by("-number" if newest else "number")
    row = rows.values_list("pk", "content").first()
    return None if row is None else _resolved([(row[0], (slug, row[1]))])[0]


def _current(slug: str) -> tuple[Variant, str]:
    """A house rule as it was published last, and where it stands."""
    if not slug.isprintable():
        raise UnknownVariant(slug)  # PostgreSQL takes no text with a NUL
    rows = HouseRule.objects.filter(slug=slug, current__isnull=False)
    row = rows.values_list("current", "current__content", "state").first()
    if row is None:
        raise UnknownVariant(slug)
    pk, content, state = row
    return _resolved([(pk, (slug, content))])[0], state


def _resolved(wanted: Sequence[tuple[int, Key]]) -> list[Variant]:
    """Versions as variants, by primary key and key; what this process has not resolved yet costs one query."""
    known = {key: variant for _, key in wanted if (variant := _variants.get(key)) is not None}
    missing = {pk: key for pk, key in wanted if key not in known}
    if missing:
        versions = HouseRuleVersion.objects.in_bulk(missing)
        new = {key: variant_of(key[0], versions[pk]) for pk, key in missing.items()}
        with _writing:
            _variants.update(new)
            while len(_variants) > _KEPT:
                del _variants[next(iter(_variants))]
        known |= new
    return [known[key] for _, key in wanted]


_variants: Final[dict[Key, Variant]] = {}
"""What this process has resolved, the oldest first."""
_writing: Final = Lock()
