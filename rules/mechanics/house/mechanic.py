from typing import Annotated

import msgspec

from rules.mechanic import Ask, Correction, Mechanic
from rules.mechanics.house import commands, events, offers, play

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]

HOUSE = Mechanic(
    name="house",
    asks=(
        Ask(commands.TableCorrect, play.correct_table, offers.corrections),
        Ask(commands.OptionSet, play.set_option, offers.switches),
    ),
    events=(events.TableCorrected, events.OptionSwitched),
    options=("odds-on-screen", "hide-odds"),
    corrections={
        "survivors.*.name": Correction(Name, kept=play.survivor_name),
        "survivors.*.player": Correction(Name, kept=play.kept_player),
    },
)
