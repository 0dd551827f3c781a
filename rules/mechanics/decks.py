"""The decks: drawn by the app or by the table."""

from collections.abc import Iterator
from functools import partial
from typing import ClassVar

from rules.commands import BaseCommand, Guard, Key
from rules.errors import IllegalCommand, RuleError, UnknownId
from rules.events import BaseEvent
from rules.fields import Choice
from rules.mechanic import mechanic
from rules.mechanics.looking import About
from rules.offers import Offer, closed, offer
from rules.packs.copies import deck_copies, spawn_copies
from rules.packs.schema.cards import SpawnCard
from rules.play import Play
from rules.state import Deck, Source


class CardDrawn(BaseEvent, tag="card.drawn", frozen=True, kw_only=True):
    deck: str
    card: str
    zone: str | None


class DeckReshuffled(BaseEvent, tag="deck.reshuffled", frozen=True, kw_only=True):
    deck: str


class SourceSwitched(BaseEvent, tag="source.switched", frozen=True, kw_only=True):
    deck: str
    source: str


class CardSetAside(BaseEvent, tag="card.set_aside", frozen=True, kw_only=True):
    deck: str
    card: str
    back: bool


class DeckReshuffle(BaseCommand, tag="deck.reshuffle", frozen=True):
    """Draw pile and discard pile are shuffled together."""

    chance: ClassVar[bool] = True

    deck: Key

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        yield offer(cls, deck=Choice(values=tuple(look.decks)))

    def play(self, play: Play) -> None:
        reshuffle(play, self.deck)


class DeckSource(BaseCommand, tag="deck.source", frozen=True):
    """A deck is drawn from now on by the app or by the table; `dice` stands for the dice."""

    guard: ClassVar[Guard] = Guard.STEP
    chance: ClassVar[bool] = True
    new: ClassVar[tuple[str, ...]] = ("deck",)

    deck: Key
    source: Source

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        """Yield switching each deck, and the dice, to the other source."""
        yield offer(cls, deck=DICE, source=OTHER[look.before.dice])
        for key, deck in look.decks.items():
            is_refused = deck.source == "table" and has_unknown(look, key)
            why_not = IllegalCommand("deck.unknown_cards", deck=key) if is_refused else None
            yield offer(cls, why_not, deck=key, source=OTHER[deck.source])
        if (key := about.get("deck", DICE)) in (DICE, *look.decks):
            yield closed(cls, IllegalCommand("deck.same_source", deck=key))
        else:
            yield closed(cls, UnknownId("deck.unknown", deck=key))

    def play(self, play: Play) -> None:
        """Switch the source.

        The app shuffles the rest of a deck when it takes it over; the table keeps its own order.
        """
        if self.deck == DICE:
            play.set(dice=self.source)
        else:
            cards = tuple(sorted(play.decks[self.deck].draw))
            if self.source == "app":
                cards = play.chance.shuffled(cards)
            play.change_deck(self.deck, source=self.source, draw=cards)
        play.emit(SourceSwitched(deck=self.deck, source=self.source))


class DeckSetAside(BaseCommand, tag="deck.set_aside", frozen=True):
    """Take a single card out of the game, or bring it back into the discard pile."""

    deck: Key
    card: Key
    back: bool = False

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        for key, deck in look.decks.items():
            inside = tuple(sorted((*deck.draw, *deck.discard)))
            aside = tuple(sorted(deck.aside))
            taken = Choice(values=inside if len(inside) > 1 else ())
            for given in (
                offer(cls, deck=key, card=taken),
                offer(cls, deck=key, card=Choice(values=aside), back=True),
            ):
                where = aside if given.fixed.get("back") else inside
                yield given.otherwise(card=partial(_elsewhere, look, key, where))

    def play(self, play: Play) -> None:
        """Take the card out of the game, or put it back onto the discard pile."""
        card = named_copy(play, self.deck, self.card)
        if self.back:
            pull(play, self.deck, card)
            discard(play, self.deck, card)
        else:
            set_aside(play, self.deck, card)
        play.emit(CardSetAside(deck=self.deck, card=card, back=self.back))


DICE = "dice"


PILES = ("draw", "discard", "aside")


def draw(play: Play, deck_id: str, zone: str | None = None) -> str:
    """Draw the next card: the app's, or the one the table reports."""
    card = draw_quietly(play, deck_id, zone)
    play.emit(CardDrawn(deck=deck_id, card=card, zone=zone))
    return card


