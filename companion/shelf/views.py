"""Pages of what becomes of a table: its end and story, the list of mine, archive and bin."""

import uuid
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from companion.frame.throttle import limit
from companion.models import Seat
from companion.pages import is_secret, pages_of
from companion.people.identity import person_of
from companion.shelf import selectors, services
from companion.shelf.charts import strip
from companion.shelf.moments import best_moments, evening_of
from companion.table.views import seat_or_404
from companion.templatetags.terms import term
from rules import IllegalCommand


@never_cache
@require_safe
def tables(request: HttpRequest) -> HttpResponse:
    """My tables: those in play or finished, the archive, the bin."""
    person = person_of(request)
    name = request.GET.get("shelf", "playing")
    if name not in selectors.SHELVES:
        name = "playing"
    titles = {"playing": _("Tables"), "archive": _("Archive"), "bin": _("Bin")}
    context = {
        "shelf": name,
        "title": titles[name],
        "shelves": [
            (key, titles[key], count) for key, count in selectors.shelf_counts(person).items()
        ],
        "page": selectors.shelf(person, name, request.GET.get("page")),
    }
    return render(request, "shelf/tables.html", context)


@never_cache
@require_safe
def story(request: HttpRequest, table_id: uuid.UUID) -> HttpResponse:
    """Show the game in numbers, and where to go from here."""
    seat = seat_or_404(request, table_id)
    pages, state = pages_of(seat.table.game), seat.table.any_state
    context = {
        "seat": seat,
        "table": seat.table,
        "state": state,
        "is_secret": is_secret(state),
        "offspring": selectors.offspring(seat),
        **pages.story_context(seat),
    }
    return render(request, pages.story, context)


def numbers(seat: Seat) -> dict[str, Any]:
    """Return the story of a game that is told in zombies and points."""
    evening = selectors.story(seat.table)
    rounds = [round_.round for round_ in evening.rounds]
    most_zombies = max(
        (max(pair) for zombie in evening.zombies for pair in zombie.by_round), default=0
    )
    most_points = max(
        (points for survivor in evening.survivors for points, _ in survivor.by_round), default=0
    )
    return {
        "story": evening,
        "again": _("The same line-up at a new table"),
        "zombies": [
            (
                zombie,
                strip(
                    term(zombie.zombie.name),
                    rounds,
                    [
                        [(placed, "placed"), (killed, "killed")]
                        for placed, killed in zombie.by_round
                    ],
                    most=most_zombies,
                ),
            )
            for zombie in evening.zombies
        ],
        "survivors": [
            (
                survivor,
                strip(
                    survivor.survivor.name,
                    rounds,
                    [[pair] for pair in survivor.by_round],
                    most=most_points,
                ),
            )
            for survivor in evening.survivors
        ],
        "moments": best_moments(seat.table, evening_of(seat.table)),
    }


def _player(request: HttpRequest, table_id: uuid.UUID) -> Seat:
    seat = seat_or_404(request, table_id)
    if seat.is_reader:
        raise IllegalCommand("seat.reader")
    return seat


def _keeper(request: HttpRequest, table_id: uuid.UUID) -> Seat:
    seat = seat_or_404(request, table_id)
    if not seat.is_keeper:
        raise IllegalCommand("seat.not_keeper")
    return seat


@require_POST
def rematch(request: HttpRequest, table_id: uuid.UUID) -> HttpResponse:
    """Open a new table with the same line-up."""
    seat = _player(request, table_id)
    limit(request, "table")
    again = services.table_rematch(table=seat.table, person=seat.person)
    messages.success(request, _("Same line-up, new table. Everybody who sat here sits there."))
    if again.mission:  # it is laid out again, equipment and all
        return redirect("companion:sheet", again.pk, "mission")
    return redirect("companion:table", again.pk)


@require_POST
def branch(request: HttpRequest, table_id: uuid.UUID) -> HttpResponse:
    """Branch a new table from an earlier entry; this one stays as it is."""
    seat = _player(request, table_id)
    text = request.POST.get("seq", "")
    seq = int(text) if text.isascii() and text.isdecimal() and len(text) < len("9999999999") else -1
    limit(request, "table")
    other = services.table_branch(table=seat.table, person=seat.person, seq=seq)
    messages.success(request, _("A new table stands where that one stood. The old one stays."))
    return redirect("companion:table", other.pk)


@require_POST
def archive(request: HttpRequest, table_id: uuid.UUID) -> HttpResponse:
    """Out of the way, or back to the table."""
    seat, archived = _keeper(request, table_id), request.POST.get("archived") == "1"
    services.table_archive(table=seat.table, archived=archived)
    return redirect("companion:tables") if archived else redirect("companion:table", table_id)


@require_POST
def to_bin(request: HttpRequest, table_id: uuid.UUID) -> HttpResponse:
    """Into the bin; nothing is gone for 30 days."""
    seat = _keeper(request, table_id)
    services.table_bin(table=seat.table)
    messages.success(request, _("In the bin. Bring it back within 30 days."))
    return redirect("companion:tables")


@require_POST
def restore(request: HttpRequest, table_id: uuid.UUID) -> HttpResponse:
    """Out of the bin."""
    seat = selectors.seat_at_binned(table_id=table_id, person=person_of(request))
    if seat is None:
        raise Http404
    services.table_restore(table=seat.table)
    return redirect("companion:table", table_id)
