"""Words for what is chosen before a table."""

from django.utils.translation import pgettext_lazy

_COLOUR = {
    "blue": pgettext_lazy("zone", "Blue"),
    "green": pgettext_lazy("zone", "Green"),
    "yellow": pgettext_lazy("zone", "Yellow"),
    "purple": pgettext_lazy("zone", "Purple"),
}
_DIFFICULTY = {
    "easy": pgettext_lazy("mission", "easy"),
    "medium": pgettext_lazy("mission", "medium"),
    "hard": pgettext_lazy("mission", "hard"),
    "very-hard": pgettext_lazy("mission", "very hard"),
}


def colour_word(colour: str) -> str:
    return str(_COLOUR.get(colour, colour))


def difficulty_word(difficulty: str) -> str:
    return str(_DIFFICULTY[difficulty])
