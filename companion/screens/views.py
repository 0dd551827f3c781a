"""A player's own phone, and the big screen."""

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from companion import services
from companion.forms import StepForm, UndoForm, new_command_id
from companion.frame.addresses import shared_url
from companion.hooks import aftermath_of, beside, beside_version, onward_from
from companion.journal.services import Answer
from companion.models import Seat
from companion.pages import pages_of
from companion.posted import whole_number
from companion.qr import qr_svg
from companion.screens import selectors
from companion.seats.asking import asked_of
from companion.selectors import Board, board
from companion.table.asking import table_address
from companion.table.moments import moment_of, rise_on_screen
from companion.table.next_step import next_step
from companion.table.notices import notice_for, notice_now
from companion.table.sheets.ending import result_context
from companion.table.sheets.mission import LayoutLine, lay_out_lines
from companion.table.spawned import spawn_now
from companion.table.views import (
    SeatOfSender,
    after_write,
    is_news,
    is_script,
    read_sent,
    seat_or_404,
    sent_command,
)


def _parts(
    request: HttpRequest, template: str, seat: Seat, context: dict[str, Any]
) -> HttpResponse:
    """Return the parts of a page that is already there; it takes those that differ from its own."""
    response = render(request, template, context)
    response["X-Table-Version"] = str(seat.table.version)
    return response


@never_cache
@require_safe
def own(request: HttpRequest, table_id: uuid.UUID) -> HttpResponse:
    """To the first of this phone's survivors; whoever plays none is asked whom; to the table for
    whoever may play none."""
    return _to_own(seat_or_404(request, table_id))


def _to_own(seat: Seat) -> HttpResponse:
    if not seat.may_play or not pages_of(seat.table.game).has_own:
        return redirect("companion:table", seat.table_id)
    own = selectors.own_survivors(seat)
    if not own:
        return redirect("companion:survivors", seat.table_id)
    return redirect("companion:mine", seat.table_id, own[0][0])


def _mine(request: HttpRequest, seat: Seat, survivor: str) -> dict[str, Any]:
    if not pages_of(seat.table.game).has_own:
        raise Http404
    seen = whole_number(request.GET.get("seen", ""))
    mine = selectors.mine(seat, survivor, seen=seen)
    if mine is None:
        raise Http404
    return {
        "mine": mine,
        "board": mine.board,
        "moment": moment_of(mine.board),
        "notice": notice_for(mine.board),
        "seat": seat,
        "table": seat.table,
        "beside": beside(seat),
        "onward": onward_from(seat) if mine.board.state.result else None,
        "command_id": new_command_id(),
        "table_url": table_address(seat.table_id),
    }


@never_cache
@require_safe
def mine(request: HttpRequest, table_id: uuid.UUID, survivor: str) -> HttpResponse:
    """My survivor: large numbers, large buttons."""
    seat = seat_or_404(request, table_id)
    if not is_script(request):
        if not seat.may_play:  # this page is nothing but buttons
            return redirect("companion:table", table_id)
        if _plays_another(seat, survivor):
            return _to_own(seat)
        shown = {**_mine(request, seat, survivor), "keeping_asked": asked_of(seat)}
        return render(request, "screens/mine.html", shown)
    if not is_news(request, seat):
        return HttpResponse(status=204)
    return _parts(request, "screens/_mine_parts.html", seat, _mine(request, seat, survivor))


def _plays_another(seat: Seat, survivor: str) -> bool:
    """Check if somebody else plays a survivor of this table, perhaps since a moment ago."""
    if not pages_of(seat.table.game).has_own or survivor not in seat.table.state.survivors:
        return False
    return seat.table.state.survivors[survivor].player != seat.player


def _done(
    request: HttpRequest, sender: SeatOfSender, answer: Answer, survivor: str
) -> HttpResponse:
    if not is_script(request):
        return redirect("companion:mine", sender.table_id, survivor)
    seat = sender.seat(answer)
    template = "screens/_mine_parts.html"
    return after_write(
        request,
        answer,
        lambda: _parts(request, template, seat, _mine(request, seat, survivor)),
        step=seat.table.step,
    )


@require_POST
def command(request: HttpRequest, table_id: uuid.UUID, survivor: str) -> HttpResponse:
    """Take one tap."""
    sender = SeatOfSender(request, table_id)
    answer = services.command_submit(
        table_id=table_id, seat=sender, command=sent_command(request, table_id)
    )
    return _done(request, sender, answer, survivor)


@require_POST
def undo(request: HttpRequest, table_id: uuid.UUID, survivor: str) -> HttpResponse:
    """Take the last step back."""
    sender = SeatOfSender(request, table_id)
    asked = read_sent(sender, UndoForm(request.POST).read_undo)
    answer = services.table_undo(table_id=table_id, seat=sender, **asked)
    return _done(request, sender, answer, survivor)


@require_POST
def redo(request: HttpRequest, table_id: uuid.UUID, survivor: str) -> HttpResponse:
    """Bring it back."""
    sender = SeatOfSender(request, table_id)
    command_id, seen = read_sent(sender, StepForm(request.POST).read)
    answer = services.table_redo(table_id=table_id, seat=sender, command_id=command_id, seen=seen)
    return _done(request, sender, answer, survivor)


def laying_out(board: Board) -> list[LayoutLine]:
    """Return the tokens still to be laid out, while the map is drawn large on the television."""
    drawn, mission = board.drawn, board.mission
    if drawn is None or not drawn.tokens or mission is None or not selectors.is_untouched(board):
        return []
    return lay_out_lines(board, mission)


def screen_context(seat: Seat) -> dict[str, Any]:
    """Return the board of the big screen or the spawn step being placed; at the end the result."""
    shown = board(seat)
    if shown.state.result is None:
        alone = (
            ("notice", notice_now(shown), "screens/_screen_notice.html"),
            ("step", spawn_now(shown), "companion/spawn/_screen.html"),
            ("rise", rise_on_screen(shown), "companion/moments/_screen.html"),
            ("laying", laying_out(shown), "screens/_screen_map.html"),
        )
        told = next(({name: told, "screen": part} for name, told, part in alone if told), {})
        return {"board": shown, "next": next_step(shown), **told}
    return {
        "board": shown,
        "screen": "screens/_screen_end.html",
        "aftermath": aftermath_of(seat.table),
        **result_context(shown),
    }


@never_cache
@require_safe
def screen(request: HttpRequest, table_id: uuid.UUID) -> HttpResponse:
    """Show the table for a television: no controls, no secrets, live."""
    seat = seat_or_404(request, table_id)
    if is_script(request) and not is_news(request, seat):
        return HttpResponse(status=204)
    url = shared_url(request, reverse("companion:join", args=[seat.table.code]))
    pages = pages_of(seat.table.game)
    context = {
        "screen": pages.screen,
        **pages.screen_context(seat),
        "lines": selectors.last_lines(seat.table),
        "most_lines": selectors.LINES,
        "beside_version": beside_version(seat.table),
        "seat": seat,
        "table": seat.table,
        "qr": qr_svg(url),
        "join_url": url,
    }
    if is_script(request):
        return _parts(request, "screens/_screen_parts.html", seat, context)
    return render(request, "screens/screen.html", context)
