from companion.rooms import Room
from rules.mechanics.spawn.distributing import DISTRIBUTION
from rules.mechanics.spawn.play import ACTIVATION, REST, STRIKES, TURN

ROOM = Room(
    questions={
        ACTIVATION: "mechanics/spawn/activation.html",
        DISTRIBUTION: "mechanics/spawn/distribution.html",
        REST: "mechanics/spawn/rest.html",
        STRIKES: "mechanics/spawn/strikes.html",
        TURN: "mechanics/spawn/turn.html",
    }
)
