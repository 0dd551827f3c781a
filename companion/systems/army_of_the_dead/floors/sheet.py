from companion.rooms import Room
from rules.systems.army_of_the_dead.floors.play import FLOOR

ROOM = Room(questions={FLOOR: "mechanics/floors/question.html"})
