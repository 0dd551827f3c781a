"""Necromancers: they come with a token, flee, and bring the game to its end (p. 29-31)."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from companion.words import Case, Words
from rules import Pack
from rules.mechanics.zones.play import ground_of
from rules.systems.black_plague.necromancers import events


def _gets_away(pack: Pack) -> Case:
    text = _(
        "Activated on a spawn zone that is not his: he leaves and his token turns red. "
        "With %(n)s spawn tokens out, the game is lost."
    )
    return Case(_("Necromancer gets away"), text % {"n": pack.crowd[0].token_limit})


def _token_goes(e: events.SpawnTokenRemoved, t: Any) -> str:
    words = _("spawn zone %(zone)s has one token less: %(n)d")
    return words % {"zone": t.zone(e.zone), "n": e.tokens}


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
        events.SpawnTokenRemoved: _token_goes,
        events.NecromancerCame: lambda e, t: (
            _("the necromancer comes with his token: %(place)s")
            % {"place": t.zone(ground_of(e.zone))}
        ),
    },
    headlines={events.SpawnTokenRemoved: _token_goes},
    losses={"necromancer": gettext_lazy("the necromancers have won")},
    refusals={
        "necromancer.not_there": gettext_lazy("That zone has no necromancer's token."),
        "ritual.alone": gettext_lazy("A ritual needs two necromancers."),
        "ritual.not_now": gettext_lazy("The dark ritual comes at the end of the zombie phase."),
    },
    rules={
        "necromancer": gettext_lazy("He brings a spawn token that draws from the next round on"),
    },
    because={
        events.NecromancerCame: lambda e, t: ["necromancer"],
        events.NecromancerEscaped: lambda e, t: ["necromancer"],
    },
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
    card_meanings={
        "necromancer": gettext_lazy(
            "Place him and a spawn token with his mark. Necromancers already out act once "
            "more. No figure left: only that."
        )
    },
    cases={
        "necromancer.escape": _gets_away,
        "necromancer.kill": lambda pack: Case(
            _("Necromancer killed"),
            _("Take any one spawn token off the board. If his own stays, it turns red."),
        ),
    },
    commands={
        "necromancer.escape": pgettext_lazy("command", "The necromancer escapes"),
        "necromancer.kill": pgettext_lazy("command", "The necromancer is dead"),
        "necromancer.ritual": pgettext_lazy("command", "Dark ritual"),
    },
    tokens={"necromancer-mark": pgettext_lazy("token", "Necromancer mark")},
)
