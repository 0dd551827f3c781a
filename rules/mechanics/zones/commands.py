"""Spawn zones as the players lay them out."""

from typing import Annotated

import msgspec

from rules.commands import BaseCommand, Key

Locators = Annotated[
    tuple[Annotated[int, msgspec.Meta(ge=1, le=6)], ...], msgspec.Meta(max_length=6)
]


class ZoneAdd(BaseCommand, tag="zone.add", frozen=True):
    """A spawn zone is laid out."""

    zone: Key
    start: bool = False
    colour: Key | None = None
    locators: Locators = ()
    tokens: Annotated[int, msgspec.Meta(ge=1, le=12)] = 1
    active: bool = True


class ZoneStart(BaseCommand, tag="zone.start", frozen=True):
    """It draws first from now on, where no zone does."""

    zone: Key


class ZoneOrder(BaseCommand, tag="zone.order", frozen=True):
    """The order in which zones spawn, every zone once."""

    zones: Annotated[tuple[Key, ...], msgspec.Meta(min_length=1, max_length=30)]


class ZoneRemove(BaseCommand, tag="zone.remove", frozen=True):
    """A spawn zone leaves the board."""

    zone: Key


class ZoneActivate(BaseCommand, tag="zone.activate", frozen=True):
    """It spawns from the next zombies phase on."""

    zone: Key


class ZoneDeactivate(BaseCommand, tag="zone.deactivate", frozen=True):
    """It spawns no more."""

    zone: Key
