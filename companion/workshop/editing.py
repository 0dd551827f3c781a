"""Writing a draft: who writes what in which pack, its form saved, answered and shown."""

import uuid
from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from companion.frame.form_pages import posted
from companion.live.tokens import stream_address
from companion.people.identity import person_of
from companion.words import error_message
from companion.workshop import selectors, services
from companion.workshop.draft_forms import DraftForm, Sent, as_sent, overlaid
from companion.workshop.models import HousePack, PackMember, PackVersion
from companion.workshop.pieces import ROOMS, PieceRoom
from companion.workshop.reading import Reading
from rules import IllegalCommand, Pack, RuleError
from rules.workshop import PackContent, Problem


def share_or_404(request: HttpRequest, pack_id: uuid.UUID, **which: bool) -> PackMember:
    """Return the asker's share of a pack; others do not learn that it exists."""
    share = selectors.share_of(person_of(request), pack_id, **which)
    if share is None:
        raise Http404
    return share


class Step(NamedTuple):
    """The last step on a page, which undo takes back."""

    seq: int
    words: str
    who: str
    """Empty where it was the reader's own."""
    made_at: datetime


class Writing(NamedTuple):
    """The piece that is being written, in which pack, and who writes."""

    share: PackMember
    version: PackVersion
    reading: Reading
    kind: str
    draft: Any

    @property
    def house(self) -> HousePack:
        return self.share.pack

    @property
    def content(self) -> PackContent:
        return self.reading.content

    @property
    def room(self) -> PieceRoom:
        return ROOMS[self.kind]

    @property
    def pack(self) -> Pack:
        """Return what a mission may speak of."""
        return self.reading.pack_of(self.draft)

    @property
    def step(self) -> Step | None:
        """Return what undo would take back here."""
        step = selectors.step_of(self.house, self.kind, self.draft.id)
        if step is None:
            return None
        before, after = (selectors.piece_of(step, side) for side in selectors.SIDES)
        words = self.room.step_words(before, after, self.reading)
        who = "" if step.person_id == self.share.person_id else step.who
        return Step(step.seq, words, who, step.made_at)

    def problems(self, part: str = "", number: int | None = None) -> list[Problem]:
        """Return the problems of the piece, or of a part, or of one goal or rule."""
        return [
            problem
            for problem in self.reading.problems(self.kind, self.draft)
            if part in ("", problem.part) and number in (None, problem.number)
        ]

    def changed(self, change: Callable[[Any], Any], **how: bool) -> "Writing":
        """Write a change of the piece; return what is there then."""
        key = self.draft.id
        version = services.piece_change(
            member=self.share, kind=self.kind, key=key, change=change, **how
        )
        self.house.refresh_from_db()
        content = version.content
        reading, draft = Reading(self.house, content), content.piece(self.kind, key)
        return Writing(self.share, version, reading, self.kind, draft)


FormMaker = Callable[[Sent, Writing], DraftForm]
"""Makes the form of what is written, from what was posted and the draft as it is."""


def open_pack(request: HttpRequest, pack_id: uuid.UUID) -> tuple[PackMember, PackVersion, Reading]:
    share = share_or_404(request, pack_id)
    version = selectors.newest_of(share.pack)
    return share, version, Reading(share.pack, version.content)


def writing_of(request: HttpRequest, pack_id: uuid.UUID, kind: str, key: str) -> Writing:
    share, version, reading = open_pack(request, pack_id)
    draft = reading.content.piece(kind, key)
    if draft is None or not ROOMS[kind].is_offered(reading.game):
        raise Http404
    return Writing(share, version, reading, kind, draft)


def is_fragment(request: HttpRequest) -> bool:
    """Check if one of our scripts asks for a part of a page."""
    return request.headers.get("HX-Request") == "true"


# --- a form ---


class Unsaved(Exception):
    """A form with values that do not fit; nothing has been written."""

    def __init__(self, form: DraftForm) -> None:
        super().__init__()
        self.form = form


