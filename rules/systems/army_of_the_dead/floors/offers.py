from collections.abc import Iterator

from rules.fields import Choice
from rules.mechanics.looking import About
from rules.offers import Offer, offer
from rules.play import Play
from rules.systems.army_of_the_dead.floors.commands import FloorAnswer
from rules.systems.army_of_the_dead.floors.play import FLOOR


def answers(look: Play, about: About) -> Iterator[Offer]:
    for question in look.questions(FLOOR):
        somebody = Choice(values=(True, False))
        yield offer(FloorAnswer, question=question.id, somebody=somebody)
