"""Army of the Dead: its own mechanics and its ruleset.

Zeus, the bank vault, sleepers, personal objectives, a time meter, explosives and nets on the board.
Buildings hold sleepers, so opening one draws nothing.
"""

from rules.mechanics.companions import COMPANIONS
from rules.mechanics.family import FAMILY
from rules.mechanics.spawn.step import BY_TOKEN
from rules.systems.army_of_the_dead.attack import ArmyAttack
from rules.systems.army_of_the_dead.explosives import EXPLOSIVES
from rules.systems.army_of_the_dead.floors import FLOORS
from rules.systems.army_of_the_dead.nets import NETS
from rules.systems.army_of_the_dead.objectives import OBJECTIVES
from rules.systems.army_of_the_dead.sleepers import SLEEPERS
from rules.systems.army_of_the_dead.state import ArmyState
from rules.systems.army_of_the_dead.time_meter import TIME_METER
from rules.systems.army_of_the_dead.vault import VAULT
from rules.systems.army_of_the_dead.zeus import ZEUS
from rules.zombicide import Zombicide

RULESET = Zombicide(
    game="army-of-the-dead",
    rank=4,
    state=ArmyState,
    mechanics=(
        *FAMILY,
        OBJECTIVES,
        ZEUS,
        VAULT,
        SLEEPERS,
        EXPLOSIVES,
        NETS,
        COMPANIONS,
        FLOORS,
        TIME_METER,
    ),
    lost_when="all",
    spawn_order=BY_TOKEN,
    attack=ArmyAttack,
)
