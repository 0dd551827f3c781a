"""Actions of a turn, and the extra actions of a campaign sheet."""

from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy, pgettext_lazy

from companion.words import Words
from rules.mechanics.actions import ActionsSpent, ExtraActionUsed

WORDS = Words(
    sentences={
        ActionsSpent: lambda e, t: (
            ngettext(
                "%(survivor)s: %(left)d action left",
                "%(survivor)s: %(left)d actions left",
                e.left,
            )
            % {"survivor": t.survivor(e.survivor), "left": e.left}
        ),
        ExtraActionUsed: lambda e, t: (
            ngettext(
                "%(survivor)s takes an extra action, %(left)d left",
                "%(survivor)s takes an extra action, %(left)d left",
                e.left,
            )
            % {"survivor": t.survivor(e.survivor), "left": e.left}
        ),
    },
    refusals={
        "action.none": ngettext_lazy(
            "%(survivor)s needs %(needed)s action and has %(left)s left. "
            "Free actions are not counted.",
            "%(survivor)s needs %(needed)s actions and has %(left)s left. "
            "Free actions are not counted.",
            "needed",
        ),
        "action.unspent": gettext_lazy("%(survivor)s has not spent any action to take back."),
        "extra_action.none": gettext_lazy("%(survivor)s has no extra action left in this mission."),
    },
    fields={
        "leaving": pgettext_lazy("what is asked", "zombies left behind"),
        "overrule": pgettext_lazy("what is asked", "all the same"),
        "actions_used": pgettext_lazy("what is set", "actions used"),
        "extra_actions": pgettext_lazy("what is set", "extra actions"),
        "extra_actions_used": pgettext_lazy("what is set", "extra actions used"),
    },
    commands={
        "action.spend": pgettext_lazy("command", "Spend actions"),
        "extra_action.use": pgettext_lazy("command", "Take an extra action"),
    },
)
