"""Equipment: searching, slots, trading, combining, discarding, dealing."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from companion.mechanics.equipment.effects import EFFECTS
from companion.words import Words
from rules.mechanics.equipment import events

WORDS = Words(
    sentences={
        events.ItemFound: lambda e, t: (
            _("%(survivor)s finds %(item)s")
            % {"survivor": t.survivor(e.survivor), "item": t.weapon(e.card)}
        ),
        events.ItemDiscarded: lambda e, t: (
            _("%(survivor)s discards %(item)s")
            % {"survivor": t.survivor(e.survivor), "item": t.weapon(e.card)}
        ),
        events.ItemUsed: lambda e, t: (
            (
                _("%(survivor)s uses %(item)s for %(other)s")
                if e.on
                else _("%(survivor)s uses %(item)s")
            )
            % {
                "survivor": t.survivor(e.survivor),
                "item": t.weapon(e.card),
                "other": t.survivor(e.on) if e.on else "",
            }
        ),
        events.ItemMoved: lambda e, t: (
            _("%(item)s to %(survivor)s") % {"survivor": t.survivor(e.to), "item": t.weapon(e.card)}
        ),
    },
    icons={
        events.ItemUsed: "check",
        events.ItemFound: "search",
        events.ItemDiscarded: "del",
        events.ItemMoved: "swap",
    },
    refusals={
        "equipment.dealt": gettext_lazy(
            "There is nothing left to deal. Whoever has nothing yet gets their cards by name."
        ),
        "equipment.no_set": gettext_lazy("%(survivor)s has no such starting set."),
        "item.no_combination": gettext_lazy("Those two cards make nothing together."),
        "item.no_use": gettext_lazy("That card is not used like that."),
        "item.not_in_hand": gettext_lazy("That card is used from a hand only."),
        "item.used": gettext_lazy("That card has been used this turn."),
        "item.not_left": gettext_lazy("No copy of that card is left."),
        "item.not_there": gettext_lazy("%(survivor)s does not carry that card."),
        "item.twice": gettext_lazy("The same card is named twice."),
        "item.unknown": gettext_lazy("This game has no such card."),
        "search.again": gettext_lazy(
            "%(survivor)s has searched this turn. "
            "Go on only if a skill or card allows another search."
        ),
        "redraw.none": gettext_lazy("%(survivor)s has no skill that changes a drawn card."),
        "redraw.not_drawn": gettext_lazy("Only a card drawn this turn is changed for another."),
        "slot.icon": gettext_lazy(
            "That card does not go there, or what lies there does not go back."
        ),
        "slot.unknown": gettext_lazy("There is no such place in the inventory."),
        "slot.wound": gettext_lazy("Something else takes up that slot."),
        "weapon.unknown": gettext_lazy("This game has no such weapon."),
    },
    commands={
        "deck.draw": pgettext_lazy("command", "Draw equipment"),
        "deck.redraw": pgettext_lazy("command", "Change a drawn card for the next"),
        "item.use": pgettext_lazy("command", "Use a card"),
        "deck.take": pgettext_lazy("command", "Take a card by name"),
        "deck.discard": pgettext_lazy("command", "Discard"),
        "item.move": pgettext_lazy("command", "Move or trade"),
        "item.combine": pgettext_lazy("command", "Combine"),
        "equipment.deal": pgettext_lazy("command", "Deal starting equipment"),
    },
    fields={
        "on": pgettext_lazy("what is asked", "for whom"),
        "slot": pgettext_lazy("what is asked", "slot"),
        "to": pgettext_lazy("what is asked", "to whom"),
        "search": pgettext_lazy("what is asked", "as a search"),
        "sets": pgettext_lazy("what is asked", "starting set"),
    },
    effects=EFFECTS,
)
