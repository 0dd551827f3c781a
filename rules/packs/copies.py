"""Every physical copy of a card has its own id: the card's id and a number."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from rules.packs.schema.cards import Deck, Equipment, SpawnCard, SpecialCard
from rules.packs.schema.pack import Expansion, Pack

Card = SpawnCard | Equipment | SpecialCard


# Packs are few and live as long as the process; each keeps its own entry alive.
_found: dict[tuple[int, str], tuple[Pack | Expansion, Mapping[str, Card]]] = {}


def deck_copies(box: Pack | Expansion, deck: str) -> Mapping[str, Card]:
    """The copies of a deck by id, in the order of the pack.

    `pan-1`, `pan-2` for two pans. A card with copies in several decks goes on counting, in the
    order in which the box lists its decks. A zombie card is its deck and its printed number.
    """
    key = (id(box), deck)
    if key not in _found or _found[key][0] is not box:
        _found[key] = box, MappingProxyType(dict(_copies(box, box.decks[deck])))
    return _found[key][1]


def all_copies(box: Pack | Expansion) -> Iterator[tuple[str, str, Card]]:
    """Deck, copy id and card of everything in the box."""
    for deck in box.decks.values():
        for copy, card in _copies(box, deck):
            yield deck.id, copy, card


def _copies(box: Pack | Expansion, deck: Deck) -> Iterator[tuple[str, Card]]:
    if deck.holds == "spawns" and isinstance(box, Pack):
        yield from ((f"{deck.id}-{card.number}", card) for card in box.spawns)
    elif deck.holds == "equipment":
        for item in box.equipment:
            first = 1 + sum(item.copies.get(key, 0) for key in _decks_before(box, deck))
            for number in range(first, first + item.copies.get(deck.id, 0)):
                yield f"{item.id}-{number}", item
    else:
        for card in deck.cards:
            yield from ((f"{card.id}-{number}", card) for number in range(1, card.copies + 1))


def _decks_before(box: Pack | Expansion, deck: Deck) -> Iterator[str]:
    for key, one in box.decks.items():
        if key == deck.id:
            return
        if one.holds == "equipment":
            yield key
