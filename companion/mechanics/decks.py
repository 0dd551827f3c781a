"""The decks: drawn by the app or by the table."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy, pgettext_lazy

from companion.words import Words
from rules.mechanics.decks import CardDrawn, CardSetAside, DeckReshuffled, SourceSwitched

WORDS = Words(
    sentences={
        CardDrawn: lambda e, t: (
            _("%(zone)s: card %(card)s") % {"zone": t.zone(e.zone), "card": t.card(e.card)}
            if e.zone
            else _("drawn: %(card)s") % {"card": t.weapon(t.card(e.card))}
        ),
        DeckReshuffled: lambda e, t: _("the discard pile is shuffled back"),
        SourceSwitched: lambda e, t: (
            (
                _("the table draws: %(deck)s")
                if e.source == "table"
                else _("the app draws: %(deck)s")
            )
            % {"deck": t.deck(e.deck)}
        ),
        CardSetAside: lambda e, t: (
            (
                _("card %(card)s is back in the game")
                if e.back
                else _("card %(card)s leaves the game")
            )
            % {"card": t.card(e.card)}
        ),
    },
    icons={CardDrawn: "grave"},
    refusals={
        "card.elsewhere": gettext_lazy("Card %(card_name)s does not lie there."),
        "card.impossible": gettext_lazy("There is no card %(card_name)s in that deck."),
        "card.in_aside": gettext_lazy("Card %(card_name)s is out of the game."),
        "card.in_discard": gettext_lazy("Card %(card_name)s lies in the discard pile."),
        "card.missing": gettext_lazy("A card is missing: say which one was drawn."),
        "card.last": gettext_lazy("Card %(card_name)s is the last one of its deck."),
        "cards.missing": gettext_lazy("A card is missing: zone %(zone_name)s."),
        "cards.too_many": ngettext_lazy(
            "%(surplus)s card more than the rules ask for.",
            "%(surplus)s cards more than the rules ask for.",
            "surplus",
        ),
        "deck.empty": gettext_lazy("That deck is empty, and so is its discard pile."),
        "deck.same_source": gettext_lazy("That deck is drawn like this already."),
        "deck.unknown": gettext_lazy("There is no such deck at this table."),
        "deck.unknown_cards": gettext_lazy(
            "We do not know every card of that deck: draw it at the table."
        ),
    },
    commands={
        "deck.reshuffle": pgettext_lazy("command", "Shuffle a deck"),
        "deck.source": pgettext_lazy("command", "Who draws"),
        "deck.set_aside": pgettext_lazy("command", "Cards out of the game"),
    },
    fields={
        "deck": pgettext_lazy("what is asked", "deck"),
        "back": pgettext_lazy("what is asked", "back into the game"),
    },
    values={
        "app": pgettext_lazy("who draws", "the app"),
        "table": pgettext_lazy("who draws", "the table"),
    },
)
