"""Extra activations, whatever causes them."""

from django.utils.translation import gettext as _

from companion.teller import Teller
from companion.words import Reason, Words, rule_behind, why_word
from rules.mechanics.activation import ActivationExtra


def _who(e: ActivationExtra, t: Teller) -> str:
    """Return `2 Walkers`, `Walkers, zone 3`, and how often if more than once."""
    who = t.zombie(e.zombie) if e.count is None else t.zombies(e.zombie, e.count)
    where = "" if e.zone is None else f", {t.zone(e.zone)}"
    often = f" x{e.times}" if e.times > 1 else ""
    return f"{who}{where}{often}"


WORDS = Words(
    sentences={
        ActivationExtra: lambda e, t: (
            _("extra activation: %(zombie)s (%(why)s)")
            % {"zombie": _who(e, t), "why": why_word(e.why, t.game)}
        ),
    },
    because={ActivationExtra: lambda e, t: [rule_behind(e.why, t.game)]},
    reasons={
        ActivationExtra: lambda e, t: [Reason(t.several(e.zombie), why_word(e.why, t.game))],
    },
)
