"""Decks of equipment and what survivors carry."""

from typing import Annotated, ClassVar

import msgspec

from rules.commands import BaseCommand, Cards, Key


class DeckDraw(BaseCommand, tag="deck.draw", frozen=True):
    """A search, or any other draw from an equipment deck."""

    chance: ClassVar[bool] = True
    reported: ClassVar[tuple[str, ...]] = ("cards",)

    deck: Key
    survivor: Key
    count: Annotated[int, msgspec.Meta(ge=1, le=6)] | None = None
    """Without a number: one, or as many as a search gives this survivor."""
    search: bool = False
    """A search action: once a turn."""
    overrule: bool = False
    """Some skill or card allows another search."""
    cards: Cards = ()


class DeckRedraw(BaseCommand, tag="deck.redraw", frozen=True):
    """A card just drawn is discarded and another drawn, by a skill."""

    chance: ClassVar[bool] = True
    reported: ClassVar[tuple[str, ...]] = ("cards",)

    survivor: Key
    card: Key
    cards: Cards = ()


class DeckTake(BaseCommand, tag="deck.take", frozen=True):
    """A card that is handed out by name: starting equipment, a mission's gift, a made molotov."""

    deck: Key
    survivor: Key
    card: Key


class DeckDiscard(BaseCommand, tag="deck.discard", frozen=True):
    """A carried card goes onto its discard pile."""

    survivor: Key
    card: Key


class ItemUse(BaseCommand, tag="item.use", frozen=True):
    """A card is used for what it says: food is eaten, an enchantment is cast."""

    survivor: Key
    card: Key
    on: Key | None = None
    """For whom, if not for oneself."""


class ItemMove(BaseCommand, tag="item.move", frozen=True):
    """Into another slot, or to another survivor; what lies there changes places with it."""

    survivor: Key
    card: Key
    slot: Key
    to: Key | None = None


class ItemCombine(BaseCommand, tag="item.combine", frozen=True):
    """Two cards of one survivor become a third, as bottle and gasoline a molotov."""

    survivor: Key
    cards: Annotated[tuple[Key, ...], msgspec.Meta(min_length=2, max_length=2)]


class EquipmentDeal(BaseCommand, tag="equipment.deal", frozen=True):
    """Starting equipment for everybody with empty hands, as the game deals it."""

    chance: ClassVar[bool] = True

    sets: Annotated[
        dict[Key, Annotated[int, msgspec.Meta(ge=0, le=9)]], msgspec.Meta(max_length=12)
    ] = {}
    """Which of several starting sets a survivor takes."""
