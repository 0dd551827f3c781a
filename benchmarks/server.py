"""Taps as a phone makes them, over HTTP to the site as `make play` starts it.

A tap until its picture is there, and a spawn step with its sheet of results, against the least a
view that reads, writes and renders can cost; at an old table against a young one; and whether a
connection that is kept open is as quick as it should be.
"""

import statistics
import uuid
from collections.abc import Callable

from benchmarks import often
from benchmarks.commands import Result
from benchmarks.phones import Phone, points
from benchmarks.serving import serving
from companion import services
from companion.models import LineUp, Seat, Table
from companion.people.models import Person
from rules import Survivor, Zone, load_packs
from rules.mechanics.danger import PointsAward

TIMES, WARM_UP = often(120, 2), often(10)
YOUNG, OLD = often(50), often(5000, 2)
GAME = "black-plague"


def table_of_age(entries: int) -> Seat:
    """Six survivors, four zones, and a log of so many entries."""
    person = Person.objects.create_guest(name="Marta")
    boxed = load_packs()[GAME].survivors
    seat = services.table_open(
        person=person,
        game=GAME,
        survivors=[
            (survivor.id, Survivor(name=survivor.name, player="Marta")) for survivor in boxed
        ],
        zones=[Zone(id=str(n), start=n == 1) for n in range(1, 5)],
    ).seats.get()
    for number in range(entries):
        amount = 1 if number % 2 else -1
        command = PointsAward(
            id=uuid.uuid4().hex, seen=0, survivor=boxed[0].id, amount=amount if number else 1
        )
        services.command_submit(table_id=seat.table_id, seat=seat, command=command)
    return Seat.objects.select_related("table", "person").get(pk=seat.pk)


def tapper(port: int, seat: Seat) -> Callable[[], float]:
    """Gives a survivor a point or takes it, and waits for the picture."""
    phone, path = Phone(port, seat.person), f"/tables/{seat.table_id}/commands/"
    phone.version = seat.table.version
    survivor = next(iter(seat.table.state.survivors))
    taps = 0

    def tap() -> float:
        nonlocal taps
        taps += 1
        return phone.tap(path, points(survivor, 1 if taps % 2 else -1))

    return tap


def spawner(port: int, seat: Seat) -> Callable[[], float]:
    """Plays a table through its rounds and says how long the spawn step took, sheet included."""
    phone, path = Phone(port, seat.person), f"/tables/{seat.table_id}/commands/"
    phone.version = Table.objects.get(pk=seat.table_id).version

    def step(kind: str, show: str = "", *, minimal: bool = True) -> float:
        return phone.tap(path, f'{{"kind":"{kind}"}}', show, minimal=minimal)

    def spawn() -> float:
        step("phase.next")
        took = step("spawn.resolve", "spawn", minimal=False)
        for _ in range(2):
            step("phase.next")
        return took

    return spawn


def run() -> list[Result]:
    young, old, tapped = table_of_age(YOUNG), table_of_age(OLD), table_of_age(YOUNG)
    row = LineUp.objects.create(person=young.person, game=GAME, query="")
    with serving() as port:
        phone = Phone(port, young.person)
        tap = tapper(port, tapped)
        spawn_young, spawn_old = spawner(port, young), spawner(port, old)

        def once() -> tuple[float, ...]:
            """Interleaved: what else the machine does hits all of them."""
            return (
                tap(),
                spawn_young(),
                spawn_old(),
                phone.tap(f"/floor/{row.pk}/", ""),
                phone.get("/robots.txt"),
                phone.get_afresh("/robots.txt"),
            )

        for _ in range(WARM_UP):
            once()
        taken = [once() for _ in range(TIMES)]
    # The lower quartile: a busy machine makes the slow half slower, not the fast one faster.
    picture, spawn, late, floor, kept, fresh = (
        statistics.quantiles(column, n=4)[0] for column in zip(*taken, strict=True)
    )
    least = "a view that reads, writes and renders"
    return [
        Result(f"a tap until its picture is there / {least}", picture / floor, 2.5),
        Result(f"spawn.resolve with its sheet of results / {least}", spawn / floor, None),
        Result(f"spawn.resolve after {OLD} entries / after {YOUNG}", late / spawn, 1.1),
        Result("a GET on a kept connection / on a fresh one", kept / fresh, 1.1),
    ]
