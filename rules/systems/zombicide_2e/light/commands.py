from typing import ClassVar

from rules.commands import BaseCommand, Group, Guard, Key


class LightOn(BaseCommand, tag="light.on", frozen=True):
    """A survivor switches a flashlight on: an action, but free with a search or a shot."""

    survivor: Key
    free: bool = False


class LightOff(BaseCommand, tag="light.off", frozen=True):
    """A survivor switches a flashlight off, which costs an action."""

    survivor: Key


class LightSeen(BaseCommand, tag="light.seen", frozen=True):
    """Just before the zombies phase: which zombies see a beam, by the players' eyes."""

    guard: ClassVar[Guard] = Guard.STEP

    zombies: Group
