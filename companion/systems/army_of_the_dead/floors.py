"""Spawn zones that bring zombies only while somebody is on their floor (Mission 1, p. 6)."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from companion.rooms import Room
from companion.words import Words
from rules.systems.army_of_the_dead.floors import FLOOR, FloorAnswered

WORDS = Words(
    sentences={
        FloorAnswered: lambda e, t: (
            (
                _("%(zone)s: somebody is on that floor")
                if e.somebody
                else _("%(zone)s: nobody is on that floor, so it draws nothing")
            )
            % {"zone": t.zone(e.zone)}
        ),
    },
    refusals={
        "floor.open": gettext_lazy("Say first whether somebody is on the floor of the zone."),
    },
    commands={
        "floor.answer": pgettext_lazy("command", "Is somebody on that floor?"),
    },
    fields={
        "somebody": pgettext_lazy("what is asked", "somebody is there"),
    },
)


ROOM = Room(questions={FLOOR: "mechanics/floors/question.html"})
