"""Dragon bile, and the torch that sets it on fire (p. 35)."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from companion.rooms import Room
from companion.words import Words
from rules.systems.black_plague.bile import BilePlaced

WORDS = Words(
    sentences={
        BilePlaced: lambda e, t: (
            _("%(survivor)s places bile") % {"survivor": t.survivor(e.survivor)}
        ),
    },
    refusals={
        "bile.no_bile": gettext_lazy("That card puts no bile on the board."),
        "bile.none": gettext_lazy("There is no bile on the board to set on fire."),
    },
    fields={"bile": pgettext_lazy("what is set", "bile tokens")},
    commands={
        "bile.place": pgettext_lazy("command", "Place bile"),
    },
    effects={
        "ignite-bile": lambda e, t: _("Sets fire to dragon bile one zone away or less."),
        "place-bile": lambda e, t: _(
            "Put dragon bile one zone away or less; a torch sets fire to it."
        ),
    },
)


ROOM = Room(on_item={"bile.place": "fire"})
