"""What every page on which something is written does the same way: save, answer, take back."""

import uuid
from typing import Any, NamedTuple

from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from companion.live.tokens import stream_address
from companion.people.identity import person_of
from companion.workshop import selectors
from companion.workshop.draft_forms import as_sent
from companion.workshop.models import HousePack, PackMember, PackVersion
from companion.workshop.reading import Reading
from companion.workshop.steps import Step, step_shown
from rules import Pack
from rules.workshop import Content


def share_or_404(request: HttpRequest, pack_id: uuid.UUID, **which: bool) -> PackMember:
    """The asker's share of a pack; others do not learn that it exists."""
    share = selectors.share_of(person_of(request), pack_id, **which)
    if share is None:
        raise Http404
    return share


class Writing(NamedTuple):
    """The mission or piece that is being written, in which pack, and who writes."""

    share: PackMember
    version: PackVersion
    reading: Reading
    kind: str
    draft: Any

    @property
    def house(self) -> HousePack:
        return self.share.pack

    @property
    def content(self) -> Content:
        return self.reading.content

    @property
    def pack(self) -> Pack:
        """What a mission may speak of."""
        return self.reading.pack_of(self.draft)

    @property
    def step(self) -> Step | None:
        """What undo would take back here."""
        return step_shown(self.house, self.kind, self.draft.id, self.reading, self.share)


def open_pack(request: HttpRequest, pack_id: uuid.UUID) -> tuple[PackMember, PackVersion, Reading]:
    share = share_or_404(request, pack_id)
    version = selectors.newest_of(share.pack)
    return share, version, Reading(share.pack, version.content)


def writing_of(request: HttpRequest, pack_id: uuid.UUID, kind: str, key: str) -> Writing:
    share, version, reading = open_pack(request, pack_id)
    draft = reading.content.piece(kind, key)
    if draft is None:
        raise Http404
    return Writing(share, version, reading, kind, draft)


def is_fragment(request: HttpRequest) -> bool:
    """One of our scripts asks for a part of a page."""
    return request.headers.get("HX-Request") == "true"


def is_by_itself(request: HttpRequest) -> bool:
    """A form that saves itself while somebody types, and wants an answer beside it."""
    return request.method == "POST" and "touched" in request.POST


class Unsaved(Exception):
    """What was typed does not fit; nothing has been written."""

    def __init__(self, form: BaseForm) -> None:
        super().__init__()
        self.form = form


def answered(
    request: HttpRequest, template: str, context: dict[str, Any], form: Any
) -> HttpResponse:
    """The parts around a form as they are now, and what its fields say."""
    errors = {
        name: [str(error) for error in problems]
        for name, problems in form.errors.items()
        if problems
    }
    values = {} if errors else dict(as_sent(form).lists())
    status = 422 if errors else 200
    context = {**context, "form": form, "values": values, "errors": errors}
    return render(request, template, context, status=status)


def streams(request: HttpRequest, pack_id: uuid.UUID) -> JsonResponse:
    """Where an open page hears that somebody else has written in the pack."""
    share = share_or_404(request, pack_id)
    return JsonResponse({"urls": [stream_address("packs", pack_id, share.person_id)]})
