from typing import ClassVar

from rules.commands import BaseCommand, Cards, Key


class PersonalDraw(BaseCommand, tag="personal.draw", frozen=True):
    """Two personal objectives of the survivors at this table."""

    chance: ClassVar[bool] = True
    reported: ClassVar[tuple[str, ...]] = ("cards",)

    cards: Cards = ()


class PersonalMeet(BaseCommand, tag="personal.meet", frozen=True):
    """A personal objective is met, by the players' word; or it is not after all."""

    card: Key
    met: bool = True
