"""Codes of the rules in words. Every code has its sentence here; a test compares both lists."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules.errors import RuleError

MESSAGES: dict[str, Promise] = {
    "command.unreadable": _("That request cannot be read: %(detail)s."),
    "command.unknown_here": _("This game has no such step."),
    "game.unknown": _("That game is not in this house."),
    "points.below_zero": _("%(survivor)s has %(points)s points: there is less to take away."),
    "points.nothing": _("Zero points change nothing."),
    "seat.name": _("A name at the table has 1 to %(most)s letters."),
    "survivor.name": _("A survivor's name has 1 to %(most)s letters."),
    "survivor.unknown": _("That survivor is not at this table."),
    "survivors.none": _("A table needs at least one survivor."),
    "survivors.too_many": _("A table takes %(most)s survivors at most."),
    "survivors.twice": _("The same survivor was chosen twice."),
    "table.moved": _("The table has moved on. Nothing is lost: look at it and decide again."),
    "undo.nothing": _("There is nothing to undo."),
    "redo.nothing": _("There is nothing to redo."),
    "seat.reader": _("From this seat the table can only be watched."),
}


def error_message(error: RuleError) -> str:
    """The sentence for the reader's language; the bare code if we have none."""
    sentence = MESSAGES.get(error.code)
    return str(sentence) % error.params if sentence else error.code
