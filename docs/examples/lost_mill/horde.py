"""The horde: some spawn cards make it grow, and the players decide when it comes."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from rules.commands import BaseCommand, Guard, Key
from rules.errors import IllegalCommand
from rules.events import BaseEvent
from rules.fields import Choice
from rules.mechanic import mechanic
from rules.mechanics.looking import About, over
from rules.mechanics.spawn.drawing import Drawing, Prospect
from rules.mechanics.supply import Arrival, out_of_supply, place, reserve
from rules.offers import Offer, offer
from rules.play import Play

KIND = "horde"


class HordeReleased(BaseEvent, tag="horde.released", frozen=True, kw_only=True):
    """The horde has come, whole."""

    memorable: ClassVar[bool] = True

    zone: str
    arrival: Arrival | None = None

    def facts(self) -> Iterator[BaseEvent]:
        """Yield that it came, then who came."""
        yield HordeReleased(zone=self.zone)
        if self.arrival is not None:
            yield from self.arrival.facts()


class HordeRelease(BaseCommand, tag="horde.release", frozen=True):
    """The whole horde comes to one zone."""

    guard: ClassVar[Guard] = Guard.STEP

    zone: Key

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        """Offer every zone, once somebody waits."""
        zones = Choice(values=tuple(zone.id for zone in look.zones))
        yield offer(cls, over(look) or refused(look), zone=zones)

    def play(self, play: Play) -> None:
        """Place as many as there are miniatures, and begin a new horde."""
        horde = waiting(play)
        play.set(horde={})
        arrival = place(play, horde, why=KIND, zone=self.zone)
        play.emit(HordeReleased(zone=self.zone, arrival=arrival))


def refused(play: Play) -> IllegalCommand | None:
    """Return why the horde cannot come now."""
    return None if any(waiting(play).values()) else IllegalCommand("horde.empty")


def waiting(play: Play) -> dict[str, int]:
    """Return the horde as it stands now; its miniatures are not in the box meanwhile."""
    horde: dict[str, int] = play.get("horde")
    return horde


def grow(play: Play, drawing: Drawing) -> None:
    """Let those on a horde card's line wait beside the board, as many as the box has."""
    for zombie, count in drawing.line.items():
        joining = min(count, max(reserve(play, zombie), 0))
        horde = waiting(play)
        play.set(horde={**horde, zombie: horde.get(zombie, 0) + joining})
        drawing.note("horde.grew", zombie=zombie, count=joining)


def foresee(play: Play, line: Mapping[str, int]) -> Prospect:
    """Return that a horde card brings nobody in its step."""
    return Prospect()


HORDE = mechanic(
    __name__,
    cards={KIND: grow},
    foresees={KIND: foresee},
    joins=(out_of_supply.by(waiting),),
)
