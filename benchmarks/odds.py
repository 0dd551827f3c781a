"""Exact chances against the rendering of a page; simulated evenings against the bare engine."""

import statistics
import time
from collections.abc import Callable

from django.template.loader import render_to_string
from django.test import RequestFactory
from msgspec.structs import replace

from benchmarks import often
from benchmarks.commands import Result
from benchmarks.rules import crowded_state, odds
from companion.models import Seat, Table
from companion.people.models import Person
from companion.table.views import _shown
from rules.engine import carry_out
from rules.evenings.policy import steps
from rules.evenings.setting import Outset, setting_of
from rules.evenings.tally import tally
from rules.state import TableState, Zone

ROUNDS, TIMES = often(15), often(5)
EVENINGS_AT_ONCE = often(4)


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
    return [
        Result("exact odds of the largest table / rendering its page", ratio, 2.0),
        Result("simulated evenings / their commands by the bare engine", evenings(), 1.2),
    ]


def evenings() -> float:
    """Set-up, policy and counting, beside the same commands carried out one after the other.

    One process: two cores play two set-ups, or two pieces of two, and share nothing.
    """
    setting = setting_of(
        game="black-plague",
        survivors=("ann", "baldric", "clovis", "nelly", "samson", "silas"),
        zones=tuple(Zone(id=str(number)) for number in range(1, 4)),
        options=(),
        described={},
        trees={},
    )
    pack, outset, numbers = setting.pack, Outset(setting), range(EVENINGS_AT_ONCE)
    played = [list(steps(outset.begin(f"evening {number}"), pack)) for number in numbers]

    def bare() -> None:
        for evening in played:
            for step in evening:
                carry_out(step.before, step.command, pack)

    def simulated() -> None:
        tally(setting, numbers)

    return statistics.median(seconds(simulated) / seconds(bare) for _ in range(ROUNDS))
