"""A command by API against the least a DRF view around the same service can cost; long lists."""

import json
import uuid
from collections.abc import Callable
from typing import Any

from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import RequestFactory
from django.urls import resolve
from rest_framework.response import Response
from rest_framework.views import APIView

from api.models import Scope
from api.services import token_create
from benchmarks import often
from benchmarks.commands import Result, compared, new_seat
from companion import services
from companion.models import Seat, Table
from companion.people.models import Person
from rules import decode_command

FEW, MANY = often(100), often(10_000, 2)


class Least(APIView):
    """Reads the command, calls the service, answers with its numbers; no keys, no limits."""

    authentication_classes = ()
    throttle_classes = ()
    seat: Seat | None = None

    def post(self, request: Any) -> Response:
        assert self.seat is not None
        command = decode_command(self.seat.table.game, request._request.body)
        entry = services.command_submit(
            table_id=self.seat.table_id, seat=self.seat, command=command
        )
        return Response({"version": entry.version, "seq": entry.seq})


class Asker:
    """Sends requests straight to a view, as the router would."""

    def __init__(self, person: Person) -> None:
        self.factory = RequestFactory()
        secret = token_create(person=person, name="bench", scope=Scope.MANAGE)[1]
        self.headers = {"authorization": f"Bearer {secret}"}

    def post(self, path: str, body: dict[str, Any], view: Callable[..., Any] | None = None) -> None:
        request = self.factory.post(
            path, json.dumps(body), content_type="application/json", headers=self.headers
        )
        self._answer(request, path, view)

    def get(self, path: str) -> None:
        self._answer(self.factory.get(path, headers=self.headers), path.partition("?")[0], None)

    def _answer(self, request: Any, path: str, view: Callable[..., Any] | None) -> None:
        match = resolve(path)
        request.user = None
        answer = (
            view(request) if view else match.func(request, *match.args, **match.kwargs)
        ).render()
        assert answer.status_code == 200, answer.content


def tap() -> dict[str, Any]:
    fields = {"kind": "points.award", "survivor": "s3", "amount": 1}
    return {**fields, "id": uuid.uuid4().hex, "seen": 0}


def many_tables(count: int) -> Asker:
    """A person who keeps so many tables; all are copies of one."""
    seat = new_seat()
    first = Table.objects.get(pk=seat.table_id)
    tables = [
        Table(game=first.game, code=f"{count:x}{number:05}"[-6:], state_json=first.state_json)
        for number in range(count)
    ]
    Table.objects.bulk_create(tables, batch_size=500)
    Seat.objects.bulk_create(
        (Seat(table=table, person=seat.person, name="Marta", role="keeper") for table in tables),
        batch_size=500,
    )
    return Asker(seat.person)


def run() -> list[Result]:
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    seat = new_seat()
    asker, path = Asker(seat.person), f"/api/v1/tables/{seat.table_id}/commands/"
    least = Least.as_view(seat=seat)

    def by_api(_seat: Seat) -> None:
        asker.post(path, tap())

    def at_least(_seat: Seat) -> None:
        asker.post(path, tap(), view=least)

    few, many = many_tables(FEW), many_tables(MANY)

    def listing(caller: Asker) -> Callable[[Seat], None]:
        return lambda _seat: caller.get("/api/v1/tables/?limit=50")

    return [
        Result(
            "command by API / its service and a minimal DRF view",
            compared((by_api, seat), (at_least, seat)),
            1.3,
        ),
        Result(
            f"listing 50 of {MANY} tables / 50 of {FEW}",
            compared((listing(many), seat), (listing(few), seat)),
            1.2,
        ),
    ]
