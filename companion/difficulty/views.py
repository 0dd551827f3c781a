"""The page of a set-up: how hard it is, alone or beside another."""

from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from companion import selectors as companion
from companion.difficulty.models import Measurement
from companion.difficulty.report import NAMES, report
from companion.difficulty.selectors import hash_of, measured, setting_for
from companion.difficulty.services import measure, measurement_stop
from companion.difficulty.variants import Variant, variants
from companion.frame.form_pages import form_page
from companion.frame.throttle import limit
from companion.house.selectors import house_pack
from companion.people.identity import ensure_person, person_of
from companion.people.models import Person
from companion.setup.plan import Plan, changed, read_plan
from rules import RuleError
from rules.evenings.setting import Outset, Setting, left_out

VERSUS, STOP = "versus", "stop"


class Side(NamedTuple):
    """One of the set-ups on the page."""

    name: str
    plan: Plan
    setting: Setting
    measurement: Measurement | None
    person: Person | None

    @property
    def evenings(self) -> int:
        return self.measurement.tally.evenings if self.measurement else 0

    @property
    def is_whole(self) -> bool:
        return self.measurement is not None and self.measurement.is_whole

    @property
    def is_under_way(self) -> bool:
        return self.measurement is not None and self.measurement.is_under_way

    @property
    def has_failed(self) -> bool:
        return self.measurement is not None and self.measurement.state == Measurement.State.FAILED

    @property
    def may_stop(self) -> bool:
        asked_by = self.measurement.person_id if self.measurement else None
        return self.is_under_way and self.person is not None and asked_by == self.person.pk

    @property
    def left_out(self) -> int:
        return left_out(self.setting)


@form_page
@never_cache
def page(request: HttpRequest, game: str) -> HttpResponse:
    """Show what is measured; a POST has it measured, or stopped."""
    pack = companion.game(game)
    if pack is None:
        raise Http404
    person = person_of(request)
    data = request.POST if request.method == "POST" else request.GET
    plan = read_plan(pack, data, keeper="")
    if plan.problems:
        return redirect(_address("open", game, plan.query.urlencode()))
    offered = variants(plan)
    chosen = next((each for each in offered if each.name == data.get(VERSUS)), None)
    plans = [plan, *([chosen.plan(pack)] if chosen else [])]
    house = house_pack(person, game)
    settings = [setting_for(each, house) for each in plans]
    here = _here(game, plan, chosen)
    if request.method == "POST":
        _do(request, settings)
        return redirect(here)
    rows = measured(settings)
    sides = [
        Side(name, each, setting, rows.get(hash_of(setting)), person)
        for name, each, setting in zip(NAMES, plans, settings, strict=False)
    ]
    is_fragment = request.headers.get("HX-Request") == "true"
    template = "difficulty/_measured.html" if is_fragment else "difficulty/page.html"
    tallies = [side.measurement.tally for side in sides if side.measurement and side.evenings]
    return render(
        request,
        template,
        {
            "game": pack,
            "plan": plan,
            "sides": sides,
            "report": report(plan.pack, tallies) if len(tallies) == len(sides) else None,
            "is_playable": all(_is_playable(setting) for setting in settings),
            "is_under_way": any(side.is_under_way for side in sides),
            "is_whole": all(side.is_whole for side in sides),
            "may_stop": any(side.may_stop for side in sides),
            "has_failed": any(side.has_failed for side in sides),
            "has_begun": any(side.evenings for side in sides),
            "here": here,
            "rest": _rest(plan, chosen),
            "hub": _address("open", game, plans[-1].query.urlencode()),
            "back": _address("open", game, plan.query.urlencode()),
            "chosen": chosen,
            "alone": _here(game, plan, None),
            "variants": [(each, _here(game, plan, each)) for each in offered],
        },
    )


def _do(request: HttpRequest, settings: list[Setting]) -> None:
    if STOP in request.POST:
        if person := person_of(request):
            for setting in settings:
                measurement_stop(person=person, setting=setting)
        return
    limit(request, "measure")
    asking = ensure_person(request)
    for setting in filter(_is_playable, settings):
        measure(person=asking, setting=setting)


def _is_playable(setting: Setting) -> bool:
    """Not without a single zombie card that is known."""
    try:
        Outset(setting)
    except RuleError:
        return False
    return True


def _address(step: str, game: str, query: str) -> str:
    url = reverse(f"companion:{step}", args=[game])
    return f"{url}?{query}" if query else url


def _here(game: str, plan: Plan, variant: Variant | None) -> str:
    query = changed(plan, **({VERSUS: variant.name} if variant else {}))
    return _address("setup-difficulty", game, query)


def _rest(plan: Plan, variant: Variant | None) -> list[tuple[str, str]]:
    """The whole address as hidden fields."""
    words = [(name, value) for name, values in plan.query.lists() for value in values]
    return [*words, (VERSUS, variant.name)] if variant else words
