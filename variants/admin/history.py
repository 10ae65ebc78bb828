"""The history of a house rule: who changed what, when, in words."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from rummy import texts
from rummy.profile import RuleProfile
from variants.admin.forms import base_of
from variants.admin_texts import language, say
from variants.models import HouseRule
from variants.words import changes

if TYPE_CHECKING:
    from variants.admin.rules import HouseRuleAdmin

_SHOWN = 100


def page(admin: HouseRuleAdmin, request: HttpRequest, rule: HouseRule) -> HttpResponse:
    """The newest entries, each with what it changed."""
    records = list(rule.history.select_related("current", "history_user").order_by("-history_id")[: _SHOWN + 1])
    entries = [
        {
            "at": record.history_date,
            "who": record.history_user or record.author,
            "what": record.history_change_reason or "",
            "state": say(f"state_{record.state}"),
            "version": record.current.number if record.current else None,
            "told": _told(before, record),
        }
        for record, before in pairwise([*records, None])
        if record is not None
    ][:_SHOWN]
    versions = rule.versions.all()[:_SHOWN]
    context = admin.frame(
        request, title=say("history_of", slug=rule.slug), rule=rule, entries=entries, versions=versions
    )
    return TemplateResponse(request, "admin/variants/history.html", context)


def _told(before: Any, after: Any) -> list[str]:
    """What one entry changed of the one before it, in sentences."""
    if before is None:
        return []
    told = []
    for word in ("slug", "extends"):
        old, new = getattr(before, word), getattr(after, word)
        if old != new:
            told.append(f"{say('base' if word == 'extends' else word)}: {old} → {new}")
    for part in ("title", "description"):
        old, new = getattr(before, part), getattr(after, part)
        told += [
            f"{say(part)} ({tongue}): {old.get(tongue, '–')} → {new.get(tongue, '–')}"
            for tongue in texts.LANGUAGES
            if old.get(tongue) != new.get(tongue)
        ]
    told += _rules_told(before.overrides, after.overrides, after.extends)
    if before.options != after.options:
        told.append(say("options_changed"))
    return told


def _rules_told(old: Mapping[str, Any], new: Mapping[str, Any], extends: str) -> list[str]:
    tongue = language()
    base = base_of(extends)
    profile = base.profile if base else RuleProfile()
    before, after = ({row.path: row for row in changes(each, profile, tongue)} for each in (old, new))
    told = []
    for path, row in {**before, **after}.items():
        was, now = (side[path].after if path in side else row.before for side in (before, after))
        if was != now:
            told.append(f"{row.title}: {was} → {now}")
    return told
