"""Reloading: by an action, with a magazine, and for free at the end of a round."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from companion.words import Words
from rules.mechanics.reloading import WeaponReloaded

WORDS = Words(
    sentences={
        WeaponReloaded: lambda e, t: (
            _("%(survivor)s reloads %(weapon)s")
            % {"survivor": t.survivor(e.survivor), "weapon": t.weapon(e.weapons[0])}
        ),
    },
    refusals={
        "reload.loaded": gettext_lazy("That weapon of %(survivor)s is loaded."),
        "reload.magazine": gettext_lazy("That weapon is loaded with a magazine card."),
        "reload.never": gettext_lazy("That card is not reloaded."),
        "reload.one": gettext_lazy("One action reloads one weapon, or two of the same name."),
    },
    commands={
        "weapon.reload": pgettext_lazy("command", "Reload"),
    },
    fields={
        "magazine": pgettext_lazy("what is asked", "magazine"),
    },
)
