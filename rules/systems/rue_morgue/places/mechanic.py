from rules.mechanic import Ask, Mechanic
from rules.systems.rue_morgue.places import commands, offers, play

PLACES = Mechanic(
    name="places",
    asks=(Ask(commands.BoardAnswer, play.answer_board, offers.answers),),
    cards=dict.fromkeys(play.ASKED_BY, play.ask_the_board),
    answers=dict.fromkeys((play.BEDS, play.MANHOLES), commands.BoardAnswer),
    foresees=dict.fromkeys(play.ASKED_BY, play.foresee_question),
)
