"""Ids of physical copies of cards: the card's id and a number."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from rules.packs.schema.cards import Deck, Equipment, SpawnCard, SpecialCard
from rules.packs.schema.pack import Expansion, Pack

Card = SpawnCard | Equipment | SpecialCard


Copies = Mapping[str, Mapping[str, Card]]
"""Copies of each deck, by the id of the deck."""

# A cache. Packs of boxes are few, those of groups come and go: it is cleared when full.
_numbered: dict[int, tuple[Pack | Expansion, Copies]] = {}
MOST_NUMBERED = 250
TWIN = "."
"""Separator before the number of a copy of a zombie card that is printed several times."""


def deck_copies(box: Pack | Expansion, deck: str) -> Mapping[str, Card]:
    """Return the copies of a deck by id, in the order of the pack.

    `pan-1`, `pan-2` for two pans. If a card has copies in several decks, the numbers go on from
    deck to deck, in the order in which the box lists them. The id of a zombie card is its deck and
    its printed number; further copies have a number of their own after it: `zombies-C9.2`.
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
    """Yield deck, copy id and card for all cards of the box."""
    spawns = box.spawns if isinstance(box, Pack) else ()
    return copies_in(box.decks, spawns, box.equipment)


def copies_in(
    decks: Mapping[str, Deck], spawns: Sequence[SpawnCard], equipment: Sequence[Equipment]
) -> Iterator[tuple[str, str, Card]]:
    """Yield deck, copy id and card for all cards of these decks."""
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
    """Return the copy ids of a zombie card; a card of a box has one copy."""
    first = f"{deck}-{card.number}"
    return [first, *(f"{first}{TWIN}{number}" for number in range(2, card.copies + 1))]
