"""The page of a set-up: how hard it is, alone or beside another."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from companion import selectors as companion
from companion.difficulty.addresses import AGAINST, beside_url, difficulty_url, set_up_url
from companion.difficulty.report import report
from companion.difficulty.services import measure, measurement_stop
from companion.difficulty.sides import ComparedSetup, plan_of, sides_of
from companion.difficulty.variants import usual_variants, variants
from companion.frame.form_pages import form_page
from companion.frame.throttle import limit
from companion.people.identity import ensure_person, person_of
from companion.setup.plan import BESIDE, Plan
from companion.setup.selectors import plan_at

STOP = "stop"


@form_page
@never_cache
def page(request: HttpRequest, game: str) -> HttpResponse:
    """Show what is measured; a POST has it measured, or stopped."""
    pack, person = companion.game(game), person_of(request)
    if pack is None:
        raise Http404
    data = request.POST if request.method == "POST" else request.GET
    plan = plan_at(pack, data, person)
    other = plan_of(data.get(AGAINST, ""), person)
    for compared in (plan, other):
        if compared is not None and compared.problems:
            return redirect(
                set_up_url(compared, beside=plan.address if compared is other else None)
            )
    sides = sides_of([plan, *([other] if other else [])], person)
    here = difficulty_url(plan, other)
    if request.method == "POST":
        _do(request, sides)
        return redirect(here)
    is_fragment = request.headers.get("HX-Request") == "true"
    template = "difficulty/_measured.html" if is_fragment else "difficulty/page.html"
    context = {"game": pack, "here": here, "query": here.partition("?")[2], **_shown(sides)}
    return render(request, template, context)


def _shown(sides: list[ComparedSetup]) -> dict[str, Any]:
    plan, other = sides[0].plan, sides[1].plan if len(sides) > 1 else None
    tallies = [side.measurement.tally for side in sides if side.measurement and side.evenings]
    offered = [*variants(plan), *usual_variants(plan, sides[0].person)]
    return {
        "sides": sides,
        "plan": plan,
        "other": other,
        "report": report(plan.pack, tallies) if len(tallies) == len(sides) else None,
        "is_playable": all(side.is_playable for side in sides),
        "is_under_way": any(side.is_under_way for side in sides),
        "is_whole": all(side.is_whole for side in sides),
        "may_stop": any(side.may_stop for side in sides),
        "has_failed": any(side.has_failed for side in sides),
        "has_begun": any(side.evenings for side in sides),
        "rest": _rest(plan, other),
        "alone": difficulty_url(plan),
        "back": set_up_url(plan),
        "chosen": next(
            (variant for variant in offered if other and variant.address == other.address), None
        ),
        "offered": [(variant, beside_url(plan, variant.address)) for variant in offered],
        "freely": set_up_url(plan, beside=plan.address),
        "set_up_other": set_up_url(other) if other else "",
    }


def _do(request: HttpRequest, sides: list[ComparedSetup]) -> None:
    if STOP in request.POST:
        if person := person_of(request):
            for side in sides:
                measurement_stop(person=person, setting=side.setting)
        return
    limit(request, "measure")
    asking = ensure_person(request)
    for side in sides:
        if side.is_playable:
            measure(person=asking, setting=side.setting)


def _rest(plan: Plan, other: Plan | None) -> list[tuple[str, str]]:
    """Return the whole address as hidden fields."""
    words = [
        (name, value) for name, values in plan.query.lists() if name != BESIDE for value in values
    ]
    return [*words, (AGAINST, other.address)] if other else words
