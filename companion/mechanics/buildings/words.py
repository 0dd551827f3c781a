"""Buildings that are opened."""

from django.utils.translation import pgettext_lazy

from companion.words import Words

WORDS = Words(
    commands={
        "building.open": pgettext_lazy("command", "Open a building"),
    },
)
