from typing import Annotated

import msgspec

from rules.mechanic import Ask, Mechanic
from rules.mechanics.danger import commands, events, offers, play

DANGER = Mechanic(
    name="danger",
    asks=(
        Ask(commands.PointsAward, play.award_points, offers.awards),
        Ask(commands.SkillChoose, play.choose_skill, offers.choices),
    ),
    events=(events.PointsGained, events.DangerRaised, events.ChoiceDue, events.SkillGained),
    answers={play.SKILL: commands.SkillChoose},
    options=("fallen-count-for-danger", "points-stop-at-red", "ultrared"),
    corrections={"survivors.*.points": Annotated[int, msgspec.Meta(ge=0, le=999)]},
)
