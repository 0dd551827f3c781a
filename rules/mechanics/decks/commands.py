"""The decks themselves: their order, who draws them, what is left out."""

from typing import ClassVar

from rules.commands import BaseCommand, Guard, Key
from rules.state import Source


class DeckReshuffle(BaseCommand, tag="deck.reshuffle", frozen=True):
    """Draw pile and discard pile together, in a new order."""

    chance: ClassVar[bool] = True

    deck: Key


class DeckSource(BaseCommand, tag="deck.source", frozen=True):
    """Who draws a deck from now on, the app or the table; `dice` stands for the dice."""

    guard: ClassVar[Guard] = Guard.STEP
    chance: ClassVar[bool] = True

    deck: Key
    source: Source


class DeckSetAside(BaseCommand, tag="deck.set_aside", frozen=True):
    """Take a single card out of the game, or bring it back into the discard pile."""

    deck: Key
    card: Key
    back: bool = False
