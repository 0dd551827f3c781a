"""Open questions: they wait in the state and never block the rest of the table."""

from collections.abc import Iterator

from rules.events import BaseEvent
from rules.mechanic import mechanic
from rules.mechanics.supply import Arrival


class BoardAsked(BaseEvent, tag="board.asked", frozen=True, kw_only=True):
    question: str
    what: str
    card: str


class BoardAnswered(BaseEvent, tag="board.answered", frozen=True, kw_only=True):
    question: str
    places: int | None = None
    """The number of places on the board; None for another kind of question."""
    arrival: Arrival | None = None
    """Zombies that came because of it."""

    def facts(self) -> Iterator[BaseEvent]:
        yield BoardAnswered(question=self.question, places=self.places)
        if self.arrival is not None:
            yield from self.arrival.facts()


QUESTIONS = mechanic(__name__)
