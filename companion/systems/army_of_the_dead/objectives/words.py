"""Personal objectives (p. 7, 28): two for a mission, both must be met."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from companion.words import Words
from rules.systems.army_of_the_dead.objectives import events

WORDS = Words(
    sentences={
        events.PersonalDrawn: lambda e, t: (
            _("personal objective of %(survivor)s") % {"survivor": t.survivor(e.survivor)}
        ),
        events.PersonalMet: lambda e, t: (
            _("a personal objective is met") if e.met else _("a personal objective is open again")
        ),
    },
    losses={"objective": gettext_lazy("a survivor with a personal objective is dead")},
    refusals={
        "personal.drawn": gettext_lazy("The personal objectives are drawn already."),
        "personal.none": gettext_lazy("The survivors at this table have no personal objectives."),
        "personal.same": gettext_lazy("That objective is marked like this already."),
        "personal.no_token": gettext_lazy("Nobody has a token that brings Zeus when discarded."),
        "personal.unknown": gettext_lazy("That personal objective is not in play."),
    },
    commands={
        "personal.draw": pgettext_lazy("command", "Draw personal objectives"),
        "personal.meet": pgettext_lazy("command", "Personal objective"),
    },
    fields={
        "met": pgettext_lazy("what is asked", "met"),
    },
)
