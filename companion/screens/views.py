"""A player\'s own phone, and the big screen."""

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from companion import services
from companion.forms import StepForm, command_from_post, new_command_id
from companion.frame.addresses import shared_url
from companion.models import Seat
from companion.qr import qr_svg
from companion.screens import selectors
from companion.views import seat_or_404


def _fragment(
    request: HttpRequest, template: str, seat: Seat, context: dict[str, Any]
) -> HttpResponse:
    """The part of a page that changes; the page drops an answer older than what it shows."""
    response = render(request, template, {**context, "fragment": True})
    response["X-Table-Version"] = str(seat.table.version)
    return response


def _asks_for_news(request: HttpRequest) -> bool:
    return request.headers.get("HX-Request") == "true"


@never_cache
@require_safe
def own(request: HttpRequest, table_id: uuid.UUID) -> HttpResponse:
    """To the first of this phone\'s survivors; to the table for whoever plays none."""
    seat = seat_or_404(request, table_id)
    found = selectors.own_survivors(seat)
    if not found:
        return redirect("companion:table", table_id)
    return redirect("companion:mine", table_id, found[0][0])


def _mine(seat: Seat, survivor: str) -> dict[str, Any]:
    found = selectors.mine(seat, survivor)
    if found is None:
        raise Http404
    return {
        "mine": found,
        "board": found.board,
        "seat": seat,
        "table": seat.table,
        "command_id": new_command_id(),
    }


@never_cache
@require_safe
def mine(request: HttpRequest, table_id: uuid.UUID, survivor: str) -> HttpResponse:
    """My survivor: large numbers, large buttons."""
    seat = seat_or_404(request, table_id)
    if _asks_for_news(request):
        if request.GET.get("seen") == str(seat.table.version):
            return HttpResponse(status=204)
        return _fragment(request, "screens/_mine.html", seat, _mine(seat, survivor))
    return render(request, "screens/mine.html", _mine(seat, survivor))


def _after_write(request: HttpRequest, table_id: uuid.UUID, survivor: str) -> HttpResponse:
    if not _asks_for_news(request):
        return redirect("companion:mine", table_id, survivor)
    seat = seat_or_404(request, table_id)
    return _fragment(request, "screens/_mine.html", seat, _mine(seat, survivor))


@require_POST
def command(request: HttpRequest, table_id: uuid.UUID, survivor: str) -> HttpResponse:
    """One tap."""
    seat = seat_or_404(request, table_id)
    services.command_submit(table_id=table_id, seat=seat, command=command_from_post(request.POST))
    return _after_write(request, table_id, survivor)


@require_POST
def undo(request: HttpRequest, table_id: uuid.UUID, survivor: str) -> HttpResponse:
    """Take the last step back."""
    seat = seat_or_404(request, table_id)
    command_id, seen = StepForm(request.POST).read()
    services.table_undo(table_id=table_id, seat=seat, command_id=command_id, seen=seen)
    return _after_write(request, table_id, survivor)


@never_cache
@require_safe
def screen(request: HttpRequest, table_id: uuid.UUID) -> HttpResponse:
    """The table for a television: no controls, no secrets, live."""
    seat = seat_or_404(request, table_id)
    if _asks_for_news(request) and request.GET.get("seen") == str(seat.table.version):
        return HttpResponse(status=204)
    url = shared_url(request, reverse("companion:join", args=[seat.table.code]))
    found = selectors.screen(seat)
    context = {
        "screen": found,
        "board": found.board,
        "seat": seat,
        "table": seat.table,
        "qr": qr_svg(url),
        "join_url": url,
    }
    if _asks_for_news(request):
        return _fragment(request, "screens/_screen.html", seat, context)
    return render(request, "screens/screen.html", context)
