"""Everything that is not on the page itself, in rows a thumb can hit."""

from companion.hooks import links_of
from companion.table.asking import Ask, Shown


def sheet(ask: Ask) -> Shown:
    return Shown("companion/sheets/more.html", {"links": links_of(ask.board.table)})
