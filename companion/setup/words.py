"""Words for what is chosen before a table."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

OPTION_WORDS: dict[str, tuple[Promise, Promise]] = {
    "out-of-action": (
        _("Out of action"),
        _("Whoever loses the last health lies on the board and can be picked up."),
    ),
    "necromancer-spawns-at-once": (
        _("Necromancers spawn at once"),
        _("A necromancer\'s new zone draws a card in the same step."),
    ),
}
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


def option_words(option: str) -> tuple[str, str]:
    """The name of a house rule, and what it changes."""
    title, meaning = OPTION_WORDS[option]
    return str(title), str(meaning)


def colour_word(colour: str) -> str:
    return str(_COLOUR.get(colour, colour))


def difficulty_word(difficulty: str) -> str:
    return str(_DIFFICULTY[difficulty])
