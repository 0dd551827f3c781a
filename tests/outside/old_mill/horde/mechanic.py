from lost_mill.horde import commands, events, offers, play
from rules.mechanic import Ask, Mechanic

HORDE = Mechanic(
    name="horde",
    asks=(Ask(commands.HordeRelease, play.release, offers.releases),),
    events=(events.HordeReleased,),
    cards={play.KIND: play.grow},
    out_of_supply=play.waiting,
)
