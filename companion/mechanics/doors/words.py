"""Doors that are forced with a card."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from companion.words import Words
from rules.mechanics.doors import events

WORDS = Words(
    sentences={
        events.DoorTried: lambda e, t: (
            (
                _("%(survivor)s opens a door with %(weapon)s")
                if e.opened
                else _("%(survivor)s does not get a door open with %(weapon)s")
            )
            % {"survivor": t.survivor(e.survivor), "weapon": t.weapon(e.card)}
        ),
    },
    refusals={
        "door.locked": gettext_lazy("This door stays shut until its objective is taken."),
        "door.never": gettext_lazy("In this mission that door never opens."),
        "door.not_so": gettext_lazy("In this mission no door of that colour is opened so."),
        "door.no_tool": gettext_lazy("That card opens no door."),
    },
    commands={
        "door.open": pgettext_lazy("command", "Open a door"),
    },
)
