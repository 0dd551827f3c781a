from typing import ClassVar

from rules.commands import BaseCommand, Guard, Key


class HordeRelease(BaseCommand, tag="horde.release", frozen=True):
    """The whole horde comes to one zone."""

    guard: ClassVar[Guard] = Guard.STEP

    zone: Key
