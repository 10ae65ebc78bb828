"""House rules in the admin: the list, and the page on which one is written, checked, published and retired."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.text import smart_split
from django.views.decorators.http import require_POST

from variants import house_rules
from variants.admin import catalogue, editing, history, questionnaire, sheets
from variants.admin.forms import sentence_of
from variants.admin.lists import ListAdmin
from variants.admin.writers import author_of, copy_of
from variants.admin_texts import language, lazily, name_model, say
from variants.errors import FaultyHouseRule, HouseRuleConflict, HouseRuleNotFound, StaleHouseRule
from variants.models import HouseRule


@admin.register(HouseRule)
class HouseRuleAdmin(ListAdmin):
    """All house rules. What is written here goes through ``variants.house_rules``, as from the API."""

    list_display: tuple[str, ...] = (
        "slug",
        "called",
        "extends",
        "standing",
        "faulty",
        "version",
        "author",
        "updated_at",
    )
    list_filter = ("state",)
    search_fields = ("slug", "title", "extends", "author")
    search_help_text = lazily("search_rules")
    list_select_related = ("current",)
    list_per_page = 50
    show_full_result_count = False
    actions = None

    def get_queryset(self, request: HttpRequest) -> QuerySet[HouseRule]:
        """Without what the list does not show."""
        return super().get_queryset(request).defer("overrides", "options", "description")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[HouseRule], search_term: str
    ) -> tuple[QuerySet[HouseRule], bool]:
        """Finds titles with umlauts too: SQLite keeps the text of JSON as it was written, with escapes for them."""
        twice = False
        for word in smart_split(search_term):
            found, more = super().get_search_results(request, queryset, word)
            bare = word.strip("\"'")
            spelt = {bare, bare.lower(), bare.upper(), bare.capitalize()}
            titled = reduce(or_, (Q(title__icontains=json.dumps(each)[1:-1]) for each in spelt))
            queryset, twice = found | queryset.filter(titled), twice or more
        return queryset, twice

    @admin.display(description=lazily("title"))
    def called(self, rule: HouseRule) -> str:
        """Its title in the language of the page, or in any."""
        return rule.title.get(language()) or next(iter(rule.title.values()), "–")

    @admin.display(description=lazily("state"), ordering="state")
    def standing(self, rule: HouseRule) -> str:
        """Draft, published or retired, and whether something is not published yet."""
        changed = rule.current is not None and rule.hash != rule.current.hash
        return say(f"state_{rule.state}") + (f" ({say('changed_since')})" if changed else "")

    @admin.display(description=lazily("faults"), ordering="faults")
    def faulty(self, rule: HouseRule) -> str:
        """How many faults keep it from being published."""
        return format_html('<strong style="color:#b42318">⚠ {}</strong>', rule.faults) if rule.faults else "–"

    @admin.display(description=lazily("version"))
    def version(self, rule: HouseRule) -> str:
        """The number of the version that is played."""
        return str(rule.current.number) if rule.current else "–"

    def get_urls(self) -> list[URLPattern]:
        """Also the catalogue, and what is done with a rule."""
        own = [
            path("questionnaire/", self._view(self.questionnaire_view), name="variants_houserule_questionnaire"),
            path("import/", self._view(self.import_view), name="variants_houserule_import"),
            path("<int:rule_id>/sheet/", self._view(self.sheet_view), name="variants_houserule_sheet"),
            path("<int:rule_id>/file/", self._view(self.file_view), name="variants_houserule_file"),
            *(
                path(f"<int:rule_id>/{name}/", self._view(require_POST(view)), name=f"variants_houserule_{name}")
                for name, view in (
                    ("publish", self.publish_view),
                    ("retire", self.retire_view),
                    ("duplicate", self.duplicate_view),
                    ("discard", self.discard_view),
                )
            ),
            *catalogue.urls(self),
        ]
        return [*own, *super().get_urls()]

    def _view(self, view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        return self.admin_site.admin_view(view)

    def frame(self, request: HttpRequest, **context: Any) -> dict[str, Any]:
        """What every page of the admin needs beside its own."""
        return {**self.admin_site.each_context(request), "opts": self.opts, **context}

    def rule_of(self, rule_id: Any, request: HttpRequest, *, to_write: bool = False) -> HouseRule:
        """The house rule, for somebody who may see it, or write it. Raises Http404, PermissionDenied."""
        may = self.has_change_permission if to_write else self.has_view_permission
        if not may(request):
            raise PermissionDenied
        try:
            return house_rules.get(int(rule_id), by=author_of(request))
        except (HouseRuleNotFound, ValueError) as error:
            raise Http404 from error

    def add_view(self, request: HttpRequest, *_args: Any, **_extra: Any) -> HttpResponse:
        """A new rule: its base first, then the form."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        return editing.new(self, request)

    def change_view(self, request: HttpRequest, object_id: str, *_args: Any, **_extra: Any) -> HttpResponse:
        """The form of a rule, with what is to be said of it."""
        return editing.change(
            self, request, self.rule_of(unquote(object_id), request, to_write=request.method == "POST")
        )

    def delete_view(self, request: HttpRequest, object_id: str, *_args: Any, **_extra: Any) -> HttpResponse:
        """Rules are thrown away on their own page, and only drafts."""
        return HttpResponseRedirect(self.page_of(self.rule_of(unquote(object_id), request)))

    def history_view(self, request: HttpRequest, object_id: str, *_args: Any, **_extra: Any) -> HttpResponse:
        """Who changed what, in words."""
        return history.page(self, request, self.rule_of(unquote(object_id), request))

    def sheet_view(self, request: HttpRequest, rule_id: int) -> HttpResponse:
        """The rules sheet of what it says now."""
        return sheets.of_rule(self, request, self.rule_of(rule_id, request))

    def file_view(self, request: HttpRequest, rule_id: int) -> HttpResponse:
        """What it says now, as a file for another house."""
        rule = self.rule_of(rule_id, request)
        answer = HttpResponse(house_rules.file_of(rule), content_type="application/toml; charset=utf-8")
        answer["Content-Disposition"] = f'attachment; filename="{rule.slug}.toml"'
        return answer

    def import_view(self, request: HttpRequest) -> HttpResponse:
        """A file of another house, as a new draft."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        return editing.import_file(self, request)

    def questionnaire_view(self, request: HttpRequest) -> HttpResponse:
        """Questions in plain words, and a draft in the end."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        return questionnaire.page(self, request)

    def publish_view(self, request: HttpRequest, rule_id: int) -> HttpResponse:
        """Publishes what was seen."""

        def publish(seen: int | None) -> str:
            by = author_of(request)
            try:
                published = house_rules.publish(rule_id=rule_id, by=by, expected=seen)
            except StaleHouseRule:
                rule = house_rules.get(rule_id, by=by)
                if rule.current is None or not _published_by_click_before(rule, by.name, seen):
                    raise
                return say("published_already", number=rule.current.number)
            return say("published" if published.new else "published_already", number=published.version.number)

        return self._do(request, rule_id, publish)

    def retire_view(self, request: HttpRequest, rule_id: int) -> HttpResponse:
        """Offers it no longer."""

        def retire(seen: int | None) -> str:
            house_rules.retire(rule_id=rule_id, by=author_of(request), expected=seen)
            return say("retired")

        return self._do(request, rule_id, retire)

    def duplicate_view(self, request: HttpRequest, rule_id: int) -> HttpResponse:
        """A new draft that says the same."""
        rule = self.rule_of(rule_id, request)
        if not self.has_add_permission(request):
            raise PermissionDenied
        try:
            made = copy_of(rule, author_of(request))
        except FaultyHouseRule as error:
            for fault in error.faults:
                messages.error(request, sentence_of(fault))
            return HttpResponseRedirect(self.page_of(rule))
        messages.success(request, say("duplicated"))
        return HttpResponseRedirect(self.page_of(made))

    def discard_view(self, request: HttpRequest, rule_id: int) -> HttpResponse:
        """Throws a draft away."""
        if not self.has_delete_permission(request):
            raise PermissionDenied

        def discard(seen: int | None) -> str:
            house_rules.delete(rule_id=rule_id, by=author_of(request), expected=seen)
            return say("thrown_away")

        done = self._do(request, rule_id, discard)
        if HouseRule.objects.filter(pk=rule_id).exists():
            return done
        return HttpResponseRedirect(reverse("admin:variants_houserule_changelist"))

    def _do(self, request: HttpRequest, rule_id: int, act: Callable[[int | None], str]) -> HttpResponse:
        """One button of a rule's page: done, or said why not; then back to the page."""
        rule = self.rule_of(rule_id, request, to_write=True)
        seen = request.POST.get("revision", "")
        try:
            messages.success(request, act(int(seen) if re.fullmatch(r"\d{1,9}", seen, re.ASCII) else None))
        except StaleHouseRule as error:
            messages.error(request, say("changed_meanwhile", author=error.data["author"]))
        except HouseRuleConflict as error:
            messages.error(request, say(error.code, **error.data))
        except FaultyHouseRule:
            messages.error(request, say("not_published"))
        except HouseRuleNotFound as error:
            raise Http404 from error
        return HttpResponseRedirect(self.page_of(rule))

    def page_of(self, rule: HouseRule) -> str:
        """Where a rule is written."""
        return reverse("admin:variants_houserule_change", args=[rule.pk])


def _published_by_click_before(rule: HouseRule, name: str, seen: int | None) -> bool:
    """Whether all that happened since the page was seen is that the same person published: a double click."""
    newest = rule.history.order_by("-history_id").first()
    reason = (newest.history_change_reason or "") if newest else ""
    return rule.revision - 1 == seen and reason.startswith(f"{name}: published")


name_model(
    HouseRule, "house_rule", "house_rules", slug="slug", extends="base", author="author", updated_at="changed_at",
    state="state",
)  # fmt: skip
