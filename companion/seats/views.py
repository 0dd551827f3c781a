"""Pages of the seats: scan, sit down, and what the keeper may do."""

import uuid

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from companion import selectors
from companion import services as tables
from companion.forms import UndoForm, new_command_id
from companion.frame.addresses import shared_url
from companion.frame.form_pages import form_page, posted, render_form
from companion.frame.throttle import check_limit, limit, mark_browser
from companion.models import Seat, Table
from companion.pages import is_secret, pages_of
from companion.people.identity import ensure_person, person_of
from companion.qr import qr_svg
from companion.seats import services
from companion.seats.asking import asking_of, may_ask
from companion.seats.forms import BringForm, JoinForm, SeatForm, TakeOverForm
from companion.seats.selectors import line_up, may_choose, plays_nobody, seating
from companion.table.views import seat_or_404
from rules import IllegalCommand


@never_cache
@require_safe
def seats(request: HttpRequest, table_id: uuid.UUID) -> HttpResponse:
    """Code and QR for the other phones, or for one place, and who sits where."""
    seat = seat_or_404(request, table_id)
    table, seated = seat.table, seating(seat.table)
    free = [place.player for place in seated.places if place.is_free]
    asked = request.GET.get("place")
    place = asked if asked in free else None
    query = f"?{urlencode({'as': place})}" if place is not None else ""
    url = shared_url(request, reverse("companion:join", args=[table.code]) + query)
    context = {
        "seat": seat,
        "table": table,
        "seating": seated,
        "place": place,
        "join_url": url,
        "qr": qr_svg(url),
        "roles": _role_words(),
        "has_secrets": is_secret(table.any_state),
        "may_choose": may_choose(seat),
        "plays_nobody": plays_nobody(seat),
        "asking": asking_of(seat),
        "may_ask": may_ask(seat),
    }
    return render(request, "seats/seats.html", context)


def _player_at(request: HttpRequest, table_id: uuid.UUID) -> Seat:
    """Return a seat that may play survivors of its own."""
    seat = seat_or_404(request, table_id)
    if not pages_of(seat.table.game).has_own:
        raise Http404
    return seat


@never_cache
@require_safe
def survivors(request: HttpRequest, table_id: uuid.UUID) -> HttpResponse:
    """Show the choice of this phone's survivors: one tap for each, or somebody new."""
    seat = _player_at(request, table_id)
    if not may_choose(seat):
        return redirect("companion:table", table_id)
    board = selectors.board(seat)
    context = {
        "seat": seat,
        "table": seat.table,
        "board": board,
        "line_up": line_up(seat),
        "command_id": new_command_id(),
    }
    return render(request, "seats/survivors.html", context)


@require_POST
def take_over(request: HttpRequest, table_id: uuid.UUID) -> HttpResponse:
    """Let this phone play the survivor that was tapped."""
    seat = _player_at(request, table_id)
    services.survivor_take_over(seat=seat, **TakeOverForm(request.POST).read_whom())
    return redirect("companion:survivors", table_id)


@require_POST
def bring(request: HttpRequest, table_id: uuid.UUID) -> HttpResponse:
    """Somebody new for this phone."""
    seat = _player_at(request, table_id)
    services.survivor_bring(seat=seat, **BringForm(request.POST).read_whom())
    return redirect("companion:survivors", table_id)


@require_POST
def survivors_undo(request: HttpRequest, table_id: uuid.UUID) -> HttpResponse:
    """Take the last step back without leaving the page."""
    seat = _player_at(request, table_id)
    asked = UndoForm(request.POST).read_undo()
    tables.table_undo(table_id=table_id, seat=seat, **asked)
    return redirect("companion:survivors", table_id)


def _role_words() -> dict[str, str]:
    return {
        Seat.Role.PLAYER: _("plays"),
        Seat.Role.READER: _("watches"),
        Seat.Role.KEEPER: _("keeps the table"),
    }


def _kept_table(request: HttpRequest, table_id: uuid.UUID) -> Table:
    """The table, for whoever keeps it; others who sit there are told why not."""
    seat = seat_or_404(request, table_id)
    if not seat.is_keeper:
        raise IllegalCommand("seat.not_keeper")
    return seat.table


@require_POST
def lock(request: HttpRequest, table_id: uuid.UUID) -> HttpResponse:
    """Nobody new sits down, or everybody may again."""
    table = _kept_table(request, table_id)
    services.table_lock(table=table, locked=request.POST.get("locked") == "1")
    return redirect("companion:seats", table_id)


@require_POST
def place(request: HttpRequest, table_id: uuid.UUID) -> HttpResponse:
    """Keep the place of a player, or give it free."""
    table = _kept_table(request, table_id)
    services.place_close(
        table=table,
        player=request.POST.get("player", ""),
        closed=request.POST.get("closed") == "1",
    )
    return redirect("companion:seats", table_id)


