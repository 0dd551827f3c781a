"""Doors and notes that depend on what a group has achieved (Washington Z.C., p. 26-27)."""

from rules.errors import IllegalCommand, RuleError
from rules.mechanic import mechanic
from rules.mechanics.doors import door_colours, door_refused
from rules.missions import set_by_achievements
from rules.play import Play
from rules.systems.zombicide_2e.state import SecondEditionState

DOORS = "doors-if-achievement"


def set_up(earned: tuple[str, ...]) -> dict[str, object]:
    return {"achievements": earned}


def refused(play: Play, colour: str) -> RuleError | None:
    """Return an error if the achievement for a door is missing; without a campaign, None."""
    earned = SecondEditionState.of(play.before).achievements
    for rule in play.mission_rules(DOORS):
        if earned is not None and colour in rule.colours and rule.achievement not in earned:
            return IllegalCommand("door.never", colour=colour)
    return None


def colours(play: Play) -> tuple[str, ...]:
    """Return colors of doors that depend on an achievement."""
    return tuple(colour for rule in play.mission_rules(DOORS) for colour in rule.colours)


PASSAGES = mechanic(
    __name__,
    mission_rules=(DOORS,),
    joins=(
        set_by_achievements.by(set_up),
        door_colours.by(colours),
        door_refused.by(refused),
    ),
)
