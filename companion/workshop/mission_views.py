"""The pages on which a mission is written: its parts, its goals and rules, its sheet."""

import uuid
from collections.abc import Callable, Mapping
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
from companion.workshop import services
from companion.workshop.draft_forms import digest, overlaid
from companion.workshop.editing import (
    Unsaved,
    Writing,
    answered,
    is_by_itself,
    is_fragment,
    open_pack,
    share_or_404,
    writing_of,
)
from companion.workshop.mending import mended
from companion.workshop.mission_forms import PART_FORMS, PartForm, RuleForm, begun_rule
from companion.workshop.reading import Reading
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
from rules.workshop.content import MISSIONS
from rules.workshop.draft import MOST_RULES, as_drawn
from rules.workshop.patterns import Side

SIDES: tuple[Side, ...] = ("goals", "rules")
STATES = ("done", "problem", "empty")


class PartRow(NamedTuple):
    """A part as the mission's page lists it."""

    part: Part
    name: str
    summary: str
    state: str
    """`done`, `problem` or `empty`."""
    problems: list[Problem]


def writing_or_404(request: HttpRequest, pack_id: uuid.UUID, mission: str) -> Writing:
    return writing_of(request, pack_id, MISSIONS, mission)


def _context(writing: Writing, **more: Any) -> dict[str, Any]:
    """What every page of a mission shows, its sheet beside it."""
    reading, draft = writing.reading, writing.draft
    return {
        "pack": writing.house,
        "draft": draft,
        "cover": reading.game,
        "mission": reading.shown(draft),
        "played": writing.pack,
        "step": writing.step,
        **more,
    }


def _page(
    request: HttpRequest, template: str, writing: Writing, *, status: int = 200, **more: Any
) -> HttpResponse:
    return render(request, template, _context(writing, **more), status=status)


@never_cache
@require_safe
def missions(request: HttpRequest, pack_id: uuid.UUID) -> HttpResponse:
    """All missions of a pack, and those in its bin."""
    share, _version, reading = open_pack(request, pack_id)
    context = {
        "pack": share.pack,
        "cover": reading.game,
        "missions": [(draft, len(reading.problems(draft))) for draft in reading.content.shown()],
        "binned": [draft for draft in reading.content.missions if draft.binned],
    }
    return render(request, "workshop/missions.html", context)


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
    house, draft = writing.house, writing.draft
    problems = writing.reading.problems(draft)
    rows = [_row(part, draft, writing.pack, problems) for part in PARTS]
    try_it = reverse("companion:open", args=[house.game])
    return _page(
        request,
        "workshop/mission.html",
        writing,
        rows=rows,
        problems=problems,
        tally={state: sum(row.state == state for row in rows) for state in STATES},
        try_it=f"{try_it}?mission={house.mission_key(draft.id)}",
    )


def _row(part: Part, draft: DraftMission, pack: Pack, problems: list[Problem]) -> PartRow:
    here = [problem for problem in problems if problem.part == part]
    summary = part_summary(as_drawn(draft), part, pack)
    state = "empty" if not summary else "problem" if here else "done"
    return PartRow(part, str(PART_WORDS[part]), summary, state, here)


@never_cache
@require_safe
def sheet(request: HttpRequest, pack_id: uuid.UUID, mission: str) -> HttpResponse:
    """The mission as it would be played now."""
    return _page(request, "workshop/sheet.html", writing_or_404(request, pack_id, mission))


@require_POST
def mend(request: HttpRequest, pack_id: uuid.UUID, mission: str) -> HttpResponse:
    """Do what a problem asks for, if there is only one way to solve it."""
    writing = writing_or_404(request, pack_id, mission)
    code, number = request.POST.get("code", ""), request.POST.get("number", "")

    def change(draft: DraftMission) -> DraftMission:
        problems = writing.reading.problems(draft)
        problem = next(
            (
                problem
                for problem in problems
                if (problem.code, str(problem.number or "")) == (code, number)
            ),
            None,
        )
        return mended(draft, problem, writing.content) if problem else draft

    services.mission_change(member=writing.share, mission=mission, change=change)
    return redirect("workshop:mission", pack_id, mission)


