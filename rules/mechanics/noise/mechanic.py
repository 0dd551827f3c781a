from typing import Annotated

import msgspec

from rules.mechanic import Ask, Mechanic
from rules.mechanics.noise import commands, events, offers, play

NOISE = Mechanic(
    name="noise",
    asks=(Ask(commands.NoiseMake, play.noise_by_hand, offers.noises),),
    events=(events.NoiseMade,),
    corrections={
        "noise": Annotated[int, msgspec.Meta(ge=0, le=999)],
    },
    gives={"silent": bool},
    round_ended=play.silence,
)
