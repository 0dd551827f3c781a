"""Armour and shields (Black Plague, p. 23)."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from companion.words import Throw, Words
from rules.mechanics.armour import ArmourRoll, ArmourRolled
from rules.mechanics.wounds.wound import Hurt


def armour_throws(hurt: Iterable[Hurt], t: Any) -> list[Throw]:
    """Return the armor rolls of those who were hurt; the highest dice are the ones that stop."""
    return [
        Throw(
            _("Armor of %(survivor)s, %(value)d+")
            % {"survivor": t.survivor(each.survivor), "value": each.armour.value},
            _stopping(each.armour),
            gettext_lazy("stopped"),
            gettext_lazy("not stopped"),
            each.armour.rerolled,
        )
        for each in hurt
        if each.armour is not None
    ]


def _stopping(roll: ArmourRoll) -> tuple[tuple[int, bool], ...]:
    best = sorted(range(len(roll.faces)), key=lambda place: -roll.faces[place])[: roll.saved]
    return tuple((face, place in best) for place, face in enumerate(roll.faces))


WORDS = Words(
    sentences={
        ArmourRolled: lambda e, t: (
            ngettext(
                "armor of %(survivor)s, %(value)d+: %(faces)s, %(saved)d stopped",
                "armor of %(survivor)s, %(value)d+: %(faces)s, %(saved)d stopped",
                e.saved,
            )
            % {
                "survivor": t.survivor(e.survivor),
                "value": e.value,
                "faces": t.faces(e.faces),
                "saved": e.saved,
            }
        ),
    },
    refusals={
        "armour.no_reroll": gettext_lazy("%(survivor)s may not repeat that armor roll."),
        "armour.none": gettext_lazy("%(survivor)s has no armor to roll for."),
    },
)
