from rules.mechanic import Ask, Mechanic
from rules.systems.army_of_the_dead.floors import commands, events, offers, play

FLOORS = Mechanic(
    name="floors",
    asks=(Ask(commands.FloorAnswer, play.answer, offers.answers),),
    events=(events.FloorAnswered,),
    answers={play.FLOOR: commands.FloorAnswer},
    mission_rules=(play.ONLY_IF_SOMEBODY,),
    phase_began=play.ask,
    spawn_refused=play.refused,
    zones_changed=play.trim,
)
