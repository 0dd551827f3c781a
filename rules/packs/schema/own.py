"""Records that a group's own packs add to a table."""

from typing import Annotated

from msgspec import Meta

from rules.packs.schema.base import Slug, Strict
from rules.packs.schema.cards import Equipment, SpawnCard, SpecialCard
from rules.packs.schema.people import PackSurvivor, Zombie

MOST = 400
MOST_COPIES, MOST_TOGETHER = 99, 2_000


class OwnBox(Strict, frozen=True, kw_only=True, omit_defaults=True):
    """A box of the group's own. A record with the id of a printed one replaces it."""

    spawns: Annotated[tuple[SpawnCard, ...], Meta(max_length=MOST)] = ()
    equipment: Annotated[tuple[Equipment, ...], Meta(max_length=MOST)] = ()
    survivors: Annotated[tuple[PackSurvivor, ...], Meta(max_length=MOST)] = ()
    zombies: Annotated[tuple[Zombie, ...], Meta(max_length=MOST)] = ()
    ranks: dict[Slug, Slug] = {}
    """Printed type next to which each new one is placed in the order of targets."""
    cards: dict[Slug, Annotated[tuple[SpecialCard, ...], Meta(max_length=MOST)]] = {}
    """Cards of special decks, by deck."""

    def __post_init__(self) -> None:
        """Raise if there are too many copies: each has an id, so their number must be bounded."""
        copies = [card.copies for card in self.spawns]
        copies += [count for card in self.equipment for count in card.copies.values()]
        copies += [card.copies for cards in self.cards.values() for card in cards]
        if max(copies, default=0) > MOST_COPIES or sum(copies) > MOST_TOGETHER:
            raise ValueError("too many copies")

    @property
    def is_empty(self) -> bool:
        return not (self.spawns or self.equipment or self.survivors or self.zombies or self.cards)
