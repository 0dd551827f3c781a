"""Extra activations, whatever causes them."""

from django.utils.translation import gettext as _

from companion.words import Reason, Words, rule_behind, why_word
from rules.mechanics.activation import events

WORDS = Words(
    sentences={
        events.ActivationExtra: lambda e, t: (
            _("extra activation: %(zombie)s (%(why)s)")
            % {"zombie": t.zombie(e.zombie), "why": why_word(e.why)}
        ),
    },
    because={events.ActivationExtra: lambda e, t: [rule_behind(e.why)]},
    reasons={
        events.ActivationExtra: lambda e, t: [Reason(t.several(e.zombie), why_word(e.why))],
    },
)
