"""Necromancers: they come with a token, flee, and bring the game to its end (p. 29-31)."""

from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from companion.words import Words
from rules.systems.black_plague.necromancers import events

WORDS = Words(
    sentences={
        events.NecromancerEscaped: lambda e, t: (
            ngettext(
                "the necromancer escapes: %(tokens)d spawn token",
                "the necromancer escapes: %(tokens)d spawn tokens",
                e.tokens,
            )
            % {"tokens": e.tokens}
        ),
    },
    losses={"necromancer": gettext_lazy("the necromancers have won")},
    refusals={
        "necromancer.not_there": gettext_lazy("That zone has no necromancer's token."),
        "ritual.alone": gettext_lazy("A ritual needs two necromancers."),
        "ritual.not_now": gettext_lazy("The dark ritual comes at the end of the zombie phase."),
    },
    rules={
        "necromancer": gettext_lazy("He brings a spawn token that draws from the next round on"),
    },
    because={events.NecromancerEscaped: lambda e, t: ["necromancer"]},
    whys={"necromancer": pgettext_lazy("why they activate", "another necromancer")},
    behind={"necromancer": "necromancer"},
    values={"necromancer": pgettext_lazy("kind of zone", "necromancer")},
    options={
        "necromancer-spawns-at-once": (
            pgettext_lazy("house rule", "Necromancer spawns at once"),
            pgettext_lazy("house rule", "A new necromancer token draws its card in the same step."),
        ),
    },
    card_kinds={"necromancer": pgettext_lazy("kind of card", "Necromancer")},
    commands={
        "necromancer.escape": pgettext_lazy("command", "The necromancer escapes"),
        "necromancer.kill": pgettext_lazy("command", "The necromancer is dead"),
        "necromancer.ritual": pgettext_lazy("command", "Dark ritual"),
    },
    tokens={"necromancer-mark": pgettext_lazy("token", "Necromancer mark")},
)
