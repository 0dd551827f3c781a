"""Noise: a token for each noisy action, or one token that moves."""

from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from companion.words import Words
from rules.mechanics.noise import events

WORDS = Words(
    sentences={
        events.NoiseMade: lambda e, t: (
            ngettext(
                "noise: %(tokens)d token on the board",
                "noise: %(tokens)d tokens on the board",
                e.tokens,
            )
            % {"tokens": e.tokens}
        ),
    },
    refusals={
        "noise.none": gettext_lazy("There are %(there)s noise tokens on the board."),
    },
    fields={
        "noise": pgettext_lazy("what is set", "noise tokens"),
    },
    commands={
        "noise.make": pgettext_lazy("command", "Noise"),
    },
    phase_lines={
        "players.noise": gettext_lazy("Noise: 1 for each survivor, 1 for each noisy action."),
        "end.noise": gettext_lazy("Take all noise off the board."),
    },
)
