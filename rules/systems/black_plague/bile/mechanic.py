from typing import Annotated

import msgspec

from rules.mechanic import Ask, Mechanic
from rules.systems.black_plague.bile import commands, events, offers, play

BILE = Mechanic(
    name="bile",
    asks=(Ask(commands.BilePlace, play.place_bile, offers.biles),),
    events=(events.BilePlaced,),
    corrections={"bile": Annotated[int, msgspec.Meta(ge=0, le=999)]},
    kills_all=(play.IGNITES,),
    effects=(play.PLACES,),
    blast_set_off=play.burn,
    blast_refused=play.refuse_fire,
)
