"""One card of a spawn step while it is resolved."""

from rules.levels import danger_of, highest_survivor
from rules.mechanics.activation.events import Activation
from rules.mechanics.spawn.cards import DECK, known_kind, known_line
from rules.mechanics.spawn.events import Asked, Draw, Note
from rules.mechanics.supply.events import Arrival
from rules.mechanics.supply.play import place
from rules.play import Play
from rules.state import SpawnPoint as Point

__all__ = ["Drawing", "Point"]


class Drawing:
    """What a card says now, and what it has caused so far."""

    def __init__(
        self,
        play: Play,
        point: Point,
        *,
        deck: str,
        card: str,
        does: str,
        line: dict[str, int],
        why: str = "",
        number: int = 1,
        together: int = 1,
    ) -> None:
        self.play, self.point, self.deck, self.card = play, point, deck, card
        self.why = why
        self.does, self.line = does, line
        self.number, self.together = number, together
        self.by, points = highest_survivor(play.survivors, play.before.options)
        self.level = danger_of(points, play.pack)
        self.arrivals: list[Arrival] = []
        self.activations: list[Activation] = []
        self.asked: Asked | None = None
        self.token: str | None = None
        self.doubles: str | None = None
        self.draws = 0
        self.notes: list[Note] = []

    @classmethod
    def of_zombies(
        cls,
        play: Play,
        point: Point,
        card: str,
        *,
        why: str,
        number: int = 1,
        together: int = 1,
    ) -> "Drawing":
        """A card of the zombie deck, read at the level of this moment."""
        return cls(
            play,
            point,
            deck=DECK,
            card=card,
            does=known_kind(play, card),
            line=known_line(play, card),
            why=why,
            number=number,
            together=together,
        )

    @property
    def zone(self) -> str:
        return self.point.zone

    def place(self, zombies: dict[str, int], why: str = "card") -> Arrival:
        """Bring a group to the zone of this card."""
        arrival = place(self.play, zombies, why=why, zone=self.zone, card=self.card)
        self.arrivals.append(arrival)
        return arrival

    def activate(self, zombie: str, why: str, *, zone: str | None = None, times: int = 1) -> None:
        self.activations.append(Activation(zombie=zombie, why=why, zone=zone, times=times))

    def note(self, what: str, **params: str | int) -> None:
        """Anything else it did; the words of the card's own mechanic tell it."""
        self.notes.append(Note(what=what, said=params))

    def all_activations(self) -> tuple[Activation, ...]:
        """Everything that acts once more because of this card."""
        by_arrival = (activation for arrival in self.arrivals for activation in arrival.activations)
        return (*by_arrival, *self.activations)

    def draw(self) -> Draw:
        """All of it."""
        return Draw(
            zone=self.zone,
            deck=self.deck,
            card=self.card,
            does=self.does,
            level=self.level,
            by=self.by,
            line=self.line,
            die=self.point.die,
            number=self.number,
            together=self.together,
            arrivals=tuple(self.arrivals),
            activations=tuple(self.activations),
            asked=self.asked,
            token=self.token,
            doubles=self.doubles,
            draws=self.draws,
            notes=tuple(self.notes),
        )
