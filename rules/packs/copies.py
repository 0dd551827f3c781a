"""Every physical copy of a card has its own id: the card's id and a number."""

from collections.abc import Iterator, Mapping, Sequence
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
        wanted = box.decks[deck].id
        cards = {copy: card for inside, copy, card in all_copies(box) if inside == wanted}
        _found[key] = box, MappingProxyType(cards)
    return _found[key][1]


def all_copies(box: Pack | Expansion) -> Iterator[tuple[str, str, Card]]:
    """Deck, copy id and card of everything in the box."""
    spawns = box.spawns if isinstance(box, Pack) else ()
    return copies_in(box.decks, spawns, box.equipment)


def copies_in(
    decks: Mapping[str, Deck], spawns: Sequence[SpawnCard], equipment: Sequence[Equipment]
) -> Iterator[tuple[str, str, Card]]:
    """Deck, copy id and card of everything in these decks."""
    before: list[str] = []
    """Decks of equipment that have been numbered."""
    for deck in decks.values():
        if deck.holds == "spawns":
            yield from ((deck.id, f"{deck.id}-{card.number}", card) for card in spawns)
        elif deck.holds == "equipment":
            for item in equipment:
                first = 1 + sum(item.copies.get(key, 0) for key in before)
                for number in range(first, first + item.copies.get(deck.id, 0)):
                    yield deck.id, f"{item.id}-{number}", item
            before.append(deck.id)
        else:
            for card in deck.cards:
                for number in range(1, card.copies + 1):
                    yield deck.id, f"{card.id}-{number}", card
