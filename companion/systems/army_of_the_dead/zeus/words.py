"""Zeus: his zone draws orders until he comes himself (p. 17-18, 23)."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from companion.words import Words
from rules.systems.army_of_the_dead.zeus import events

WORDS = Words(
    sentences={
        events.ZeusCame: lambda e, t: _("%(zombie)s comes") % {"zombie": t.zombie(e.zombie)},
    },
    refusals={
        "zeus.no_zone": gettext_lazy("His spawn token or his miniature is not there any more."),
        "zeus.which": gettext_lazy("Say which Zeus this mission has."),
    },
    rules={"orders": gettext_lazy("The zone of Zeus draws an order instead of a zombie card")},
    whys={"order": pgettext_lazy("why they activate", "an order of Zeus")},
    behind={"order": "orders"},
    fields={
        "token": pgettext_lazy("what is asked", "token of a personal objective, discarded for it"),
        "boss": pgettext_lazy("what is set", "abomination of the mission"),
    },
    values={"zeus": pgettext_lazy("kind of zone", "Zeus")},
    card_kinds={"order": pgettext_lazy("kind of card", "Order")},
    commands={
        "zeus.place": pgettext_lazy("command", "Zeus comes"),
    },
    tokens={"spawn-zeus": pgettext_lazy("token", "Zeus spawn zone")},
)
