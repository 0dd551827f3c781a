from collections.abc import Mapping

from rules.errors import UnknownId
from rules.mechanics.questions.events import BoardAnswered
from rules.mechanics.spawn.cards import known_card
from rules.mechanics.spawn.drawing import Drawing
from rules.mechanics.spawn.events import Asked
from rules.mechanics.spawn.play import answered
from rules.mechanics.spawn.prospects import Prospect
from rules.mechanics.supply.play import place
from rules.packs.schema.cards import SpawnCard
from rules.play import Play
from rules.state import Pending
from rules.systems.rue_morgue.places.commands import BoardAnswer

MANHOLES, BEDS = "manholes", "beds"
ASKED_BY = {"manhole": MANHOLES, "bed": BEDS}
"""Kinds of cards, and what they ask for."""


def ask_the_board(play: Play, drawing: Drawing) -> None:
    """How many manholes or beds there are on tiles with a survivor, only the players see."""
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
    """A card may come twice in a round, if its deck is shuffled between."""
    taken = [question.id for question in play.pending if question.id.startswith(stem)]
    return f"{stem}-{len(taken) + 1}" if taken else stem


def answer_board(play: Play, command: BoardAnswer) -> None:
    """Put the zombies on so many places; too few miniatures: one extra activation in all."""
    question = play.answered(command.question)
    if question.what not in (MANHOLES, BEDS):
        raise UnknownId("question.unknown", question=command.question)
    arrival = None
    if command.places:
        zombies = {zombie: count * command.places for zombie, count in question.zombies.items()}
        arrival = place(play, zombies, card=question.card, why=question.what)
    play.emit(BoardAnswered(question=question.id, places=command.places, arrival=arrival))
    answered(play, question.id, arrival)
