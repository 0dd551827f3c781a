from typing import Annotated, ClassVar

import msgspec

from rules.commands import BaseCommand, Cards, Key


class BuildingOpen(BaseCommand, tag="building.open", frozen=True):
    """A building is opened: one card for each of its zones, in the players' order."""

    chance: ClassVar[bool] = True
    reported: ClassVar[tuple[str, ...]] = ("cards",)

    zones: Annotated[tuple[Key, ...], msgspec.Meta(min_length=1, max_length=20)]
    cards: Cards = ()
