"""Buildings: zombies wait behind closed doors."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

import msgspec

from rules.commands import BaseCommand, Cards, Key
from rules.fields import Reported, Several
from rules.mechanic import mechanic
from rules.mechanics.looking import About
from rules.mechanics.spawn.step import BUILDING, SpawnPlay, something_waits, table_draws
from rules.offers import Offer, offer
from rules.play import Play
from rules.state import SpawnPoint


class BuildingOpen(BaseCommand, tag="building.open", frozen=True):
    """A building is opened: one card for each of its zones, in the players' order."""

    chance: ClassVar[bool] = True
    reported: ClassVar[tuple[str, ...]] = ("cards",)
    own_words: ClassVar[tuple[str, ...]] = ("zones",)

    zones: Annotated[tuple[Key, ...], msgspec.Meta(min_length=1, max_length=20)]
    cards: Cards = ()

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        """Yield zones by number; on the board, the players say which is which."""
        reported = {"cards": Reported(what="cards")} if table_draws(look) else {}
        yield offer(cls, something_waits(look), zones=Several(values=ROOMS, least=1), **reported)

    def play(self, play: Play) -> None:
        """Draw a card for each zone, special cards included (Black Plague, p. 27)."""
        SpawnPlay(play, why=BUILDING, points=[SpawnPoint(zone) for zone in self.zones]).run()


MOST_ROOMS = 20


ROOMS = tuple(str(number) for number in range(1, MOST_ROOMS + 1))


BUILDINGS = mechanic(__name__)
