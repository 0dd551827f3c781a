from rules.mechanic import Mechanic
from rules.mechanics.armour.events import ArmourRolled

ARMOUR = Mechanic(name="armour", events=(ArmourRolled,), effects=("reroll-armour",))
