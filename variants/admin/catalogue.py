"""The built-in catalogue in the admin: to be read, and to begin a house rule from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path

from rummy import texts
from rummy.profile import SECTIONS, RuleProfile, profile_to_json
from variants import catalogue
from variants.admin import sheets
from variants.admin_texts import language, say
from variants.catalogue import UnknownVariant, Variant
from variants.words import changes

if TYPE_CHECKING:
    from variants.admin.rules import HouseRuleAdmin


def urls(admin: HouseRuleAdmin) -> list[URLPattern]:
    """The list, a page for each variant, and its rules sheet."""

    def view(page: Any) -> Any:
        def guarded(request: HttpRequest, **names: Any) -> HttpResponse:
            if not admin.has_view_permission(request):
                raise PermissionDenied
            answer: HttpResponse = page(admin, request, **names)
            return answer

        return admin.admin_site.admin_view(guarded)

    return [
        path("catalogue/", view(_list), name="variants_catalogue"),
        path("catalogue/<slug:variant_id>/", view(_variant), name="variants_catalogue_variant"),
        path("catalogue/<slug:variant_id>/sheet/", view(_sheet), name="variants_catalogue_sheet"),
    ]


def _list(admin: HouseRuleAdmin, request: HttpRequest) -> HttpResponse:
    tongue = language()
    rows = [
        (each.id, each.title(tongue), each.summary(tongue), ", ".join(each.aliases(tongue)))
        for each in sorted(catalogue.variants(), key=lambda each: each.title(tongue))
    ]
    return TemplateResponse(
        request, "admin/variants/catalogue.html", admin.frame(request, title=say("catalogue"), rows=rows)
    )


def _found(variant_id: str) -> Variant:
    try:
        return catalogue.variant(variant_id)
    except UnknownVariant as error:
        raise Http404 from error


def _variant(admin: HouseRuleAdmin, request: HttpRequest, variant_id: str) -> HttpResponse:
    found, tongue = _found(variant_id), language()
    parent = _found(found.parent) if found.parent else None
    base = parent.profile if parent else RuleProfile()
    context = admin.frame(
        request,
        title=found.title(tongue),
        variant=found,
        summary=found.summary(tongue),
        parent=parent and (parent.id, parent.title(tongue)),
        differences=changes(catalogue.parent_diff(found, parent), base, tongue),
        sections=_in_words(found, tongue),
        options=[(each.title(tongue), [each.label(value, tongue) for value in each.values]) for each in found.options],
        may_add=admin.has_add_permission(request),
    )
    return TemplateResponse(request, "admin/variants/variant.html", context)


def _in_words(found: Variant, tongue: str) -> list[tuple[str, list[tuple[str, str, str]]]]:
    """All its rules: the section's title, and for each field its title, what it says, and where that is from."""
    whole = profile_to_json(found.profile)
    return [
        (
            texts.section_title(section, tongue),
            [
                (
                    texts.field_title(f"{section}.{field}", tongue),
                    texts.value_title(f"{section}.{field}", value, tongue),
                    found.sources.get(f"{section}.{field}", ""),
                )
                for field, value in whole[section].items()
            ],
        )
        for section in SECTIONS
    ]


def _sheet(admin: HouseRuleAdmin, request: HttpRequest, variant_id: str) -> HttpResponse:
    return sheets.page(admin, request, _found(variant_id))
