from typing import Annotated, ClassVar

import msgspec

from rules.commands import BaseCommand, Faces, Key

OnToken = Annotated[int, msgspec.Meta(ge=1, le=4)]


class SleepersWake(BaseCommand, tag="sleepers.wake", frozen=True):
    """A sleeper token is turned over: so many shamblers rise."""

    count: OnToken


class SleepersKill(BaseCommand, tag="sleepers.kill", frozen=True):
    """A sleeper token is eliminated before it wakes: points equal to its number."""

    survivor: Key
    count: OnToken
    weapon: Key | None = None
    """The melee weapon it is done with; a noisy one is heard."""


class SleepersLeave(BaseCommand, tag="sleepers.leave", frozen=True):
    """Somebody leaves a zone with sleepers and rolls a die: on a 1 they wake."""

    chance: ClassVar[bool] = True
    reported: ClassVar[tuple[str, ...]] = ("dice",)

    survivor: Key
    rerolls: Annotated[tuple[Key, ...], msgspec.Meta(max_length=4)] = ()
    """Skills that let the die be rolled again, once each; as in an attack, after an undo."""
    dice: Faces = ()
