from typing import Annotated

import msgspec

from rules.mechanic import Ask, Mechanic
from rules.systems.rue_morgue.attack import COMPETITIVE
from rules.systems.rue_morgue.teams import commands, dealing, events, offers, play

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]

TEAMS = Mechanic(
    name="teams",
    asks=(Ask(commands.TeamActionUse, play.use_team_action, offers.actions),),
    events=(events.TeamActionUsed,),
    options=(COMPETITIVE,),
    corrections={"survivors.*.team": Name | None},
    round_ended=play.new_round,
    deals_equipment=dealing.deal_teams,
    equipment_dealt=dealing.deal_vests,
)
