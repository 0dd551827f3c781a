"""The spawn step and the kinds of cards that every game has."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from companion.mechanics.spawn.lines import (
    drawn_because,
    step_reasons,
    step_sentences,
    zombies_of,
)
from companion.words import Occasion, Words, occasion_of
from rules.mechanics.spawn import events
from rules.mechanics.spawn.play import BUILDING, EXTRA_TURN, STEP


def _spawned(step: events.SpawnResolved) -> str:
    count = len(step.draws)
    return ngettext("spawn, %(count)d card", "spawn, %(count)d cards", count) % {"count": count}


def _building_opened(step: events.SpawnResolved) -> str:
    rooms = len({draw.zone for draw in step.draws})
    opened = ngettext(
        "building opened, %(rooms)d room: %(zombies)s",
        "building opened, %(rooms)d rooms: %(zombies)s",
        rooms,
    )
    return opened % {"rooms": rooms, "zombies": zombies_of(step)}


WORDS = Words(
    headlines={events.SpawnResolved: lambda e, t: occasion_of(e.why, t.game).headline(e)},
    icons={events.SpawnResolved: "grave"},
    sentences={
        events.SpawnResolved: step_sentences,
        events.CardDescribed: lambda e, t: (
            _("card %(card)s is described") % {"card": t.card(e.card)}
        ),
        events.DiceRolled: lambda e, t: _("dice: %(faces)s") % {"faces": t.faces(e.faces)},
        events.NothingSpawned: lambda e, t: _("%(zone)s: nobody comes") % {"zone": t.zone(e.zone)},
        events.SpawnPaused: lambda e, t: _("the spawn step waits for the table"),
        events.CardsLaidOut: lambda e, t: (
            _("cards to give out: %(cards)s") % {"cards": ", ".join(map(t.card, e.cards))}
        ),
        events.CardGiven: lambda e, t: (
            _("%(zone)s gets card %(card)s") % {"zone": t.zone(e.zone), "card": t.card(e.card)}
        ),
        events.SpawnSkipped: lambda e, t: (
            ngettext(
                "%(count)d draw of the spawn step was left out",
                "%(count)d draws of the spawn step were left out",
                e.draws,
            )
            % {"count": e.draws}
        ),
        events.SpawnDoubled: lambda e, t: (
            _("%(zone)s draws %(draws)d cards") % {"zone": t.zone(e.zone), "draws": e.draws}
        ),
    },
    refusals={
        "card.kind": gettext_lazy("This game has no such kind of card."),
        "card.known": gettext_lazy("Card %(card)s is known already."),
        "card.undescribed": gettext_lazy(
            "Nobody has told us yet what card %(card)s says. Describe it once."
        ),
        "spawn.done": gettext_lazy("The zombies of this round have spawned already."),
        "spawn.due": gettext_lazy("The zombies of this round have not spawned yet."),
        "spawn.waits": gettext_lazy("The spawn step waits for an answer from the table."),
        "spawn.endless": gettext_lazy(
            "The cards left in this deck would spawn without end. Shuffle it or bring cards back."
        ),
        "spawn.no_distributor": gettext_lazy("Nobody at this table distributes the cards."),
        "spawn.no_zones": gettext_lazy("No spawn zone is active. Add one first."),
        "spawn.not_now": gettext_lazy("Zombies spawn in the zombie phase."),
        "spawn.not_laid_out": gettext_lazy("That card is not among those laid out."),
        "spawn.order": gettext_lazy("Each of the %(count)s cards must be given out once."),
    },
    rules={
        "spawn-order": gettext_lazy("Starting zone first, then one card a zone"),
        "rush": gettext_lazy("A rush: those just placed activate at once"),
        "extra-activation": gettext_lazy("Nobody comes: every zombie of that type activates"),
        "double-spawn": gettext_lazy("Double spawn: the next zone draws twice"),
        "building": gettext_lazy("One card for every zone of an opened building"),
    },
    because={
        events.SpawnDoubled: lambda e, t: ["double-spawn"],
        events.SpawnResolved: lambda e, t: [drawn_because(e.why)],
    },
    reasons={events.SpawnResolved: step_reasons},
    occasions={
        STEP: Occasion(
            title=gettext_lazy("Spawn"),
            places=lambda n: ngettext("%(n)d zone", "%(n)d zones", n) % {"n": n},
            headline=_spawned,
        ),
        BUILDING: Occasion(
            title=gettext_lazy("Building"),
            places=lambda n: ngettext("%(n)d room", "%(n)d rooms", n) % {"n": n},
            headline=_building_opened,
        ),
    },
    notes={
        EXTRA_TURN: lambda params, t: (
            _("%(survivor)s has a whole turn first") % {"survivor": t.survivor(params["survivor"])}
        ),
    },
    whys={
        "card": pgettext_lazy("why they activate", "card"),
        "rush": pgettext_lazy("why they activate", "rush"),
    },
    behind={"card": "extra-activation", "rush": "rush"},
    fields={
        "does": pgettext_lazy("what is asked", "what it does"),
        "levels": pgettext_lazy("what is asked", "at each danger level"),
        "brings": pgettext_lazy("what is asked", "whom it brings"),
        "activates": pgettext_lazy("what is asked", "whom it activates"),
        "order": pgettext_lazy("what is asked", "order of the cards"),
        "spawned": pgettext_lazy("what is set", "spawn step done"),
    },
    card_kinds={
        "spawn": pgettext_lazy("kind of card", "Zombies come"),
        "rush": pgettext_lazy("kind of card", "Rush"),
        "extra_activation": pgettext_lazy("kind of card", "Extra activation"),
        "double_spawn": pgettext_lazy("kind of card", "Double spawn"),
    },
    card_meanings={
        "extra_activation": gettext_lazy(
            "Nobody appears in this zone; every zombie of the named kind acts once more. "
            "At Blue nothing happens."
        ),
        "rush": gettext_lazy("Place them; those just placed act at once."),
        "double_spawn": gettext_lazy(
            "Nobody appears here; the next zone draws 2 cards. A double among them waits until "
            "last; two doubles: the next zone draws 4. After the last zone comes the first."
        ),
    },
    card_rules={"double_spawn": "double-spawn"},
    card_lines={
        "rush": gettext_lazy("Rush: %(who)s"),
        "extra_activation": gettext_lazy("Extra activation: %(who)s"),
    },
    commands={
        "spawn.resolve": pgettext_lazy("command", "Spawn"),
        "spawn.deal": pgettext_lazy("command", "Lay the zombie cards out"),
        "spawn.give": pgettext_lazy("command", "Give a zombie card out"),
        "spawn.go_on": pgettext_lazy("command", "Go on spawning"),
        "card.describe": pgettext_lazy("command", "Describe a card"),
    },
)
