"""Everything that is not on the page itself, in rows a thumb can hit."""

from companion.hooks import links_of
from companion.rooms import rooms_of
from companion.table.asking import Ask, Shown


def sheet(ask: Ask) -> Shown:
    rooms = [room for _mechanic, room in rooms_of(ask.board.state.game) if room.in_more]
    context = {
        "links": links_of(ask.board.table, ask.board.seat),
        "rows": [room.in_more for room in rooms],
    }
    return Shown("companion/sheets/more.html", context)
