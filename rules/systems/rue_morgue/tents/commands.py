from typing import ClassVar

from rules.commands import BaseCommand, Cards, Key


class TentOpen(BaseCommand, tag="tent.open", frozen=True):
    """The first survivor enters a tent: its card is turned over, and zombies come in it."""

    chance: ClassVar[bool] = True
    reported: ClassVar[tuple[str, ...]] = ("cards",)

    zone: Key
    empty: bool = False
    """The mission puts nobody into it."""
    cards: Cards = ()
