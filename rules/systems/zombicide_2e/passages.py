"""Doors and notes that hang on what a group has achieved (Washington Z.C., p. 26-27)."""

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
    """Without the achievement they do not open; a table without a campaign asks nobody."""
    earned = SecondEditionState.of(play.before).achievements
    for rule in play.mission_rules(DOORS):
        if earned is not None and colour in rule.colours and rule.achievement not in earned:
            return IllegalCommand("door.never", colour=colour)
    return None


def colours(play: Play) -> tuple[str, ...]:
    """Of doors that are not like the others."""
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