def context_of(
    writing: Writing, *, part: str = "", number: int | None = None, **more: Any
) -> dict[str, Any]:
    """Return what every page of a piece shows."""
    reading, room, draft = writing.reading, writing.room, writing.draft
    return {
        "pack": writing.house,
        "cover": reading.game,
        "room": room,
        "piece": draft,
        "title": room.title(draft, reading),
        "problems": writing.problems(part, number),
        "step": writing.step,
        "lines": room.lines(draft, reading),
        "part": part,
        "number": number,
        **room.shown(draft, reading),
        **more,
    }


def write(
    request: HttpRequest,
    writing: Writing,
    make: FormMaker,
    *,
    template: str,
    back: str,
    **more: Any,
) -> HttpResponse:
    """Answer for a form that saves itself while somebody types, or is saved by its button."""
    if request.method == "POST" and "touched" in request.POST and more.get("number") != 0:
        return _saved_by_itself(request, writing, make, more)
    form = make(posted(request), writing)
    if request.method == "POST" and form.is_valid() and _is_saved(writing, form):
        messages.success(request, _("Saved."))
        return redirect(back)
    if is_fragment(request) and not form.is_bound:
        return answered(request, writing, form, **more)
    problems = writing.problems(more.get("part", ""))  # those of the other rules, too
    context = context_of(writing, form=form, problems=problems, **more)
    return render(request, template, context, status=422 if form.is_bound else 200)


def _is_saved(writing: Writing, form: DraftForm) -> bool:
    """Save a form; one that is refused says why and can be sent once more."""

    def change(now: Any) -> Any:
        if not form.is_as_seen(now):
            raise IllegalCommand("workshop.changed")
        return form.onto(now)

    try:
        writing.changed(change)
    except RuleError as error:
        form.add_error(None, error_message(error))
        sent: Any = form.data
        form.data = again = sent.copy()
        again["seen"] = form.seen_now
        return False
    return True


def _saved_by_itself(
    request: HttpRequest, writing: Writing, make: FormMaker, more: dict[str, Any]
) -> HttpResponse:
    """Save those fields somebody has touched that fit; all others stay as they are now."""
    sent = request.POST
    refused: list[DraftForm] = []

    def change(draft: Any) -> Any:
        now, touched = writing._replace(draft=draft), sent.getlist("touched")
        shown = make(None, now)
        form = make(sent if shown.is_whole else overlaid(shown, sent, touched), now)
        if form.is_valid():
            return form.onto(draft)
        fitting = [name for name in touched if name not in form.errors]
        rest = make(overlaid(shown, sent, fitting), now)
        if shown.is_whole or not rest.is_valid():
            raise Unsaved(form)
        refused[:] = [form]
        return rest.onto(draft)

    try:
        now = writing.changed(change, joins=True)
    except Unsaved as unsaved:
        return answered(request, writing, unsaved.form, **more)
    except RuleError as error:
        form = make(sent, writing)
        form.add_error(None, error_message(error))
        return answered(request, writing, form, **more)
    form = make(None, now)
    if refused:
        return answered(request, now, form, errors_of(refused[0]), **more)
    # A part whose rows move answers with what was sent: its rows stay where they are.
    return answered(request, now, make(sent, now) if form.is_whole else form, **more)


def errors_of(form: DraftForm) -> dict[str, list[str]]:
    """Return what is wrong with each field of a form."""
    return {
        name: [str(error) for error in problems]
        for name, problems in form.errors.items()
        if problems
    }


def answered(
    request: HttpRequest,
    writing: Writing,
    form: DraftForm,
    errors: dict[str, list[str]] | None = None,
    **more: Any,
) -> HttpResponse:
    """Answer a script: the parts around a form as they are now, and what its fields say.

    `errors` are those of fields that were refused while others were saved.
    """
    values = {} if form.errors else dict(as_sent(form).lists())
    errors = errors or errors_of(form)
    context = context_of(writing, form=form, values=values, errors=errors, **more)
    return render(request, "workshop/_answer.html", context, status=422 if errors else 200)


def streams(request: HttpRequest, pack_id: uuid.UUID) -> JsonResponse:
    """Return the address of the stream that tells an open page of other people's changes."""
    share = share_or_404(request, pack_id)
    return JsonResponse({"urls": [stream_address("packs", pack_id, share.person_id)]})
