"""A table as a file: out of the house, and back as a new one."""

import uuid

import msgspec
from rest_framework.request import Request
from rest_framework.response import Response

from api.access import require
from api.answers import BroughtTableAnswer, mended_names
from api.bodies import TableFile
from api.http import long_body
from api.models import Scope
from api.openapi import IDEMPOTENCY_KEY, READ, WRITE, operation
from api.views.base import Endpoint, count, made_once, no_query, seat_at
from api.views.tables import SENDS_NEW, opened_by_id
from companion.files.document import read_document
from companion.files.reading import MOST_BYTES
from companion.files.services import table_export, table_import


class ExportTable(Endpoint):
    @operation("exportTable", tag="tables", answers={200: TableFile}, refusals=(*READ, 422))
    def get(self, request: Request, table_id: uuid.UUID) -> Response:
        """Return the whole table as a file, for `importTable` here or elsewhere."""
        table = seat_at(request, table_id, Scope.READ).table
        no_query(request)
        return Response(msgspec.Raw(table_export(table)))


class ImportTable(Endpoint):
    @operation(
        "importTable",
        tag="tables",
        answers={201: BroughtTableAnswer},
        refusals=WRITE,
        body=TableFile,
        headers=(IDEMPOTENCY_KEY,),
        sends=SENDS_NEW,
    )
    def post(self, request: Request) -> Response:
        """Bring a table in: always a new one, kept by whoever brings it. Up to 8 MB.

        Names that are too long, untidy or show nothing are mended, and named in the answer.
        """
        person = require(request, Scope.MANAGE, whole_person=True).person
        no_query(request)
        count(request, "table")
        data = long_body(request, MOST_BYTES)
        saved, states = read_document(data)
        made, _repeated = made_once(
            request,
            person,
            lambda: str(table_import(person=person, saved=saved, states=states).pk),
            body=data,
        )
        answer = opened_by_id(request, made, person)
        answer.data = BroughtTableAnswer.of(answer.data, mended=mended_names(states.mended))
        return answer
