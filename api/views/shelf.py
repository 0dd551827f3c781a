"""What becomes of a table: archive, lock, bin, rematch and branch."""

import uuid

from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from api.access import require
from api.answers import NewTableAnswer, TableRow
from api.bodies import BranchBody, TableChangeBody
from api.http import read_body
from api.models import Scope
from api.openapi import IDEMPOTENCY_KEY, READ, WRITE, operation
from api.views.base import Endpoint, count, made_once, no_query, seat_at
from api.views.tables import OneTable, opened_by_id, row_of
from companion.models import Seat
from companion.seats.services import table_lock
from companion.shelf import services
from companion.shelf.selectors import seat_at_binned
from rules import IllegalCommand


def kept(request: Request, table_id: uuid.UUID) -> Seat:
    """Return the seat of whoever keeps that table."""
    seat = seat_at(request, table_id, Scope.MANAGE)
    if not seat.is_keeper:
        raise IllegalCommand("seat.not_keeper")
    return seat


class ChangeableTable(OneTable):
    @operation(
        "changeTable", tag="tables", answers={200: TableRow}, refusals=WRITE, body=TableChangeBody
    )
    def patch(self, request: Request, table_id: uuid.UUID) -> Response:
        """Archive the table or take it back; lock it, so that nobody new sits down."""
        seat = kept(request, table_id)
        no_query(request)
        body = read_body(request, TableChangeBody)
        if body.archived is not None:
            services.table_archive(table=seat.table, archived=body.archived)
        if body.locked is not None:
            table_lock(table=seat.table, locked=body.locked)
            seat.table.is_locked = body.locked
        return Response(row_of(seat))

    @operation("binTable", tag="tables", answers={204: None}, refusals=READ)
    def delete(self, request: Request, table_id: uuid.UUID) -> Response:
        """Move to the bin; `restoreTable` brings it back within 30 days."""
        seat = kept(request, table_id)
        no_query(request)
        services.table_bin(table=seat.table)
        return Response(status=204)


class Restore(Endpoint):
    @operation("restoreTable", tag="tables", answers={200: TableRow}, refusals=READ)
    def post(self, request: Request, table_id: uuid.UUID) -> Response:
        """Restore from the bin, with everybody at it."""
        access = require(request, Scope.MANAGE)
        seat = None
        if access.table_id in (None, table_id):
            seat = seat_at_binned(table_id=table_id, person=access.person)
        if seat is None:
            raise NotFound
        no_query(request)
        services.table_restore(table=seat.table)
        return Response(row_of(seat))


def _player(request: Request, table_id: uuid.UUID) -> Seat:
    """Return the seat of somebody who plays there and whose key may open other tables."""
    require(request, Scope.MANAGE, whole_person=True)
    seat = seat_at(request, table_id, Scope.MANAGE)
    if seat.is_reader:
        raise IllegalCommand("seat.reader")
    return seat


class Branch(Endpoint):
    @operation(
        "branchTable",
        tag="tables",
        answers={201: NewTableAnswer},
        refusals=WRITE,
        body=BranchBody,
        headers=(IDEMPOTENCY_KEY,),
    )
    def post(self, request: Request, table_id: uuid.UUID) -> Response:
        """Open a new table that begins where this one stood after an entry of its log."""
        seat = _player(request, table_id)
        no_query(request)
        body = read_body(request, BranchBody)
        count(request, "table")
        made, _repeated = made_once(
            request,
            seat.person,
            lambda: str(
                services.table_branch(table=seat.table, person=seat.person, seq=body.seq).pk
            ),
        )
        return opened_by_id(request, made, seat.person)


class Rematch(Endpoint):
    @operation(
        "rematchTable",
        tag="tables",
        answers={201: NewTableAnswer},
        refusals=(*READ, 422),
        headers=(IDEMPOTENCY_KEY,),
    )
    def post(self, request: Request, table_id: uuid.UUID) -> Response:
        """Open a new table with the same line-up, before its first round, with everybody at it."""
        seat = _player(request, table_id)
        no_query(request)
        count(request, "table")
        made, _repeated = made_once(
            request,
            seat.person,
            lambda: str(services.table_rematch(table=seat.table, person=seat.person).pk),
            body=b"",
        )
        return opened_by_id(request, made, seat.person)
