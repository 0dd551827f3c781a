from rules.mechanic import Ask, Mechanic
from rules.systems.army_of_the_dead.explosives import commands, events, offers, play

EXPLOSIVES = Mechanic(
    name="explosives",
    asks=(Ask(commands.ExplosiveLay, play.lay, offers.layings),),
    events=(events.ExplosiveLaid,),
    effects=(play.LAY,),
    blasts_lying=play.lying,
    blast_spent=play.gone_off,
    unfinished=play.still_burning,
)
