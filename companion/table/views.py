"""The table page and its taps: parse, call a service, render."""

import logging
import uuid
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from django.contrib.auth import SESSION_KEY
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST, require_safe

from companion import selectors, services
from companion.forms import StepForm, UndoForm, UndoToForm, new_command_id
from companion.hooks import Beside, beside, beside_version, onward_from, table_after
from companion.journal.services import Answer
from companion.live.tokens import stream_address
from companion.models import Seat
from companion.pages import pages_of
from companion.people.identity import guest_key, person_of, remember_person
from companion.posted import whole_number
from companion.rooms import sheets_of
from companion.screens.selectors import own_page
from companion.seats.asking import asked_of
from companion.seats.selectors import plays_nobody
from companion.table.asking import laid_over, table_address
from companion.table.moments import moment_of
from companion.table.next_step import next_step
from companion.table.notices import notice_for
from companion.table.sent import sent_in
from companion.table.sheets import SHEETS, SheetRequest
from rules import UnreadableCommand

log = logging.getLogger("safehouse.table")
Read = TypeVar("Read")
MINIMAL = "return=minimal"
"""RFC 7240: the sender wants to know that it is done, and nothing else."""


def seat_or_404(request: HttpRequest, table_id: uuid.UUID, *, lock: bool = False) -> Seat:
    """Return the asker's seat; a stranger does not even learn that the table exists."""
    guest = None if SESSION_KEY in request.session else guest_key(request)
    if guest is None:
        seat = selectors.seat_of(table_id=table_id, person=person_of(request), lock=lock)
    elif seat := selectors.seat_of_guest(table_id=table_id, guest=guest, lock=lock):
        remember_person(request, seat.person)
    if seat is None:
        raise Http404
    return seat


PIECES = {
    "parts": "companion/board/_parts.html",
    "dock": "companion/board/_dock.html",
    "changes": "companion/board/_changes.html",
}
OWN_PIECES = {**PIECES, "parts": "screens/_mine_live.html", "dock": "screens/_mine_dock.html"}
OWN = "X-Own"
"""The survivor whose own page asks: sheets lie over it as over the table."""


def context(request: HttpRequest, seat: Seat, show: str) -> dict[str, Any]:
    """Return the board, and the sheet `show` over it: `survivor/ned?item=pan-1`."""
    board = selectors.board(seat, seen=whole_number(request.GET.get("seen", "")))
    sheets = {**SHEETS, **sheets_of(board.state.game)}
    laid = laid_over(SheetRequest.read(board, show), sheets) if show else {}
    is_over = board.state.result is not None or not seat.table.is_open
    noted = beside(seat)
    shown = {
        "board": board,
        "moment": moment_of(board),
        "notice": notice_for(board),
        "onward": onward_from(seat) if is_over else None,
        "beside": noted,
        **laid,
    }
    mine = own_page(board, request.headers[OWN]) if OWN in request.headers else None
    if mine is not None:
        return {**OWN_PIECES, "mine": mine, "table": seat.table, **shown}
    sight = None if is_over else sight_of(board, noted)
    return {**PIECES, "next": next_step(board), "sight": sight, **shown}


def sight_of(board: selectors.Board, noted: Beside) -> tuple[Hashable, ...]:
    """Return all that the parts of a running table depend on: one drawing does for equal ones."""
    seen = None if board.since is None else board.seen
    others = (*noted.lines, *noted.bands.items(), *noted.notes.items())
    return board.table.pk, board.table.version, seen, board.seat.may_play, get_language(), others


def _shown(request: HttpRequest, seat: Seat, show: str) -> dict[str, Any]:
    """Return the table as its game shows it, with what every table page needs."""
    return {
        "seat": seat,
        "command_id": new_command_id(),
        "do_url": reverse("companion:command", args=[seat.table.pk]),
        "table_url": table_address(seat.table.pk),
        **pages_of(seat.table.game).context(request, seat, show),
    }


def _fragments(request: HttpRequest, seat: Seat, *, show: str = "") -> HttpResponse:
    """Return the parts of a page that is already there; it takes those that differ from its own."""
    shown = {**_shown(request, seat, show), "fragment": True}
    response = render(request, "companion/_fragments.html", shown)
    response["X-Table-Version"] = str(seat.table.version)
    return response


def is_script(request: HttpRequest) -> bool:
    """Asked for by our script, which wants the parts of the page only."""
    return request.headers.get("HX-Request") == "true"


@gzip_page
@never_cache
@require_safe
def table(request: HttpRequest, table_id: uuid.UUID) -> HttpResponse:
    """Show the table page; without its game what can be done with it all the same."""
    seat = seat_or_404(request, table_id)
    if not seat.table.is_playable:
        context = {"seat": seat, "table": seat.table, "brief": seat.table.in_brief}
        return render(request, "companion/away.html", context)
    return _page(request, seat)


def _page(request: HttpRequest, seat: Seat, *, show: str = "") -> HttpResponse:
    shown = {
        **_shown(request, seat, show),
        "plays_nobody": plays_nobody(seat),
        "keeping_asked": asked_of(seat),
    }
    return render(request, "companion/table.html", shown)


@never_cache
@require_safe
def board(request: HttpRequest, table_id: uuid.UUID) -> HttpResponse:
    """Return the table as fragments; 204 for a phone that has this version already."""
    seat = seat_or_404(request, table_id)
    return _fragments(request, seat) if is_news(request, seat) else HttpResponse(status=204)


def is_news(request: HttpRequest, seat: Seat) -> bool:
    """Check if the table, or what other rooms show beside it, has changed since the last visit."""
    if request.GET.get("seen") != str(seat.table.version):
        return True
    beside_seen = request.GET.get("beside", "")
    return beside_seen != "" and beside_seen != str(beside_version(seat.table))


