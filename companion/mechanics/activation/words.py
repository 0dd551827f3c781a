"""Extra activations, whatever causes them."""

from django.utils.translation import gettext as _

from companion.words import Reason, Words, why_word
from rules.mechanics.activation import events

RESTS_ON = {
    "rush": "rush",
    "light": "light",
    "card": "extra-activation",
    "necromancer": "necromancer",
    "order": "orders",
}
"""The rule behind each why."""

WORDS = Words(
    sentences={
        events.ActivationExtra: lambda e, t: (
            _("extra activation: %(zombie)s (%(why)s)")
            % {
                "zombie": t.zombies(e.zombie, e.count) if e.count else t.zombie(e.zombie),
                "why": why_word(e.why),
            }
        ),
    },
    because={events.ActivationExtra: lambda e, t: [RESTS_ON.get(e.why, "miniatures")]},
    reasons={
        events.ActivationExtra: lambda e, t: [Reason(t.several(e.zombie), why_word(e.why))],
    },
)
