"""Armour and shields (Black Plague, p. 23)."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from companion.words import Words
from rules.mechanics.armour import events

WORDS = Words(
    sentences={
        events.ArmourRolled: lambda e, t: (
            _("armour of %(survivor)s, %(value)d+: %(faces)s, %(saved)d stopped")
            % {
                "survivor": t.survivor(e.survivor),
                "value": e.value,
                "faces": t.faces(e.faces),
                "saved": e.saved,
            }
        ),
    },
    refusals={
        "armour.no_reroll": gettext_lazy("%(survivor)s may not repeat that armour roll."),
        "armour.none": gettext_lazy("%(survivor)s has no armour to roll for."),
    },
)
