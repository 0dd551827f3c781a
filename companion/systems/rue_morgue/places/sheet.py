from companion.rooms import Room
from rules.systems.rue_morgue.places.play import BEDS, MANHOLES

ROOM = Room(
    questions={BEDS: "mechanics/places/beds.html", MANHOLES: "mechanics/places/manholes.html"}
)
