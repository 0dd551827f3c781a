"""What the group decides for itself: any value by hand, and the rules of the house."""

from django.utils.translation import gettext as _

from companion.table.asking import Ask, Shown
from companion.words import all_words
from rules import look
from rules.mechanics.skills import unknown_levels
from rules.state import PHASES

STATUSES = ("in_play", "out_of_action", "dead", "escaped")


def sheet(ask: Ask) -> Shown:
    """Any value, logged like every step; the app goes on from there."""
    board = ask.board
    who = board.survivor(ask.query.get("who", ""))
    return Shown(
        "companion/sheets/correct.html",
        {
            "phases": PHASES,
            "yes_no": (("true", _("yes")), ("false", _("no"))),
            "hours": range(24),
            "statuses": STATUSES,
            "who": who,
            "is_untold": who and unknown_levels(look(board.state, board.pack), who.key),
        },
    )


def house(ask: Ask) -> Shown:
    """Named switches, stored with the table and shown in the log."""
    board = ask.board
    words = all_words(board.state.game).options
    rules = [
        (option, *words[option], option in board.state.options) for option in board.pack.options
    ]
    return Shown("companion/sheets/house.html", {"rules": rules})
