"""Sheets everybody may read: a location, the players, what else there is."""

from django.http import Http404
from django.utils.translation import gettext as _

from companion.hooks import links_of
from companion.models import LogEntry
from companion.posted import whole_number
from companion.systems.city_of_horror.moments import board_after, has_moment, moment_in
from companion.systems.city_of_horror.selectors import CityAsk
from companion.table.asking import Shown
from companion.table.menu import Menu
from companion.table.sheets import log as table_log
from companion.table.sheets.phone import help_with


def location(asked: CityAsk) -> Shown:
    """Show one location: effect, condition, people, supplies."""
    place = asked.board.place(asked.key)
    if place is None:
        raise Http404
    return Shown("city/sheets/location.html", {"place": place})


def players(asked: CityAsk) -> Shown:
    """Show the open information about every player."""
    return Shown("city/sheets/players.html", {})


def moment(asked: CityAsk) -> Shown:
    """Return what a step has brought to light for everybody, once more."""
    then = board_after(asked.board, whole_number(asked.key) or 0)
    shown = moment_in(then, then.undoable.events) if then and then.undoable else None
    if then is None or shown is None:
        raise Http404
    under = " · ".join(filter(None, (then.hour, shown.under)))
    return Shown("city/sheets/moment.html", {"then": then, "shown": shown, "under": under})


def more(asked: CityAsk) -> Shown:
    """Show everything that is not on the page itself."""
    board = asked.board
    may_play = board.seat.may_play
    menu = Menu(board.table.pk, links_of(board.table, board.seat))
    menu.sheet("players", "users", _("Players"), _("antidotes, cards, characters"))
    menu.sheet("invasion", "walker", _("Invasion"), _("the last card, known cards of the hour"))
    menu.sheet("log", "list", _("Log"), _("by round, with undo"))
    menu.page("companion:seats", "qr", _("Seats"), _("code and QR"))
    menu.page("companion:screen", "tv", _("Big screen"), _("for a television, nothing to touch"))
    menu.page("companion:story", "book", _("Story"), _("points, deaths by round, rematch"))
    menu.page("printing:table", "print", _("Print"), _("reference and score sheet"))
    menu.sheet("phone", "phone", _("This phone"), _("turn it round, text size, sound"))
    if may_play:
        menu.sheet("correct", "pencil", _("Correct by hand"), _("any value, logged"))
    menu.sheet("help", "info", _("Help"), _("what is secret, and keys"))
    if may_play and not board.state.result:
        menu.sheet("ending", "flag", _("Leave the game"), _("before the helicopter comes"))
    return menu.shown()


def log(asked: CityAsk) -> Shown:
    """Show the log by round, newest first. Events tell no secret: it is the same for everybody."""
    players = [(name, name) for name in asked.board.state.players]
    return table_log.shown(asked, [*players, ("hand", _("By hand"))], again=_shown_again)


def _shown_again(entry: LogEntry) -> str:
    return f"moment/{entry.seq}" if has_moment(entry.events) else ""


def help_sheet(asked: CityAsk) -> Shown:
    """Say what is secret, who decides for whom, and what each key does."""
    return help_with(
        before=(
            (
                _("Secret"),
                _(
                    "Your hand, your sealed card and your sealed vote are on your phone only."
                    " Others see that you have sealed, and no more."
                ),
            ),
            (
                _("Without a phone"),
                _("Whoever keeps the table decides for players who have no phone: hand it round."),
            ),
            (
                _("Cards and powers"),
                _(
                    "From your hand, at any time but between a vote and its end. A card waits on"
                    " the table until nobody cancels it."
                ),
            ),
        ),
        spawn=_("invasion"),
    )
