from collections.abc import Iterator

from rules.fields import Number
from rules.mechanics.looking import About
from rules.offers import Offer, offer
from rules.play import Play
from rules.systems.rue_morgue.places.commands import BoardAnswer
from rules.systems.rue_morgue.places.play import BEDS, MANHOLES

MOST_PLACES = 50


def answers(look: Play, about: About) -> Iterator[Offer]:
    for question in (*look.questions(MANHOLES), *look.questions(BEDS)):
        places = Number(least=0, most=MOST_PLACES)
        yield offer(BoardAnswer, question=question.id, places=places)
