"""Every physical copy of a card has its own id: the card's id and a number."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from rules.packs.schema.cards import Deck, Equipment, SpawnCard, SpecialCard
from rules.packs.schema.pack import Expansion, Pack

Card = SpawnCard | Equipment | SpecialCard


Copies = Mapping[str, Mapping[str, Card]]
"""The copies of each deck, by the id of the deck."""

# The packs of boxes are few; those of groups come and go, so this is emptied when it is full.
_numbered: dict[int, tuple[Pack | Expansion, Copies]] = {}
MOST_NUMBERED = 250
TWIN = "."
"""Before the number of a copy of a zombie card of which several are printed alike."""


def deck_copies(box: Pack | Expansion, deck: str) -> Mapping[str, Card]:
    """The copies of a deck by id, in the order of the pack.

    `pan-1`, `pan-2` for two pans. A card with copies in several decks goes on counting, in the
    order in which the box lists its decks. A zombie card is its deck and its printed number, and
    of several that are printed alike the others have their place behind it: `zombies-C9.2`.
    """
    known = _numbered.get(id(box))
    if known is None or known[0] is not box:
        if len(_numbered) >= MOST_NUMBERED:
            _numbered.clear()
        known = _numbered[id(box)] = box, _by_deck(box)
    return known[1][box.decks[deck].id]


def _by_deck(box: Pack | Expansion) -> Copies:
    copies: dict[str, dict[str, Card]] = {deck.id: {} for deck in box.decks.values()}
    for deck, copy, card in all_copies(box):
        copies[deck][copy] = card
    return {deck: MappingProxyType(cards) for deck, cards in copies.items()}


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
            for spawn in spawns:
                yield from ((deck.id, copy, spawn) for copy in spawn_copies(deck.id, spawn))
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


def spawn_copies(deck: str, card: SpawnCard) -> list[str]:
    """The copies of a zombie card; a box has one of each."""
    first = f"{deck}-{card.number}"
    return [first, *(f"{first}{TWIN}{number}" for number in range(2, card.copies + 1))]
