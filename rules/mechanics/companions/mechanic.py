from rules.mechanic import Ask, Mechanic
from rules.mechanics.companions import commands, events, offers, play

COMPANIONS = Mechanic(
    name="companions",
    asks=(
        Ask(commands.CompanionJoin, play.join, offers.joins),
        Ask(commands.CompanionFollow, play.follow, offers.follows),
        Ask(commands.CompanionHurt, play.hurt, offers.wounds),
        Ask(commands.CompanionLeave, play.leave, offers.leavings),
    ),
    events=(
        events.CompanionJoined,
        events.CompanionFollowed,
        events.CompanionWounded,
        events.CompanionDied,
        events.CompanionWent,
    ),
    also_wounded=play.also_wounded,
    other_wounded=play.wound,
    open_before_victory=play.still_inside,
)
