"""Words for what is chosen before a table."""

from django.utils.translation import pgettext_lazy

_DIFFICULTY = {
    "easy": pgettext_lazy("mission", "easy"),
    "medium": pgettext_lazy("mission", "medium"),
    "hard": pgettext_lazy("mission", "hard"),
    "very-hard": pgettext_lazy("mission", "very hard"),
}


def difficulty_word(difficulty: str) -> str:
    return str(_DIFFICULTY[difficulty])
