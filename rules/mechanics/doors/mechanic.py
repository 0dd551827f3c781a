from rules.mechanic import Ask, Mechanic
from rules.mechanics.doors import commands, events, offers, play

DOORS = Mechanic(
    name="doors",
    asks=(Ask(commands.DoorOpen, play.open_door, offers.forced),),
    events=(events.DoorTried,),
    gives={"opens_doors": bool},
)