# --- one part ---


@never_cache
@form_page
def part(request: HttpRequest, pack_id: uuid.UUID, mission: str, part: str) -> HttpResponse:
    """One part: a form that saves itself, or the list of goals or rules."""
    writing = writing_or_404(request, pack_id, mission)
    if part in SIDES:
        return _side(request, writing, part)
    if part not in PART_FORMS:
        raise Http404
    if is_by_itself(request):
        return _part_saved_by_itself(request, writing, PART_FORMS[part])
    form = _form(writing, PART_FORMS[part], writing.draft, posted(request))
    if request.method == "POST" and form.is_valid():

        def change(draft: DraftMission) -> DraftMission:
            if form.seen_of(draft) != form.cleaned_data["seen"]:
                raise IllegalCommand("workshop.changed")
            changed: DraftMission = form.onto(draft)
            return changed

        if _saved(request, writing, form, change, form.seen_of):
            return redirect("workshop:mission", pack_id, mission)
    if is_fragment(request) and not form.is_bound:
        return _part_answer(request, writing, form)
    return _part_page(request, form.template, writing, part, form=form)


def _form(
    writing: Writing, kind: type[PartForm], draft: DraftMission, data: Any = None
) -> PartForm:
    reading = writing.reading
    return kind(data, reading=reading, draft=draft, pack=reading.pack_of(draft))


def _part_saved_by_itself(
    request: HttpRequest, writing: Writing, kind: type[PartForm]
) -> HttpResponse:
    """The fields somebody has just touched; all others stay as they are now."""
    touched = request.POST.getlist("touched")

    def change(draft: DraftMission) -> DraftMission:
        shown = _form(writing, kind, draft)
        data = request.POST if kind.is_whole else overlaid(shown, request.POST, touched)
        form = _form(writing, kind, draft, data)
        if not form.is_valid():
            raise Unsaved(form)
        changed: DraftMission = form.onto(draft)
        return changed

    try:
        written = _change(writing, change)
    except Unsaved as unsaved:
        return _part_answer(request, writing, unsaved.form)
    # A part whose rows move answers with what was sent: its rows stay where they are.
    data = request.POST if kind.is_whole else None
    return _part_answer(request, written, _form(written, kind, written.draft, data))


def _change(writing: Writing, change: Callable[[DraftMission], DraftMission]) -> Writing:
    """Write it, and read what stands there then."""
    version = services.piece_change(
        member=writing.share, kind=MISSIONS, key=writing.draft.id, change=change, joins=True
    )
    writing.house.refresh_from_db()
    content: Content = version.content
    reading = Reading(writing.house, content)
    return writing._replace(reading=reading, draft=content.mission(writing.draft.id))


def _part_answer(request: HttpRequest, writing: Writing, form: Any) -> HttpResponse:
    problems = writing.reading.problems(writing.draft)
    part = getattr(form, "part", "")
    number = getattr(form, "number", None)
    here = [
        problem
        for problem in problems
        if problem.part == part and (number is None or problem.number == number)
    ]
    context = _context(writing, part=part, problems=here)
    return answered(request, "workshop/_part_answer.html", context, form)


def _part_page(
    request: HttpRequest, template: str, writing: Writing, part: str, **more: Any
) -> HttpResponse:
    form = more.get("form")
    problems = writing.reading.problems(writing.draft)
    return _page(
        request,
        template,
        writing,
        status=422 if form is not None and form.is_bound else 200,
        part=part,
        part_name=PART_WORDS[part],  # type: ignore[index] # one of its keys
        problems=[problem for problem in problems if problem.part == part],
        **more,
    )


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
    problems = writing.reading.problems(writing.draft)
    rows = [
        (
            number,
            rule,
            [problem for problem in problems if (problem.part, problem.number) == (side, number)],
        )
        for number, rule in enumerate(getattr(writing.draft, side), 1)
    ]
    return _part_page(
        request,
        "workshop/parts/rules.html",
        writing,
        side,
        rows=rows,
        patterns=_offered(side, patterns(writing.house.game, side)),
    )


