"""Doors that are forced with a card."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from companion.rooms import Room
from companion.words import Throw, Words
from rules.chance import DIE
from rules.mechanics.cards import named_card
from rules.mechanics.doors import DoorTried


def _thrown(e: DoorTried, t: Any) -> list[Throw]:
    """Return the weapon's dice, if it needs any."""
    if not e.faces:
        return []
    doors = named_card(t.pack, e.card).doors
    needed = doors.roll if doors and doors.roll else DIE
    what = _("%(weapon)s, %(value)d+") % {"weapon": t.weapon(e.card), "value": needed}
    faces = tuple((face, face >= needed) for face in e.faces)
    return [Throw(what, faces, gettext_lazy("opens"), gettext_lazy("does not"), e.rerolled)]


WORDS = Words(
    sentences={
        DoorTried: lambda e, t: (
            (
                _("%(survivor)s opens a door with %(weapon)s")
                if e.opened
                else _("%(survivor)s does not get a door open with %(weapon)s")
            )
            % {"survivor": t.survivor(e.survivor), "weapon": t.weapon(e.card)}
        ),
    },
    throws={DoorTried: _thrown},
    refusals={
        "door.locked": gettext_lazy("This door stays shut until its objective is taken."),
        "door.never": gettext_lazy("In this mission that door never opens."),
        "door.not_so": gettext_lazy("In this mission no door of that color is opened so."),
        "door.no_tool": gettext_lazy("That card opens no door."),
    },
    commands={
        "door.open": pgettext_lazy("command", "Open a door"),
    },
)


ROOM = Room(leads_to={"door.open": "rolled"})
