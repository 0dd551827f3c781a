"""Everything that can be done now, drawn from what the rules offer: nothing has no button."""

from typing import NamedTuple

from django.http import Http404

from companion.offer_forms import OfferForm, forms_of
from companion.rooms import gives_find
from companion.selectors import Board
from companion.table.asking import SheetRequest, Shown
from companion.teller import Teller
from companion.words import command_word
from rules import games, offers

MOST_FORMS = 60


class CommandRow(NamedTuple):
    """A command in the list of all."""

    kind: str
    words: str
    is_open: bool


def index(ask: SheetRequest) -> Shown:
    """Return every command of this game by name."""
    board = ask.board
    kinds = list(games[board.state.game].commands)
    rows = [
        CommandRow(kind, command_word(kind, board.state.game), board.offered.has_open(kind))
        for kind in kinds
    ]
    rows.sort(key=lambda row: (not row.is_open, row.words))
    return Shown("companion/sheets/all.html", {"rows": rows})


def sheet(ask: SheetRequest) -> Shown:
    """Return one command: its offers as forms."""
    if not ask.key:
        return index(ask)
    kind = ask.key
    if kind not in games[ask.board.state.game].commands:
        raise Http404
    named = ("survivor", "zombie", "deck")
    about = {name: value for name in named if (value := ask.query.get(name, ""))}
    context = {
        "forms": forms(ask.board, kind, about),
        "words": command_word(kind, ask.board.state.game),
    }
    return Shown("companion/sheets/do.html", context)


def forms(board: Board, kind: str, about: dict[str, str] | None = None) -> list[OfferForm]:
    """Return the forms of one command at this table."""
    command = games[board.state.game].commands[kind]
    made = offers(board.state, board.pack, kind, about)
    drawn = forms_of(command, kind, made, Teller(board.state, board.pack))[:MOST_FORMS]
    survivor = (about or {}).get("survivor")
    if not survivor or not gives_find(board.state.game, kind):
        return drawn
    find = f"find/{survivor}"
    return [form._replace(shows=find) if _asks_cards(form) else form for form in drawn]


def _asks_cards(form: OfferForm) -> bool:
    return any(control.name == "cards" for control in form.controls)
