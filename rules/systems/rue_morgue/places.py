"""Manholes and beds, which only the players can count on the board."""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar

import msgspec

from rules.commands import BaseCommand, Key
from rules.errors import UnknownId
from rules.fields import Number
from rules.mechanic import mechanic
from rules.mechanics.looking import About, judged
from rules.mechanics.questions import BoardAnswered
from rules.mechanics.spawn.drawing import Asked, Drawing, Prospect
from rules.mechanics.spawn.step import answered
from rules.mechanics.supply import place
from rules.mechanics.zombie_cards import known_card
from rules.offers import Offer, closed, offer
from rules.packs.schema.cards import SpawnCard
from rules.play import Play
from rules.state import Pending


class BoardAnswer(BaseCommand, tag="board.answer", frozen=True):
    """The players say on how many places of the board the pending card puts its zombies."""

    chance: ClassVar[bool] = True

    question: Key
    places: Annotated[int, msgspec.Meta(ge=0, le=50)]

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        for question in (*look.questions(MANHOLES), *look.questions(BEDS)):
            places = Number(least=0, most=MOST_PLACES)
            yield offer(cls, question=question.id, places=places)
        if sent := judged(cls, about):
            yield closed(cls, UnknownId("question.unknown", question=sent.question))

    def play(self, play: Play) -> None:
        """Put the zombies on all places; too few miniatures: one extra activation in all."""
        question = play.answered(self.question)
        arrival = None
        if self.places:
            zombies = {zombie: count * self.places for zombie, count in question.zombies.items()}
            arrival = place(play, zombies, card=question.card, why=question.what)
        play.emit(BoardAnswered(question=question.id, places=self.places, arrival=arrival))
        answered(play, question.id, arrival)


MANHOLES, BEDS = "manholes", "beds"


ASKED_BY = {"manhole": MANHOLES, "bed": BEDS}
"""Kinds of cards, and the question they ask."""


def ask_the_board(play: Play, drawing: Drawing) -> None:
    """Ask for the number of manholes or beds on tiles with a survivor."""
    card = known_card(play, drawing.card)
    what = ASKED_BY[drawing.does]
    question = Pending(
        id=_free_id(play, f"{what}-{play.before.round}-{drawing.card}"),
        what=what,
        card=drawing.card,
        colour=card.bed if isinstance(card, SpawnCard) else None,
        zombies=drawing.line,
    )
    play.ask(question)
    drawing.asked = Asked(question=question.id, what=what)


def foresee_question(play: Play, line: Mapping[str, int]) -> Prospect:
    return Prospect(on_places=line)


def _free_id(play: Play, stem: str) -> str:
    """Return a free question id; a card may come twice in a round, if its deck is reshuffled."""
    taken = [question.id for question in play.pending if question.id.startswith(stem)]
    return f"{stem}-{len(taken) + 1}" if taken else stem


MOST_PLACES = 50


PLACES = mechanic(
    __name__,
    cards=dict.fromkeys(ASKED_BY, ask_the_board),
    answers=dict.fromkeys((BEDS, MANHOLES), BoardAnswer),
    foresees=dict.fromkeys(ASKED_BY, foresee_question),
)
