"""Playtests in the admin: asked for, watched while they run, and read beside their base. Nothing is written by hand."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import quote, unquote
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_POST

from rummy.texts import sentence
from variants import lookup, playtests
from variants.admin import reports
from variants.admin.lists import ListAdmin
from variants.admin.theme import NumberWidget, SelectWidget
from variants.admin.writers import author_of
from variants.admin_texts import language, lazily, name_model, say
from variants.catalogue import UnknownVariant, Variant
from variants.errors import FaultyHouseRule, HouseRuleNotFound, InvalidPlaytest, PlaytestNotFound, TooManyPlaytests
from variants.house_rules import get as rule_of
from variants.house_rules import variant_of
from variants.levels import BOT_LEVELS
from variants.models import RUNNING_STATES, HouseRule, Playtest, PlaytestState

REFRESH_S = 3
"""How often the page of a running playtest is loaded again."""


class AskForm(forms.Form):
    """What is to be played."""

    deals = forms.IntegerField(label=lazily("deals"), initial=1000, widget=NumberWidget)
    seats = forms.IntegerField(label=lazily("seats"), widget=NumberWidget)
    level = forms.ChoiceField(label=lazily("level"), initial="medium", widget=SelectWidget)
    seed = forms.IntegerField(label=lazily("seed"), initial=1, help_text=lazily("seed_help"), widget=NumberWidget)

    def __init__(self, *arguments: Any, variant: Variant, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.fields["seats"].initial = variant.profile.players.min
        level = self.fields["level"]
        assert isinstance(level, forms.ChoiceField)  # noqa: S101  # for the type checker
        level.choices = [(name, say(f"level_{name}")) for name in BOT_LEVELS]


@admin.register(Playtest)
class PlaytestAdmin(ListAdmin):
    """All playtests, the newest first."""

    list_display = ("called", "standing", "progress", "places", "strength", "asked_by", "asked_at")
    list_filter = ("state", "level")
    search_fields = ("variant", "requested_by", "hash")
    search_help_text = lazily("search_playtests")
    list_per_page = 50
    show_full_result_count = False
    actions = None

    def get_queryset(self, request: HttpRequest) -> QuerySet[Playtest]:
        """Without what the list does not show."""
        return super().get_queryset(request).defer("profile", "spot", "tally", "report", "failure")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002  # Django's signature
        """Nobody writes a playtest."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002  # Django's signature
        """What failed must not vanish: it stands in the way of publishing."""
        return False

    @admin.display(description=lazily("variant"), ordering="variant")
    def called(self, playtest: Playtest) -> str:
        """The id of what is tried."""
        return playtest.variant

    @admin.display(description=lazily("seats"), ordering="seats")
    def places(self, playtest: Playtest) -> int:
        """How many play."""
        return playtest.seats

    @admin.display(description=lazily("asked_by"), ordering="requested_by")
    def asked_by(self, playtest: Playtest) -> str:
        """Who asked for it."""
        return playtest.requested_by

    @admin.display(description=lazily("created"), ordering="created_at")
    def asked_at(self, playtest: Playtest) -> datetime:
        """When it was asked for."""
        return playtest.created_at

    @admin.display(description=lazily("state"), ordering="state")
    def standing(self, playtest: Playtest) -> str:
        """Where it stands."""
        return say(f"trial_{playtest.state}")

    @admin.display(description=lazily("deals"))
    def progress(self, playtest: Playtest) -> str:
        """Deals that are played, of those asked for."""
        return f"{playtest.done} / {playtest.deals}"

    @admin.display(description=lazily("level"), ordering="level")
    def strength(self, playtest: Playtest) -> str:
        """The level of its bots."""
        return say(f"level_{playtest.level}")

    def get_urls(self) -> list[URLPattern]:
        """Also the button that ends one."""
        view = self.admin_site.admin_view(require_POST(self.cancel_view))
        return [path("<str:playtest_id>/cancel/", view, name="variants_playtest_cancel"), *super().get_urls()]

    def frame(self, request: HttpRequest, **context: Any) -> dict[str, Any]:
        """What every page of the admin needs beside its own."""
        return {**self.admin_site.each_context(request), "opts": self.opts, **context}

    def add_view(self, request: HttpRequest, *_args: Any, **_extra: Any) -> HttpResponse:
        """A new playtest of ``?rule=`` (a house rule as it is written now) or ``?variant=``."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        if not {"rule", "variant"} & set(request.GET):
            messages.info(request, say("choose_to_try"))
            return HttpResponseRedirect(reverse("admin:variants_catalogue"))
        rule, variant = _subject(request)
        if variant is None:
            messages.error(request, say("not_tried"))
            return HttpResponseRedirect(reverse("admin:variants_houserule_change", args=[rule.pk if rule else 0]))
        form = AskForm(request.POST or None, variant=variant)
        told: list[str] = []
        if request.method == "POST" and form.is_valid():
            try:
                by = author_of(request).name
                asked = playtests.request(variant=variant, rule=rule, by=by, compare=True, **form.cleaned_data)
                return HttpResponseRedirect(_page_of(asked))
            except InvalidPlaytest as error:
                told = [sentence(fault.code, language(), fault.data) for fault in error.faults]
            except TooManyPlaytests as error:
                told = [sentence(error.code, language(), error.data)]
        title = say("playtest_of", title=variant.title(language()))
        context = self.frame(request, title=title, form=form, told=told, players=variant.profile.players)
        return TemplateResponse(request, "admin/variants/playtest_new.html", context)

    def change_view(self, request: HttpRequest, object_id: str, *_args: Any, **_extra: Any) -> HttpResponse:
        """How far it is, and its report beside that of the base."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        try:
            playtest = playtests.get(unquote(object_id))
        except PlaytestNotFound as error:
            raise Http404 from error
        unfinished = [each for each in (playtest, playtest.base) if each and each.state in RUNNING_STATES]
        context = self.frame(
            request,
            title=say("playtest_of", title=_title(playtest)),
            playtest=playtest,
            running=playtest.state in RUNNING_STATES,
            may_cancel=self.has_add_permission(request) and playtest.state in RUNNING_STATES,
            state_word=say(f"trial_{playtest.state}"),
            level_word=say(f"level_{playtest.level}"),
            failed=playtest.state == PlaytestState.FAILED,
            failure_word=say(f"failure_{playtest.failure['code']}") if playtest.failure else "",
            base=playtest.base,
            base_title=_title(playtest.base) if playtest.base else "",
            base_word=say(f"trial_{playtest.base.state}") if playtest.base else "",
            **_shown(playtest),
        )
        answer = TemplateResponse(request, "admin/variants/playtest.html", context)
        if unfinished:
            answer["Refresh"] = str(REFRESH_S)
        return answer

    def cancel_view(self, request: HttpRequest, playtest_id: str) -> HttpResponse:
        """Ends a playtest."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        playtests.cancel(unquote(playtest_id))
        return HttpResponseRedirect(reverse("admin:variants_playtest_change", args=[playtest_id]))


def _subject(request: HttpRequest) -> tuple[HouseRule | None, Variant | None]:
    """What is to be tried; without a variant where a house rule is faulty. Raises Http404."""
    number = request.GET.get("rule", "")
    try:
        if not number:
            return None, lookup.find(request.GET.get("variant", ""))
        rule = rule_of(int(number), by=author_of(request))
    except (UnknownVariant, HouseRuleNotFound, ValueError) as error:
        raise Http404 from error
    try:
        return rule, variant_of(rule)
    except FaultyHouseRule:
        return rule, None


def _shown(playtest: Playtest) -> dict[str, Any]:
    """The figures of a playtest that has a report, beside those of its base where it has one too."""
    if playtest.report is None:
        return {}
    both = [playtest.report, *([playtest.base.report] if playtest.base and playtest.base.report else [])]
    return {
        "report": playtest.report,
        "beside": len(both) > 1,
        "figures": reports.figures(both),
        "endings": reports.endings(both),
        "winners": reports.winners(both),
        "uses": reports.uses(both),
        "columns": reports.points(both),
    }


def _title(playtest: Playtest) -> str:
    """What its variant is called."""
    if playtest.rule is not None:
        return str(playtest.rule.title.get(language()) or next(iter(playtest.rule.title.values()), playtest.variant))
    try:
        return lookup.find(playtest.variant).title(language())
    except UnknownVariant:
        return playtest.variant


def _page_of(playtest: Playtest) -> str:
    return reverse("admin:variants_playtest_change", args=[quote(playtest.pk)])


name_model(Playtest, "playtest", "playtests")
