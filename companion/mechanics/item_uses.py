"""Cards that are used: read, eaten, put on somebody."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from companion.words import Words
from rules.mechanics.item_uses import ItemUsed

WORDS = Words(
    sentences={
        ItemUsed: lambda e, t: (
            (
                _("%(survivor)s uses %(item)s for %(other)s")
                if e.on
                else _("%(survivor)s uses %(item)s")
            )
            % {
                "survivor": t.survivor(e.survivor),
                "item": t.weapon(e.card),
                "other": t.survivor(e.on) if e.on else "",
            }
        ),
    },
    icons={ItemUsed: "check"},
    refusals={
        "item.no_use": gettext_lazy("That card is not used like that."),
        "item.not_in_hand": gettext_lazy("That card is used from a hand only."),
        "item.used": gettext_lazy("That card has been used this turn."),
    },
    commands={"item.use": pgettext_lazy("command", "Use a card")},
    fields={"on": pgettext_lazy("what is asked", "for whom")},
)
