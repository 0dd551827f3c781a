"""Tents."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from companion.mechanics.spawn.lines import zombies_of
from companion.teller import Teller
from companion.words import Occasion, Words, value_word
from rules.mechanics.equipment.cards import special_card
from rules.systems.rue_morgue.tents import events
from rules.systems.rue_morgue.tents.play import TENT


def _opened(e: events.TentOpened, t: Teller) -> str:
    """Its card, with the beds that are printed on it."""
    tent = _("tent %(zone)s: %(card)s") % {"zone": e.zone, "card": t.special(e.card)}
    beds = special_card(t.pack, "tents", e.card).beds
    counts = ", ".join(f"{count} {value_word(colour)}" for colour, count in beds.items() if count)
    return _("%(tent)s (beds: %(beds)s)") % {"tent": tent, "beds": counts} if counts else tent


WORDS = Words(
    sentences={
        events.TentOpened: _opened,
    },
    refusals={
        "tent.is_open": gettext_lazy(
            "Tent %(zone)s is open already. Write the name of another one."
        ),
    },
    icons={events.TentOpened: "crate"},
    rules={"tent": gettext_lazy("A tent's card is turned over, then one card is drawn for it")},
    occasions={
        TENT: Occasion(
            title=gettext_lazy("Tent"),
            places=lambda n: ngettext("%(n)d tent", "%(n)d tents", n) % {"n": n},
            headline=lambda step: _("tent opened: %(zombies)s") % {"zombies": zombies_of(step)},
        ),
    },
    fields={
        "empty": pgettext_lazy("what is asked", "nobody is in it"),
    },
    commands={
        "tent.open": pgettext_lazy("command", "Open a tent"),
    },
)