def draw_quietly(play: Play, deck_id: str, zone: str | None = None) -> str:
    """Draw the next card without an event, for a step that reports the draw itself."""
    deck = _with_cards(play, deck_id)
    if deck.source == "app":
        card, rest = deck.draw[0], deck.draw[1:]
    else:
        card = _reported(play, deck_id, deck, zone)
        rest = tuple(left for left in deck.draw if left != card)
    play.change_deck(deck_id, draw=rest)
    return card


def _with_cards(play: Play, deck_id: str) -> Deck:
    """Return the deck; if it is empty, reshuffle its discard pile first."""
    deck = play.deck(deck_id)
    if deck.draw:
        return deck
    if not deck.discard:
        raise IllegalCommand("deck.empty", deck=deck_id)
    return reshuffle(play, deck_id)


def _reported(play: Play, deck_id: str, deck: Deck, zone: str | None) -> str:
    """Take the next of the cards that the table reports, by its copy id or as it is printed."""
    if not play.cards_to_come:
        if zone is None:
            raise IllegalCommand("card.missing", deck=deck_id)
        raise IllegalCommand("cards.missing", deck=deck_id, zone=zone)
    reported = play.cards_to_come.pop(0)
    card = named_copy(play, deck_id, reported)
    for copy in (card, *twins_of(play, deck_id, card)):
        if copy in deck.draw:
            return copy
    for pile in ("discard", "aside"):
        if card in getattr(deck, pile):
            raise IllegalCommand(f"card.in_{pile}", card=reported)
    raise IllegalCommand("card.impossible", card=reported, deck=deck_id)


def named_copy(play: Play, deck_id: str, reported: str) -> str:
    """Return a copy id, also if only its number is given: `zombies-023` for 023."""
    return reported if reported in deck_copies(play.pack, deck_id) else f"{deck_id}-{reported}"


def twins_of(play: Play, deck_id: str, copy: str) -> list[str]:
    """Return the copies of a zombie card that are printed like this one, including itself."""
    card = deck_copies(play.pack, deck_id).get(copy)
    return spawn_copies(deck_id, card) if isinstance(card, SpawnCard) else []


def reshuffle(play: Play, deck_id: str) -> Deck:
    """Put draw pile and discard pile together; the app shuffles its own deck."""
    deck = play.decks[deck_id]
    cards = tuple(sorted((*deck.draw, *deck.discard)))
    if deck.source == "app":
        cards = play.chance.shuffled(cards)
    play.emit(DeckReshuffled(deck=deck_id))
    return play.change_deck(deck_id, draw=cards, discard=())


def discard(play: Play, deck_id: str, card: str) -> None:
    play.change_deck(deck_id, discard=(*play.decks[deck_id].discard, card))


def pull(play: Play, deck_id: str, card: str) -> None:
    """Take a card out of its deck, from whatever pile."""
    deck = play.deck(deck_id)
    piles = {pile: tuple(left for left in getattr(deck, pile) if left != card) for pile in PILES}
    play.change_deck(deck_id, **piles)


def set_aside(play: Play, deck_id: str, card: str) -> None:
    """Take a card out of the game, wherever in its deck it is."""
    pull(play, deck_id, card)
    play.change_deck(deck_id, aside=(*play.decks[deck_id].aside, card))


def has_unknown(play: Play, deck_id: str) -> bool:
    """Return True if a card that can be drawn has an unknown text."""
    known, deck = deck_copies(play.pack, deck_id), play.decks[deck_id]
    return any(
        known[card].sure == "unknown" and card not in play.before.described
        for card in (*deck.draw, *deck.discard)
    )


def _elsewhere(look: Play, deck: str, where: tuple[str, ...], name: str) -> RuleError | None:
    """Return why a card is not taken out or brought back, or None if it is there."""
    card = named_copy(look, deck, name)
    if card not in deck_copies(look.pack, deck):
        return UnknownId("card.impossible", card=name, deck=deck)
    if card not in where:
        return IllegalCommand("card.elsewhere", card=name)
    return IllegalCommand("card.last", card=name) if len(where) == 1 else None


OTHER = {"app": "table", "table": "app"}


DECKS = mechanic(__name__)