@require_POST
def edit(request: HttpRequest, table_id: uuid.UUID, seat_id: int) -> HttpResponse:
    """Rename a seat, or let it play, watch or keep the table. One's own name is one's own."""
    mine = seat_or_404(request, table_id)
    seat = get_object_or_404(Seat, pk=seat_id, table=table_id)
    form = SeatForm(request.POST)
    name, role = form.read()
    if not mine.is_keeper and (seat.pk != mine.pk or (role and role != seat.role)):
        raise IllegalCommand("seat.not_keeper")
    if name:
        services.seat_rename(seat=seat, name=name)
    if role and role != seat.role:
        services.seat_set_role(seat=seat, role=role)
    return redirect("companion:seats", table_id)


@require_POST
def remove(request: HttpRequest, table_id: uuid.UUID, seat_id: int) -> HttpResponse:
    """Take a phone off the table, or leave it oneself."""
    mine = seat_or_404(request, table_id)
    seat = get_object_or_404(Seat, pk=seat_id, table=table_id)
    if not mine.is_keeper and seat.pk != mine.pk:
        raise IllegalCommand("seat.not_keeper")
    services.seat_remove(seat=seat)
    if seat.person_id == mine.person_id:
        messages.success(request, _("You have left the table."))
        return redirect("home")
    return redirect("companion:seats", table_id)


@require_POST
def ask(request: HttpRequest, table_id: uuid.UUID) -> HttpResponse:
    """Ask to keep the table, or ask no longer."""
    seat = seat_or_404(request, table_id)
    if request.POST.get("asking") == "1":
        services.keeping_ask(seat=seat)
    else:
        services.keeping_end(seat=seat)
    return redirect("companion:seats", table_id)


@require_POST
def answer(request: HttpRequest, table_id: uuid.UUID, seat_id: int) -> HttpResponse:
    """Let a seat that asks keep the table, too, or refuse."""
    table = _kept_table(request, table_id)
    seat = get_object_or_404(Seat, pk=seat_id, table=table)
    if request.POST.get("agreed") == "1":
        services.keeping_agree(seat=seat)
    else:
        services.keeping_end(seat=seat)
    return redirect("companion:seats", table_id)


@require_POST
def take(request: HttpRequest, table_id: uuid.UUID) -> HttpResponse:
    """Keep the table, after nobody has answered."""
    services.keeping_take(seat=seat_or_404(request, table_id))
    return redirect("companion:seats", table_id)


@require_safe
def find(request: HttpRequest) -> HttpResponse:
    """Go from the code typed on the home page to its table."""
    table = _table_by_code(request, request.GET.get("code", ""))
    if table is None:
        return _no_such_code(request)
    return redirect("companion:join", table.code)


def _table_by_code(request: HttpRequest, code: str) -> Table | None:
    """Look a code up. Wrong codes are counted, and after too many the right one waits too."""
    check_limit(request, "code")
    table = selectors.table_by_code(code)
    if table is None:
        limit(request, "code")
    return table


def _no_such_code(request: HttpRequest) -> HttpResponse:
    return mark_browser(request, render(request, "seats/no_such_code.html", status=404))


@form_page
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Let somebody join by a tap on a free place, with a name, or as a reader: no account."""
    table = _table_by_code(request, code)
    if table is None:
        return _no_such_code(request)
    person = person_of(request)
    if mine := selectors.seat_of(table_id=table.pk, person=person):
        return redirect(_own_page(mine))
    seated = seating(table)
    places = seated.places
    name = person.name if person else ""
    form = JoinForm(posted(request), initial={"name": name}, seating=seated)
    if request.method == "POST" and form.is_valid():
        limit(request, "seat")
        seat = services.seat_take(table=table, person=ensure_person(request), **form.seat())
        return redirect(_own_page(seat, big=form.cleaned_data["watch"] == "screen"))
    asked = request.GET.get("as")
    context = {
        "table": table,
        "places": places,
        "asked": next((place for place in places if place.is_free and place.player == asked), None),
        "keeper": table.seats.filter(role=Seat.Role.KEEPER).order_by("created_at").first(),
        "has_own": pages_of(table.game).has_own,
    }
    return render_form(request, "seats/join.html", form, **context)


def _own_page(seat: Seat, *, big: bool = False) -> str:
    """Return the first page for whoever sits down: own survivors, big screen or table."""
    if big:
        return reverse("companion:screen", args=[seat.table_id])
    has_own = seat.may_play and pages_of(seat.table.game).has_own
    page = "own" if has_own else "table"
    return reverse(f"companion:{page}", args=[seat.table_id])
