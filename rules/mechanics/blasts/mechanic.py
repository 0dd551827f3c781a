from rules.mechanic import Ask, Mechanic
from rules.mechanics.blasts import commands, events, offers, play

BLASTS = Mechanic(
    name="blasts",
    asks=(Ask(commands.BlastResolve, play.resolve_blast, offers.blasts),),
    events=(events.BlastWentOff,),
    effects=(play.ELIMINATE, play.EXPLODE, play.DAMAGE_ALL),
)
