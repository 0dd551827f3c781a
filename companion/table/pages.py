"""The pages of the Zombicide family."""

from companion.files.family import SAVING
from companion.pages import Pages
from companion.screens.views import screen_context
from companion.setup.views import hub
from companion.shelf.services import opened_again
from companion.shelf.views import numbers
from companion.table.views import context
from companion.teller import Teller
from rules import TableState

STATE = TableState


def names(state: TableState, player: str) -> list[str]:
    """The survivors of a player."""
    return [survivor.name for survivor in state.survivors.values() if survivor.player == player]


PAGES = Pages(
    open=hub,
    context=context,
    screen="screens/_screen.html",
    screen_context=screen_context,
    story=numbers,
    again=opened_again,
    names=names,
    has_own=True,
    teller=Teller,
    saving=SAVING,
)
