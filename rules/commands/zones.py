"""Spawn zones and whoever belongs to one of their tokens."""

from typing import Annotated

import msgspec

from rules.commands.base import BaseCommand, Key


class ZoneAdd(BaseCommand, tag="zone.add", frozen=True):
    zone: Key
    start: bool = False
    colour: Key | None = None
    locators: Annotated[
        tuple[Annotated[int, msgspec.Meta(ge=1, le=6)], ...], msgspec.Meta(max_length=6)
    ] = ()
    tokens: Annotated[int, msgspec.Meta(ge=1, le=12)] = 1
    active: bool = True


class ZoneOrder(BaseCommand, tag="zone.order", frozen=True):
    """The order in which zones spawn, every zone once."""

    zones: Annotated[tuple[Key, ...], msgspec.Meta(min_length=1, max_length=30)]


class ZoneRemove(BaseCommand, tag="zone.remove", frozen=True):
    zone: Key


class ZoneActivate(BaseCommand, tag="zone.activate", frozen=True):
    zone: Key


class ZoneDeactivate(BaseCommand, tag="zone.deactivate", frozen=True):
    zone: Key


class NecromancerEscape(BaseCommand, tag="necromancer.escape", frozen=True):
    """He has left by a spawn zone; `zone` is the one his token marks."""

    zone: Key


class NecromancerKill(BaseCommand, tag="necromancer.kill", frozen=True):
    """He is dead; the players take any one spawn token off the board."""

    zone: Key
    """His own zone."""
    remove: Key
    """The zone that loses a token."""
    survivor: Key | None = None


class NecromancerRitual(BaseCommand, tag="necromancer.ritual", frozen=True):
    """At the end of a zombies phase necromancers close to each other all escape."""

    zones: Annotated[tuple[Key, ...], msgspec.Meta(min_length=2, max_length=12)]


class ZeusPlace(BaseCommand, tag="zeus.place", frozen=True):
    """Zeus takes the place of his spawn token."""

    zombie: Key | None = None
    """Which Zeus; without a word the one of the mission."""
