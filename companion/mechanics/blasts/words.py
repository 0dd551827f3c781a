"""What reaches everybody in a zone: molotovs, dragon fire, explosives."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from companion.words import Words
from rules.mechanics.blasts import events

WORDS = Words(
    sentences={
        events.BlastWentOff: lambda e, t: (
            (
                _("%(cards)s: everybody in the zone dies")
                if e.damage is None
                else _("%(cards)s: damage %(damage)d to everybody in the zone")
            )
            % {"cards": ", ".join(t.weapon(card) for card in e.cards), "damage": e.damage or 0}
        ),
    },
    refusals={
        "blast.no_blast": gettext_lazy("That card does not go off."),
        "blast.not_there": gettext_lazy("That does not lie on the board."),
    },
    commands={
        "blast.resolve": pgettext_lazy("command", "Something goes off"),
    },
)
