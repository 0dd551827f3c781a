from typing import Annotated

import msgspec

from rules.commands import BaseCommand, Key

OnToken = Annotated[int, msgspec.Meta(ge=1, le=4)]


class SleepersWake(BaseCommand, tag="sleepers.wake", frozen=True):
    """A sleeper token is turned over: so many shamblers rise."""

    count: OnToken


class SleepersKill(BaseCommand, tag="sleepers.kill", frozen=True):
    """A sleeper token is eliminated before it wakes: points equal to its number."""

    survivor: Key
    count: OnToken
