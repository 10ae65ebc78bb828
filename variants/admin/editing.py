"""The page on which a house rule is written: nothing that was typed is lost, and all that is wrong is said at once."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse

from rummy.profile import RuleProfile, diff
from rummy.sense import Fault
from variants import house_rules, lookup, versions
from variants.admin.forms import HouseRuleForm, base_of, sentence_of
from variants.admin.writers import author_of, told_of
from variants.admin_texts import language, say
from variants.catalogue import Variant
from variants.drafts import Draft, Judgement, judge
from variants.errors import FaultyHouseRule, HouseRuleConflict, StaleHouseRule
from variants.files import LONGEST as LONGEST_FILE
from variants.models import HouseRule, RuleState
from variants.words import Change, changes

if TYPE_CHECKING:
    from variants.admin.rules import HouseRuleAdmin

_TEMPLATE: Final = "admin/variants/rule.html"
_PARTS: Final = {
    "title": "title", "description": "description", "base": "extends", "slug": "slug", "own_options": "options",
}  # fmt: skip
"""The parts of a draft beside its rules: what each is called (a key of the words), and its name in the draft."""


def new(admin: HouseRuleAdmin, request: HttpRequest) -> HttpResponse:
    """A new rule: first what it builds on is asked, then comes the form."""
    extends = request.POST.get("extends") or request.GET.get("extends", "")
    if base_of(extends) is None:
        found = sorted(lookup.listed(), key=lambda each: each.title(language()))
        bases = [(each.id, each.title(language()), each.summary(language())) for each in found]
        return TemplateResponse(
            request, "admin/variants/new.html", admin.frame(request, title=say("new_rule"), bases=bases)
        )
    draft = Draft(slug="", extends=extends, title={})
    if request.method != "POST":
        form = HouseRuleForm(draft=draft, base=base_of(extends))
        return _page(admin, request, form, None, draft)
    form, sent = _read(request, draft, None)
    if sent is None or "_check" in request.POST:
        return _page(admin, request, form, None, sent or draft, judged=judge(sent) if sent else None)
    try:
        rule = house_rules.create(draft=sent, by=author_of(request), keep_faulty=True)
    except FaultyHouseRule:
        return _page(admin, request, form, None, sent, judged=judge(sent))
    return _saved(admin, request, rule)


def change(admin: HouseRuleAdmin, request: HttpRequest, rule: HouseRule) -> HttpResponse:
    """A rule that is there already."""
    stored = Draft.of(rule)
    if request.method != "POST":
        form = HouseRuleForm(draft=stored, base=base_of(rule.extends), rule=rule)
        return _page(admin, request, form, rule, stored, judged=judge(stored, rule))
    form, sent = _read(request, stored, rule)
    if sent is None or "_check" in request.POST:
        return _page(admin, request, form, rule, sent or stored, judged=judge(sent, rule) if sent else None)
    try:
        rule = house_rules.edit(
            rule_id=rule.pk,
            changes=asdict(sent),
            by=author_of(request),
            expected=form.cleaned_data["revision"],
            keep_faulty=True,
        )
    except FaultyHouseRule:
        return _page(admin, request, form, rule, sent, judged=judge(sent, rule))
    except StaleHouseRule as error:
        return _overtaken(admin, request, rule, sent, str(error.data["author"]))
    return _saved(admin, request, rule)


def _read(request: HttpRequest, draft: Draft, rule: HouseRule | None) -> tuple[HouseRuleForm, Draft | None]:
    """The form as it was sent, and what it says; None where it cannot be read."""
    base = base_of(request.POST.get("extends", ""))
    form = HouseRuleForm(request.POST, draft=draft, base=base, rule=rule)
    return form, form.draft() if form.is_valid() else None


def _overtaken(admin: HouseRuleAdmin, request: HttpRequest, rule: HouseRule, sent: Draft, author: str) -> HttpResponse:
    """Somebody else saved first: what they changed is said, what was typed stays, and saving again is a decision."""
    rule.refresh_from_db()
    data = request.POST.copy()
    data["revision"] = str(rule.revision)
    form = HouseRuleForm(data, draft=Draft.of(rule), base=base_of(sent.extends), rule=rule)
    form.is_valid()
    told = say("changed_meanwhile_form", author=author)
    return _page(admin, request, form, rule, sent, judged=judge(sent, rule), overtaken=(told, _between(rule, sent)))


def _between(rule: HouseRule, sent: Draft) -> list[str]:
    """In what a stored rule differs from what was typed: what is stored, and what would replace it."""
    base = base_of(rule.extends)
    both = [
        {(row.path): row for row in changes(overrides, base.profile if base else RuleProfile(), language())}
        for overrides in (rule.overrides, sent.overrides)
    ]
    rows: dict[str, Change] = {**both[1], **both[0]}
    told = []
    for path, row in rows.items():
        theirs, mine = (side[path].after if path in side else row.before for side in both)
        if theirs != mine:
            told.append(say("theirs_and_mine", title=row.title, theirs=theirs, mine=mine))
    stored = Draft.of(rule)
    told += [
        say("theirs_differs", title=say(word))
        for word, part in _PARTS.items()
        if getattr(stored, part) != getattr(sent, part)
    ]
    return told


def _saved(admin: HouseRuleAdmin, request: HttpRequest, rule: HouseRule) -> HttpResponse:
    if rule.faults:
        messages.warning(request, say("saved_faulty", number=rule.faults))
    else:
        messages.success(request, say("saved"))
    return HttpResponseRedirect(admin.page_of(rule))


def _page(
    admin: HouseRuleAdmin,
    request: HttpRequest,
    form: HouseRuleForm,
    rule: HouseRule | None,
    draft: Draft,
    *,
    judged: Judgement | None = None,
    overtaken: tuple[str, list[str]] | None = None,
) -> HttpResponse:
    """The form, with all that is to be said of what stands in it."""
    base = base_of(draft.extends)
    faults = _news(judged, base)
    form.tell(faults)
    saved = rule is not None and judged is not None and judged.draft == Draft.of(rule)
    profile = base.profile if base else RuleProfile()
    pairs, others = form.option_pairs(), form.other_texts_rows()
    context = admin.frame(
        request,
        title=_title(draft) if rule else say("new_rule"),
        form=form,
        rule=rule,
        base=base,
        base_title=base.title(language()) if base else draft.extends,
        sections=form.sections(),
        texts_rows=form.texts_rows(),
        other_texts_rows=others,
        other_texts_faulty=any(row.faults for row in others),
        own_options_row=form.row("own_options"),
        option_pairs=pairs,
        options_faulty=bool(form.faults_at("own_options")) or any(faults for _, _, faults in pairs),
        judged=judged,
        faults=[(fault.severity, sentence_of(fault), _label(form, fault.pointer)) for fault in faults],
        errors=sum(fault.severity == "error" for fault in faults),
        checked="_check" in request.POST,
        saved=saved,
        differences=changes(draft.overrides, profile, language()),
        unpublished=_unpublished(rule),
        overtaken=overtaken,
        may_write=admin.has_change_permission(request) if rule else admin.has_add_permission(request),
        may_throw_away=rule is not None and rule.current_id is None and admin.has_delete_permission(request),
        state_word=say(f"state_{rule.state}") if rule else "",
        offered=rule is not None and rule.state == RuleState.PUBLISHED,
        not_published=_why_not_published(rule, judged, saved=saved) if rule else "",
    )
    return TemplateResponse(request, _TEMPLATE, context)


def _why_not_published(rule: HouseRule, judged: Judgement | None, *, saved: bool) -> str:
    """Why there is nothing to publish, or it would be refused; empty where publishing is the next thing to do."""
    if judged is None or not saved:
        return say("publish_unsaved")
    try:
        news = versions.is_news(rule, judged)
    except FaultyHouseRule:
        return say("publish_faulty")
    except HouseRuleConflict as error:
        return say(error.code, **error.data)
    return "" if news or rule.current is None else say("publish_nothing", number=rule.current.number)


def _news(judged: Judgement | None, base: Variant | None) -> tuple[Fault, ...]:
    """What is to be said of a draft, without the warnings that its base gives rise to just so."""
    if judged is None:
        return ()
    known = [(fault.code, fault.data) for fault in base.faults] if base else []
    return tuple(
        fault for fault in told_of(judged) if fault.severity == "error" or (fault.code, fault.data) not in known
    )


def _label(form: HouseRuleForm, pointer: str) -> tuple[str, Any] | None:
    """Where a fault is: the id of the field on the page, and its label."""
    name = form.place_of(pointer)
    return (form[name].auto_id or "", form[name].label or "") if name else None


def _title(draft: Draft) -> str:
    return draft.title.get(language()) or next(iter(draft.title.values()), draft.slug)


def _unpublished(rule: HouseRule | None) -> tuple[Change, ...]:
    """In what a rule that is played differs from what it says now."""
    if rule is None or rule.current is None or rule.hash == rule.current.hash:
        return ()
    try:
        now = house_rules.variant_of(rule)
    except FaultyHouseRule:
        return ()
    played = lookup.variant_of(rule.slug, rule.current)
    return changes(diff(now.profile, played.profile), played.profile, language())


def import_file(admin: HouseRuleAdmin, request: HttpRequest) -> HttpResponse:
    """A file of another house becomes a draft, with its faults; what is no file at all is said."""
    told: list[str] = []
    sent = request.FILES.get("file")
    if request.method == "POST" and sent is None:
        told = [say("no_file")]
    elif sent is not None:
        name = (request.POST.get("slug") or (sent.name or "").removesuffix(".toml")).strip()
        try:
            text = sent.read(LONGEST_FILE * 4 + 1).decode("utf-8")
            rule = house_rules.import_file(text=text, slug=name, by=author_of(request), keep_faulty=True)
        except UnicodeDecodeError:
            told = [say("no_text")]
        except FaultyHouseRule as error:
            told = [sentence_of(fault) for fault in error.faults]
        else:
            return _saved(admin, request, rule)
    context = admin.frame(request, title=say("import_rule"), told=told, slug=request.POST.get("slug", ""))
    return TemplateResponse(request, "admin/variants/import.html", context)
