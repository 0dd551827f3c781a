"""Buildings that are opened."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from companion.rooms import Room
from companion.words import Case, Words

WORDS = Words(
    commands={
        "building.open": pgettext_lazy("command", "Open a building"),
    },
    cases={
        "building.open": lambda pack: Case(
            _("Opening a building"),
            _(
                "Once, for its first door: a card for each of its zones, special cards included; "
                "where the game has dark zones, only for those. One that starts open: none."
            ),
        )
    },
)


ROOM = Room(leads_to={"building.open": "spawn"})
