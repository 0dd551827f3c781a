"""Prints: ask, poll, fetch, stop, try again."""

import uuid

from django.http import FileResponse
from django.urls import reverse
from django.utils.text import slugify
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from api.access import require
from api.bodies import PrintBody
from api.http import read_body, read_query
from api.models import Scope
from api.openapi import IDEMPOTENCY_KEY, READ, WRITE, operation
from api.pagination import sliced
from api.prints import PrintAnswer, PrintsPage, PrintsQuery, asked_for, print_answer
from api.selectors import prints_of
from api.views.base import Endpoint, count, made_once, no_query
from campaigns.printing import services
from campaigns.printing.models import PrintJob
from campaigns.printing.selectors import print_of

FOLLOW = {
    "readPrint": {"parameters": {"print_id": "$response.body#/id"}},
    "fetchPrint": {"parameters": {"print_id": "$response.body#/id"}},
}


def _mine(request: Request, print_id: uuid.UUID, scope: Scope = Scope.READ) -> PrintJob:
    job = print_of(job_id=print_id, person=require(request, scope, whole_person=True).person)
    if job is None:
        raise NotFound
    no_query(request)
    return job


class Prints(Endpoint):
    @operation(
        "listPrints", tag="prints", answers={200: PrintsPage}, refusals=READ, query=PrintsQuery
    )
    def get(self, request: Request) -> Response:
        """List my prints, the newest first; files are kept for 30 days."""
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
            PrintsPage(results=tuple(print_answer(job) for job in page.rows), next=page.next)
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
        ask = asked_for(request, person, read_body(request, PrintBody))
        count(request, "print")
        print_id, _repeated = made_once(request, person, lambda: str(ask()[0].pk))
        job = print_of(job_id=uuid.UUID(print_id), person=person)
        if job is None:
            raise NotFound
        address = reverse("api:print", args=[print_id])
        return Response(print_answer(job), status=202, headers={"Location": address})


class OnePrint(Endpoint):
    @operation("readPrint", tag="prints", answers={200: PrintAnswer}, refusals=READ, links=FOLLOW)
    def get(self, request: Request, print_id: uuid.UUID) -> Response:
        """Return the progress of a print."""
        return Response(print_answer(_mine(request, print_id)))


class PrintCancel(Endpoint):
    @operation("cancelPrint", tag="prints", answers={200: PrintAnswer}, refusals=READ)
    def post(self, request: Request, print_id: uuid.UUID) -> Response:
        """Stop a print that waits or is being made; one that is over stays as it is."""
        services.print_cancel(job=_mine(request, print_id, Scope.PLAY))
        return Response(print_answer(_mine(request, print_id)))


class PrintRetry(Endpoint):
    @operation("retryPrint", tag="prints", answers={200: PrintAnswer}, refusals=READ)
    def post(self, request: Request, print_id: uuid.UUID) -> Response:
        """Try again what failed, was cancelled or lacks a sheet; else it stays as it is."""
        job = _mine(request, print_id, Scope.PLAY)
        count(request, "print")
        services.print_retry(job=job)
        return Response(print_answer(_mine(request, print_id)))


class PrintFile(Endpoint):
    @operation("fetchPrint", tag="prints", answers={200: "application/pdf"}, refusals=READ)
    def get(self, request: Request, print_id: uuid.UUID) -> FileResponse:
        """Return the PDF, once it is done."""
        job = _mine(request, print_id)
        if not job.file.name or not job.file.storage.exists(job.file.name):
            raise NotFound
        name = f"{slugify(job.title) or 'safehouse'}.pdf"
        return FileResponse(job.file.open("rb"), filename=name, content_type="application/pdf")
