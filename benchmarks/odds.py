"""Exact chances of the largest table against the rendering of its page."""

import statistics
import time
from collections.abc import Callable

from django.template.loader import render_to_string
from django.test import RequestFactory
from msgspec.structs import replace

from benchmarks.commands import Result
from benchmarks.rules import crowded_state, odds
from companion.models import Seat, Table
from companion.people.models import Person
from companion.table.views import _shown
from rules.state import TableState

ROUNDS, TIMES = 15, 5


def seat_at(state: TableState) -> Seat:
    table = Table(game=state.game)
    table.state = state
    table.save()
    person = Person.objects.create_guest(name="Marta")
    return Seat.objects.create(table=table, person=person, name="Marta", role=Seat.Role.KEEPER)


def render_page(seat: Seat) -> None:
    """All parts of the table page, as a phone gets them after a change."""
    shown = _shown(RequestFactory().get("/"), seat, "")
    render_to_string("companion/_fragments.html", {**shown, "fragment": True})


def seconds(work: Callable[[], None]) -> float:
    started = time.process_time()
    for _ in range(TIMES):
        work()
    return time.process_time() - started


def run() -> list[Result]:
    state = crowded_state()
    hidden = seat_at(replace(state, options=(*state.options, "hide-odds")))
    ratio = statistics.median(
        seconds(lambda: odds(state)) / seconds(lambda: render_page(hidden)) for _ in range(ROUNDS)
    )
    return [Result("exact odds of the largest table / rendering its page", ratio, 2.0)]
