from rules.mechanic import Ask, Mechanic
from rules.systems.rue_morgue.slots import commands, offers, play

SLOTS = Mechanic(
    name="slots",
    asks=(Ask(commands.WoundPlace, play.place_wound, offers.wounds),),
    answers={play.WOUND: commands.WoundPlace},
    effects=("wound",),
    gives={"keeps_equipment": bool},
    survivor_changed=play.settle_wounds,
)
