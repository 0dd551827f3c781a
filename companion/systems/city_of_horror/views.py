"""The table page of City of Horror and its big screen: what they show."""

from typing import Any

from django.http import HttpRequest

from companion.models import Seat
from companion.posted import whole_number
from companion.systems.city_of_horror.moments import is_folded, last_death, moment_of
from companion.systems.city_of_horror.next_step import city_next, now_line, sealed_by, waited_for
from companion.systems.city_of_horror.selectors import city_board
from companion.systems.city_of_horror.sheets import ONWARD, SHEETS, CityAsk
from companion.table.asking import laid_over

PIECES = {
    "parts": "city/_parts.html",
    "dock": "city/_dock.html",
    "changes": "city/_changes.html",
    "look": "css/city.css",
    "script": "city",
    "ends_on_the_board": True,
}


def context(request: HttpRequest, seat: Seat, show: str) -> dict[str, Any]:
    """Return the board, and the sheet `show` over it."""
    board = city_board(seat, seen=whole_number(request.GET.get("seen", "")))
    coming = city_next(board)
    if show.strip("/?") == ONWARD:  # on to whoever this phone is for next, or back to the board
        asks = coming is not None and not coming.is_wait and not coming.answers
        show = coming.sheet if coming is not None and asks else ""
    laid = laid_over(CityAsk.read(board, show), SHEETS) if show else {}
    moment, waited = moment_of(board), waited_for(board)
    return {
        **PIECES,
        "board": board,
        "next": coming,
        "moment": moment,
        "is_folded": is_folded(board, waited),
        "last_death": last_death(board) if moment is None else None,
        "waited": waited,
        **laid,
    }


def screen_context(seat: Seat) -> dict[str, Any]:
    """Return what a television shows: an onlooker's view, whoever's phone shows it."""
    board = city_board(seat)
    board = board._replace(mine=())
    return {
        "look": PIECES["look"],
        "script": PIECES["script"],
        "board": board,
        "now": now_line(board),
        "moment": moment_of(board),
        "waited": waited_for(board),
        "sealed": sealed_by(board),
    }
