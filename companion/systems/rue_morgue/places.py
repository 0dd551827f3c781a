"""Manholes and beds."""

from django.utils.translation import gettext_lazy, pgettext_lazy

from companion.rooms import Room
from companion.words import Words
from rules.systems.rue_morgue.places import BEDS, MANHOLES

WORDS = Words(
    card_kinds={
        "manhole": pgettext_lazy("kind of card", "Manholes"),
        "bed": pgettext_lazy("kind of card", "Beds"),
    },
    card_places={
        "manhole": gettext_lazy("In the manholes, nobody in this zone."),
        "bed": gettext_lazy("On the beds, nobody in this zone."),
    },
    card_meanings={
        "manhole": gettext_lazy(
            "The zombies of the line in every manhole on tiles with a survivor; none here."
        ),
        "bed": gettext_lazy(
            "One crawler on every bed of the color on tiles with a survivor; none here."
        ),
    },
    card_lines={
        "manhole": gettext_lazy("Each manhole: %(who)s"),
        "bed": gettext_lazy("Each bed: %(who)s"),
    },
    commands={
        "board.answer": pgettext_lazy("command", "Answer for the board"),
    },
    fields={
        "question": pgettext_lazy("what is asked", "question"),
        "places": pgettext_lazy("what is asked", "places"),
    },
)


ROOM = Room(
    questions={BEDS: "mechanics/places/beds.html", MANHOLES: "mechanics/places/manholes.html"}
)
