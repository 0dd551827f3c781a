"""Requests to the print room, and answers about prints."""

import uuid
from collections.abc import Callable
from datetime import datetime
from typing import Literal
from uuid import UUID

from django.urls import reverse
from django.utils.translation import get_language
from msgspec import UNSET, UnsetType
from rest_framework.exceptions import NotFound
from rest_framework.request import Request

from api.bodies import PageQuery, PrintBody
from api.difficulty import setting_from
from api.models import Scope
from api.refusals import ApiRefusal
from api.shapes import View
from api.views.base import member_in, seat_at
from campaigns.printing.kind import PrintChoices
from campaigns.printing.kinds import offered
from campaigns.printing.look import Ink, Look, Paper, Type
from campaigns.printing.measured import MeasuredSubject, told_of
from campaigns.printing.models import PrintJob
from campaigns.printing.requests import print_kinds
from campaigns.printing.subjects import CampaignSubject, GameSubject, Subject, TableSubject
from companion.difficulty.selectors import hash_of, measured
from companion.frame.addresses import shared_url
from companion.people.models import Person
from rules import cover_of, games
from rules.evenings.setting import Setting

State = Literal["queued", "running", "done", "failed", "cancelled"]
Ask = Callable[[], list[PrintJob]]


class PrintsQuery(PageQuery, frozen=True, kw_only=True):
    state: State | UnsetType = UNSET


class PrintAnswer(View, frozen=True, kw_only=True):
    """A print: poll until `state` is `done`, `failed` or `cancelled`; then `file` has the PDF."""

    id: UUID
    kind: str
    title: str
    language: str
    paper: Paper
    ink: Ink
    type: Type
    state: State
    progress: int
    """Per cent."""
    made: int
    total: int
    """Sheets, as soon as a worker has counted them."""
    making: str
    """The sheet in hand."""
    pages: int
    flaws: tuple[str, ...]
    """Sheets that could not be made; the file has all the others."""
    created_at: datetime
    url: str
    file: str | None


class PrintsPage(View, frozen=True, kw_only=True):
    """My prints, the newest first."""

    results: tuple[PrintAnswer, ...]
    next: str | None


def print_answer(job: PrintJob) -> PrintAnswer:
    is_there = job.state == PrintJob.State.DONE and bool(job.file.name)
    look = Look.of(job.look)
    return PrintAnswer.of(
        job,
        paper=look.paper,
        ink=look.ink,
        type=look.type,
        flaws=tuple(job.flaws),
        url=reverse("api:print", args=[job.pk]),
        file=reverse("api:print-file", args=[job.pk]) if is_there else None,
    )


def asked_for(request: Request, person: Person, body: PrintBody) -> Ask:
    """Return a function that makes the print described by `body`, if this person may have it."""
    subject = _subject(request, person, body)
    offer = offered(subject).get(body.kind)
    if offer is None:
        raise ApiRefusal(422, "print.kind", kind=body.kind)
    if body.mission and body.mission not in dict(subject.missions):
        raise ApiRefusal(422, "print.mission", mission=body.mission)
    for key in body.sheets or ():
        if subject.sheets and key not in dict(subject.sheets):
            raise ApiRefusal(422, "print.sheet", sheet=key)
    return lambda: print_kinds(
        person=person,
        subject=subject,
        kinds=[body.kind],
        chosen=PrintChoices(mission=body.mission, sheets=body.sheets, blanks=body.blanks),
        language=body.language or get_language() or "en",
        look=Look(paper=body.paper, ink=body.ink, type=body.type),
    )


def _subject(request: Request, person: Person, body: PrintBody) -> Subject:
    """Return the subject, if this person may print it; 404 if not."""
    subjects = ("table", "campaign", "game", "set_ups")
    if sum(getattr(body, name) is not None for name in subjects) != 1:
        detail = "one of " + ", ".join(f"`{name}`" for name in subjects)
        raise ApiRefusal(400, "body.unreadable", detail=detail)
    if body.set_ups is not None:
        return _measured([setting_from(person, set_up) for set_up in body.set_ups])
    if body.table is not None:
        seat = seat_at(request, _id(body.table, "table"), Scope.PLAY)
        return TableSubject(seat, _shared(request, "companion:join", seat.table.code))
    if body.campaign is not None:
        campaign_id = _id(body.campaign, "campaign")
        return CampaignSubject(
            member_in(request, campaign_id, Scope.PLAY),
            url=_shared(request, "campaigns:campaign", campaign_id),
            restore_url=_shared(request, "printing:restore") + "#",
        )
    if body.game is None or body.game not in games:
        raise NotFound
    return GameSubject(cover_of(body.game))


def _measured(settings: list[Setting]) -> MeasuredSubject:
    rows = measured(settings)
    sides = [
        told_of(row)
        for setting in settings
        if (row := rows.get(hash_of(setting))) and row.tally.evenings
    ]
    if len(sides) < len(settings):
        raise ApiRefusal(422, "print.not_measured")
    return MeasuredSubject(sides)


def _shared(request: Request, name: str, *args: object) -> str:
    return shared_url(request._request, reverse(name, args=args))


def _id(text: str, name: str) -> uuid.UUID:
    try:
        return uuid.UUID(text)
    except ValueError as error:
        raise ApiRefusal(400, "body.unreadable", detail=f"`{name}` is no id") from error


assert {state.value for state in PrintJob.State} == set(State.__args__)  # type: ignore[attr-defined]
