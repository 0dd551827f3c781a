"""The table page: a spawn step as a phone sends it, against the least such a request can cost.

The floor is a view on the same server that reads a row, writes a row and renders a small template.
"""

import json
import statistics
import time
import uuid
from collections.abc import Callable

from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.test import Client, override_settings
from django.urls import path

from benchmarks.commands import Result
from companion.models import Seat, Table
from companion.people.identity import GUEST_COOKIE
from companion.people.models import Person
from companion.writing import write_transaction
from config.urls import urlpatterns as site
from rules import Survivor, Zone, load_packs, new_table

ROUNDS, TIMES = 15, 8
YOUNG, OLD = 50, 5000
SMALL = engines["django"].from_string("<p>{{ table.code }}: {{ table.version }}</p>")


def least(request: HttpRequest, table_id: uuid.UUID) -> HttpResponse:
    """Read one row, write one row, render one small template."""
    with write_transaction():
        table = Table.objects.select_for_update().get(pk=table_id)
        table.save(update_fields=["updated_at"])
    return HttpResponse(SMALL.render({"table": table}, request))


urlpatterns = [path("least/<uuid:table_id>/", least), *site]


def lay_table(entries: int) -> tuple[Client, Table]:
    """Six survivors, four zones, in the zombies phase, with so many entries behind it."""
    person = Person.objects.create_guest(name="Marta")
    pack = load_packs()["black-plague"]
    survivors = [(one.id, Survivor(name=one.name, player="Marta")) for one in pack.survivors[:6]]
    zones = [Zone(id=str(number)) for number in range(4)]
    table = Table(game=pack.game)
    table.state = new_table(pack=pack, survivors=survivors, zones=zones, seed="bench")
    table.save()
    Seat.objects.create(table=table, person=person, name="Marta", role=Seat.Role.KEEPER)
    client = Client(headers={"host": "localhost"})
    client.cookies[GUEST_COOKIE] = signing.dumps(str(person.pk), salt="safehouse.guest")
    for _ in range(entries):
        post(client, table, {"kind": "points.award", "survivor": "ann", "amount": 1}, script=False)
        post(client, table, {"kind": "points.award", "survivor": "ann", "amount": -1}, script=False)
    post(client, table, {"kind": "phase.next"})
    return client, table


def post(client: Client, table: Table, command: object, *, script: bool = True) -> None:
    body = {"command": json.dumps(command), "id": uuid.uuid4().hex, "seen": str(table.version)}
    headers = {"HX-Request": "true"} if script else {}
    address = f"/tables/{table.pk}/commands/?show=spawn&seen={table.version}"
    answer = client.post(address, body, headers=headers)
    assert answer.status_code in (200, 302), answer.content
    table.version += 1


def spawn(client: Client, table: Table) -> None:
    post(client, table, {"kind": "spawn.resolve"})


def take_back(client: Client, table: Table) -> None:
    client.post(f"/tables/{table.pk}/undo/", {"id": uuid.uuid4().hex, "seen": str(table.version)})
    table.version += 1


def seconds(work: Callable[[], None], after: Callable[[], None]) -> float:
    """The time of the work alone; what makes it possible again is not counted."""
    total = 0.0
    for _ in range(TIMES):
        started = time.perf_counter()
        work()
        total += time.perf_counter() - started
        after()
    return total


def run() -> list[Result]:
    with override_settings(ROOT_URLCONF=__name__):
        young, table = lay_table(YOUNG // 2)
        old, old_table = lay_table(OLD // 2)

        def ratio(one: tuple[Client, Table], floor: Callable[[], float]) -> float:
            return statistics.median(
                seconds(lambda: spawn(*one), lambda: take_back(*one)) / floor()
                for _ in range(ROUNDS)
            )

        def minimal() -> float:
            address = f"/least/{table.pk}/"
            return seconds(lambda: young.post(address) and None, lambda: None)

        def at_young() -> float:
            return seconds(lambda: spawn(young, table), lambda: take_back(young, table))

        return [
            Result("spawn step by a phone / the least view", ratio((young, table), minimal), 1.5),
            Result(
                f"spawn step after {OLD} entries / after {YOUNG}",
                ratio((old, old_table), at_young),
                1.1,
            ),
        ]
