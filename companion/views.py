"""Pages of the table: parse, call a service, render."""

import uuid
from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from companion import selectors, services
from companion.forms import JoinForm, OpenTableForm, StepForm, command_from_post, new_command_id
from companion.frame.addresses import shared_url
from companion.frame.form_pages import form_page, posted, render_form
from companion.frame.throttle import check_limit, limit
from companion.live.stream import LIVE_PREFIX
from companion.live.tokens import stream_token
from companion.models import Seat, Table
from companion.people.identity import ensure_person, person_of
from companion.qr import qr_svg
from companion.terms import next_step_words


def seat_or_404(request: HttpRequest, table_id: uuid.UUID) -> Seat:
    """The asker's seat; a stranger does not even learn that the table exists."""
    seat = selectors.seat_of(table_id=table_id, person=person_of(request))
    if seat is None:
        raise Http404
    return seat


@form_page
def open_table(request: HttpRequest, game: str) -> HttpResponse:
    """Choose survivors and players, and begin."""
    pack = selectors.game(game)
    if pack is None:
        raise Http404
    person = person_of(request)
    keeper = person.name if person else ""
    form = OpenTableForm(posted(request), pack=pack, keeper=keeper)
    if request.method == "POST" and form.is_valid():
        table = services.table_open(
            person=ensure_person(request), game=game, survivors=form.seated()
        )
        return redirect("companion:table", table.pk)
    chosen = set(form.data.getlist("survivors")) if form.is_bound else set()  # type: ignore[attr-defined]
    return render_form(request, "companion/open_table.html", form, pack=pack, chosen=chosen)


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


@never_cache
@require_safe
def seats(request: HttpRequest, table_id: uuid.UUID) -> HttpResponse:
    """Code and QR for the other phones, and who sits here."""
    seat = seat_or_404(request, table_id)
    url = shared_url(request, reverse("companion:join", args=[seat.table.code]))
    context = {
        "seat": seat,
        "table": seat.table,
        "seats": seat.table.seats.order_by("created_at"),
        "join_url": url,
        "qr": qr_svg(url),
    }
    return render(request, "companion/seats.html", context)


@require_safe
def find(request: HttpRequest) -> HttpResponse:
    """The code typed on the home page."""
    found = _table_by_code(request, request.GET.get("code", ""))
    if found is None:
        return render(request, "companion/no_such_code.html", status=404)
    return redirect("companion:join", found.code)


def _table_by_code(request: HttpRequest, code: str) -> Table | None:
    """Look a code up. Wrong codes are counted, and after too many the right one waits too."""
    check_limit(request, "code")
    found = selectors.table_by_code(code)
    if found is None:
        limit(request, "code")
    return found


@form_page
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Who are you? A name is enough to sit down."""
    found = _table_by_code(request, code)
    if found is None:
        return render(request, "companion/no_such_code.html", status=404)
    person = person_of(request)
    if selectors.seat_of(table_id=found.pk, person=person):
        return redirect("companion:table", found.pk)
    form = JoinForm(posted(request), initial={"name": person.name if person else ""})
    if request.method == "POST" and form.is_valid():
        services.seat_take(
            table=found, person=ensure_person(request), name=form.cleaned_data["name"]
        )
        return redirect("companion:table", found.pk)
    return render_form(request, "companion/join.html", form, table=found)
