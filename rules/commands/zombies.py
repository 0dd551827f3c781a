"""Zombies on the board: killed, corrected, woken, lit."""

from typing import Annotated, ClassVar, Literal

import msgspec

from rules.commands.base import BaseCommand, Faces, Guard, Key, Number


class ZombiesKill(BaseCommand, tag="zombies.kill", frozen=True):
    """Killed zombies leave the board; their points go where the pack says."""

    zombie: Key
    count: Number = 1
    survivor: Key | None = None
    means: Literal["attack", "all"] = "attack"


class ZombiesAdd(BaseCommand, tag="zombies.add", frozen=True):
    """Correction: more stand on the board than the app knows."""

    zombie: Key
    count: Number = 1


class ZombiesRemove(BaseCommand, tag="zombies.remove", frozen=True):
    """Correction: fewer stand on the board than the app knows."""

    zombie: Key
    count: Number = 1


class SupplyAdd(BaseCommand, tag="supply.add", frozen=True):
    """Miniatures of another box play along; a negative count takes some away."""

    zombie: Key
    count: Annotated[int, msgspec.Meta(ge=-100, le=100)]


class ZombiesAttack(BaseCommand, tag="zombies.attack", frozen=True):
    """Zombies attack a zone; the players share the wounds out among the survivors there."""

    zombies: Annotated[dict[Key, Number], msgspec.Meta(min_length=1, max_length=20)]
    wounds: Annotated[dict[Key, Number], msgspec.Meta(min_length=1, max_length=12)]
    armour: bool = False
    dice: Faces = ()


class ZombiesSplit(BaseCommand, tag="zombies.split", frozen=True):
    """A group has several routes of the same length and splits."""

    zombies: Annotated[dict[Key, Number], msgspec.Meta(min_length=1, max_length=20)]
    routes: Annotated[int, msgspec.Meta(ge=2, le=6)]


class SleepersWake(BaseCommand, tag="sleepers.wake", frozen=True):
    """A sleeper token is turned over: so many shamblers rise."""

    count: Annotated[int, msgspec.Meta(ge=1, le=4)]


class SleepersKill(BaseCommand, tag="sleepers.kill", frozen=True):
    """A sleeper token is eliminated before it wakes: points equal to its number."""

    survivor: Key
    count: Annotated[int, msgspec.Meta(ge=1, le=4)]


class LightOn(BaseCommand, tag="light.on", frozen=True):
    survivor: Key


class LightOff(BaseCommand, tag="light.off", frozen=True):
    survivor: Key


class LightSeen(BaseCommand, tag="light.seen", frozen=True):
    """Just before the zombies phase: which zombies see a beam, by the players' eyes."""

    guard: ClassVar[Guard] = Guard.STEP

    zombies: Annotated[dict[Key, Number], msgspec.Meta(min_length=1, max_length=20)]
