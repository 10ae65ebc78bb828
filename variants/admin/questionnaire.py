"""The questionnaire in the admin: from a base, by answers in plain words, to a draft. Works without a script.

Nothing is kept on the server before the draft is made: a page carries all answers given so far as hidden fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.utils import translation

from rummy import texts
from rummy.sense import Fault
from variants import house_rules, lookup
from variants.admin.forms import base_of
from variants.admin.writers import author_of, slug_from, told_of
from variants.admin_texts import language, say
from variants.catalogue import Variant
from variants.drafts import LONGEST_TITLE, Draft, judge
from variants.errors import FaultyHouseRule
from variants.house_rules import Author
from variants.models import LONGEST_ID, HouseRule
from variants.questionnaire import AS_BASE, Asked, Group, InvalidAnswers, outcome, questions
from variants.questionnaire.answering import check, path_of
from variants.questionnaire.data import Question, catalogue
from variants.words import changes

if TYPE_CHECKING:
    from variants.admin.rules import HouseRuleAdmin

SUMMARY: Final = "summary"
"""The last step, after the groups of questions."""
_CREATE: Final = "create"
_STAY: Final = "stay"
_NUMBER: Final = "_number"
"""What is picked where a number is typed; no answer begins with an underscore."""
_ANSWER, _PICKED, _TYPED, _BEFORE = "a-", "q-", "n-", "was-"
"""Names of fields: an answer of before, what is picked now, the number beside it, and what stood when it was shown."""


@dataclass(frozen=True)
class Step:
    """Where somebody is: a group of questions, or the summary."""

    base: Variant
    sent: Sent
    groups: tuple[Group, ...]
    id: str

    @property
    def open_groups(self) -> list[Group]:
        """The groups with something to ask."""
        return [group for group in self.groups if group.questions]

    @property
    def group(self) -> Group | None:
        """The group whose questions are shown; None for the summary."""
        return _group(self.groups, self.id)


@dataclass
class Sent:
    """What a page sent."""

    answers: dict[str, str] = field(default_factory=dict)
    """Question -> answer, those of all steps."""
    shown: set[str] = field(default_factory=set)
    """The questions that the page showed."""
    typed: dict[str, str] = field(default_factory=dict)
    """Question -> what was typed and is no answer."""
    refused: dict[str, str] = field(default_factory=dict)
    """Question -> why it is none."""


def page(admin: HouseRuleAdmin, request: HttpRequest) -> HttpResponse:
    """One step of the questionnaire, or its end."""
    data = request.POST if request.method == "POST" else request.GET
    base = base_of(data.get("base", ""))
    asked_for = data.get("language", "")
    with translation.override(asked_for if asked_for in texts.LANGUAGES else language()):
        answer = _start(admin, request) if base is None else _step(admin, request, base)
        if isinstance(answer, TemplateResponse):
            answer.render()  # in this language
        return answer


def _start(admin: HouseRuleAdmin, request: HttpRequest) -> TemplateResponse:
    bases = sorted((each.title(language()), each.id, each.summary(language())) for each in lookup.listed())
    context = admin.frame(
        request, title=say("quest_title"), bases=bases, languages=settings.LANGUAGES, chosen=language()
    )
    return TemplateResponse(request, "admin/variants/questionnaire_start.html", context)


def _step(admin: HouseRuleAdmin, request: HttpRequest, base: Variant) -> HttpResponse:
    sent = _read(request.POST, base)
    wanted = request.POST.get("go", "")
    if wanted == _CREATE:
        return _create(admin, request, base, sent)
    return _page(admin, request, _reached(base, sent, request.POST.get("at", ""), wanted))


def _reached(base: Variant, sent: Sent, at: str, wanted: str) -> Step:
    """The step to show: the one that is wanted, unless the last one is not done, or what is wanted has no questions."""
    listed = lookup.listed()

    def asked(name: str) -> Step:
        return Step(base, sent, questions(base, sent.answers, language(), listed, [name]), name)

    step = asked(at if wanted == _STAY or sent.refused else wanted)
    if step.id != at and _new(_group(step.groups, at), sent):
        step = asked(at)  # an answer has raised more questions there: they come first
    if step.id != SUMMARY and not (step.group and step.group.questions):
        step = asked(step.open_groups[0].id)
    return step


def _group(shown: tuple[Group, ...], name: str) -> Group | None:
    return next((group for group in shown if group.id == name), None)


def _new(group: Group | None, sent: Sent) -> list[str]:
    """The questions of a group that were not there when its page was sent."""
    return [each.id for each in group.questions if each.id not in sent.shown] if group and sent.shown else []


def _read(data: Mapping[str, str], base: Variant) -> Sent:
    """The answers that a page sent; what cannot be read is told at its question."""
    sent = Sent()
    for question in catalogue().values():
        before = data.get(_ANSWER + question.id)
        if before is not None and _refusal(question, before) is None:
            sent.answers[question.id] = before
    for question in catalogue().values():
        before = data.get(_BEFORE + question.id)
        if before is None:
            continue
        sent.shown.add(question.id)
        picked, number = data.get(_PICKED + question.id, before), data.get(_TYPED + question.id, "").strip()
        answer = number if picked == _NUMBER or (number and picked == before) else picked
        if answer == before:
            continue
        why = _refusal(question, answer)
        if why is not None:
            sent.typed[question.id], sent.refused[question.id] = answer, why
        else:
            _take(sent.answers, question.id, answer, base)
    return sent


def _take(answers: dict[str, str], name: str, answer: str, base: Variant) -> None:
    """Keep an answer, unless it says what would be so anyhow."""
    answers.pop(name, None)
    if answer != AS_BASE and outcome(base, {**answers, name: answer}).overrides != outcome(base, answers).overrides:
        answers[name] = answer


def _refusal(question: Question, answer: str) -> str | None:
    """Why something is no answer to a question, in words; None where it is one."""
    try:
        check({question.id: answer})
    except InvalidAnswers as error:
        (fault,) = error.faults
        if fault.code == "answer_unknown" and question.number:
            return say("quest_number_needed", least=question.least, most=question.most)
        return sentence(fault)
    return None


def sentence(fault: Fault) -> str:
    """What a fault says, in the language of the page."""
    return texts.sentence(fault.code, language(), fault.data)


def _create(admin: HouseRuleAdmin, request: HttpRequest, base: Variant, sent: Sent) -> HttpResponse:
    """The draft, if it can be kept; else the last step again, with what is wrong."""
    title = request.POST.get("title", "").strip()
    slug = request.POST.get("slug", "").strip() or slug_from([title])
    draft = Draft(slug, base.id, {language(): title}, overrides=outcome(base, sent.answers).overrides)
    rule, told = _kept(draft, author_of(request))
    if rule is None:
        step = Step(base, sent, questions(base, sent.answers, language(), (), ()), SUMMARY)
        return _page(admin, request, step, title=title, slug=slug, told=told)
    if rule.faults:
        messages.warning(request, say("saved_faulty", number=rule.faults))
    else:
        messages.success(request, say("quest_created"))
    return HttpResponseRedirect(admin.page_of(rule))


def _kept(draft: Draft, by: Author) -> tuple[HouseRule | None, dict[str, str]]:
    """The draft in the database, or what is wrong with its names: part -> sentence."""
    told = {
        fault.pointer.split("/")[1]: sentence(fault) for fault in told_of(judge(draft)) if fault.severity == "error"
    }
    if "title" in told:
        return None, told
    try:
        return house_rules.create(draft=draft, by=by, keep_faulty=True), {}
    except FaultyHouseRule as error:
        return None, {fault.pointer.split("/")[1]: sentence(fault) for fault in error.faults}


def _page(
    admin: HouseRuleAdmin,
    request: HttpRequest,
    step: Step,
    *,
    title: str | None = None,
    slug: str | None = None,
    told: Mapping[str, str] | None = None,
) -> TemplateResponse:
    """The page of a step. ``title``, ``slug``: as they are to stand; ``told``: what is wrong with them."""
    base, sent = step.base, step.sent
    now = outcome(base, sent.answers)
    steps = [(each.id, each.title, sum(one.answered for one in each.questions)) for each in step.open_groups]
    steps.append((SUMMARY, say("quest_summary"), 0))
    place = [name for name, *_ in steps].index(step.id)
    new = _new(step.group, sent) if request.POST.get("at") == step.id else []
    rows = [_row(each, sent, base, fresh=each.id in new) for each in (step.group.questions if step.group else ())]
    context = admin.frame(
        request,
        title=say("quest_title"),
        base=base,
        base_title=base.title(language()),
        tongue=language(),
        steps=steps,
        step=steps[place],
        number=place + 1,
        before=steps[place - 1] if place else None,
        after=steps[place + 1] if place + 1 < len(steps) else None,
        rows=rows,
        opened=[row["ask"] for row in rows if row["fresh"]],
        answers=sent.answers.items(),
        changes=changes(now.overrides, base.profile, language()),
        faults=[_told(fault, step.open_groups) for fault in now.faults],
        errors=len(now.errors),
        called=request.POST.get("title", "") if title is None else title,
        slug=request.POST.get("slug", "") if slug is None else slug,
        told=told or {},
        longest_title=LONGEST_TITLE,
        longest_slug=LONGEST_ID,
    )
    return TemplateResponse(request, "admin/variants/questionnaire.html", context)


def _told(fault: Fault, open_groups: list[Group]) -> dict[str, Any]:
    """A fault, and the step at which its question is asked."""
    of = {question.id for question in catalogue().values() if path_of(fault) in question.fields}
    places = [(group.id, each.ask) for group in open_groups for each in group.questions if each.id in of]
    return {"severity": fault.severity, "sentence": sentence(fault), "place": places[0] if places else None}


def _row(question: Asked, sent: Sent, base: Variant, *, fresh: bool) -> dict[str, Any]:
    """A question as the page shows it."""
    typed = sent.typed.get(question.id)
    standing = next((each.id for each in question.choices if each.chosen), None)
    number = question.number
    if standing is None and number is not None:
        standing = str(number.value)
    told = [sent.refused[question.id]] if question.id in sent.refused else list(question.errors)
    return {
        "id": question.id,
        "ask": question.ask,
        "help": question.help,
        "standing": standing,
        "answered": question.answered,
        "fresh": fresh,
        "choices": [
            {
                "id": each.id,
                "label": each.label,
                "checked": each.chosen and typed is None,
                "of_base": each.of_base,
                "variants": ", ".join(each.variants),
                "reasons": each.reasons,
            }
            for each in question.choices
        ],
        "number": number
        and {
            "least": number.least,
            "most": number.most,
            "checked": number.chosen or typed is not None,
            "of_base": number.of_base,
            "value": typed if typed is not None else number.value if number.chosen else "",
        },
        "base_title": base.title(language()),
        "errors": told,
        "warnings": question.warnings,
    }
