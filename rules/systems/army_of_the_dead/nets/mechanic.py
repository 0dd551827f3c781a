from rules.mechanic import Mechanic
from rules.systems.army_of_the_dead.nets import events, play

NETS = Mechanic(
    name="nets",
    events=(events.ZombiesNetted, events.ZombiesFreed),
    effects=(play.NET, play.EASIER),
    phase_began=play.stand_up,
    killed=play.trim,
)
