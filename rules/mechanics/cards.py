"""Equipment cards by their copies in the decks."""

from rules.errors import UnknownId
from rules.packs.copies import deck_copies
from rules.packs.schema import Pack
from rules.packs.schema.cards import Effect, Equipment, SpecialCard

SEARCHED = "equipment"
"""The deck a search draws from, unless the place is a special one."""


def equipment_decks(pack: Pack) -> list[str]:
    return [deck.id for deck in pack.decks.values() if deck.holds == "equipment"]


def deck_of(pack: Pack, copy: str) -> str:
    """Return the deck a copy belongs to."""
    for deck in equipment_decks(pack):
        if copy in deck_copies(pack, deck):
            return deck
    raise UnknownId("item.unknown", card=copy)


def card_of(pack: Pack, copy: str) -> Equipment:
    card = deck_copies(pack, deck_of(pack, copy))[copy]
    assert isinstance(card, Equipment)
    return card


def special_card(pack: Pack, deck: str, copy: str) -> SpecialCard:
    """Return a card of a special deck by its copy."""
    card = deck_copies(pack, deck)[copy]
    assert isinstance(card, SpecialCard)
    return card


def named_card(pack: Pack, name: str) -> Equipment:
    """Return the card with this card id or copy id."""
    for wanted in (name, name.rpartition("-")[0]):
        for card in pack.equipment:
            if card.id == wanted:
                return card
    raise UnknownId("weapon.unknown", weapon=name)


def effect_of(card: Equipment, do: str) -> Effect | None:
    """Return the first effect of that name on a card, or None."""
    return next((effect for effect in card.effects if effect.do == do), None)


def works_in(card: Equipment, slot: str) -> bool:
    """Return True if a card works in a slot; one for the backpack works everywhere."""
    return card.slot == "backpack" or slot.startswith(card.slot)
