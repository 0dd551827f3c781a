"""Composed decks: the printed cards that stay in the box, and the pack's own that go in."""

from collections.abc import Iterator, Mapping
from typing import Annotated

from msgspec import Meta

from rules.packs.copies import Card, deck_copies
from rules.packs.schema import Pack
from rules.packs.schema.cards import Equipment, SpawnCard, SpecialCard
from rules.packs.schema.own import MOST_COPIES
from rules.workshop.draft import (
    DraftKind,
    Key,
    Piece,
    PieceSetting,
    Printed,
    Problem,
    Said,
    wordless,
)

ALL = "box:all"
"""Group of every printed card of a deck."""
Group = Annotated[str, Meta(pattern=r"^[a-z]+:[a-z0-9_-]+$", max_length=60)]


class DraftDeck(Piece, frozen=True, kw_only=True):
    """A way to compose a deck."""

    deck: Key = "zombies"
    name: Said = Said()
    without: Annotated[tuple[Group, ...], Meta(max_length=40)] = ()
    """Groups of printed cards that stay in the box."""
    adds_all: bool = True
    """True to add every card of the pack that belongs in this deck, with all copies."""
    adds: Annotated[
        dict[Key, Annotated[int, Meta(ge=0, le=MOST_COPIES)]], Meta(max_length=300)
    ] = {}
    """Copies of a card by id, where the number differs from its own; 0 leaves it out."""


def groups_of(card: Card) -> Iterator[str]:
    """Yield the groups of a printed card; it stays in the box with any of them."""
    yield ALL
    if isinstance(card, SpawnCard):
        yield f"card:{card.number.lower()}"
        yield f"kind:{card.kind}"
        if card.tier:
            yield f"tier:{card.tier}"
        levels = card.levels
        named = {
            zombie
            for level in ("blue", "yellow", "orange", "red")
            for zombie in (levels.at(level) if levels else ())
        }
        yield from (f"zombie:{zombie}" for zombie in sorted(named))
    else:
        yield f"card:{card.id}"
        if isinstance(card, Equipment | SpecialCard) and card.kind:
            yield f"kind:{card.kind}"


def deck_groups(pack: Pack, deck: str) -> Mapping[str, int]:
    """Return every group of a printed deck, except single cards, with its number of cards."""
    counts: dict[str, int] = {}
    for card in deck_copies(pack, deck).values():
        for group in groups_of(card):
            if not group.startswith("card:"):
                counts[group] = counts.get(group, 0) + 1
    return counts


def left_out(draft: DraftDeck, pack: Pack) -> frozenset[str]:
    """Return the copies of a printed deck that stay in the box."""
    without = set(draft.without)
    if not without or draft.deck not in pack.decks:
        return frozenset()
    return frozenset(
        copy
        for copy, card in deck_copies(pack, draft.deck).items()
        if without.intersection(groups_of(card))
    )


def _printed(pack: Pack) -> Iterator[Printed]:
    """Yield the decks of the game, as templates to start from."""
    for deck in pack.decks.values():
        if deck.holds != "cards" or deck.drawn:
            yield Printed(deck.id, pack.game, deck, is_open=False)


def _copied(printed: Printed, key: str, languages: tuple[str, ...]) -> DraftDeck:
    return DraftDeck(id=key, deck=printed.id)


def _finished(draft: DraftDeck, setting: PieceSetting) -> DraftDeck:
    """Return the draft itself: it is resolved once the cards of the pack are there."""
    return draft


def _problems(draft: DraftDeck, setting: PieceSetting) -> Iterator[Problem]:
    yield from wordless(draft.name, setting, "name")
    deck = setting.pack.decks.get(draft.deck)
    if deck is None:
        yield Problem(code="deck.unknown", field="deck", params={"deck": draft.deck})


DECKS = DraftKind("decks", "d", DraftDeck, _printed, _copied, _finished, _problems, most=40)
