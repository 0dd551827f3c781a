"""What programs ask of the print room, and what they are told of a print."""

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

from api.bodies import PageQuery, PrintBody, PrintKind
from api.errors import Refusal
from api.models import Scope
from api.state import View
from api.views.base import member_in, seat_at
from campaigns.printing import forms, requests
from campaigns.printing.kinds import KINDS
from campaigns.printing.look import Ink, Look, Paper, Type
from campaigns.printing.models import PrintJob
from companion.frame.addresses import shared_url
from companion.people.models import Person
from rules import cover_of, games
from rules.campaign import book_of

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
    return PrintAnswer(
        id=job.pk,
        kind=job.kind,
        title=job.title,
        language=job.language,
        paper=look.paper,
        ink=look.ink,
        type=look.type,
        state=job.state,  # type: ignore[arg-type]
        progress=job.progress,
        made=job.made,
        total=job.total,
        making=job.making,
        pages=job.pages,
        flaws=tuple(job.flaws),
        created_at=job.created_at,
        url=reverse("api:print", args=[job.pk]),
        file=reverse("api:print-file", args=[job.pk]) if is_there else None,
    )


def asked_for(request: Request, person: Person, body: PrintBody) -> Ask:
    """What makes the print that `body` describes, if this person may have it."""
    given = [name for name in ("table", "campaign", "game") if getattr(body, name) is not None]
    if len(given) != 1:
        raise Refusal(400, "body.unreadable", detail="one of `table`, `campaign`, `game`")
    if body.table is not None:
        return _of_table(request, _id(body.table, "table"), body)
    if body.campaign is not None:
        return _of_campaign(request, _id(body.campaign, "campaign"), body)
    return _of_game(person, body)


def _of_table(request: Request, table_id: uuid.UUID, body: PrintBody) -> Ask:
    seat = seat_at(request, table_id, Scope.PLAY)
    _check(body, forms.table_choices(seat), forms.table_missions(seat))
    return lambda: requests.print_for_table(
        seat=seat,
        kinds=[body.kind],
        missions=[body.mission],
        join_url=shared_url(request._request, reverse("companion:join", args=[seat.table.code])),
        language=_language(body),
        look=_look(body),
    )


def _of_campaign(request: Request, campaign_id: uuid.UUID, body: PrintBody) -> Ask:
    member = member_in(request, campaign_id, Scope.PLAY)
    state = member.campaign.state
    _check(body, forms.campaign_choices(), forms.campaign_missions(book_of(state)))
    for key in body.sheets or ():
        if key not in state.sheets:
            raise Refusal(422, "print.sheet", sheet=key)
    page = reverse("campaigns:campaign", args=[campaign_id])
    return lambda: requests.print_for_campaign(
        member=member,
        kinds=[body.kind],
        sheets=body.sheets,
        missions=[body.mission],
        url=shared_url(request._request, page),
        restore_url=shared_url(request._request, reverse("printing:restore")) + "#",
        language=_language(body),
        look=_look(body),
    )


def _of_game(person: Person, body: PrintBody) -> Ask:
    if body.game is None or body.game not in games:
        raise NotFound
    pack = cover_of(body.game)
    _check(body, forms.game_choices(pack), forms.game_missions(pack))
    return lambda: requests.print_for_game(
        person=person,
        pack=pack,
        kinds=[body.kind],
        missions=[body.mission],
        blanks=body.blanks,
        language=_language(body),
        look=_look(body),
    )


def _check(body: PrintBody, offered: list[forms.Choice], missions: list[tuple[str, str]]) -> None:
    if body.kind not in {one.value for one in offered}:
        raise Refusal(422, "print.kind", kind=body.kind)
    if body.mission and body.mission not in {code for code, _title in missions}:
        raise Refusal(422, "print.mission", mission=body.mission)


def _id(text: str, name: str) -> uuid.UUID:
    try:
        return uuid.UUID(text)
    except ValueError as error:
        raise Refusal(400, "body.unreadable", detail=f"`{name}` is no id") from error


def _language(body: PrintBody) -> str:
    return body.language or get_language() or "en"


def _look(body: PrintBody) -> Look:
    return Look(paper=body.paper, ink=body.ink, type=body.type)


assert set(KINDS) == set(PrintKind.__args__)  # type: ignore[attr-defined]
assert {state.value for state in PrintJob.State} == set(State.__args__)  # type: ignore[attr-defined]
