"""The decks: drawn by the app or by the table."""

from rules.mechanic import Ask, Mechanic
from rules.mechanics.decks.commands import DeckReshuffle, DeckSetAside, DeckSource
from rules.mechanics.decks.events import CardDrawn, CardSetAside, DeckReshuffled, SourceSwitched
from rules.mechanics.decks.offers import cards_aside, reshuffles, sources
from rules.mechanics.decks.play import reshuffle_deck, set_card_aside, set_source

DECKS = Mechanic(
    name="decks",
    asks=(
        Ask(DeckReshuffle, reshuffle_deck, reshuffles),
        Ask(DeckSource, set_source, sources),
        Ask(DeckSetAside, set_card_aside, cards_aside),
    ),
    events=(CardDrawn, DeckReshuffled, SourceSwitched, CardSetAside),
)
