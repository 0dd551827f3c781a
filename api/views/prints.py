"""Prints: ask, poll, fetch."""

import uuid

from django.http import FileResponse
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import get_language
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from api.access import require
from api.answers import PrintAnswer, PrintsPage
from api.bodies import PrintBody, PrintsQuery
from api.errors import Refusal
from api.http import read_body, read_query
from api.models import Scope
from api.openapi import IDEMPOTENCY_KEY, READ, WRITE, operation
from api.pagination import sliced
from api.selectors import prints_of
from api.views.base import Endpoint, made_once, no_query, seat_at
from campaigns.printing import services
from campaigns.printing.models import PrintJob
from campaigns.printing.selectors import print_of
from campaigns.printing.sheets import table_card
from companion.frame.addresses import shared_url

FOLLOW = {
    "readPrint": {"parameters": {"print_id": "$response.body#/id"}},
    "fetchPrint": {"parameters": {"print_id": "$response.body#/id"}},
}


def _answer(job: PrintJob) -> PrintAnswer:
    is_there = job.state == PrintJob.State.DONE and bool(job.file.name)
    return PrintAnswer(
        id=job.pk,
        kind=job.kind,
        title=job.title,
        language=job.language,
        state=job.state,  # type: ignore[arg-type]
        progress=job.progress,
        created_at=job.created_at,
        url=reverse("api:print", args=[job.pk]),
        file=reverse("api:print-file", args=[job.pk]) if is_there else None,
    )


def _mine(request: Request, print_id: uuid.UUID) -> PrintJob:
    job = print_of(job_id=print_id, person=require(request, Scope.READ, whole_person=True).person)
    if job is None:
        raise NotFound
    no_query(request)
    return job


class Prints(Endpoint):
    @operation(
        "listPrints", tag="prints", answers={200: PrintsPage}, refusals=READ, query=PrintsQuery
    )
    def get(self, request: Request) -> Response:
        """My prints, the newest first; files are kept for 30 days."""
        person = require(request, Scope.READ, whole_person=True).person
        query = read_query(request, PrintsQuery)
        page = sliced(
            request,
            prints_of(person, state=query.state),
            cursor=query.cursor,
            limit=query.limit,
            newest_by=("created_at", "pk"),
        )
        return Response(
            PrintsPage(results=tuple(_answer(job) for job in page.rows), next=page.next)
        )

    @operation(
        "requestPrint",
        tag="prints",
        answers={202: PrintAnswer},
        refusals=WRITE,
        body=PrintBody,
        headers=(IDEMPOTENCY_KEY,),
        sends={202: {"Location": "Where to poll."}},
        links=FOLLOW,
    )
    def post(self, request: Request) -> Response:
        """Ask for a print. The same content again is the print that is there already."""
        person = require(request, Scope.PLAY, whole_person=True).person
        no_query(request)
        body = read_body(request, PrintBody)
        seat = seat_at(request, _table_id(body.table), Scope.PLAY)
        url = shared_url(request._request, reverse("companion:join", args=[seat.table.code]))

        def make() -> str:
            job = services.print_request(
                person=person,
                kind=body.kind,
                content=table_card.content(seat, url),
                language=body.language or get_language() or "en",
            )
            return str(job.pk)

        print_id, _repeated = made_once(request, person, make)
        job = print_of(job_id=uuid.UUID(print_id), person=person)
        if job is None:
            raise NotFound
        address = reverse("api:print", args=[print_id])
        return Response(_answer(job), status=202, headers={"Location": address})


def _table_id(text: str) -> uuid.UUID:
    try:
        return uuid.UUID(text)
    except ValueError as error:
        raise Refusal(400, "body.unreadable", detail="`table` is no id") from error


class OnePrint(Endpoint):
    @operation("readPrint", tag="prints", answers={200: PrintAnswer}, refusals=READ, links=FOLLOW)
    def get(self, request: Request, print_id: uuid.UUID) -> Response:
        """How far it is."""
        return Response(_answer(_mine(request, print_id)))


class PrintFile(Endpoint):
    @operation("fetchPrint", tag="prints", answers={200: "application/pdf"}, refusals=READ)
    def get(self, request: Request, print_id: uuid.UUID) -> FileResponse:
        """The PDF, once it is done."""
        job = _mine(request, print_id)
        if not job.file.name or not job.file.storage.exists(job.file.name):
            raise NotFound
        name = f"{slugify(job.title) or 'safehouse'}.pdf"
        return FileResponse(job.file.open("rb"), filename=name, content_type="application/pdf")
