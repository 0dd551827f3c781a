"""The pages on which a mission is written: its parts, its goals and rules, its sheet."""

import uuid
from collections.abc import Mapping
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from msgspec.structs import replace

from companion.frame.form_pages import form_page, posted
from companion.setup.selectors import mission_boxes
from companion.words import error_message
from companion.workshop import selectors, services
from companion.workshop.forms import PART_FORMS, RuleForm, begun_rule, digest
from companion.workshop.models import HousePack, PackMember, PackVersion
from companion.workshop.views import share_or_404
from companion.workshop.words import PART_WORDS, part_summary
from rules import IllegalCommand, Pack, RuleError, load_packs, mission_of
from rules.workshop import (
    PARTS,
    Content,
    DraftMission,
    DraftRule,
    Part,
    Pattern,
    Problem,
    copied,
    patterns,
)
from rules.workshop.draft import MOST_RULES, as_drawn
from rules.workshop.patterns import Side

SIDES: tuple[Side, ...] = ("goals", "rules")


class PartRow(NamedTuple):
    """A part as the mission's page lists it."""

    part: Part
    name: str
    summary: str
    state: str
    """`done`, `problem` or `empty`."""
    problems: list[Problem]


class Writing(NamedTuple):
    """The mission that is being written, and who writes."""

    share: PackMember
    version: PackVersion
    content: Content
    draft: DraftMission

    @property
    def house(self) -> HousePack:
        return self.share.pack

    @property
    def pack(self) -> Pack:
        return selectors.played_with(self.house, self.draft)


def writing_or_404(request: HttpRequest, pack_id: uuid.UUID, mission: str) -> Writing:
    share = share_or_404(request, pack_id)
    version = selectors.newest_of(share.pack)
    content = version.content
    draft = content.mission(mission)
    if draft is None:
        raise Http404
    return Writing(share, version, content, draft)


def _page(
    request: HttpRequest, template: str, writing: Writing, *, status: int = 200, **more: Any
) -> HttpResponse:
    """A page with the mission's sheet beside it."""
    house, draft = writing.house, writing.draft
    context = {
        "pack": house,
        "draft": draft,
        "cover": load_packs()[house.game],
        "mission": selectors.finished_of(house, draft, writing.content),
        "played": writing.pack,
        **more,
    }
    return render(request, template, context, status=status)


@form_page
def new(request: HttpRequest, pack_id: uuid.UUID) -> HttpResponse:
    """A blank mission, or one of the box: its page filled in, or a copy to change."""
    share = share_or_404(request, pack_id)
    house = share.pack
    if request.method == "POST":
        key = request.POST.get("from", "")
        printed = mission_of(house.game, key) if key else None
        if key and printed is None:
            raise Http404

        def make(own: str) -> DraftMission:
            if printed is None:
                return DraftMission(id=own)
            box = key.partition(":")[0]
            draft = copied(printed, own, box, house.languages)
            return replace(draft, boxes=(box,)) if box != house.game else draft

        draft = services.mission_add(member=share, make=make)
        return redirect("workshop:mission", house.pk, draft.id)
    boxes = mission_boxes(load_packs()[house.game])
    context = {"pack": house, "cover": load_packs()[house.game], "boxes": boxes}
    return render(request, "workshop/mission_new.html", context)


@never_cache
@require_safe
def mission(request: HttpRequest, pack_id: uuid.UUID, mission: str) -> HttpResponse:
    """Its parts, each with how far it has come and what is still wrong there."""
    writing = writing_or_404(request, pack_id, mission)
    house, draft, pack = writing.house, writing.draft, writing.pack
    found = selectors.problems_of(house, draft)
    rows = [_row(part, draft, pack, found) for part in PARTS]
    try_it = reverse("companion:open", args=[house.game])
    return _page(
        request,
        "workshop/mission.html",
        writing,
        rows=rows,
        problems=found,
        tally={state: sum(row.state == state for row in rows) for state in STATES},
        try_it=f"{try_it}?mission={house.mission_key(draft.id)}",
    )


STATES = ("done", "problem", "empty")


def _row(part: Part, draft: DraftMission, pack: Pack, found: list[Problem]) -> PartRow:
    here = [problem for problem in found if problem.part == part]
    summary = part_summary(as_drawn(draft), part, pack)
    state = "empty" if not summary else "problem" if here else "done"
    return PartRow(part, str(PART_WORDS[part]), summary, state, here)


@never_cache
@require_safe
def sheet(request: HttpRequest, pack_id: uuid.UUID, mission: str) -> HttpResponse:
    """The mission as it would be played now."""
    return _page(request, "workshop/sheet.html", writing_or_404(request, pack_id, mission))


@form_page
def part(request: HttpRequest, pack_id: uuid.UUID, mission: str, part: str) -> HttpResponse:
    """One part: a form, or the list of goals or rules. `preview` shows and saves nothing."""
    writing = writing_or_404(request, pack_id, mission)
    if part in SIDES:
        return _side(request, writing, part)
    if part not in PART_FORMS:
        raise Http404
    kind = PART_FORMS[part]
    form = kind(posted(request), house=writing.house, pack=writing.pack, draft=writing.draft)
    if request.method == "POST" and form.is_valid():
        if "preview" in request.POST:
            return _preview(request, writing, replace(writing.draft, **form.fields_of()))

        def change(draft: DraftMission) -> DraftMission:
            if kind.seen_of(draft) != form.cleaned_data["seen"]:
                raise IllegalCommand("workshop.changed")
            return replace(draft, **form.fields_of())

        if _saved(request, writing, form, change, kind.seen_of):
            return redirect("workshop:mission", pack_id, mission)
    return _part_page(request, f"workshop/parts/{part}.html", writing, part, form=form)


