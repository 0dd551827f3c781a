"""Open questions: they wait in the state and never block the rest of the table."""

from rules.mechanic import Mechanic
from rules.mechanics.questions.events import BoardAnswered, BoardAsked

QUESTIONS = Mechanic(name="questions", events=(BoardAsked, BoardAnswered))
