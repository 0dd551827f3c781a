"""Equipment cards by the copies that lie in the decks."""

from rules.errors import UnknownId
from rules.packs.copies import deck_copies
from rules.packs.schema import Pack
from rules.packs.schema.cards import Effect, Equipment, SpecialCard

SEARCHED = "equipment"
"""The deck a search draws from, unless the place is a special one."""


def equipment_decks(pack: Pack) -> list[str]:
    return [deck.id for deck in pack.decks.values() if deck.holds == "equipment"]


def deck_of(pack: Pack, copy: str) -> str:
    """The deck a copy belongs to."""
    for deck in equipment_decks(pack):
        if copy in deck_copies(pack, deck):
            return deck
    raise UnknownId("item.unknown", card=copy)


def card_of(pack: Pack, copy: str) -> Equipment:
    card = deck_copies(pack, deck_of(pack, copy))[copy]
    assert isinstance(card, Equipment)
    return card


def special_card(pack: Pack, deck: str, copy: str) -> SpecialCard:
    """A card of a special deck by its copy."""
    card = deck_copies(pack, deck)[copy]
    assert isinstance(card, SpecialCard)
    return card


def named_card(pack: Pack, name: str) -> Equipment:
    """The card a card id or copy id names."""
    for wanted in (name, name.rpartition("-")[0]):
        for card in pack.equipment:
            if card.id == wanted:
                return card
    raise UnknownId("weapon.unknown", weapon=name)


def effect_of(card: Equipment, do: str) -> Effect | None:
    """The first effect of that name on a card."""
    return next((effect for effect in card.effects if effect.do == do), None)


def works_in(card: Equipment, slot: str) -> bool:
    """Whether a card does its work in a slot; what works in the backpack works everywhere."""
    return card.slot == "backpack" or slot.startswith(card.slot)