def _part_page(
    request: HttpRequest, template: str, writing: Writing, part: str, **more: Any
) -> HttpResponse:
    form = more.get("form")
    found = selectors.problems_of(writing.house, writing.draft)
    return _page(
        request,
        template,
        writing,
        status=422 if form is not None and form.is_bound else 200,
        part=part,
        part_name=PART_WORDS[part],  # type: ignore[index] # one of its keys
        problems=[problem for problem in found if problem.part == part],
        **more,
    )


def _preview(request: HttpRequest, writing: Writing, draft: DraftMission) -> HttpResponse:
    return _page(request, "workshop/_sheet.html", writing._replace(draft=draft))


def _saved(request: HttpRequest, writing: Writing, form: Any, change: Any, seen_of: Any) -> bool:
    """Whether it was; a form that is refused shows what it says and can be sent once more."""
    try:
        services.mission_change(member=writing.share, mission=writing.draft.id, change=change)
    except RuleError as error:
        form.add_error(None, error_message(error))
        form.data = form.data.copy()
        form.data["seen"] = seen_of(writing.draft)
        return False
    messages.success(request, _("Saved."))
    return True


# --- goals and rules ---


def _side(request: HttpRequest, writing: Writing, side: Side) -> HttpResponse:
    """The list, and what could be added."""
    found = selectors.problems_of(writing.house, writing.draft)
    rows = [
        (number, rule, [each for each in found if (each.part, each.number) == (side, number)])
        for number, rule in enumerate(getattr(writing.draft, side), 1)
    ]
    return _part_page(
        request,
        "workshop/parts/rules.html",
        writing,
        side,
        rows=rows,
        patterns=_offered(patterns(writing.house.game, side)),
    )


def _offered(known: Mapping[str, Pattern]) -> list[tuple[str, list[Pattern]]]:
    """What the app carries out, then what it reminds of."""
    done = [pattern for pattern in known.values() if pattern.is_carried_out]
    reminded = [pattern for pattern in known.values() if not pattern.is_carried_out]
    return [
        (_("The app sees to it"), done),
        (_("The app reminds you of it"), reminded),
    ]


@form_page
def rule(
    request: HttpRequest, pack_id: uuid.UUID, mission: str, side: Side, number: int
) -> HttpResponse:
    """One goal or rule: 0 is a new one, of the kind that `do` names."""
    writing = writing_or_404(request, pack_id, mission)
    if side not in SIDES:
        raise Http404
    rules: tuple[DraftRule, ...] = getattr(writing.draft, side)
    if number > len(rules):
        raise Http404
    known = patterns(writing.house.game, side)
    if number:
        before = rules[number - 1]
        pattern = known.get(before.do)
    else:
        pattern = known.get(request.GET.get("do", ""))
        before = begun_rule(pattern, writing.house.languages)
    form = RuleForm(
        posted(request), house=writing.house, pack=writing.pack, rule=before, pattern=pattern
    )
    if request.method == "POST" and form.is_valid():
        return _rule_sent(request, writing, side, number, form)
    return _rule_page(request, writing, side, number, form)


def _rule_page(
    request: HttpRequest, writing: Writing, side: Side, number: int, form: RuleForm
) -> HttpResponse:
    return _part_page(
        request,
        "workshop/parts/rule.html",
        writing,
        side,
        form=form,
        number=number,
        pattern=form.pattern,
    )


def _rule_sent(
    request: HttpRequest, writing: Writing, side: Side, number: int, form: RuleForm
) -> HttpResponse:
    """Saved in its place, added at the end, or taken out; or only looked at."""

    def changed(draft: DraftMission) -> DraftMission:
        rules: tuple[DraftRule, ...] = getattr(draft, side)
        if not number:
            if len(rules) >= MOST_RULES:
                raise IllegalCommand("workshop.rules", most=MOST_RULES)
            return replace(draft, **{side: (*rules, form.said())})
        there = rules[number - 1 : number]
        if not there or digest(there[0]) != form.cleaned_data["seen"]:
            raise IllegalCommand("workshop.changed")
        stays = () if "remove" in request.POST else (form.said(),)
        return replace(draft, **{side: (*rules[: number - 1], *stays, *rules[number:])})

    if "preview" in request.POST:
        try:
            return _preview(request, writing, changed(writing.draft))
        except RuleError:
            return _preview(request, writing, writing.draft)

    def seen_of(draft: DraftMission) -> str:
        return digest(getattr(draft, side)[number - 1]) if number else ""

    if _saved(request, writing, form, changed, seen_of):
        return redirect("workshop:part", writing.house.pk, writing.draft.id, side)
    return _rule_page(request, writing, side, number, form)


# --- its bin ---


@require_POST
def to_bin(request: HttpRequest, pack_id: uuid.UUID, mission: str) -> HttpResponse:
    """Out of the pack, or back: it stays in the pack's bin."""
    writing = writing_or_404(request, pack_id, mission)
    binned = request.POST.get("binned") == "yes"
    services.mission_change(
        member=writing.share,
        mission=mission,
        change=lambda draft: replace(draft, binned=binned),
    )
    return redirect("workshop:pack", pack_id)
