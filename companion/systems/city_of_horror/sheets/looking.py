"""Sheets everybody may read: a location, the players, what else there is."""

from django.http import Http404

from companion.hooks import links_of
from companion.pages import is_secret
from companion.systems.city_of_horror.sheets.address import CityAsk
from companion.table.asking import Shown


def location(asked: CityAsk) -> Shown:
    """One location: effect, condition, people, supplies."""
    place = asked.board.place(asked.key)
    if place is None:
        raise Http404
    return Shown("city/sheets/location.html", {"place": place})


def players(asked: CityAsk) -> Shown:
    """What lies open before every player."""
    return Shown("city/sheets/players.html", {})


def more(asked: CityAsk) -> Shown:
    """Everything that is not on the page itself."""
    board = asked.board
    context = {
        "links": links_of(board.table, board.seat),
        "is_secret": is_secret(board.truth),
    }
    return Shown("city/sheets/more.html", context)


def phone(asked: CityAsk) -> Shown:
    return Shown("companion/sheets/phone.html", {})


def help_sheet(asked: CityAsk) -> Shown:
    return Shown("city/sheets/help.html", {})
