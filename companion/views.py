"""Pages of the table: parse, call a service, render."""

import uuid
from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from companion import selectors, services
from companion.forms import StepForm, command_from_post, new_command_id
from companion.live.stream import LIVE_PREFIX
from companion.live.tokens import stream_token
from companion.models import Seat
from companion.people.identity import person_of
from companion.terms import next_step_words


def seat_or_404(request: HttpRequest, table_id: uuid.UUID) -> Seat:
    """The asker's seat; a stranger does not even learn that the table exists."""
    seat = selectors.seat_of(table_id=table_id, person=person_of(request))
    if seat is None:
        raise Http404
    return seat


def _board_context(seat: Seat) -> dict[str, object]:
    board = selectors.board(seat)
    title, meaning = next_step_words(board.state.phase)
    return {
        "board": board,
        "seat": seat,
        "next_title": title,
        "next_meaning": meaning,
        "command_id": new_command_id(),
    }


def _fragment(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Board and dock, for a page that is already there; it drops what is older than it shows."""
    context = {**_board_context(seat), "fragment": True}
    response = render(request, "companion/_board.html", context)
    response["X-Table-Version"] = str(seat.table.version)
    return response


@never_cache
@require_safe
def table(request: HttpRequest, table_id: uuid.UUID) -> HttpResponse:
    """The table page."""
    seat = seat_or_404(request, table_id)
    return render(request, "companion/table.html", _board_context(seat))


@never_cache
@require_safe
def board(request: HttpRequest, table_id: uuid.UUID) -> HttpResponse:
    """The table as a fragment; 204 for a phone that has this version already."""
    seat = seat_or_404(request, table_id)
    if request.GET.get("seen") == str(seat.table.version):
        return HttpResponse(status=204)
    return _fragment(request, seat)


@never_cache
@require_safe
def live_address(request: HttpRequest, table_id: uuid.UUID) -> JsonResponse:
    """Where this phone finds its live stream for the next minutes."""
    seat = seat_or_404(request, table_id)
    return JsonResponse(
        {
            "url": f"{LIVE_PREFIX}{table_id}/?token={stream_token(table_id)}",
            "version": seat.table.version,
        }
    )


def _after_write(request: HttpRequest, table_id: uuid.UUID) -> HttpResponse:
    """The fresh board for htmx, the page again for a plain form."""
    if request.headers.get("HX-Request") != "true":
        return redirect("companion:table", table_id)
    return _fragment(request, seat_or_404(request, table_id))


@require_POST
def command(request: HttpRequest, table_id: uuid.UUID) -> HttpResponse:
    """One tap."""
    seat = seat_or_404(request, table_id)
    services.command_submit(table_id=table_id, seat=seat, command=command_from_post(request.POST))
    return _after_write(request, table_id)


def _step(
    request: HttpRequest, table_id: uuid.UUID, service: Callable[..., object]
) -> HttpResponse:
    seat = seat_or_404(request, table_id)
    command_id, seen = StepForm(request.POST).read()
    service(table_id=table_id, seat=seat, command_id=command_id, seen=seen)
    return _after_write(request, table_id)


@require_POST
def undo(request: HttpRequest, table_id: uuid.UUID) -> HttpResponse:
    """Take the last step back."""
    return _step(request, table_id, services.table_undo)


@require_POST
def redo(request: HttpRequest, table_id: uuid.UUID) -> HttpResponse:
    """Bring it back."""
    return _step(request, table_id, services.table_redo)
