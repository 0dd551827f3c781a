"""Objective tokens, and what a mission reminds the players of."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from companion.words import Words, value_word
from rules.mechanics.missions import events

MOMENTS = {
    "setup": pgettext_lazy("moment of a mission", "set-up"),
    "players": pgettext_lazy("moment of a mission", "players phase"),
    "move": pgettext_lazy("moment of a mission", "on the move"),
    "search": pgettext_lazy("moment of a mission", "search"),
    "door": pgettext_lazy("moment of a mission", "doors"),
    "building": pgettext_lazy("moment of a mission", "buildings"),
    "objective": pgettext_lazy("moment of a mission", "objectives"),
    "zombies": pgettext_lazy("moment of a mission", "zombies phase"),
    "spawn": pgettext_lazy("moment of a mission", "spawn step"),
    "end": pgettext_lazy("moment of a mission", "end phase"),
    "hour": pgettext_lazy("moment of a mission", "at this hour"),
    "night": pgettext_lazy("moment of a mission", "at night"),
}

WORDS = Words(
    sentences={
        events.TokenTaken: lambda e, t: (
            _("%(survivor)s takes an objective (%(colour)s)")
            % {"survivor": t.survivor(e.survivor), "colour": value_word(e.colour)}
        ),
    },
    refusals={"token.none": gettext_lazy("This mission has no such objective left on the board.")},
    fields={"colour": pgettext_lazy("what is asked", "colour")},
    values={
        "blue": pgettext_lazy("colour", "blue"),
        "green": pgettext_lazy("colour", "green"),
        "pink": pgettext_lazy("colour", "pink"),
        "purple": pgettext_lazy("colour", "purple"),
        "red": pgettext_lazy("colour", "red"),
        "yellow": pgettext_lazy("colour", "yellow"),
    },
    commands={"token.take": pgettext_lazy("command", "Take an objective")},
)