def _offered(side: Side, known: Mapping[str, Pattern]) -> list[tuple[str, list[Pattern]]]:
    """What the app carries out, then what it reminds of; nobody is reminded of a goal."""
    done = [pattern for pattern in known.values() if pattern.is_carried_out]
    others = [pattern for pattern in known.values() if not pattern.is_carried_out]
    if side == "goals":
        return [
            (_("Goals that the app counts by itself"), done),
            (_("Goals that you tick yourselves"), others),
        ]
    return [
        (_("Rules that the app carries out"), done),
        (_("Rules that the app reminds you of"), others),
    ]


@never_cache
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
    form = _rule_form(writing, side, number, before, pattern, data=posted(request))
    if number and is_by_itself(request):
        return _rule_saved_by_itself(request, writing, form)
    if request.method == "POST" and form.is_valid():
        return _rule_sent(request, writing, side, number, form)
    if is_fragment(request) and not form.is_bound:
        return _part_answer(request, writing, form)
    return _rule_page(request, writing, side, number, form)


def _rule_form(
    writing: Writing,
    side: Side,
    number: int,
    rule: DraftRule,
    pattern: Pattern | None,
    *,
    data: Any = None,
) -> RuleForm:
    return RuleForm(
        data,
        part=side,
        number=number,
        pattern=pattern,
        reading=writing.reading,
        draft=rule,
        pack=writing.pack,
    )


def _rule_saved_by_itself(request: HttpRequest, writing: Writing, form: RuleForm) -> HttpResponse:
    """In its place; one that somebody else has moved or taken out meanwhile is not overwritten."""
    side, number, touched = form.part, form.number, request.POST.getlist("touched")
    assert side in SIDES

    def now_of(draft: DraftMission) -> DraftRule:
        there: tuple[DraftRule, ...] = getattr(draft, side)[number - 1 : number]
        if not there or there[0].do != form.draft.do:
            raise IllegalCommand("workshop.changed")
        return there[0]

    def change(draft: DraftMission) -> DraftMission:
        now = now_of(draft)
        shown = _rule_form(writing, side, number, now, form.pattern)
        data = overlaid(shown, request.POST, touched)
        fresh = _rule_form(writing, side, number, now, form.pattern, data=data)
        if not fresh.is_valid():
            raise Unsaved(fresh)
        rules: tuple[DraftRule, ...] = getattr(draft, side)
        return replace(draft, **{side: (*rules[: number - 1], fresh.onto(now), *rules[number:])})

    try:
        written = _change(writing, change)
    except Unsaved as unsaved:
        return _part_answer(request, writing, unsaved.form)
    except RuleError as error:
        form.add_error(None, error_message(error))
        return _part_answer(request, writing, form)
    fresh = _rule_form(written, side, number, now_of(written.draft), form.pattern)
    return _part_answer(request, written, fresh)


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
            return replace(draft, **{side: (*rules, form.onto(form.draft))})
        there = rules[number - 1 : number]
        if not there or digest(there[0]) != form.cleaned_data["seen"]:
            raise IllegalCommand("workshop.changed")
        stays = () if "remove" in request.POST else (form.onto(form.draft),)
        return replace(draft, **{side: (*rules[: number - 1], *stays, *rules[number:])})

    if "preview" in request.POST:
        draft = writing.draft if number else changed(writing.draft)
        return _page(request, "workshop/_sheet.html", writing._replace(draft=draft))

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
    return redirect("workshop:missions", pack_id)


@require_POST
def copy(request: HttpRequest, pack_id: uuid.UUID, mission: str) -> HttpResponse:
    """Another one like it, to be changed."""
    writing = writing_or_404(request, pack_id, mission)
    made = services.mission_add(
        member=writing.share,
        make=lambda key: replace(writing.draft, id=key, fills="", binned=False),
    )
    return redirect("workshop:mission", pack_id, made.id)
