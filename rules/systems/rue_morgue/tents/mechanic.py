from rules.mechanic import Ask, Mechanic
from rules.systems.rue_morgue.tents import commands, events, offers, play

TENTS = Mechanic(
    name="tents",
    asks=(Ask(commands.TentOpen, play.open_tent, offers.openings),),
    events=(events.TentOpened,),
)
