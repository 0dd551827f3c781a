"""Corrections of what stands on the board, and miniatures of other boxes."""

from typing import ClassVar

from rules.commands import Amount, BaseCommand, Key, Number


class ZombiesAdd(BaseCommand, tag="zombies.add", frozen=True):
    """Correction: more stand on the board than the app knows."""

    additive: ClassVar[bool] = True

    zombie: Key
    count: Number = 1


class ZombiesRemove(BaseCommand, tag="zombies.remove", frozen=True):
    """Correction: fewer stand on the board than the app knows."""

    additive: ClassVar[bool] = True

    zombie: Key
    count: Number = 1


class SupplyAdd(BaseCommand, tag="supply.add", frozen=True):
    """Miniatures of another box play along; a negative count takes some away."""

    zombie: Key
    count: Amount
