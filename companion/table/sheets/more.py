"""Everything that is not on the page itself, in rows a thumb can hit."""

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from companion.hooks import links_of
from companion.odds.outlook import is_shown
from companion.rooms import rooms_of
from companion.table.asking import SheetRequest, Shown
from companion.table.menu import Menu


def sheet(ask: SheetRequest) -> Shown:
    board = ask.board
    may_play = board.seat.may_play
    menu = Menu(board.table.pk, links_of(board.table, board.seat))
    if board.mission:
        title = board.mission.title.in_language(get_language() or "en")
        menu.sheet("mission", "flag", title, _("goals, objectives, rules"))
    menu.sheet("zones", "map", _("Zones"), _("spawn zones, buildings"))
    menu.sheet("decks", "cards", _("Decks and dice"), _("what is left, who draws"))
    menu.sheet("supply", "walker", _("Miniatures"), _("on the board, in the box"))
    if may_play:
        menu.sheet("board", "siren", _("On the board"), _("zombie attacks, noise, fire"))
    for _mechanic, room in rooms_of(board.state.game):
        if room.in_more:
            menu.sheet(*room.in_more)
    if board.state.phase == "zombies":
        menu.sheet("activation", "steps", _("Activation"), _("who acts, wounds"))
    if is_shown(board):
        menu.sheet("odds", "eye", _("What may come"), _("chances of the next spawn, what if"))
    menu.sheet("spawn?last=1", "grave", _("Last spawn"), _("every card and its reason"))
    menu.sheet("log", "list", _("Log"), _("by round, with undo"))
    menu.page("companion:seats", "users", _("Seats"), _("code and QR"))
    if may_play:
        menu.page("companion:own", "person", _("My survivors"), _("large buttons for one player"))
    menu.page("companion:screen", "tv", _("Big screen"), _("for a television, nothing to touch"))
    menu.page("companion:story", "book", _("Story"), _("numbers by round, rematch, what if"))
    menu.sheet("phone", "phone", _("This phone"), _("turn it round, table mode, text size"))
    if may_play:
        menu.sheet("correct", "pencil", _("Correct by hand"), _("any value, logged"))
    menu.sheet("house", "settings", _("House rules"), _("named switches of this table"))
    menu.sheet("help", "info", _("Help"), _("taps and keys"))
    if may_play:
        menu.sheet("ending", "flag", _("End the mission"), _("won, lost or left"))
    return menu.shown()
