"""What comes onto the board, and what is missing."""

from collections.abc import Iterator
from typing import ClassVar

from rules.events import BaseEvent, EventPart
from rules.mechanics.activation.events import Activation, activation_facts
from rules.mechanics.decks.events import CardDrawn


class ZombiesPlaced(BaseEvent, tag="zombies.placed", frozen=True, kw_only=True):
    zone: str | None
    zombie: str
    count: int
    card: str | None
    danger: str
    why: str


class ZombiesShort(BaseEvent, tag="zombies.short", frozen=True, kw_only=True):
    memorable: ClassVar[bool] = True

    zone: str | None
    zombie: str
    missing: int
    card: str | None


class ZombiesCorrected(BaseEvent, tag="zombies.corrected", frozen=True, kw_only=True):
    zombie: str
    before: int
    after: int


class SupplyChanged(BaseEvent, tag="supply.changed", frozen=True, kw_only=True):
    zombie: str
    count: int


class Placed(EventPart, frozen=True, kw_only=True):
    """So many of a type that came."""

    zombie: str
    count: int
    why: str


class Missing(EventPart, frozen=True, kw_only=True):
    """So many of a type for which no miniature was left."""

    zombie: str
    count: int
    there: int
    """How many the box had left."""


class Face(EventPart, frozen=True, kw_only=True):
    """A card that says which one of several came."""

    deck: str
    card: str


class Arrival(EventPart, frozen=True, kw_only=True):
    """A group that was to come: who did, who is missing, who acts once more because of it."""

    zone: str | None = None
    card: str | None = None
    danger: str
    placed: tuple[Placed, ...] = ()
    missing: tuple[Missing, ...] = ()
    faces: tuple[Face, ...] = ()
    activations: tuple[Activation, ...] = ()

    @property
    def came(self) -> dict[str, int]:
        """How many of each type."""
        total: dict[str, int] = {}
        for group in self.placed:
            total[group.zombie] = total.get(group.zombie, 0) + group.count
        return total

    def facts(self) -> Iterator[BaseEvent]:
        for group in self.placed:
            yield ZombiesPlaced(
                zone=self.zone,
                zombie=group.zombie,
                count=group.count,
                card=self.card,
                danger=self.danger,
                why=group.why,
            )
        for face in self.faces:
            yield CardDrawn(deck=face.deck, card=face.card, zone=self.zone)
        for lack in self.missing:
            yield ZombiesShort(
                zone=self.zone, zombie=lack.zombie, missing=lack.count, card=self.card
            )
        yield from activation_facts(self.activations)
