"""The pages of a mission: its parts, its goals and rules, and what mends a problem."""

import uuid
from collections.abc import Mapping
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from companion.frame.form_pages import form_page, posted
from companion.workshop.draft_forms import DraftForm, Sent
from companion.workshop.editing import Writing, context_of, write, writing_of
from companion.workshop.mending import mended
from companion.workshop.pieces.mission_rules import RuleForm
from companion.workshop.pieces.missions import PART_FORMS, SUMMARIES
from companion.workshop.words import PART_WORDS
from rules.workshop import PARTS, DraftMission, DraftRule, Part, Pattern, Problem, patterns
from rules.workshop.draft import MISSIONS
from rules.workshop.patterns import Side
from rules.workshop.pieces.missions import as_drawn

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


def parts_page(request: HttpRequest, writing: Writing) -> HttpResponse:
    """Show the parts of a mission, each with how far it has come and what is still wrong there."""
    house, draft = writing.house, writing.draft
    rows = [_row(part, writing) for part in PARTS]
    try_it = reverse("companion:open", args=[house.game])
    context = context_of(
        writing,
        rows=rows,
        tally={state: sum(row.state == state for row in rows) for state in STATES},
        try_it=f"{try_it}?mission={house.mission_key(draft.id)}",
    )
    return render(request, "workshop/mission.html", context)


def _row(part: Part, writing: Writing) -> PartRow:
    here = writing.problems(part)
    summary = SUMMARIES[part](as_drawn(writing.draft), writing.pack)
    state = "empty" if not summary else "problem" if here else "done"
    return PartRow(part, str(PART_WORDS[part]), summary, state, here)


@require_POST
def mend(request: HttpRequest, pack_id: uuid.UUID, mission: str) -> HttpResponse:
    """Do what a problem asks for, if there is only one way to solve it."""
    writing = writing_or_404(request, pack_id, mission)
    wanted = (request.POST.get("code", ""), request.POST.get("number", ""))

    def change(draft: DraftMission) -> DraftMission:
        for problem in writing.reading.problems(MISSIONS, draft):
            if (problem.code, str(problem.number or "")) == wanted:
                return mended(draft, problem, writing.content)
        return draft

    writing.changed(change)
    return redirect("workshop:piece", pack_id, MISSIONS, mission)


@never_cache
@form_page
def part(request: HttpRequest, pack_id: uuid.UUID, mission: str, part: str) -> HttpResponse:
    """Show one part: a form that saves itself, or the list of goals or rules."""
    writing = writing_or_404(request, pack_id, mission)
    if part in SIDES:
        return _side(request, writing, part)
    if part not in PART_FORMS:
        raise Http404
    kind = PART_FORMS[part]

    def make(data: Sent, now: Writing) -> DraftForm:
        return kind(data, reading=now.reading, draft=now.draft, pack=now.pack)

    back = reverse("workshop:piece", args=[pack_id, MISSIONS, mission])
    return write(request, writing, make, template=kind.template, back=back, part=part)


# --- goals and rules ---


def _side(request: HttpRequest, writing: Writing, side: Side) -> HttpResponse:
    """Show the list, and what could be added."""
    rows = [
        (number, rule, writing.problems(side, number))
        for number, rule in enumerate(getattr(writing.draft, side), 1)
    ]
    offered = _offered(side, patterns(writing.house.game, side))
    context = context_of(writing, part=side, rows=rows, patterns=offered)
    return render(request, "workshop/parts/rules.html", context)


def _offered(side: Side, known: Mapping[str, Pattern]) -> list[tuple[str, list[Pattern]]]:
    """Return what the app carries out, then what it reminds of; nobody is reminded of a goal."""
    names = {
        "goals": (_("Goals that the app counts by itself"), _("Goals that you tick yourselves")),
        "rules": (_("Rules that the app carries out"), _("Rules that the app reminds you of")),
    }
    return [
        (name, [pattern for pattern in known.values() if pattern.is_carried_out == is_done])
        for name, is_done in zip(names[side], (True, False), strict=True)
    ]


@never_cache
@form_page
def rule(
    request: HttpRequest, pack_id: uuid.UUID, mission: str, side: Side, number: int
) -> HttpResponse:
    """Show one goal or rule: 0 is a new one, of the kind that `do` names."""
    writing = writing_or_404(request, pack_id, mission)
    rules: tuple[DraftRule, ...] = getattr(writing.draft, side) if side in SIDES else ()
    if side not in SIDES or number > len(rules):
        raise Http404
    do = rules[number - 1].do if number else request.GET.get("do", "")

    def make(data: Sent, now: Writing) -> DraftForm:
        return RuleForm(
            data, reading=now.reading, mission=now.draft, side=side, number=number, do=do
        )

    if "preview" in request.POST and (form := make(posted(request), writing)).is_valid():
        draft = form.onto(writing.draft)
        return render(request, "workshop/_sheet.html", context_of(writing._replace(draft=draft)))
    return write(
        request,
        writing,
        make,
        template="workshop/parts/rule.html",
        back=reverse("workshop:part", args=[pack_id, mission, side]),
        part=side,
        number=number,
    )
