"""Wounds lie in slots and cost the card that was there (p. 19)."""

from django.utils.translation import gettext_lazy, pgettext_lazy

from companion.words import Words

WORDS = Words(
    refusals={
        "wound.placed": gettext_lazy("No wound of %(survivor)s is waiting for a place."),
    },
    commands={
        "wound.place": pgettext_lazy("command", "Place the wound"),
    },
)
