from rules.mechanic import Mechanic
from rules.systems.zombicide_2e.passages import play

PASSAGES = Mechanic(
    name="passages",
    mission_rules=(play.DOORS,),
    earned=play.set_up,
    door_colours=play.colours,
    door_refused=play.refused,
)
