"""Rules sheets in the admin: of a draft as it stands, and of the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.templatetags.static import static

from variants import house_rules, lookup
from variants.admin.forms import base_of
from variants.admin_texts import language, say
from variants.catalogue import Variant
from variants.errors import FaultyHouseRule
from variants.models import HouseRule
from variants.sheet import Above, Writer, sheet
from variants.sheet import page as printable

if TYPE_CHECKING:
    from variants.admin.rules import HouseRuleAdmin


def of_rule(admin: HouseRuleAdmin, request: HttpRequest, rule: HouseRule) -> HttpResponse:
    """The sheet of what a rule says now; where it is faulty, back to its page, which says why."""
    try:
        found = house_rules.variant_of(rule)
    except FaultyHouseRule:
        messages.error(request, say("no_sheet"))
        return HttpResponseRedirect(admin.page_of(rule))
    base = base_of(rule.extends)
    grounds = f"{say('base')}: {base.title(language()) if base else rule.extends}"
    above = Above(admin.page_of(rule), say("back_to_rule"), f"{admin.standing(rule)} · {grounds}")
    return page(admin, request, found, above)


def page(_admin: HouseRuleAdmin, _request: HttpRequest, found: Variant, above: Above | None = None) -> HttpResponse:
    """The printable page."""
    document = sheet(
        found.profile,
        found,
        title=found.title(language()),
        summary=found.summary(language()),
        parent_of=lookup.parent_of,
    )
    return HttpResponse(printable(document, Writer(language()), stylesheet=static("variants/sheet.css"), above=above))
