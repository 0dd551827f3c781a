"""Tents."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from companion.words import Words
from rules.systems.rue_morgue.tents import events

WORDS = Words(
    sentences={
        events.TentOpened: lambda e, t: (
            _("tent %(zone)s: %(card)s") % {"zone": e.zone, "card": t.special(e.card)}
        ),
    },
    icons={events.TentOpened: "crate"},
    commands={
        "tent.open": pgettext_lazy("command", "Open a tent"),
    },
)
