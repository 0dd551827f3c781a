from rules.mechanic import Ask, Mechanic
from rules.systems.army_of_the_dead.companions import commands, events, offers, play

COMPANIONS = Mechanic(
    name="companions",
    asks=(
        Ask(commands.CompanionJoin, play.join, offers.joinings),
        Ask(commands.CompanionPass, play.pass_on, offers.passings),
        Ask(commands.CompanionDie, play.die, offers.deaths),
    ),
    events=(events.CompanionJoined, events.CompanionDied),
)
