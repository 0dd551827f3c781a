from rules.mechanic import Ask, Mechanic
from rules.packs.schema.base import Count
from rules.systems.army_of_the_dead.sleepers import commands, events, offers, play

SLEEPERS = Mechanic(
    name="sleepers",
    asks=(
        Ask(commands.SleepersWake, play.wake_sleepers, offers.wakings),
        Ask(commands.SleepersKill, play.kill_sleepers, offers.kills),
        Ask(commands.SleepersLeave, play.leave_zone, offers.leavings),
    ),
    answers={play.SLEEPERS: commands.SleepersWake},
    gives={"sleeper_actions": Count},
    moving_brings=True,
    events=(events.SleepersWoke, events.SleepersKilled, events.SleepersLeft),
)
