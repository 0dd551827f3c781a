from rules.mechanic import Ask, Mechanic
from rules.mechanics.kills import commands, events, offers, play
from rules.packs.schema.base import Count

KILLS = Mechanic(
    name="kills",
    asks=(
        Ask(commands.ZombiesKill, play.kill_zombies, offers.kills),
        Ask(commands.ZombiesSplit, play.split_group, offers.splits),
    ),
    events=(events.ZombiesKilled, events.GroupSplit),
    traits=(play.FLEES,),
    gives={"points_factor": Count},
)