@gzip_page
@never_cache
@require_safe
def sheet(request: HttpRequest, table_id: uuid.UUID, path: str) -> HttpResponse:
    """Show a sheet over the table: as fragments for the script, as a page by its own address."""
    seat = seat_or_404(request, table_id)
    asked = request.GET.copy()
    for name in ("seen", "beside"):
        asked.pop(name, None)
    show = f"{path}?{asked.urlencode()}"
    if is_script(request):
        return _fragments(request, seat, show=show)
    return _page(request, seat, show=show)


@never_cache
@require_safe
def live_address(request: HttpRequest, table_id: uuid.UUID) -> JsonResponse:
    """Return the address of this phone's live stream, valid for the next minutes."""
    seat = seat_or_404(request, table_id)
    return JsonResponse(
        {
            "url": stream_address("tables", table_id, seat.person_id),
            "version": seat.table.version,
            "onward": _onward(seat),
            "asked": asked_of(seat),
        }
    )


def _onward(seat: Seat) -> str | None:
    """The newest table that grew out of this one, or follows it, and has a seat for this phone."""
    grown = selectors.grown_from(seat) or table_after(seat)
    return table_address(grown) if grown else None


def acknowledged(answer: Answer) -> HttpResponse:
    """Return the shortest answer: the tap is written, and this is the version now."""
    headers = {"X-Table-Version": str(answer.version), "Preference-Applied": MINIMAL}
    return HttpResponse(status=204, headers=headers)


def _told(answer: Answer, step: str) -> HttpResponse:
    """Return the numbers that a quiet step has changed."""
    headers = {"X-Table-Version": str(answer.version)}
    return HttpResponse(step, content_type="application/json", headers=headers)


def after_write(
    request: HttpRequest, answer: Answer, parts: Callable[[], HttpResponse], *, step: str | None
) -> HttpResponse:
    """Return what our script is told: that the tap is written, its numbers, or changed parts.

    Numbers alone are for a page that has seen all before this step and asks for no sheet. Whatever
    goes wrong with the parts, the tap is not told to have failed: they can be fetched.
    """
    if request.headers.get("Prefer") == MINIMAL:
        return acknowledged(answer)
    if step is not None and request.GET.get("seen") == str(answer.version - 1):
        return _told(answer, step)
    try:
        return parts()
    except Http404:  # the sheet that was asked for is no more
        return acknowledged(answer)
    except Exception:
        log.exception("the parts of a written tap failed")
        return acknowledged(answer)


def _done(request: HttpRequest, seat: Seat, answer: Answer) -> HttpResponse:
    """Return the fresh parts for the script, the page again for a plain form."""
    show = request.GET.get("show", "")
    if is_script(request):
        step = None if show else seat.table.step
        return after_write(request, answer, lambda: _fragments(request, seat, show=show), step=step)
    if not show:
        return redirect("companion:table", seat.table_id)
    path, _mark, query = show.partition("?")
    address = reverse("companion:sheet", args=[seat.table_id, path])
    return redirect(f"{address}?{query}" if query else address)


class SeatOfSender:
    """Finds the asker's seat when the write begins, and locks its table in the same question."""

    def __init__(self, request: HttpRequest, table_id: uuid.UUID) -> None:
        self.request, self.table_id = request, table_id
        self._seat: Seat | None = None

    def __call__(self) -> Seat:
        self._seat = seat_or_404(self.request, self.table_id, lock=True)
        return self._seat

    def seat(self, answer: Answer) -> Seat:
        """The seat with the table as this write left it; read anew for what was written before."""
        if self._seat is None or answer.repeated:
            return seat_or_404(self.request, self.table_id)
        return self._seat


def sent_command(request: HttpRequest, table_id: uuid.UUID) -> services.Sent:
    """Return the command sent; a stranger gets 404 instead of the mistake in it."""
    return read_sent(SeatOfSender(request, table_id), lambda: sent_in(request.POST))


def read_sent(sender: SeatOfSender, read: Callable[[], Read]) -> Read:
    """Return the content of a form; only who sits at the table learns of a mistake in it."""
    try:
        return read()
    except UnreadableCommand:
        seat_or_404(sender.request, sender.table_id)
        raise


@require_POST
def command(request: HttpRequest, table_id: uuid.UUID) -> HttpResponse:
    """Take one tap. Of several in a hurry our script asks for a picture with the last one only."""
    sender = SeatOfSender(request, table_id)
    answer = services.command_submit(
        table_id=table_id, seat=sender, command=sent_command(request, table_id)
    )
    return _done(request, sender.seat(answer), answer)


@require_POST
def undo(request: HttpRequest, table_id: uuid.UUID) -> HttpResponse:
    """Take the last step back."""
    sender = SeatOfSender(request, table_id)
    asked = read_sent(sender, UndoForm(request.POST).read_undo)
    answer = services.table_undo(table_id=table_id, seat=sender, **asked)
    return _done(request, sender.seat(answer), answer)


@require_POST
def undo_to(request: HttpRequest, table_id: uuid.UUID) -> HttpResponse:
    """Take back every step down to one, that one too."""
    seat = seat_or_404(request, table_id)
    asked = UndoToForm(request.POST).read_to()
    answer = services.table_undo_to(table_id=table_id, seat=seat, **asked)
    return _done(request, seat, answer)


@require_POST
def redo(request: HttpRequest, table_id: uuid.UUID) -> HttpResponse:
    """Bring it back."""
    sender = SeatOfSender(request, table_id)
    command_id, seen = read_sent(sender, StepForm(request.POST).read)
    answer = services.table_redo(table_id=table_id, seat=sender, command_id=command_id, seen=seen)
    return _done(request, sender.seat(answer), answer)
