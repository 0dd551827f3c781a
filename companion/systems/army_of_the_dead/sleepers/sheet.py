from companion.rooms import Room
from rules.systems.army_of_the_dead.sleepers.play import SLEEPERS

ROOM = Room(
    on_board=("sleepers.leave", "sleepers.kill", "sleepers.wake"),
    leads_to={"sleepers.leave": "rolled"},
    questions={SLEEPERS: "mechanics/sleepers/question.html"},
)
