"""Words for what is chosen before a table, and for what is wrong with it."""

from collections.abc import Iterable, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from companion.words import error_message
from rules.errors import SetupProblem

_DIFFICULTY = {
    "easy": pgettext_lazy("mission", "easy"),
    "medium": pgettext_lazy("mission", "medium"),
    "hard": pgettext_lazy("mission", "hard"),
    "very-hard": pgettext_lazy("mission", "very hard"),
}


def difficulty_word(difficulty: str) -> str:
    return str(_DIFFICULTY[difficulty])


_NAME_LENGTH = _("A name has at most %(most)s letters.")
_ON_PAGES: dict[str, Promise] = {
    "deck.empty": _("Your zombie deck is empty: put it together otherwise."),
    "locations.order": _("A corner is missing: say which building lies there."),
    "name.alike": _("Two of these names look the same: change one of them."),
    "player.name": _NAME_LENGTH,
    "survivor.name": _NAME_LENGTH,
    "survivor.unknown": _("One of the survivors is not in this box."),
    "survivors.none": _("Tap at least one survivor."),
}
"""Sentences that name what to tap; the other problems have those of their refusals."""


def told_by_step(problems: Iterable[SetupProblem], steps: Sequence[str]) -> dict[str, list[str]]:
    """Return the problems in words, each sentence once, by the steps that mend them."""
    told: dict[str, list[str]] = {step: [] for step in steps}
    for step, error in problems:
        ours = _ON_PAGES.get(error.code)
        words = str(ours) % error.params if ours else error_message(error)
        if words not in told[step]:
            told[step].append(words)
    return {step: sentences for step, sentences in told.items() if sentences}
