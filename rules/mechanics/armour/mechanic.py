from rules.mechanic import Mechanic
from rules.mechanics.armour.events import ArmourRolled
from rules.packs.schema.base import Count, Face

ARMOUR = Mechanic(
    name="armour",
    events=(ArmourRolled,),
    effects=("reroll-armour",),
    gives={"armour": Face, "armour_roll": Count},
)
