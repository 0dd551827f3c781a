from rules.mechanic import Ask, Mechanic
from rules.mechanics.line_up import commands, events, offers, play

LINE_UP = Mechanic(
    name="line_up",
    asks=(
        Ask(commands.SurvivorPass, play.pass_survivor, offers.passes),
        Ask(commands.SurvivorJoin, play.join_survivor, offers.joins),
    ),
    events=(events.SurvivorPassed, events.SurvivorJoined),
)
