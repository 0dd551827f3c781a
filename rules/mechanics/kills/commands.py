from typing import Annotated, ClassVar, Literal

import msgspec

from rules.commands import BaseCommand, Group, Key, Number


class ZombiesKill(BaseCommand, tag="zombies.kill", frozen=True):
    """Killed zombies leave the board; their points go where the pack says."""

    in_play_only: ClassVar[bool] = True
    additive: ClassVar[bool] = True

    zombie: Key
    count: Number = 1
    survivor: Key | None = None
    means: Literal["attack", "all"] = "attack"


class ZombiesSplit(BaseCommand, tag="zombies.split", frozen=True):
    """A group has several routes of the same length and splits."""

    zombies: Group
    routes: Annotated[int, msgspec.Meta(ge=2, le=6)]
