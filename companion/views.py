"""Pages around the table: opening, joining, seats. Parse, call a service, render."""

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from companion import selectors, services
from companion.forms import JoinForm, OpenTableForm
from companion.frame.addresses import shared_url
from companion.frame.form_pages import form_page, posted, render_form
from companion.frame.throttle import check_limit, limit
from companion.models import Table
from companion.people.identity import ensure_person, person_of
from companion.qr import qr_svg
from companion.table.views import seat_or_404


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
