from companion.rooms import Room
from rules.mechanics.zones.play import FIRST

ROOM = Room(questions={FIRST: "mechanics/zones/question.html"})
